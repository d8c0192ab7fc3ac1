"""A floor under a frame's time: as many nodes, names, edges and badges as a real frame, in plain batches.

Counted from the frame itself, not from how the program paints it: painting better does not lower the floor.
At each frame it paints, antialiased and in device coordinates,

- the background, one ready-made picture of the panel's size, and the furniture, one for each piece (local:
  tray and legend; field: minimap and legend);
- every association and every link with `drawLines`, one call for each pen, and every head as a polygon;
- every circle about the target of the map, dashed, with its word (local: titles and chips are part of the
  background);
- a ready-made sprite with `drawPixmap` for every node, dot, badge and mark, for the two rings and the verdict
  of a running test and for each member of its conditioning set;
- a ready-made `QStaticText` for every name below a dot, every node's name and every badge's word.

Places stand in plain lists and become Qt's points and lines at each frame, as they must in any program whose
nodes may move. Nothing else is computed, looked up or decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF, QStaticText
from PySide6.QtWidgets import QWidget

from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.hop_rings_painter import Ring
from elcs_gui.app.graph.painting.link_painter import HEAD, HEAD_HALF
from elcs_gui.app.graph.painting.mark_painter import placed_marks
from elcs_gui.app.graph.painting.tray_legend_painter import tray_width
from elcs_gui.picture.labels import LABEL_SIZE
from elcs_gui.picture.scene import LinkKind

Place = tuple[float, float]


class Floor(QWidget):
    """Paints what a frame holds."""

    def __init__(
        self,
        frame: Frame,
        size: QSizeF,
        associations: Sequence[Any] = (),
        below_dots: Sequence[tuple[Place, str]] = (),
        circles: Sequence[Ring] = (),
    ) -> None:
        """`associations`, `below_dots`, the names shown there, and `circles` belong to the field view."""
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.resize(size.toSize())
        self._background = QPixmap(size.toSize())
        self._background.fill(Qt.GlobalColor.white)
        self._lines: list[tuple[QPen, list[tuple[float, ...]]]] = []
        self._heads: list[tuple[QColor, list[list[Place]]]] = []
        self._sprites: list[tuple[float, float, QPixmap]] = []
        self._texts: list[tuple[QFont, list[tuple[float, float, QStaticText]]]] = []
        xy: list[Place] = frame.xy.tolist()
        known = {link.ends for link in frame.links}
        hairs: list[tuple[float, ...]] = [
            (*xy[x], *xy[y]) for x, y, _ in associations if (min(x, y), max(x, y)) not in known
        ]
        self._lines.append((QPen(QColor("#C9CFD8"), 1.0), hairs))
        self._add_links(frame)
        middle: Place = xy[frame.scene.target]
        self._circles = [(middle, radius) for _, radius, _ in circles]
        self._dashes = QPen(QColor("#C9CFD8"), 1.2, Qt.PenStyle.DashLine)
        words = [((middle[0] + at[0], middle[1] + at[1]), word) for word, _, at in circles if at is not None]
        dots = [x for x in frame.shown.tolist() if x not in frame.texts]
        for x in dots:
            self._add_sprite(xy[x], 8.0, 8.0)
        for x in frame.texts:
            self._add_sprite(xy[x], float(frame.w[x]) + 3.0, float(frame.h[x]) + 3.0)
        marks = placed_marks(frame, None, None)
        for x, y, _, _, scale, _ in marks:
            self._add_sprite((x, y), 10.0 * scale, 10.0 * scale)
        self._add_test(frame)
        if associations:
            self._sprites.append((size.width() - 172.0, size.height() - 112.0, _picture(160, 100)))
            self._sprites.append((0.0, size.height() - 32.0, _picture(round(size.width() - 184.0), 32)))
        else:
            tray = tray_width(size.width())
            self._sprites.append(
                (size.width() - tray, 50.0, _picture(round(tray), round(size.height() - 80.0)))
            )
            self._sprites.append((0.0, size.height() - 32.0, _picture(round(size.width() - tray), 32)))
        self._add_texts(face(11, NORMAL)[0], [(*place, name) for place, name in (*below_dots, *words)])
        scales = sorted({float(frame.scale[x]) for x in frame.texts})
        for scale in scales:
            names = [(*xy[x], text) for x, text in frame.texts.items() if float(frame.scale[x]) == scale]
            self._add_texts(face(LABEL_SIZE * scale)[0], names)
        self._add_texts(face(11)[0], [(x, y, word) for x, y, word, kind, _, _ in marks if kind is not None])
        self._what = (
            f"{len(frame.texts)} nodes, {len(dots)} dots, {sum(len(t) for _, t in self._texts)} texts, "
            f"{sum(len(lines) for _, lines in self._lines)} lines, "
            f"{sum(len(heads) for _, heads in self._heads)} heads, {len(marks)} marks, {len(circles)} circles"
        )

    def __str__(self) -> str:
        return self._what

    def _add_links(self, frame: Frame) -> None:
        starts, ends = frame.starts.tolist(), frame.ends.tolist()
        for kind in LinkKind:
            lines: list[tuple[float, ...]] = []
            heads: list[list[Place]] = []
            for i, link in enumerate(frame.links):
                if link.kind is not kind:
                    continue
                route = frame.routes.get(i) or [tuple(starts[i]), tuple(ends[i])]
                lines += [(*a, *b) for a, b in pairwise(route)]
                if link.directed:
                    x, y = route[-1]
                    heads.append([(x, y), (x - HEAD, y - HEAD_HALF), (x - HEAD, y + HEAD_HALF)])
            if lines:
                self._lines.append((QPen(QColor("#667085"), 2.0), lines))
            if heads:
                self._heads.append((QColor("#667085"), heads))

    def _add_test(self, frame: Frame) -> None:
        test = frame.scene.test
        if test is None or not (frame.is_shown(test.x) and frame.is_shown(test.y)):
            return
        xy: list[Place] = frame.xy.tolist()
        (x1, y1), (x2, y2) = xy[test.x], xy[test.y]
        self._lines.append((QPen(QColor("#161B24"), 4.0), [(x1, y1, x2, y2)]))
        self._add_sprite(((x1 + x2) / 2, (y1 + y2) / 2), 50.0, 13.0)
        for x in (test.x, test.y, *test.z):
            if frame.is_shown(x):
                self._add_sprite(xy[x], float(frame.w[x]) + 13.0, float(frame.h[x]) + 13.0)

    def _add_sprite(self, at: Place, w: float, h: float) -> None:
        x, y = at
        self._sprites.append((x - w, y - h, _picture(round(2 * w), round(2 * h))))

    def _add_texts(self, font: QFont, texts: list[tuple[float, float, str]]) -> None:
        made = []
        for x, y, text in texts:
            static = QStaticText(text)
            static.setTextFormat(Qt.TextFormat.PlainText)
            made.append((x, y, static))
        if made:
            self._texts.append((font, made))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(QPointF(), self._background)
        for pen, lines in self._lines:
            painter.setPen(pen)
            painter.drawLines([QLineF(*line) for line in lines])
        if self._circles:
            painter.setPen(self._dashes)
            for (x, y), radius in self._circles:
                painter.drawEllipse(QPointF(x, y), radius, radius)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, heads in self._heads:
            painter.setBrush(colour)
            for head in heads:
                painter.drawConvexPolygon(QPolygonF([QPointF(*corner) for corner in head]))
        for x, y, sprite in self._sprites:
            painter.drawPixmap(QPointF(x, y), sprite)
        painter.setPen(Qt.GlobalColor.black)
        for font, texts in self._texts:
            painter.setFont(font)
            for x, y, text in texts:
                painter.drawStaticText(QPointF(x, y), text)
        painter.end()


_pictures: dict[tuple[int, int], QPixmap] = {}


def _picture(width: int, height: int) -> QPixmap:
    """A box with round corners on nothing."""
    made = _pictures.get((width, height))
    if made is None:
        made = _pictures[width, height] = QPixmap(max(width, 1), max(height, 1))
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawRoundedRect(QRectF(made.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()
    return made
