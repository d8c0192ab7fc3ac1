"""Paints how the run shown differs from another: what is new, what was turned, and what was there before."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

from elcs_gui.app.graph.difference import Contrast, Line
from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import NO_BRUSH, NO_PEN, ROUND, faded, pen
from elcs_gui.app.graph.painting.tray_legend_painter import plain
from elcs_gui.app.kit.theme import MEDIUM, Theme
from elcs_gui.picture.outlines import distance_to_segments, leave, way_round
from elcs_gui.picture.scene import LinkKind

DISC = 8.5
BESIDE = 17.0
"""From the middle of an edge, where its rule stands, to its mark."""
LINE = 22.0
"""Where the key stands, in the row of the chips."""
BUTTONS = 124.0
"""What the zoom buttons take of that row, at the right."""
_LEAST_TITLE = 60.0


def paint_edges_before(painter: QPainter, frame: Frame, theme: Theme, contrast: Contrast | None) -> None:
    """The edges that only the other run has: they lie below everything else."""
    for line in () if contrast is None else contrast.difference.gone:
        if frame.is_shown(line.tail) and frame.is_shown(line.head):
            path, via = _way(frame, line)
            painter.setBrush(NO_BRUSH)
            painter.setPen(pen(theme.ink_3, 1.8, (1.8, 4.2)))
            painter.drawPath(path)
            if line.directed:
                _paint_head(painter, theme, via, path.currentPosition())


def paint_difference(
    painter: QPainter, frame: Frame, theme: Theme, contrast: Contrast, left: float, right: float
) -> None:
    """Marks over a picture that is painted already, and a line that says what they mean.

    The line stands at the top, between `left` and `right`.
    """
    painter.save()
    found = contrast.difference
    for line in found.gone:
        if frame.is_shown(line.tail) and frame.is_shown(line.head):
            _paint_word(painter, theme, _free_spot(frame, _way(frame, line)[0]), "before")
    for i, link in enumerate(frame.links):
        if link.kind is LinkKind.GHOST or not found.came.isdisjoint(link.ends):
            continue  # that the edge of a new node is new goes without saying
        if link.ends in found.new or link.ends in found.turned:
            sign = "+" if link.ends in found.new else "turned"
            _paint_sign(painter, theme, _beside(frame, i), sign)
    for x in sorted(found.came | found.went):
        if frame.is_shown(x) and x in frame.texts:
            at = QPointF(float(frame.xy[x, 0] + frame.w[x]), float(frame.xy[x, 1] - frame.h[x]))
            _paint_sign(painter, theme, at, "+" if x in found.came else "−")
    _paint_key(painter, theme, contrast, left, right)
    painter.restore()


def _way(frame: Frame, line: Line) -> tuple[QPainterPath, QPointF]:
    """The way of an edge of the other run, led round what stands in it, and whence it comes to its head."""
    ends = np.array([line.tail, line.head])
    others = np.array([x for x in sorted(frame.texts) if x not in (line.tail, line.head)], dtype=np.intp)
    a, b = frame.xy[ends]
    sizes = frame.w[others] + 3.0, frame.h[others] + 3.0
    control = way_round(a, b, frame.xy[others], *sizes, None, frame.bounds)
    via = np.array(control) if control is not None else (a + b) / 2
    towards = np.stack([via, via]) if control is not None else np.stack([b, a])
    start, end = leave(
        frame.xy[ends], towards, frame.w[ends], frame.h[ends], frame.r[ends], np.array([6.0, 7.0])
    ).tolist()
    path = QPainterPath(QPointF(*start))
    path.quadTo(QPointF(*via.tolist()), QPointF(*end))
    return path, QPointF(*via.tolist())


def _free_spot(frame: Frame, path: QPainterPath) -> QPointF:
    """The place on a way where a word is farthest from all links and nodes."""
    shown = frame.shown
    boxes = np.stack([frame.w[shown] + 24.0, frame.h[shown] + 9.0], axis=1)

    def room(at: QPointF) -> float:
        from_nodes = (np.abs(frame.xy[shown] - (at.x(), at.y())) - boxes).max(axis=1).min()
        if not len(frame.links):
            return float(from_nodes)
        from_links = distance_to_segments(at.x(), at.y(), frame.starts, frame.ends).min()
        return float(min(from_nodes, from_links))

    return max((path.pointAtPercent(part) for part in (0.5, 0.58, 0.42, 0.66, 0.34, 0.74, 0.26)), key=room)


def _paint_word(painter: QPainter, theme: Theme, at: QPointF, word: str) -> None:
    made, metrics = face(11, MEDIUM)
    wide = metrics.horizontalAdvance(word) + 8.0
    painter.setPen(NO_PEN)
    painter.setBrush(faded(theme.canvas, 0.92))
    painter.drawRoundedRect(QRectF(at.x() - wide / 2, at.y() - 8.0, wide, 16.0), 4.0, 4.0)
    painter.setBrush(NO_BRUSH)
    painter.setFont(made)
    painter.setPen(theme.ink_3)
    painter.drawText(QPointF(at.x() - wide / 2 + 4.0, at.y() + 4.0), word)


def _paint_head(painter: QPainter, theme: Theme, start: QPointF, end: QPointF) -> None:
    """A hollow arrowhead."""
    x1, y1, x2, y2 = start.x(), start.y(), end.x(), end.y()
    length = max(math.hypot(x2 - x1, y2 - y1), 1.0)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    corners = [(x2, y2), (x2 - ux * 10 - uy * 4.5, y2 - uy * 10 + ux * 4.5)]
    corners.append((x2 - ux * 10 + uy * 4.5, y2 - uy * 10 - ux * 4.5))
    painter.setPen(pen(theme.ink_3, 1.4))
    painter.setBrush(theme.canvas)
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    painter.setBrush(NO_BRUSH)


def _beside(frame: Frame, i: int) -> QPointF:
    """Beside the middle of a link, where its rule is not covered; of one with corners, at its node."""
    link = frame.links[i]
    if i in frame.routes:
        x = link.head if link.tail == frame.scene.target else link.tail
        aside = -1.0 if frame.ways[x][-2, 0] < frame.xy[x, 0] else 1.0
        return QPointF(float(frame.xy[x, 0] + aside * frame.w[x]), float(frame.xy[x, 1] + 0.7 * frame.h[x]))
    (x1, y1), (x2, y2) = frame.starts[i].tolist(), frame.ends[i].tolist()
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    if i in frame.controls:
        cx, cy = frame.controls[i]
        x, y = (x + cx) / 2, (y + cy) / 2
    length = max(math.hypot(x2 - x1, y2 - y1), 1.0)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    # Above a line that lies flat, right of one that stands: the same side whichever way the arrow points.
    side = 1.0 if (uy, -ux) > (0.0, 0.0) else -1.0
    apart = BESIDE if link.badge or link.truth is not None or link.conflict else 0.0
    return QPointF(x + uy * side * apart, y - ux * side * apart)


def _paint_sign(painter: QPainter, theme: Theme, at: QPointF, sign: str) -> None:
    """A small disc with + (amber), the turning arrow (amber) or − (hollow: it is no more)."""
    x, y = at.x(), at.y()
    quiet = sign == "−"
    painter.setBrush(theme.canvas if quiet else theme.now)
    painter.setPen(pen(theme.ink_3 if quiet else theme.canvas, 1.5))
    painter.drawEllipse(at, DISC, DISC)
    painter.setBrush(NO_BRUSH)
    painter.setPen(pen(theme.ink_2 if quiet else _ink(theme), 2.0, cap=ROUND))
    if sign == "turned":
        painter.setPen(pen(_ink(theme), 1.7, cap=ROUND))
        painter.drawArc(QRectF(x - 4.0, y - 4.0, 8.0, 8.0), 20 * 16, 260 * 16)
        painter.setPen(NO_PEN)
        painter.setBrush(_ink(theme))
        painter.drawPolygon(
            QPolygonF([QPointF(x + 6.4, y - 2.2), QPointF(x + 1.2, y - 1.6), QPointF(x + 4.4, y + 2.4)])
        )
        painter.setBrush(NO_BRUSH)
        return
    painter.drawLine(QLineF(x - 3.6, y, x + 3.6, y))
    if sign == "+":
        painter.drawLine(QLineF(x, y - 3.6, x, y + 3.6))


def _ink(theme: Theme) -> QColor:
    """What can be read on amber, in every theme."""
    return theme.bg if theme.dark else theme.ink


def _paint_key(painter: QPainter, theme: Theme, contrast: Contrast, left: float, right: float) -> None:
    """The marks that occur, and with what the picture is compared, as far as there is room."""
    found = contrast.difference
    metrics = face(12, NORMAL)[1]
    entries = [
        (sign, word)
        for sign, word, occurs in (
            ("+", "new", found.new or found.came),
            ("turned", "turned", found.turned),
            ("−", "gone", found.went),
            ("ghost", "edge before", found.gone),
        )
        if occurs
    ]
    for sign, word in entries:
        if sign == "ghost":
            painter.setPen(pen(theme.ink_3, 1.8, (1.8, 4.2)))
            painter.drawLine(QLineF(left, LINE, left + 18.0, LINE))
        else:
            _paint_sign(painter, theme, QPointF(left + 9.0, LINE), sign)
        plain(painter, word, left + 23.0, LINE, 12, theme.ink_2)
        left += 23.0 + metrics.horizontalAdvance(word) + 14.0
    if right - left >= _LEAST_TITLE:
        words = f"{'against' if entries else 'no difference here from'} “{contrast.title}”"
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, right - left)
        plain(painter, shown, left, LINE, 12, theme.ink_3)
