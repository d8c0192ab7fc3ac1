"""Which part of the world a view shows, and how large."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF

from elcs_gui.picture.outlines import Floats

LEAST_ZOOM, MOST_ZOOM = 0.2, 4.0


@dataclass
class Camera:
    """Where the world's origin is on the screen, and how large a unit of it."""

    zoom: float = 1.0
    x: float = 0.0
    y: float = 0.0
    moved: bool = False
    """By the user: then it is left where it is."""

    def to_screen(self, xy: Floats) -> Floats:
        return np.asarray(xy, dtype=float) * self.zoom + (self.x, self.y)

    def to_world(self, point: QPointF) -> tuple[float, float]:
        return ((point.x() - self.x) / self.zoom, (point.y() - self.y) / self.zoom)

    def zoom_by(
        self, factor: float, about: QPointF, least: float = LEAST_ZOOM, most: float = MOST_ZOOM
    ) -> None:
        """Zoom such that what is under `about` stays under it."""
        zoom = min(max(self.zoom * factor, least), most)
        factor = zoom / self.zoom
        self.x = about.x() + (self.x - about.x()) * factor
        self.y = about.y() + (self.y - about.y()) * factor
        self.zoom, self.moved = zoom, True

    def pan(self, dx: float, dy: float) -> None:
        self.x, self.y, self.moved = self.x + dx, self.y + dy, True
