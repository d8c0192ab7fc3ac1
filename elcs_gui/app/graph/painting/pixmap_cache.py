"""Parts of the picture drawn once and then stamped: on a screen that is many times faster.

Files get lines and shapes instead; `on_screen` is the one switch between the two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from types import TracebackType

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPixmap, QTransform

from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.kit.theme import Theme
from elcs_gui.picture.outlines import Floats

MOST_PIXELS = 16_000_000
"""Device pixels of all stamps together; beyond that they are drawn anew."""
STEPS = 64
"""A stamp is made for a place within a pixel, to this part of one: so it looks as if drawn there."""

Draw = Callable[[QPainter, float, float], None]
Stamp = tuple[Hashable, float, float, float, float, Draw]
"""What tells it from all else, its middle, how far it reaches, and what draws it: see `CachedPainter.put`."""


def on_screen(painter: QPainter) -> bool:
    """Does the painter make pixels, upright, from the corner on? Then ready-made pictures will do."""
    there = painter.transform()
    return painter.paintEngine().type() == QPaintEngine.Type.Raster and there == QTransform.fromScale(
        there.m11(), there.m11()
    )


def pixel_ratio(painter: QPainter) -> float:
    """Device pixels a unit before the painter's own scale; a widget may be painted into what has others."""
    return painter.deviceTransform().m11() / painter.transform().m11()


class Store:
    """The stamps made so far."""

    def __init__(self) -> None:
        self.found: dict[Hashable, QPixmap] = {}
        self.pixels = 0

    def keep(self, key: Hashable, made: QPixmap) -> None:
        self.pixels += made.width() * made.height()
        if self.pixels > MOST_PIXELS:
            self.found.clear()
            self.pixels = made.width() * made.height()
        self.found[key] = made


_everywhere = Store()


class CachedPainter:
    """Stamps onto a painter, or draws where it does not make pixels. While it is open, use nothing else."""

    def __init__(self, painter: QPainter, *, snapped: bool = False, store: Store = _everywhere) -> None:
        """`snapped` puts every stamp on whole pixels, so that one serves all places; `store` keeps them."""
        self._store = store
        self._painter = painter
        self._stamps = on_screen(painter)
        self._snapped = snapped
        self._zoom = painter.transform().m11()
        self._ratio = pixel_ratio(painter)

    def __enter__(self) -> CachedPainter:
        if self._stamps:
            self._painter.setWorldMatrixEnabled(False)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._stamps:
            self._painter.setWorldMatrixEnabled(True)

    def put(self, key: Hashable, x: float, y: float, w: float, h: float, draw: Draw) -> None:
        """What `draw` paints about (x, y), no further off than (w, h); `key` tells it from all else."""
        if not self._stamps:
            draw(self._painter, x, y)
            return
        self._painter.drawPixmap(*self._found(key, x, y, w, h, draw))

    def put_all(self, frame: Frame, name: str, key: Hashable, stamps: Callable[[], Iterable[Stamp]]) -> None:
        """The same for many, which are looked up once for a frame and a `key`."""
        if not self._stamps:
            for stamp in stamps():
                self.put(*stamp)
            return
        full = (key, self._snapped, self._zoom, self._ratio)
        put = self._painter.drawPixmap
        for at, found in frame.once(name, full, lambda: [self._found(*stamp) for stamp in stamps()]):
            put(at, found)

    def put_elsewhere(
        self,
        goal: Frame,
        name: str,
        key: Hashable,
        stamps: Callable[[], Iterable[Stamp]],
        places: Floats,
    ) -> None:
        """Those of the frame `goal`, looked up once for it, about other places, on whole pixels."""
        if not self._stamps:
            for (look, _, _, w, h, draw), (x, y) in zip(stamps(), places.tolist(), strict=True):
                self.put(look, x, y, w, h, draw)
            return
        full = (key, self._zoom, self._ratio)
        found, reach = goal.once(f"{name} elsewhere", full, lambda: self._snapped_stamps(list(stamps())))
        corners = np.rint((places - reach) * (self._zoom * self._ratio)) / self._ratio
        put = self._painter.drawPixmap
        for at, stamp in zip(map(QPointF, *corners.T.tolist()), found, strict=True):
            put(at, stamp)

    def _snapped_stamps(self, stamps: list[Stamp]) -> tuple[list[QPixmap], Floats]:
        """The stamps for whole pixels, and how far each reaches."""
        reach = np.array([stamp[3:5] for stamp in stamps]).reshape(-1, 2)
        return [self._found(*stamp)[1] for stamp in stamps], reach

    def _found(
        self, key: Hashable, x: float, y: float, w: float, h: float, draw: Draw
    ) -> tuple[QPointF, QPixmap]:
        """The ready-made stamp, and where its corner belongs."""
        fine = self._zoom * self._ratio
        left, top = (x - w) * fine, (y - h) * fine
        if self._snapped:
            column, row, dx, dy = round(left), round(top), 0, 0
        else:
            column, dx = divmod(round(left * STEPS), STEPS)
            row, dy = divmod(round(top * STEPS), STEPS)
        full = (key, self._zoom, self._ratio, dx, dy)
        found = self._store.found.get(full)
        if found is None:
            found = self._make(w, h, dx / STEPS / fine, dy / STEPS / fine, draw)
            self._store.keep(full, found)
        return QPointF(column / self._ratio, row / self._ratio), found

    def scatter(self, key: Hashable, places: Floats, w: float, h: float, draw: Draw) -> None:
        """The same about many places (rows of x and y), on whole pixels."""
        if not self._stamps:
            for x, y in places.tolist():
                draw(self._painter, x, y)
            return
        full = (key, self._zoom, self._ratio, 0, 0)
        found = self._store.found.get(full)
        if found is None:
            found = self._make(w, h, 0.0, 0.0, draw)
            self._store.keep(full, found)
        corners = np.rint((places - (w, h)) * (self._zoom * self._ratio)) / self._ratio
        put = self._painter.drawPixmap
        for at in map(QPointF, *corners.T.tolist()):
            put(at, found)

    def _make(self, w: float, h: float, dx: float, dy: float, draw: Draw) -> QPixmap:
        fine = self._zoom * self._ratio
        made = QPixmap(math.ceil(2 * w * fine) + 1, math.ceil(2 * h * fine) + 1)
        made.setDevicePixelRatio(self._ratio)
        made.fill(Qt.GlobalColor.transparent)
        own = QPainter(made)
        own.setRenderHint(QPainter.RenderHint.Antialiasing)
        own.scale(self._zoom, self._zoom)
        draw(own, w + dx, h + dy)
        own.end()
        return made


class Ground:
    """The canvas and what lies below everything else, kept for as long as it looks the same."""

    def __init__(self) -> None:
        self.made = 0
        """So often it was drawn."""
        self._key: tuple[object, ...] = ()
        self._ready = QPixmap()

    def paint(
        self,
        painter: QPainter,
        frame: Frame,
        theme: Theme,
        size: QSizeF,
        key: tuple[object, ...],
        draw: Callable[[QPainter], None],
        over: Callable[[QPainter], None] | None = None,
    ) -> None:
        """`key` tells what `draw` paints from all else, over many frames; `over` belongs to this one."""
        if not on_screen(painter):
            painter.fillRect(QRectF(QPointF(), size), theme.canvas)
            draw(painter)
            if over is not None:
                over(painter)
            return
        zoom, ratio = painter.transform().m11(), pixel_ratio(painter)
        full = (theme.name, zoom, ratio, size.width(), size.height(), *key)
        if full != self._key:
            fine = zoom * ratio
            self._ready = QPixmap(math.ceil(size.width() * fine), math.ceil(size.height() * fine))
            self._ready.setDevicePixelRatio(ratio)
            self._ready.fill(theme.canvas)
            self._key, self.made = full, self.made + 1
            _draw_on(self._ready, zoom, draw)
        ready = self._ready
        if over is not None and not frame.moving:
            key = (full, frame.scene)
            ready = frame.once("ground", key, lambda: _draw_on(QPixmap(self._ready), zoom, over))
        painter.setWorldMatrixEnabled(False)
        painter.drawPixmap(QPointF(0.0, 0.0), ready)
        painter.setWorldMatrixEnabled(True)
        if over is not None and frame.moving:
            over(painter)


def _draw_on(made: QPixmap, zoom: float, draw: Callable[[QPainter], None]) -> QPixmap:
    own = QPainter(made)
    own.setRenderHint(QPainter.RenderHint.Antialiasing)
    own.scale(zoom, zoom)
    draw(own)
    own.end()
    return made
