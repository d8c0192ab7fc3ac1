"""The inspector's page Data: the rows behind what is selected, as plots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QPushButton, QSizePolicy, QWidget

from elcs_gui.app.dataplots import summaries
from elcs_gui.app.dataplots.joint_table_view import JointTable
from elcs_gui.app.dataplots.level_plot_view import LevelPlot
from elcs_gui.app.dataplots.questions import Conditioned, conditioned
from elcs_gui.app.dataplots.scatter_plot_view import ScatterPlot
from elcs_gui.app.dataplots.summaries import MOST_POINTS, Cloud, Joint, Levels, Spread
from elcs_gui.app.importing.column_plot_view import Histogram
from elcs_gui.app.importing.histogram import Shape
from elcs_gui.app.kit.labels import lettered
from elcs_gui.app.kit.layouts import column_of
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.kit.thread_task import ThreadTask
from elcs_gui.app.kit.verdict_widgets import ScrolledParts, label, row
from elcs_gui.app.model.level_orders import LevelOrders
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Edge, Selection, Variable
from elcs_gui.data.dataset import Dataset
from elcs_gui.trace.explain import braced, p_value

_AT_ONCE = 300_000
"""Cells that are looked at without a thread of its own: that takes a few milliseconds."""
_NOTHING = (
    "Nothing is selected.\n\nClick a variable in the graph to see its distribution, or an arrow to see two."
)
NO_DATA = (
    "There are no data to show.\n\nThis run asked a known network, or was read from a file without its data."
)
_POOLED = (
    "Expected is what independence in each of {} combinations would give, added up. "
    "Links that point different ways in different combinations cancel here: the Test page has each table."
)

Pair = tuple[Joint | Cloud | None, Joint | Cloud | None]


class DataPage(QWidget):
    """Follows what is selected, while it is in sight."""

    order_requested = Signal(int, object)
    """A variable, and the `Order` its levels should have; None: as they are read."""
    test_requested = Signal(int)
    """The number of a test to be shown in detail."""

    def __init__(self, player: Player, orders: LevelOrders, theme: Theme) -> None:
        super().__init__(objectName="panel")
        self._player, self._orders, self._theme = player, orders, theme
        self._data: Dataset | None = None
        self._selected: Selection = None
        self._shown: object = None
        """What the page was made for; None where it has to be made anew."""
        self._sets: list[Conditioned] = []
        self._task = ThreadTask("data plots", self)
        self._task.done.connect(self._computed)
        self._task.failed.connect(lambda reason: self._say(reason))
        self._wanted: tuple[Callable[[], object], Callable[[object], None]] | None = None
        self._under_way: Callable[[], object] | None = None
        self._build()

    # What the window calls

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for plot in self._plots:
            plot.set_theme(theme)

    def set_data(self, data: Dataset | None) -> None:
        """Other data are open, or none."""
        self._data, self._selected = data, None
        self.refresh()

    def select(self, what: Selection) -> None:
        """Show this from now on; what is no longer selected stays."""
        if what is not None:
            self._selected = what
            self._follow()

    def refresh(self) -> None:
        """The run, or the order of levels, has changed."""
        self._shown = None
        self._follow()

    @property
    def selected(self) -> Selection:
        return self._selected

    @property
    def settled(self) -> bool:
        """Is everything there that was asked for?"""
        return not self._task.busy

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()

    # Building

    def _build(self) -> None:
        self._title, self._note = label("section"), label("quiet")
        self._levels, self._histogram = LevelPlot(self._theme), Histogram(self._theme)
        self._levels.order_requested.connect(self._ask_for_order)
        self._beside = QPushButton(objectName="link")
        self._beside.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._beside.clicked.connect(self._show_beside_target)
        self._before_head, self._after_note = label("heading"), label("quiet")
        self._before_table, self._after_table = JointTable(self._theme), JointTable(self._theme)
        self._before_points, self._after_points = ScatterPlot(self._theme), ScatterPlot(self._theme)
        given = label("heading")
        given.setText("Given")
        given.setWordWrap(False)
        self._given = QComboBox(accessibleName="What is held fixed")
        self._given.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._given.activated.connect(self._choose)
        self._test = QPushButton(objectName="link")
        self._test.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._test.clicked.connect(self._ask_for_test)
        self._after_head = row(given, self._given)
        self._given.parentWidget().layout().setStretch(1, 1)  # type: ignore[union-attr]
        self._key = label("quiet")
        self._key.setText("Counts over expected counts · ▲ more, ▼ fewer by two standard errors")
        self._empty = label("quiet")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._plots: tuple[LevelPlot | Histogram | JointTable | ScatterPlot, ...] = (
            self._levels, self._histogram, self._before_table, self._after_table,
            self._before_points, self._after_points,
        )  # fmt: skip
        self._scroll = ScrolledParts("testPage", (
            (self._title, 4), (self._note, 10), (self._levels, 10), (self._histogram, 10), (self._beside, 0),
            (self._before_head, 6), (self._before_table, 16), (self._before_points, 16),
            (self._after_head, 8), (self._after_table, 8), (self._after_points, 8), (self._after_note, 8),
            (self._key, 8), (self._test, 0), (self._empty, 0),
        ), steady=False)  # fmt: skip
        column_of(self._scroll, inside=self, margins=0)
        self._say(_NOTHING)

    def _say(self, sentence: str) -> None:
        self._empty.setText(sentence)
        self._scroll.show_only(self._empty)

    # What is shown

    def _follow(self) -> None:
        data, trace, what = self._data, self._player.trace, self._selected
        if not self.isVisible():
            return
        if data is None or trace is None:
            self._shown = None
            self._say(NO_DATA)
            return
        columns = [self._column(x) for x in _variables(what)]
        if not columns or any(column is None for column in columns):
            self._shown = None
            self._say(_NOTHING if not columns else NO_DATA)
            return
        if (what, trace) == self._shown:
            return
        self._shown = (what, trace)
        if isinstance(what, Variable):
            x = columns[0]
            assert x is not None
            self._ask(partial(summaries.distribution, data, x), data.stored, self._show_variable)
        elif isinstance(what, Edge):
            self._sets = conditioned(trace, *what.ends)
            self._fill_given()
            self._ask_for_pair()

    def _column(self, x: int) -> int | None:
        """The column of a variable of the run; None if the data have none."""
        trace, data = self._player.trace, self._data
        assert trace is not None and data is not None
        name = trace.header.names[x]
        if x < len(data.columns) and data.columns[x] == name:
            return x
        return data.columns.index(name) if name in data.columns else None

    def _columns(self, variables: Sequence[int]) -> tuple[int, ...]:
        return tuple(column for x in variables if (column := self._column(x)) is not None)

    def _names(self, variables: Sequence[int]) -> list[str]:
        trace = self._player.trace
        assert trace is not None
        return [trace.header.names[x] for x in variables]

    # One variable

    def _show_variable(self, found: object) -> None:
        what, data, trace = self._selected, self._data, self._player.trace
        assert isinstance(what, Variable) and data is not None and trace is not None
        [name], [x] = self._names([what.x]), self._columns([what.x])
        self._title.setText(name)
        parts: list[QWidget] = [self._title, self._note]
        gaps = ""
        if isinstance(found, Levels | Spread) and found.missing:
            gaps = f" · {found.missing:,} without a value"
        if isinstance(found, Levels):
            order = self._orders.of(x, data.levels[x])
            self._levels.show_levels(name, found, data.levels[x], order)
            hint = " · drag a bar to change the order" if len(order) > 1 else ""
            self._note.setText(f"{_count(len(order), 'level')} · {_count(found.rows, 'row')}{gaps}{hint}")
            parts.append(self._levels)
        elif isinstance(found, Spread):
            self._histogram.show_shape(Shape(found.low, found.high, tuple(found.counts.tolist())))
            self._histogram.setAccessibleName(f"Distribution of {name}")
            mean, deviation, median = (_short(n) for n in (found.mean, found.deviation, found.median))
            self._note.setText(
                f"mean {mean}, standard deviation {deviation}, median {median} · "
                f"{_count(found.rows, 'row')}{gaps}"
            )
            parts.append(self._histogram)
        target = trace.header.target
        if what.x != target and self._column(target) is not None:
            self._beside.setText(lettered(f"Compare with {trace.header.names[target]}"))
            parts.append(self._beside)
        self._scroll.show_only(*parts)

    def _show_beside_target(self) -> None:
        trace = self._player.trace
        if isinstance(self._selected, Variable) and trace is not None:
            self.select(Edge.between(self._selected.x, trace.header.target))

    def _ask_for_order(self, order: object) -> None:
        if isinstance(self._selected, Variable):
            self.order_requested.emit(self._columns([self._selected.x])[0], order)

    # Two variables

    @property
    def chosen(self) -> Conditioned | None:
        """The test whose set is held fixed in the second picture."""
        place = self._given.currentIndex()
        return self._sets[place] if 0 <= place < len(self._sets) else None

    def show_test(self, number: int) -> None:
        """The two variables of a test, with what it holds fixed."""
        from elcs_gui.trace.events import Tested

        trace = self._player.trace
        if trace is None or not 0 < number <= len(trace.test_steps):
            return
        event = trace[int(trace.test_steps[number - 1])]
        assert isinstance(event, Tested)
        pair = Edge.between(event.x, event.y)
        self.select(pair)
        places = [place for place, each in enumerate(self._sets) if each.z == tuple(sorted(event.z))]
        if places and self._shown == (pair, trace):  # else the sets are those of what was shown before
            self._given.setCurrentIndex(places[0])
            self._choose()

    def _fill_given(self) -> None:
        trace = self._player.trace
        assert trace is not None
        self._given.clear()
        for each in self._sets:
            p = "too few rows" if each.p is None else f"p {p_value(each.p)}"
            verdict = "independent" if each.independent else "dependent"
            self._given.addItem(f"{braced(trace.header.names, each.z)}  ·  {verdict}, {p}")

    def _choose(self) -> None:
        if isinstance(self._selected, Edge):
            self._ask_for_pair()

    def _ask_for_pair(self) -> None:
        what, data, chosen = self._selected, self._data, self.chosen
        assert isinstance(what, Edge) and data is not None
        pair = self._columns(what.ends)
        z = self._columns(chosen.z) if chosen is not None else ()
        self._ask(partial(_pair, data, (pair[0], pair[1]), z), data.stored * (2 + len(z)), self._show_pair)

    def _show_pair(self, found: object) -> None:
        what, data, trace = self._selected, self._data, self._player.trace
        assert isinstance(what, Edge) and isinstance(found, tuple) and data is not None and trace is not None
        before, after = found
        a, b = self._names(what.ends)
        x, y = self._columns(what.ends)
        self._title.setText(f"{a} and {b}")
        self._before_head.setText("As they are")
        parts: list[QWidget] = [self._title, self._note, self._before_head]
        if isinstance(before, Joint):
            orders = (self._orders.of(x, data.levels[x]), self._orders.of(y, data.levels[y]))
            labels = (data.levels[x], data.levels[y])
            self._before_table.show_joint(f"{a} and {b}: as they are", before, (a, b), labels, orders)
            parts += [self._before_table, self._key]
            if isinstance(after, Joint):
                self._after_table.show_joint(f"{a} and {b}: given others", after, (a, b), labels, orders)
                parts.append(self._after_table)
        elif isinstance(before, Cloud):
            self._before_points.show_cloud(f"{a} and {b}: as they are", before, (a, b))
            parts.append(self._before_points)
            if isinstance(after, Cloud):
                self._after_points.show_cloud(
                    f"{a} and {b}: what is left given others", after, (f"residual {a}", f"residual {b}")
                )
                parts.append(self._after_points)
        self._note.setText(_rows_words(before, after, too_large=self.chosen is not None and after is None))
        parts += self._conditioning_parts(after)
        self._scroll.show_only(*parts)

    def _conditioning_parts(self, after: object) -> list[QWidget]:
        chosen = self.chosen
        if chosen is None:
            self._after_note.setText("The run has asked nothing about these two with others held fixed.")
            return [self._after_note]
        if isinstance(after, Joint):
            said = _POOLED.format(f"{after.strata:,}")
        elif isinstance(after, Cloud):
            said = "Residuals: what is left of each once the given variables have explained what they can."
        else:
            said = "The tables of this set have too many cells to be added up."
        self._after_note.setText(said)
        self._test.setText(f"Test {chosen.number:,} in detail")
        return [self._after_head, self._after_note, self._test]

    def _ask_for_test(self) -> None:
        if self.chosen is not None:
            self.test_requested.emit(self.chosen.number)

    # Computing

    def _ask(self, work: Callable[[], object], cells: int, show: Callable[[object], None]) -> None:
        """Compute, beside the window if it takes long; of several wishes the last one counts."""
        if cells <= _AT_ONCE:
            self._wanted = None
            show(work())
            return
        self._wanted = (work, show)
        self._say("Counting …")
        self._start()

    def _start(self) -> None:
        if self._wanted is not None and not self._task.busy:
            self._under_way = self._wanted[0]
            self._task.start(self._under_way)

    def _computed(self, found: object) -> None:
        wanted = self._wanted
        if wanted is None:
            return
        if wanted[0] is self._under_way:
            self._wanted = None
            wanted[1](found)
        else:
            self._start()


def _variables(what: Selection) -> tuple[int, ...]:
    match what:
        case Variable(x):
            return (x,)
        case Edge(ends):
            return ends
        case None:
            return ()


def _pair(data: Dataset, pair: tuple[int, int], z: Sequence[int]) -> Pair:
    x, y = pair
    if data.values is None:
        return summaries.joint(data, x, y), summaries.joint(data, x, y, z) if z else None
    return summaries.cloud(data, x, y), summaries.cloud(data, x, y, z) if z else None


def _rows_words(before: object, after: object, *, too_large: bool) -> str:
    assert isinstance(before, Joint | Cloud)
    rows = _count(before.rows, "row")
    sample = ""
    if isinstance(before, Cloud) and before.rows > MOST_POINTS:
        sample = f"; {MOST_POINTS:,} of them are drawn, chosen at random; r is of all"
    fewer = ""
    if not too_large and isinstance(after, Joint | Cloud) and after.rows != before.rows:
        fewer = f"; {after.rows:,} with everything known that is given"
    return f"{rows}{fewer}{sample}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _short(number: float) -> str:
    return f"{number:.4g}".replace("-", "−")
