"""Labels and overview of the map."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPen, QPixmap, QStaticText

from elcs_gui.app.graph.camera import Camera
from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import NO_BRUSH, faded, pen, role_colours
from elcs_gui.app.graph.painting.pixmap_cache import CachedPainter, Store
from elcs_gui.app.kit.theme import Theme
from elcs_gui.picture.outlines import Floats

SIZE = 11.0
Fitting = tuple[NDArray[np.intp], Floats, list[QStaticText]]
"""Variables whose names are shown, how wide they are, and the names."""
Links = Sequence[tuple[int, int, float]]


class MapLabels:
    """Names below the dots: the important first, the others as far as they fit.

    Which names fit is decided once for a zoom, on the whole map, so that panning changes nothing.
    """

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._fitting: list[int] = []
        self._near_key: tuple[object, ...] = ()
        self._who: NDArray[np.intp] = np.empty(0, dtype=np.intp)
        self._near: tuple[list[list[int]], list[list[int]]] = ([], [])
        self._half: Floats = np.zeros(0)
        self._texts: dict[str, QStaticText] = {}
        self._widths: dict[str, float] = {}

    def measure(self, names: Sequence[str]) -> None:
        """Before the first picture, which is late enough as it is."""
        for name in names:
            self._width(name)

    def paint(
        self,
        painter: QPainter,
        made: Frame,
        theme: Theme,
        importance: Floats,
        world: Floats,
        camera: Camera,
        size: QSizeF,
    ) -> None:
        placed = self.place(made, importance, world, camera, size)
        painter.setFont(face(SIZE, NORMAL)[0])
        painter.setPen(theme.ink_3)
        for at, text in placed:
            painter.drawStaticText(at, text)

    def place(
        self, made: Frame, importance: Floats, world: Floats, camera: Camera, size: QSizeF
    ) -> list[tuple[QPointF, QStaticText]]:
        """The names to be seen, once for a frame: best before it is painted.

        `world` is where the dots are before the camera; only what has a shape may stand elsewhere.
        """
        area = (size.width(), size.height())
        goal = made.decided
        fit = goal.once("fitting names", camera.zoom, lambda: self._fit(goal, importance, world, camera))
        return made.once("map labels", area, lambda: _placed(made, fit, size))

    def _fit(self, made: Frame, importance: Floats, world: Floats, camera: Camera) -> Fitting:
        """The names for which there is room."""
        key = (
            round(camera.zoom, 4),
            frozenset(made.texts),
            len(made.xy),
            made.labels.names,
            _digest(made, camera),
        )
        if key != self._key:
            self._key = key
            self._fitting = self._choose(made, importance, world, camera)
        names = [made.labels.names[x] for x in self._fitting]
        widths = np.array([self._width(name) for name in names], dtype=np.float64)
        return np.array(self._fitting, dtype=np.intp), widths, [self._text(name) for name in names]

    def _choose(self, made: Frame, importance: Floats, world: Floats, camera: Camera) -> list[int]:
        """The most important first, whose name covers no node and no name chosen before."""
        key = (camera.zoom, made.labels.names, world.tobytes())
        if key != self._near_key:
            self._near_key = key
            self._who = np.flatnonzero(~np.isnan(world[:, 0]))
            widths = [self._width(made.labels.names[x]) for x in self._who.tolist()]
            self._half = np.array(widths, dtype=np.float64) / 2 + 3
            self._near = _neighbours(world[self._who] * camera.zoom, self._half)
        who, (names, dots) = self._who, self._near
        covered = _covered(made, made.xy[who], self._half)
        has_shape = [x in made.texts for x in who.tolist()]
        chosen = [False] * len(who)
        fitting: list[int] = []
        for i in np.argsort(-importance[who], kind="stable").tolist():
            if covered[i] or has_shape[i] or any(chosen[j] for j in names[i]):
                continue
            if all(has_shape[j] for j in dots[i]):
                chosen[i] = True
                fitting.append(int(who[i]))
        return fitting

    def _width(self, name: str) -> float:
        found = self._widths.get(name)
        if found is None:
            found = self._widths[name] = face(SIZE, NORMAL)[1].horizontalAdvance(name)
        return found

    def _text(self, name: str) -> QStaticText:
        found = self._texts.get(name)
        if found is None:
            found = self._texts[name] = QStaticText(name)
            found.setTextFormat(Qt.TextFormat.PlainText)
        return found


def _placed(made: Frame, fitting: Fitting, size: QSizeF) -> list[tuple[QPointF, QStaticText]]:
    """The names to be seen, and where."""
    who, widths, texts = fitting
    left, top = made.xy[who, 0] - widths / 2, made.xy[who, 1] + 5.0
    seen = (-widths < left) & (left < size.width()) & (top > -20) & (top < size.height())
    places = map(QPointF, left[seen].tolist(), top[seen].tolist())
    return list(zip(places, compress(texts, seen.tolist()), strict=True))


def _covered(made: Frame, at: Floats, half: Floats) -> list[bool]:
    """Whose name, so much wide to either side below its dot, would meet a node that has a shape."""
    shapes = np.array(sorted(made.texts), dtype=np.intp)
    wide, high = made.w[shapes] + 2.0, made.h[shapes] + 2.0
    most = float(high.max(initial=0.0))
    x, y = _near_in_height(at[:, 1], made.xy[shapes, 1], -5.0 - most, 19.0 + most)
    dx, dy = np.abs(at[x, 0] - made.xy[shapes[y], 0]), at[x, 1] - made.xy[shapes[y], 1]
    meet = (dx < half[x] + wide[y]) & (dy + 5.0 < high[y]) & (dy + 19.0 > -high[y])
    found: list[bool] = (np.bincount(x[meet], minlength=len(at)) > 0).tolist()
    return found


def _neighbours(at: Floats, half: Floats) -> tuple[list[list[int]], list[list[int]]]:
    """Whose names the name below every dot would meet, and whose dots; `half` are half the names' widths."""
    x, y = _near_in_height(at[:, 1], at[:, 1], -14.0, 23.0)
    dx, dy = np.abs(at[x, 0] - at[y, 0]), at[y, 1] - at[x, 1]
    names = (dx < half[x] + half[y]) & (np.abs(dy) < 14.0) & (x != y)
    dots = (dx < half[x] + 4.0) & (dy > 1.0) & (dy < 23.0)
    return _sorted_by(x[names], y[names], len(at)), _sorted_by(x[dots], y[dots], len(at))


def _near_in_height(
    heights: Floats, others: Floats, above: float, below: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The pairs in which the other one's height is that of the one and from `above` to `below` more."""
    order = np.argsort(others, kind="stable")
    ordered = others[order]
    first = np.searchsorted(ordered, heights + above)
    count = np.searchsorted(ordered, heights + below) - first
    one = np.repeat(np.arange(len(heights)), count)
    other = np.arange(len(one)) - np.repeat(np.cumsum(count) - count, count) + np.repeat(first, count)
    return one, order[other]


def _sorted_by(x: NDArray[np.intp], y: NDArray[np.intp], count: int) -> list[list[int]]:
    """For every variable the y that stand beside it in x."""
    found: list[int] = y[np.argsort(x, kind="stable")].tolist()
    ends = [0, *np.cumsum(np.bincount(x, minlength=count)).tolist()]
    return [found[first:end] for first, end in pairwise(ends)]


def _digest(made: Frame, camera: Camera) -> float:
    """Changes when a node is dragged, not when the view is panned."""
    count = len(made.shown)
    return round(float(np.nansum(made.xy) - camera.x * count - camera.y * count), 1)


class MiniMap:
    """The whole map in a corner, and the part of it that is on the screen."""

    def __init__(self) -> None:
        self.dragged = False
        self._zoom = 1.0
        self._shift: Floats = np.zeros(2)
        self._key: tuple[object, ...] = ()
        self._drawn = QPixmap()

    def box(self, size: QSizeF) -> QRectF:
        return QRectF(size.width() - 172.0, size.height() - 112.0, 160.0, 100.0)

    def paint(
        self,
        painter: QPainter,
        made: Frame,
        theme: Theme,
        size: QSizeF,
        links: Links,
    ) -> float:
        """Draw it; its left edge. Who is on the way is there already."""
        made = made.decided
        box = self.box(size)
        area = (size.width(), size.height())
        points, view = made.once("map", area, lambda: self._measure(made, box, size))

        def draw(own: QPainter, x: float, y: float) -> None:
            own.translate(x - box.width() / 2, y - box.height() / 2)
            own.setBrush(theme.raised)
            own.setPen(pen(theme.line, 1.0))
            own.drawRoundedRect(QRectF(0.5, 0.5, box.width() - 1.0, box.height() - 1.0), 10.0, 10.0)
            own.setBrush(NO_BRUSH)
            self._paint_map(own, made, theme, points, links)
            own.setPen(pen(theme.selection, 1.5))
            own.setBrush(faded(theme.selection, 0.06))
            own.drawRoundedRect(view, 4.0, 4.0)
            own.setBrush(NO_BRUSH)
            own.translate(box.width() / 2 - x, box.height() / 2 - y)

        with CachedPainter(painter, store=made.once("map stamp", (*area, theme.name, links), Store)) as press:
            press.put("map", box.center().x(), box.center().y(), box.width() / 2, box.height() / 2, draw)
        return box.left()

    def _measure(self, made: Frame, box: QRectF, size: QSizeF) -> tuple[Floats, QRectF]:
        """Where everything is on the minimap, and the part of it that is on the screen."""
        low, high = np.nanmin(made.xy, axis=0), np.nanmax(made.xy, axis=0)
        zoom = float(min(144.0 / max(high[0] - low[0], 1.0), 84.0 / max(high[1] - low[1], 1.0)))
        shift = np.array([box.center().x(), box.center().y()]) - (low + high) / 2 * zoom
        self._zoom, self._shift = zoom, shift
        view = QRectF(shift[0], shift[1], size.width() * zoom, size.height() * zoom)
        points: Floats = made.xy * zoom + shift - (box.left(), box.top())
        return points, view.intersected(box.adjusted(4, 4, -4, -4)).translated(-box.topLeft())

    def _paint_map(self, painter: QPainter, made: Frame, theme: Theme, points: Floats, links: Links) -> None:
        """The map without its frame, drawn once: it stays as it is while the view is panned over it."""
        if painter.paintEngine().type() != QPaintEngine.Type.Raster:
            _draw(painter, made, theme, points, links)
            return
        fine = painter.deviceTransform().m11()
        roles = tuple((x, made.scene.role(x)) for x in made.texts)
        key = (points.round(1).tobytes(), links, roles, theme.name, fine)
        if key != self._key:
            self._key, self._drawn = key, QPixmap(round(160 * fine), round(100 * fine))
            self._drawn.setDevicePixelRatio(fine)
            self._drawn.fill(Qt.GlobalColor.transparent)
            own = QPainter(self._drawn)
            own.setRenderHint(QPainter.RenderHint.Antialiasing)
            _draw(own, made, theme, points, links)
            own.end()
        painter.drawPixmap(QPointF(), self._drawn)

    def look_at(self, at: QPointF, camera: Camera, size: QSizeF) -> None:
        """Bring what is under a point of the minimap into the middle of the view."""
        x, y = (at.x() - self._shift[0]) / self._zoom, (at.y() - self._shift[1]) / self._zoom
        camera.pan(size.width() / 2 - x, size.height() / 2 - y)


def _draw(painter: QPainter, made: Frame, theme: Theme, points: Floats, links: Links) -> None:
    """Links, dots, and larger dots for what is part of the blanket."""
    at, shown = points.tolist(), made.shown.tolist()
    painter.setPen(pen(theme.line_strong, 0.8))
    painter.drawLines([QLineF(*at[x], *at[y]) for x, y, _ in links])
    dot = QPen(theme.dismissed, 2.6 if len(shown) < 200 else 1.8)
    dot.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(dot)
    painter.drawPoints([QPointF(*at[x]) for x in shown if x not in made.texts])
    for x in made.texts:
        dot = QPen(role_colours(theme, made.scene.role(x))[1], 5.0)
        dot.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(dot)
        painter.drawPoint(QPointF(*at[x]))
