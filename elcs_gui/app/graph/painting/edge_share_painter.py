"""Paints over a graph how often its edges came back: a band as wide as the share, and its figure."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

from elcs_gui.app.graph.edge_shares import EdgeShares, Extra
from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import (
    NO_BRUSH,
    NO_PEN,
    ROUND,
    faded,
    link_colour,
    link_scale,
    pen,
    round_path,
    text_at,
)
from elcs_gui.app.graph.painting.mark_painter import free_spot, on_line, straight
from elcs_gui.app.graph.painting.tray_legend_painter import MARGIN, TRAY_ROW, TRAY_TOP, Tray, plain
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme
from elcs_gui.app.model.selection import Selection, concerns
from elcs_gui.picture.outlines import leave
from elcs_gui.trace.roles import Role

WIDEST = 14.0
"""The band of an edge that always came back, in pixels; the others in proportion."""
PALE, STRONG = 0.14, 0.3
"""A pale band for the edge at all, a strong one in it for the edge as it is drawn."""
MOST_EXTRAS = 14
"""Beyond so many edges that this run lacks, only the target's and those of what is selected are drawn."""
_DASH = (5.0, 5.0)


def paint_bands(
    painter: QPainter, frame: Frame, theme: Theme, shares: EdgeShares, selected: Selection
) -> None:
    """Under the links: the bands, and the edges that this run lacks."""
    # The rows of a hub are close: narrow bands leave room for the figures between them.
    scale = max(min(link_scale(frame), 1.3), 0.6) * (0.5 if frame.compact else 1.0)
    painter.setBrush(NO_BRUSH)
    for extra in _drawn(frame, shares, selected):
        _paint_extra(painter, frame, theme, extra, loud=concerns(selected, extra.ends))
    for i, link in enumerate(frame.links):
        path = _path(frame, i)
        for share, strength in ((shares.at_all(link), PALE), (shares.of(link), STRONG)):
            if share is not None and share.count:
                width = max(WIDEST * share.share * scale, 3.0)
                painter.setPen(pen(faded(link_colour(theme, link.kind), strength), round(width, 1)))
                painter.drawPath(path)


def _drawn(frame: Frame, shares: EdgeShares, selected: Selection) -> list[Extra]:
    """The extra edges there is room for."""
    target = frame.scene.target
    apart = [frame.scene.role(x) in (Role.DISMISSED, Role.UNSEEN) for x in range(len(frame.xy))]
    able = [extra for extra in shares.extras if frame.is_shown(extra.tail) and frame.is_shown(extra.head)]
    quiet = [extra for extra in able if not (apart[extra.tail] and apart[extra.head])]
    if len(quiet) > MOST_EXTRAS:
        quiet = [extra for extra in quiet if target in extra.ends]
    return [*quiet, *(extra for extra in able if concerns(selected, extra.ends) and extra not in quiet)]


def paint_shares(
    painter: QPainter, frame: Frame, theme: Theme, shares: EdgeShares, *, with_badges: bool
) -> None:
    """Over the nodes: on every link its share, where it covers least."""
    scale = max(min(link_scale(frame), 1.3), 0.75)
    shown = frame.shown
    taken = np.concatenate([frame.xy[shown], frame.w[shown, None], frame.h[shown, None]], axis=1)
    if with_badges:
        middles = [
            [*np.mean(straight(frame, i), axis=0), 11.0 * scale, 11.0 * scale]
            for i, link in enumerate(frame.links)
            if link.badge or link.truth is not None or link.conflict
        ]
        taken = np.concatenate([taken, np.array(middles).reshape(-1, 4)])
    _, metrics = face(11 * scale)
    for i, link in enumerate(frame.links):
        share = shares.of(link)
        if share is None:
            continue
        text = share.percent
        (x1, y1), (x2, y2) = straight(frame, i)
        width, height = metrics.horizontalAdvance(text) + 10.0 * scale, 17.0 * scale
        length = math.hypot(x2 - x1, y2 - y1)
        marked = with_badges and bool(link.badge or link.truth is not None or link.conflict)
        if length < (64.0 if marked else 10.0):
            continue
        if length < width + 26.0:
            _paint_beside(
                painter, theme, text, ((x1 + x2) / 2, (y1 + y2) / 2), steep=abs(y2 - y1) > abs(x2 - x1)
            )
            continue
        spot, taken = free_spot(on_line((x1, y1), (x2, y2)), (width, height), taken)
        _paint_label(
            painter, theme, text, QPointF(*spot), (width, height), link_colour(theme, link.kind), scale
        )


def _paint_beside(
    painter: QPainter, theme: Theme, text: str, middle: tuple[float, float], *, steep: bool
) -> None:
    """On a link too short to carry a label: the figure alone, beside it."""
    (x, y), (_, metrics) = middle, face(9)
    if steep:
        text_at(painter, text, x + 10.0 + metrics.horizontalAdvance(text) / 2, y, 9, theme.ink_2)
    else:
        text_at(painter, text, x, y - 8.0, 9, theme.ink_2)


def paint_guests(painter: QPainter, frame: Frame, tray: Tray, theme: Theme, shares: EdgeShares) -> None:
    """In place of the dismissed: who is not in this run's blanket, but was in others."""
    painter.setPen(pen(theme.line, 1.0))
    painter.drawLine(QLineF(round(tray.left) + 0.5, tray.top, round(tray.left) + 0.5, tray.bottom + 14.0))
    left = tray.left + 16.0
    plain(painter, "Not in this run", left, 66.0, 12, theme.ink_2, SEMIBOLD)
    quiet = "in replicates only" if tray.total else "none found"
    plain(painter, quiet, left, 82.0, 11, theme.ink_3)
    for x, (_, y) in zip(tray.members, tray.places, strict=True):
        if frame.is_shown(x):
            start = tray.left + 16.0 + 2 * float(frame.w[x]) + 10.0
            plain(painter, shares.note(x), start, y, 12, theme.ink_2, MEDIUM)
    hidden = tray.total - tray.first - len(tray.members)
    if hidden > 0:
        foot = TRAY_TOP + len(tray.members) * TRAY_ROW - 8.0
        plain(painter, f"and {hidden} more", left, foot, 11, theme.ink_3)


_KEYS = (
    "% and strong band: as drawn · pale band: the edge at all · dashed: not in this run",
    "strong band: as drawn · pale: the edge at all",
    "strong: as drawn · pale: at all",
)


def paint_key(painter: QPainter, theme: Theme, right: float, y: float) -> None:
    """What figures and bands mean, in one line, as long as there is room."""
    metrics = face(12, NORMAL)[1]
    words = next((key for key in _KEYS if MARGIN + metrics.horizontalAdvance(key) <= right), "")
    plain(painter, words, MARGIN, y, 12, theme.ink_3)


def _path(frame: Frame, i: int) -> QPainterPath:
    """The way of a link."""
    route = frame.routes.get(i)
    if route is not None:
        # Only the stretch of its own: links of a hub share a spine, and bands would add up there.
        return round_path([tuple(frame.starts[i].tolist()), tuple(frame.ends[i].tolist())])
    path = QPainterPath(QPointF(*frame.starts[i].tolist()))
    end = QPointF(*frame.ends[i].tolist())
    via = frame.controls.get(i)
    if via is None:
        path.lineTo(end)
    else:
        path.quadTo(QPointF(*via), end)
    return path


def _paint_extra(painter: QPainter, frame: Frame, theme: Theme, extra: Extra, *, loud: bool) -> None:
    tail, head = np.array([extra.tail]), np.array([extra.head])
    pad = 5.0
    a, b = frame.xy[tail], frame.xy[head]
    start = leave(a, b, frame.w[tail], frame.h[tail], frame.r[tail], pad)[0]
    end = leave(b, a, frame.w[head], frame.h[head], frame.r[head], pad)[0]
    (x1, y1), (x2, y2) = start.tolist(), end.tolist()
    length = math.hypot(x2 - x1, y2 - y1)
    if length < 4.0:
        return
    if loud:
        painter.setPen(pen(faded(theme.selection, 0.5), 11.0, cap=ROUND))
        painter.drawLine(QLineF(x1, y1, x2, y2))
    colour = theme.ink_2 if loud else faded(theme.ink_3, 0.55)
    painter.setPen(pen(colour, 1.5, _DASH))
    painter.drawLine(QLineF(x1, y1, x2, y2))
    if extra.directed:
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        points = [(x2, y2)]
        points += [(x2 - ux * 9 - side * uy * 4, y2 - uy * 9 + side * ux * 4) for side in (1, -1)]
        painter.setPen(NO_PEN)
        painter.setBrush(colour)
        painter.drawConvexPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
        painter.setBrush(NO_BRUSH)
    if loud:
        text = extra.share.percent
        _, metrics = face(11, NORMAL)
        at = QPointF((x1 + x2) / 2, (y1 + y2) / 2)
        _paint_label(painter, theme, text, at, (metrics.horizontalAdvance(text) + 12.0, 17.0), colour, 1.0)


def _paint_label(
    painter: QPainter,
    theme: Theme,
    text: str,
    at: QPointF,
    size: tuple[float, float],
    colour: QColor,
    scale: float,
) -> None:
    box = QRectF(at.x() - size[0] / 2, at.y() - size[1] / 2, *size)
    painter.setPen(pen(colour, 1.3))
    painter.setBrush(theme.raised)
    painter.drawRoundedRect(box, size[1] / 2, size[1] / 2)
    painter.setBrush(NO_BRUSH)
    text_at(painter, text, at.x(), at.y(), 11 * scale, theme.ink)
