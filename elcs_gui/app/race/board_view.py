"""What moves in a race: the lanes side by side, and the chart below them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.app.kit.layouts import column_of
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.race.chart_view import RaceChart
from elcs_gui.app.race.lane_view import LaneView
from elcs_gui.inquiry.race import MOST, Axis, Race
from elcs_gui.picture.scene import Edges

TWO_ROWS = 5
"""From so many lanes on they stand in two rows."""
CHART, LOW_CHART = 270, 180
MOST_LINES = 4
"""Of a sentence below a lane; fewer in two rows, and where everything is lower."""
LOW_WINDOW = 640
"""Pixels of height, as designed, below which everything is lower."""


@dataclass(frozen=True)
class Entry:
    """One of the algorithms chosen: what its lane says while it has no run."""

    algorithm: str
    said: str = ""
    failed: bool = False


class RaceBoard(QWidget):
    """Up to six lanes and a chart; shows a race at a position of its axis."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(objectName="raceBoard")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self.race: Race | None = None
        self.axis = Axis.REQUESTED
        self.lanes = [LaneView(place, theme) for place in range(MOST)]
        self.chart = RaceChart(theme)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(1)
        self._count = 0
        column_of((self._grid, 1), self.chart, inside=self, margins=0, spacing=1)
        for lane in self.lanes:
            lane.setParent(self)  # those that the grid does not hold would outlive the window
            lane.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for lane in self.lanes:
            lane.set_theme(theme)
        self.chart.set_theme(theme)
        self._fit()

    def show_race(self, entries: Sequence[Entry], race: Race | None, axis: Axis, truth: Edges | None) -> None:
        """The lanes of these algorithms, as far as the race has them."""
        if len(entries) != self._count:
            self._arrange(len(entries))
        self.race, self.axis = race, axis
        found = {} if race is None else {lane.algorithm.id: lane for lane in race.lanes}
        for view, entry in zip(self.lanes, entries, strict=False):
            lane = found.get(entry.algorithm)
            if lane is None or race is None:
                view.wait(find_algorithm(entry.algorithm).title, entry.said, failed=entry.failed)
            else:
                view.show_lane(race, lane, axis, truth)
        order = [entry.algorithm for entry in entries]
        self.chart.show_race(race, axis, order)
        self._fit()

    def show_position(self, position: float) -> None:
        """The cursor has moved."""
        if self.race is None:
            return
        leading = self.race.ahead(self.axis, position)
        for view in self.lanes[: self._count]:
            view.show_position(self.race, self.axis, position, leading)
        self.chart.show_position(position)

    def _arrange(self, count: int) -> None:
        """So many lanes, in one row or in two."""
        for lane in self.lanes:
            self._grid.removeWidget(lane)
            lane.hide()
        rows = _rows(count)
        columns = math.lcm(*rows) if count else 1
        for column in range(2 * MOST):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        lanes = iter(self.lanes)
        for row, many in enumerate(rows):
            for place in range(many):
                lane, wide = next(lanes), columns // many
                self._grid.addWidget(lane, row, place * wide, 1, wide)
                lane.show()
        self._count = count
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Less for the chart, and lower lanes, where there is little room."""
        scale, two = self._theme.scale, self._count >= TWO_ROWS
        low = self.height() / scale < LOW_WINDOW
        chart = LOW_CHART if two or low else CHART
        if two and low:
            chart = 150
        self.chart.setFixedHeight(round(chart * scale))
        for lane in self.lanes:
            lane.set_low(two + low)
        self._fit_sentences(MOST_LINES if not two else MOST_LINES - 3 if low else MOST_LINES - 1)

    def _fit_sentences(self, most: int) -> None:
        """As many lines as the longest sentence takes, so that the lanes are level."""
        lanes = iter(self.lanes)
        widths = [(next(lanes), self.width() / many) for many in _rows(self._count) for _ in range(many)]
        lines = max((lane.said.lines_in(wide) for lane, wide in widths), default=1)
        for lane in self.lanes:
            lane.said.set_lines(min(lines, most))


def _rows(count: int) -> list[int]:
    """How many lanes stand in each row."""
    return [count] if count < TWO_ROWS else [-(-count // 2), count // 2]
