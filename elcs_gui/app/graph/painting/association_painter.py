"""The associations between the variables of the map: a hair line for each that is not also a link."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainter

from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.layout.map_members import Association
from elcs_gui.app.graph.painting.link_painter import pen
from elcs_gui.app.kit.theme import Theme
from elcs_gui.picture.outlines import Floats


class AssociationLines:
    """Keeps its lines from frame to frame: 800 variables have thousands, and few of them move."""

    def __init__(self, links: Sequence[Association] = ()) -> None:
        self.links = tuple(links)
        self._ends: NDArray[np.intp] = np.array([link[:2] for link in links], dtype=np.intp).reshape(-1, 2)
        self._lines: list[QLineF] = []
        self._drawn_at: Floats = np.empty((0, 2))

    def paint(self, painter: QPainter, made: Frame, theme: Theme) -> None:
        bare = made.decided.once("associations", self.links, lambda: self._bare(made))
        painter.setPen(pen(theme.line_strong, 1.0))
        painter.drawLines(list(compress(self._placed(made), bare)))

    def _bare(self, made: Frame) -> list[bool]:
        """Which associations are not also links."""
        known = {link.ends for link in made.links}
        return [((x, y) if x < y else (y, x)) not in known for x, y, _ in self.links]

    def _placed(self, made: Frame) -> list[QLineF]:
        """A line for every association; made anew only where an end has moved since the last."""
        ends, old = self._ends, self._drawn_at
        if old.shape != made.xy.shape:
            moved = np.ones(len(ends), dtype=bool)
            self._lines = [QLineF()] * len(ends)
        else:
            moved = (old != made.xy).any(axis=1)[ends].any(axis=1)
        places = np.flatnonzero(moved)
        lines = map(QLineF, *made.xy[ends[places]].reshape(-1, 4).T.tolist())
        for i, line in zip(places.tolist(), lines, strict=True):
            self._lines[i] = line
        self._drawn_at = made.xy.copy()
        return self._lines
