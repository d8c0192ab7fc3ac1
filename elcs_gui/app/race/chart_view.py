"""The chart of a race: what every lane has found, against the axis, with the scrubber under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter

from elcs_gui.app.kit.labels import hide_tip, show_tip
from elcs_gui.app.kit.plot_view import Plot
from elcs_gui.app.kit.round_numbers import number_text, round_numbers
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.race.chart_painter import ChartPainter
from elcs_gui.app.race.lane_glyphs import SIGNS, Sign
from elcs_gui.inquiry.race import Axis, Lane, Moment, Race
from elcs_gui.inquiry.race_words import AXES, at

if TYPE_CHECKING:
    from elcs_gui.app.kit.plot_items import Curve

Floats = NDArray[np.float64]
LATER = 0.38
"""How much of its colour what is still to come has."""
APART = 3.0
"""Pixels between lines of the same height."""
LOW = 210.0
"""Below this height, as designed, the strip of who is ahead is left out."""
_NEAR = 9.0
"""Pixels from which a change of a lane is pointed at."""


@dataclass(frozen=True)
class Change:
    """A lane has another number: where, of what, and who came or went."""

    position: float
    value: int
    wrong: int
    came: tuple[int, ...]
    went: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Line:
    """One lane as the chart shows it."""

    lane: Lane
    sign: Sign
    place: int
    end: float
    changes: tuple[Change, ...]
    known: float | None
    """Where all neighbours were known, but not all directions."""

    @cached_property
    def _positions(self) -> list[float]:
        return [change.position for change in self.changes]

    def value(self, position: float) -> int:
        """What the lane has at a position."""
        later = int(np.searchsorted(self._positions, position, side="right"))
        return self.changes[later - 1].value if later else 0

    def steps(self, first: float, last: float) -> tuple[Floats, Floats]:
        """The corners of the line between two positions, and no further than the lane goes."""
        last = min(last, self.end)
        if last < first:
            return np.empty(0), np.empty(0)
        xs, ys = [first], [self.value(first)]
        for change in self.changes:
            if first < change.position <= last:
                xs += [change.position, change.position]
                ys += [ys[-1], change.value]
        return np.array([*xs, last], dtype=np.float64), np.array([*ys, ys[-1]], dtype=np.float64)


def line_of(lane: Lane, axis: Axis, place: int) -> Line:
    """A lane along an axis; what it has at one position is the last of what it had there."""
    true = lane.truth is not None
    changes: list[Change] = []
    counted: tuple[int, ...] = ()
    for position, moment in _last_at(lane, axis):
        number = len(moment.right) if true else len(moment.counted)
        wrong = len(moment.wrong) if true else 0
        came = tuple(x for x in moment.counted if x not in counted)
        went = tuple(x for x in counted if x not in moment.counted)
        if not changes or (number, wrong) != (changes[-1].value, changes[-1].wrong) or came or went:
            changes.append(Change(position, number, wrong, came, went))
        counted = moment.counted
    whole = next((m for m in lane.moments if m.known and set(m.known) == set(lane.end.known)), None)
    open_ = whole is not None and len(whole.counted) < len(whole.known)
    known = lane.position(axis, whole.step) if whole is not None and open_ else None
    return Line(lane, SIGNS[place], place, lane.length(axis), tuple(changes), known)


def _last_at(lane: Lane, axis: Axis) -> list[tuple[float, Moment]]:
    found: dict[float, Moment] = {}
    for moment in lane.moments:
        found[lane.position(axis, moment.step)] = moment
    return list(found.items())


class RaceChart(Plot):
    """Draws changes only, however many tests there are. A press or a drag moves the cursor."""

    MARGINS = (64.0, 58.0, 28.0, 74.0)

    chosen = Signal(float)
    """A position of the axis, by the user."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.race: Race | None = None
        self.axis = Axis.REQUESTED
        self.position = 0.0
        self.lines: list[Line] = []
        self.leading: list[tuple[float, float, Line | None]] = []
        """Stretches of the axis, and who is ahead in each."""
        self.top = 1
        """The most that a lane has, or could have."""
        self._curves: list[tuple[Curve, Curve]] = []
        self._painter = ChartPainter(self)
        self.setAccessibleName("Chart of the race")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMouseTracking(True)

    @property
    def theme(self) -> Theme:
        return self._theme

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(800), self.scaled(270))

    def show_race(self, race: Race | None, axis: Axis, order: Sequence[str]) -> None:
        """Another race, or another axis; `order` tells which sign a lane has."""
        self.race, self.axis = race, axis
        lanes = () if race is None else race.lanes
        self.lines = [line_of(lane, axis, order.index(lane.algorithm.id)) for lane in lanes]
        most = [change.value for line in self.lines for change in line.changes]
        self.top = max([*most, *(line.lane.true_count or 0 for line in self.lines), 1])
        self.leading = self._led()
        self._describe()
        self._fit_margins()
        self.redraw()

    def show_position(self, position: float) -> None:
        self.position = position
        self.redraw()

    @property
    def low(self) -> bool:
        """Is there no room for the strip of who is ahead?"""
        return self.down < LOW

    def height_of(self, value: float) -> float:
        """Where a number stands."""
        (low, high), box = self._range, self.inside
        return box.bottom() - (value - low) / (high - low) * box.height()

    def height_on(self, line: Line, value: float) -> float:
        """The same on the line of a lane: lines of the same height stand side by side."""
        return self.height_of(value) - (len(self.lines) - 1 - 2 * line.place) * self._apart / 2

    @property
    def _apart(self) -> float:
        return 2.0 if self.low else APART

    @property
    def _range(self) -> tuple[float, float]:
        """Of the box: with room for lines side by side at both ends."""
        spare = (len(self.lines) * self._apart / 2 + 4.0) / max(self.inside.height(), 1.0) * (self.top + 0.5)
        return -spare, self.top + spare

    # What a plot is made of

    def build(self) -> None:
        from elcs_gui.app.kit.plot_items import Curve

        self._curves = [(self.add(Curve()), self.add(Curve())) for _ in SIGNS]

    def draw(self) -> None:
        from PySide6.QtGui import QPen

        race = self.race
        length = 0.0 if race is None else race.length(self.axis)
        self.set_home(0.0, length or 1.0)
        low, high = self._range
        self.view.inside.setYRange(low, high, padding=0.0)
        by_place = {line.place: line for line in self.lines}
        for place, (past, later) in enumerate(self._curves):
            line = by_place.get(place)
            for curve, first, last, opacity in (
                (past, 0.0, self.position, 1.0),
                (later, self.position, length, LATER),
            ):
                if line is None:
                    curve.setData([], [])
                    curve.set_line(QPen(Qt.PenStyle.NoPen))
                    continue
                xs, ys = line.steps(first, last)
                shift = (self.height_of(0) - self.height_on(line, 0)) / max(self.inside.height(), 1.0)
                curve.setData(xs, ys + shift * (high - low))
                curve.set_line(line.sign.pen(self._theme, opacity))

    def numbers(self, most: int) -> Sequence[tuple[float, str]]:
        return [
            (number, f"{number:,.0f}" if number >= 1000 else number_text(number))
            for number in round_numbers(*self.shown, most)
        ]

    def paint_over(self, painter: QPainter) -> None:
        if self.race is not None and self.lines:
            self._painter.paint(painter)

    def _led(self) -> list[tuple[float, float, Line | None]]:
        """Neighbouring stretches differ in who is ahead."""
        if self.race is None:
            return []
        by_lane = {id(line.lane): line for line in self.lines}
        bounds = [*self.race.changes(self.axis), self.race.length(self.axis)]
        found: list[tuple[float, float, Line | None]] = []
        for first, last in pairwise(bounds):
            ahead = self.race.ahead(self.axis, first)
            line = None if ahead is None else by_lane[id(ahead)]
            if found and found[-1][2] is line:
                found[-1] = (found[-1][0], last, line)
            else:
                found.append((first, last, line))
        return found

    def _describe(self) -> None:
        ends = [f"{line.lane.algorithm.title} ends at {at(self.axis, line.end)}" for line in self.lines]
        self.setAccessibleDescription(
            f"Against {AXES[self.axis].lower()}: {'; '.join(ends)}." if ends else ""
        )

    # The mouse

    def _fit_margins(self) -> None:
        low = self.down < LOW
        self.MARGINS = (64.0, 50.0, 28.0, 44.0) if low else RaceChart.MARGINS
        self.refit()

    def resizeEvent(self, event: object) -> None:
        self.MARGINS = (64.0, 50.0, 28.0, 44.0) if self.down < LOW else RaceChart.MARGINS
        super().resizeEvent(event)  # type: ignore[arg-type]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.race is not None:
            self._choose(event)
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self.race is not None:
            self._choose(event)

    def _choose(self, event: QMouseEvent) -> None:
        place = self.value_at(event.position().x() / self._theme.scale)
        self.chosen.emit(min(max(place, 0.0), self.race.length(self.axis) if self.race else 0.0))

    def event(self, event: QEvent) -> bool:
        """Who came or went, where a change is pointed at."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            said = self.said_at(QPointF(event.pos()) / self._theme.scale)
            show_tip(event.globalPos(), said, self) if said else hide_tip()
            return True
        return super().event(event)

    def said_at(self, point: QPointF) -> str:
        """In words, the change that is pointed at; empty if none is."""
        for line in self.lines:
            names = line.lane.trace.header.names
            for change in line.changes:
                x, y = self.place_of(change.position), self.height_on(line, change.value)
                if abs(point.x() - x) < _NEAR and abs(point.y() - y) < _NEAR:
                    came, went = (", ".join(names[v] for v in xs) for xs in (change.came, change.went))
                    news = "; ".join(filter(None, (came, f"no longer {went}" if went else "")))
                    where = at(self.axis, change.position)
                    return f"{line.lane.algorithm.title} at {where}: {news}. Click to go there."
        return ""
