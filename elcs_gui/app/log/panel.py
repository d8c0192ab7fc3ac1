"""The CI-test log: every test of the run, to be filtered, sorted, inspected, copied and exported."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from elcs_gui.app.kit.dialogs import asked_new_file
from elcs_gui.app.kit.fields import FilterField
from elcs_gui.app.kit.labels import Label, lettered, link, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.kit.theme import Theme, restyle
from elcs_gui.app.log.export_job import LogExporting
from elcs_gui.app.log.filter import Filter, is_edge, parse, up_to, with_term
from elcs_gui.app.log.menus import TestMenuActions, add_column_choice, add_sorting, column_menu, test_menu
from elcs_gui.app.log.qt_model import LogModel, Separated
from elcs_gui.app.log.rows import Sort
from elcs_gui.app.log.table_view import LogView
from elcs_gui.app.log.text_export import FORMATS
from elcs_gui.app.model.player import Player
from elcs_gui.ci.questions import Question
from elcs_gui.foreign import markup
from elcs_gui.trace.events import Tested
from elcs_gui.trace.explain import NO_TESTS

FLUSH = 50
"""Milliseconds between two growths of the table: at most 20 a second."""

_PATIENT_FROM = 100_000
"""From this many tests on, the filter waits for a pause in typing."""

_PREPARED_AT_ONCE = 20_000


class LogPanel(QWidget):
    """The log dock's content. Follows the player; a row chosen or activated is told by signals."""

    step_requested = Signal(int)
    """Double click or Enter on a row: the step right after that test."""
    test_selected = Signal(int)
    """The number of the test chosen by click or keys, from 1; 0 when none."""
    what_if_requested = Signal(object, object)
    """A `Question` and the `Verdict` it should have got."""
    take_back_requested = Signal(object)
    """A `Question` whose override is to be taken back."""
    break_requested = Signal(int)
    """The number of the test to stop at."""
    columns_hidden = Signal(object)
    """The columns the user wants hidden now (frozenset)."""

    def __init__(self, player: Player, theme: Theme) -> None:
        super().__init__(objectName="panel")
        self._player = player
        self._theme = theme
        self._filter = Filter()
        self._names: tuple[str, ...] = ()
        """Of the trace that is shown."""
        self._chosen = 0
        self.model = LogModel(self)
        self.view = LogView(self.model, theme, self)
        self._build()
        self._flush = self._timer(self._grow)
        self._pause = self._timer(self._apply_filter)
        self._ahead = self._timer(self._prepare)
        self._exporting = LogExporting(self)
        self._exporting.progressed.connect(lambda done: self._button.setText(f"{done} %"))
        self._exporting.ended.connect(self._end_export)
        self._fading = self._timer(self._complain)
        self.view.chosen.connect(self._choose)
        self.view.activated_test.connect(self._activate)
        self.view.head.sort_changed.connect(self._sort)
        self.view.head.menu_requested.connect(self._column_menu)
        self.view.menu_requested.connect(self._test_menu)
        player.trace_changed.connect(self._load)
        player.grew.connect(self._grew)
        player.moved.connect(self._moved)
        player.limited.connect(self._apply_filter)
        self.set_theme(theme)
        self._load()

    # What the window calls

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.view.set_theme(theme)
        self._field.set_theme(theme)
        self._show_emptiness()
        self.update()

    def filter_to(self, text: str) -> None:
        """Set the filter from outside, as "x:C y:T", or "C–T" for the tests of an edge."""
        self._field.setText(text)
        self._apply_filter()

    @property
    def filter_text(self) -> str:
        return self._field.text()

    @property
    def chosen(self) -> int:
        """The number of the test that is chosen; 0 for none."""
        return self._chosen

    def select_test(self, number: int) -> None:
        """Choose a test and show it, without telling; 0 for none."""
        self._chosen = number
        self.view.choose(number)
        row = self.model.rows.row_of(number) if number else None
        if row is not None:
            self.view.reveal(row)

    def set_truth(self, separated: Separated | None) -> None:
        """Give (or take away) the truth; it is asked for the rows in sight only."""
        self.model.set_truth(separated)
        self.view.fit_columns()

    def hide_columns(self, columns: frozenset[str]) -> None:
        """Show all columns but these."""
        self.view.unwanted = columns
        self.view.fit_columns()

    def focus_filter(self) -> None:
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    # Building

    def _build(self) -> None:
        title = Label("CI tests", objectName="heading")
        self._counts = OneLine("quiet")
        self._field = FilterField(self._theme)
        self._field.setPlaceholderText("Filter, e.g. x:C p<0.05")
        self._field.setMinimumWidth(120)
        self._field.setMaximumWidth(240)
        self._field.setAccessibleName("Filter the tests")
        tooltip(
            self._field,
            "Words match names, stages and verdicts.\n"
            "x: y: z: stage: verdict: line: answer: look in one column; C–T finds a pair.\n"
            "p<0.05  df>=3  stat>10  n>100  size=2 compare numbers; #:12,15-40 names tests.\n"
            "All terms must hold; ! before a term turns it round.",
        )
        self._field.textChanged.connect(self._typed)
        self._field.installEventFilter(self)
        self._button = QPushButton("Export", objectName="export", toolTip="Write the tests shown to a file")
        menu = QMenu(self._button)
        for ending, name in FORMATS.items():
            menu.addAction(lettered(f"{name}…")).triggered.connect(partial(self.ask_and_export, ending))
        self._button.setMenu(menu)
        head = QWidget(objectName="panelHead")
        row_of(
            title,
            (self._counts, 1),
            (self._field, 1),
            self._button,
            inside=head,
            margins=(12, 0, 12, 0),
            spacing=8,
        )
        self._complaint = Label(objectName="complaint")
        self._complaint.setContentsMargins(12, 3, 12, 3)
        self._complaint.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._complaint.setWordWrap(True)
        self._complaint.hide()
        self._empty = Label(
            "", self.view.viewport(), objectName="empty", alignment=Qt.AlignmentFlag.AlignCenter
        )
        self._empty.linkActivated.connect(lambda _: self.filter_to(""))
        self.view.viewport().installEventFilter(self)
        column_of(head, self._complaint, self.view, inside=self, margins=0, spacing=0)

    def _timer(self, call: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True)
        timer.timeout.connect(call)
        return timer

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.view.viewport() and event.type() == QEvent.Type.Resize:
            self._empty.setGeometry(self.view.viewport().rect())
        if watched is self._field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape and self._field.text():
                self.filter_to("")
                return True
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.view.setFocus()
                return True
        return super().eventFilter(watched, event)

    # The player

    def _load(self) -> None:
        self.view.head.clear()
        text, now = self._field.text(), self._names_now
        if is_edge(text, self._names) and not is_edge(text, now):
            self._field.clear()  # it is about variables that are gone
        self._names = now
        self._filter = self._parsed()
        self.model.set_trace(self._player.trace, self._condition)
        self.view.fit_columns()
        self._select_again()
        self._ahead.start(0)
        self._complain()
        self._moved(self._player.step)

    def _grew(self) -> None:
        if not self._flush.isActive():
            self._flush.start(FLUSH)

    def _grow(self) -> None:
        started, before = perf_counter(), len(self.model.columns)
        self.model.grow()
        if len(str(before)) != len(str(len(self.model.columns))):
            self.view.fit_columns()  # a digit more
        if self.model.rows.sort is not None:
            self._select_again()
        self._ahead.start(0)
        self._tell()
        # Sorting a very long log anew takes a while: then it is done less often, not all the time.
        self._flush.setInterval(max(FLUSH, round(10_000 * (perf_counter() - started))))

    def _moved(self, _step: int) -> None:
        self.model.current = self._player.tests_so_far
        if self.model.current > len(self.model.columns):  # the cursor is ahead of the next flush
            self._grow()
        row = self.model.rows.row_before(self.model.current)
        if row is not None:
            self.view.reveal(row)
        elif self.model.current == 0 and self.model.rows.sort is None:
            self.view.scrollToTop()
        self.view.viewport().update()
        self._tell()

    def _prepare(self) -> None:
        if self.model.columns.prepare(_PREPARED_AT_ONCE):
            self._ahead.start(0)

    # Filter and sort

    @property
    def _condition(self) -> Filter | None:
        """What was typed, and as many tests as may be seen."""
        trace, limit, terms = self._player.trace, self._player.limit, self._filter.terms
        if trace is not None and limit is not None:
            terms = (*terms, up_to(int(trace.test_steps.searchsorted(limit))))
        return Filter(terms) if terms else None

    @property
    def _names_now(self) -> tuple[str, ...]:
        return () if self._player.trace is None else self._player.trace.header.names

    def _parsed(self) -> Filter:
        return parse(self._field.text(), self._names_now)

    def _typed(self) -> None:
        self._pause.start(120 if len(self.model.columns) >= _PATIENT_FROM else 0)

    def _apply_filter(self) -> None:
        self._pause.stop()
        if self.model.trace is not self._player.trace:
            return  # another trace has just been loaded: the log takes it over next, with its filter
        self._filter = self._parsed()
        self._complain()
        self.model.show(self._condition, self.model.rows.sort)
        self._shown_anew()

    def _sort(self, sort: Sort | None) -> None:
        self.model.sort_by(sort)
        self._shown_anew()

    def _shown_anew(self) -> None:
        self._select_again()
        row = self.model.rows.row_of(self._chosen) if self._chosen else None
        if row is None and self.model.rows.sort is None:
            row = self.model.rows.row_before(self.model.current)
        if row is None:
            self.view.scrollToTop()
        else:
            self.view.reveal(row)
        self._tell()

    def _select_again(self) -> None:
        """A reset of the model forgets the choice; the test chosen stays so, shown or not."""
        self.view.choose(self._chosen)

    def _column_menu(self, column: str, place: QPoint) -> None:
        self._menu_of(column).popup(place)

    def _menu_of(self, column: str) -> QMenu:
        """The values of a column to filter by, and which columns there are."""
        menu = column_menu(self.model.columns, column, self._put_term, self)
        if column != "truth":  # it is worked out for the rows in sight only
            add_sorting(menu, column, self.view.head.sort_by)
        add_column_choice(menu, self.view.unwanted, self.columns_hidden.emit)
        return menu

    def _test_menu(self, number: int, column: str, place: QPoint) -> None:
        """What can be done with one test, and the menu of the column below that."""
        trace = self._player.trace
        test = None if trace is None else trace[int(trace.test_steps[number - 1])]
        if not isinstance(test, Tested):
            return
        question = Question.of(test.x, test.y, test.z)
        wishes = TestMenuActions(
            go=lambda: self._activate(number),
            what_if=lambda verdict: self.what_if_requested.emit(question, verdict),
            take_back=lambda: self.take_back_requested.emit(question),
            stop=lambda: self.break_requested.emit(number),
            copy=self.view.copy,
        )
        menu = test_menu(test, wishes, self)
        columns = self._menu_of(column)
        columns.setTitle("This column")
        menu.addMenu(columns)
        menu.popup(place)

    def _put_term(self, term: str) -> None:
        self.filter_to(with_term(self._field.text(), term))

    # What is said

    def _tell(self) -> None:
        asked = self.model.current
        if self._condition is None:
            text = f"{asked:,} requested, {self.model.columns.computed(asked):,} performed"
        else:
            text = f"{len(self.model.rows):,} of {len(self.model.columns):,} match"
        self._counts.say(text if self._player.trace is not None else "")
        self._show_emptiness()

    def _complain(self, said: str = "", *, wrong: bool = True) -> None:
        """Say under the field what is wrong with the filter, or whatever is to be said for now."""
        text = said or " ".join(self._filter.complaints)
        self._complaint.setObjectName("complaint" if wrong or not said else "said")
        restyle(self._complaint)
        self._complaint.setText(text)
        self._complaint.setVisible(bool(text))

    def _show_emptiness(self) -> None:
        self._empty.setVisible(not len(self.model.rows))
        if len(self.model.columns):
            clear = link("#", "Clear it", self._theme.selection)
            self._empty.setText(markup("No test meets the filter. {}", clear))
        else:
            trace = self._player.trace
            asks = trace is None or trace.header.asks_tests
            self._empty.setText("Every test of the run will be listed here." if asks else NO_TESTS)

    # Choosing

    def _choose(self, number: int) -> None:
        self._chosen = number
        self.test_selected.emit(number)

    def _activate(self, number: int) -> None:
        trace = self._player.trace
        if trace is not None:
            self.step_requested.emit(int(trace.test_steps[number - 1]) + 1)

    # Export

    def ask_and_export(self, ending: str, _checked: bool = False) -> None:
        """Ask for a name, and write the tests shown."""
        kinds = f"{FORMATS[ending]} (*.{ending})"
        if path := asked_new_file(self, "Export the tests shown", f"tests.{ending}", kinds):
            self.export_to(path if path.suffix.lower().lstrip(".") in FORMATS else Path(f"{path}.{ending}"))

    def export_to(self, path: Path) -> None:
        """Write the tests shown, as they are sorted."""
        self._button.setEnabled(False)
        self._exporting.start(self.model.columns, self.model.rows.numbers().copy(), path)

    def _end_export(self, said: str, well: bool) -> None:
        self._button.setText("Export")
        self._button.setEnabled(True)
        self._complain(said, wrong=not well)
        self._fading.start(6000)
