"""The inspector's page on one test: the question, the figures, the curve, the tables, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from elcs_gui.app.citest import words
from elcs_gui.app.citest.figures import (
    LevelOrder,
    arranged,
    as_coded,
    axes_of,
    figures_of,
    question_of,
    rows_a_cell,
)
from elcs_gui.app.citest.reference_plot_view import Reference, ReferencePlot
from elcs_gui.app.citest.strata import shares
from elcs_gui.app.citest.strata_view import AT_FIRST, StrataTables
from elcs_gui.app.kit.buttons import ShortButton
from elcs_gui.app.kit.icons import icon
from elcs_gui.app.kit.labels import tooltip
from elcs_gui.app.kit.later import Debounced
from elcs_gui.app.kit.layouts import column_of
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.kit.verdict_widgets import Figures, ScrolledParts, VerdictPill, label, row
from elcs_gui.app.model.player import Player
from elcs_gui.ci.discrete import TableTest
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import NOTHING_TO_COMPARE, CiTest, Question, Verdict
from elcs_gui.ci.registry import find_test
from elcs_gui.picture.short_names import LONGEST_NAME
from elcs_gui.trace.events import Tested
from elcs_gui.trace.explain import NO_TESTS
from elcs_gui.trace.trace import Trace


class TestDetail(QWidget):
    """Shows one test. Told nothing else, it shows the test at the cursor."""

    what_if_requested = Signal(object, object)
    """A `Question` and the `Verdict` it should have got."""
    take_back_requested = Signal(object)
    """A `Question` whose override is to be taken back."""
    break_requested = Signal(int)
    """The number of the test to stop at."""
    test_link_activated = Signal(int)
    """The number of another test that was clicked."""

    def __init__(self, player: Player, theme: Theme) -> None:
        super().__init__(objectName="panel")
        self._player = player
        self._theme = theme
        self._test: CiTest | None = None
        self._levels: Sequence[Sequence[str]] = ()
        self._order: LevelOrder = as_coded
        self._number = 0
        self._event: Tested | None = None
        self._open_end = True
        self._build()
        self._later = Debounced(self.refresh, self)
        player.moved.connect(self._moved)
        player.told.connect(self._later.request)
        player.grew.connect(self._grew)
        player.trace_changed.connect(self._forget)
        self.set_theme(theme)

    # What the window calls

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for part in (self._pill, self._figures, self._plot, self._tables):
            part.set_theme(theme)
        self._what_if.setIcon(icon("fork", theme.ink))
        self._break.setIcon(icon("breakpoint", theme.conflict))
        self.refresh()

    def set_test(
        self, ci_test: CiTest | None, levels: Sequence[Sequence[str]], order: LevelOrder = as_coded
    ) -> None:
        """What answered, the labels of every variable's levels, and in which order they are shown; None
        where only the trace is known."""
        self._test, self._levels, self._order = ci_test, levels, order
        self.refresh()

    def show_test(self, number: int) -> None:
        """Show this test until the cursor moves; 0: the test at or before the cursor."""
        self._number = number
        self.refresh()
        self._scroll.verticalScrollBar().setValue(0)

    @property
    def shown(self) -> int:
        """The number of the test on the page; 0 for none."""
        return 0 if self._event is None else self._event.number

    # Building

    def _build(self) -> None:
        self._title = label("section")
        self._pill = VerdictPill(self._theme)
        self._question = label("testQuestion")
        self._before = label("quiet")
        self._figures = Figures(self._theme)
        self._warning = label("testWarning")
        self._margin = label("testMargin")
        self._plot = ReferencePlot(self._theme)
        self._graph = label("testGraph")
        self._tables_title, self._tables_note = label("heading"), OneLine("quiet")
        self._tables_share = label("quiet")
        self._tables_title.setText("Tables")
        self._tables_title.setWordWrap(False)
        self._tables_share.setWordWrap(False)
        self._tables = StrataTables(self._theme)
        self._more = QPushButton(objectName="link")
        self._more.clicked.connect(self._show_all_tables)
        self._empty_strata = label("quiet")
        self._follows_title, self._follows = label("heading"), label("testFollows")
        self._follows_title.setText("What follows")
        for linked in (self._before, self._follows):
            linked.linkActivated.connect(self._follow)
        self._what_if, self._break = ShortButton(), ShortButton()
        self._break.say("Break here", "Break")
        tooltip(self._break, "Stop here whenever the run comes to this test")
        self._what_if.clicked.connect(self.ask_what_if)
        self._break.clicked.connect(self.ask_break)
        self._empty = label("quiet")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._head = row(self._title, None, self._pill)
        self._tables_head = row(self._tables_title, self._tables_note, None, self._tables_share)
        self._buttons = row(self._what_if, self._break, None)
        line = QFrame(objectName="testLine")
        line.setFixedHeight(1)
        self._line = line
        self._arrange()

    def _arrange(self) -> None:
        """All parts below one another, with the space that follows each, on a page that scrolls."""
        parts = (
            (self._head, 6),
            (self._question, 10),
            (self._before, 10),
            (self._figures, 12),
            (self._warning, 12),
            (self._plot, 6),
            (self._margin, 12),
            (self._graph, 12),
            (self._tables_head, 8),
            (self._tables, 8),
            (self._more, 8),
            (self._empty_strata, 8),
            (self._line, 12),
            (self._follows_title, 4),
            (self._follows, 12),
            (self._buttons, 0),
            (self._empty, 0),
        )
        self._scroll = ScrolledParts("testPage", parts)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column_of(self._scroll, inside=self, margins=0)

    # Following the player

    def _moved(self, _step: int) -> None:
        self._number = 0  # the user goes on: what was inspected gives way to what happens
        if self.isVisible():
            self._later.request()

    def _grew(self) -> None:
        """What follows the last test is known only now."""
        trace = self._player.trace
        if trace is not None and self.isVisible() and self._open_end:
            self._later.request_idle()

    def _forget(self) -> None:
        self._number = 0
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Draw the page anew."""
        self._later.done()
        trace = self._player.trace
        number = self._number or self._player.tests_so_far
        if trace is None or not 0 < number <= len(trace.test_steps):
            self._event = None
            self._open_end = True
            asks = trace is None or trace.header.asks_tests
            self._empty.setText("No test yet.\nPress → to step to the first one." if asks else NO_TESTS)
            self._scroll.show_only(self._empty)
            return
        event = trace[int(trace.test_steps[number - 1])]
        assert isinstance(event, Tested)
        self._event = event
        self._open_end = number == len(trace.test_steps)
        self._show(trace, event)

    # The page

    def _show(self, trace: Trace, event: Tested) -> None:
        names, colour = trace.header.names, self._theme.selection.name()
        shown: list[QWidget] = [
            self._head,
            self._question,
            self._line,
            self._follows_title,
            self._follows,
            self._buttons,
        ]
        verdict = Verdict.of(event.verdict)
        asking = self._player.asking and not self._number
        self._title.setText(f"Test {event.number:,}")
        self._pill.setVisible(not asking)
        self._pill.show_verdict(verdict)
        self._question.setText(words.question(event, names, answered=not asking))
        tooltip(
            self._question,
            "\n".join(names[v] for v in (event.x, event.y, *event.z) if len(names[v]) > LONGEST_NAME),
        )
        if asking:
            self._scroll.show_only(self._head, self._question)
            return
        self._before.setText(words.asked_before(trace, event, colour) if event.reused else "")
        if self._before.text():
            shown.append(self._before)
        figures = figures_of(trace.header, event, self._test)
        if figures:
            self._figures.show_figures(figures)
            shown.append(self._figures)
        shown += self._show_evidence(trace, event)
        shown += self._show_tables(trace, event)
        self._follows.setText(words.follows(trace, event, colour))
        other = Verdict.DEPENDENT if event.independent else Verdict.INDEPENDENT
        if event.forced:
            self._what_if.say("Undo override", "Undo")
        else:
            self._what_if.say(f"What if {other.word}?", "What if?")
        tooltip(
            self._what_if,
            "Run with the verdict that the data give"
            if event.forced
            else f"Run on from here as if the answer had been: {other.word}",
        )
        self._scroll.show_only(*shown)

    def _show_evidence(self, trace: Trace, event: Tested) -> list[QWidget]:
        """The curve and the margin; or why there are none."""
        if isinstance(self._test, Oracle):
            self._graph.setText(words.by_the_graph(self._test, event, trace.header.names))
            return [self._graph]
        known = find_test(trace.header.test)
        if event.statistic is None or event.p is None:
            if known.certain:
                return []
            share = rows_a_cell(self._test, event)
            self._warning.setText(words.undecided(known, share, independent=event.independent))
            return [self._warning]
        if event.df == 0:
            answer = trace.judge.tape.find(question_of(event))
            why = NOTHING_TO_COMPARE if answer is None else trace.judge.tape.reason(answer)
            self._warning.setText(f"No information: {escape(why)}. Counted as independent.")
            return [self._warning]
        critical = float(trace.judge.critical[max(event.df or 0, 0)])
        alpha, curve = trace.header.alpha, trace.judge.distribution.curve(event.df)
        assert curve is not None  # it has a p-value
        self._plot.show_reference(
            Reference(known.sign, event.statistic, critical, alpha, curve, event.independent)
        )
        self._margin.setText(words.determining(known, self._test, event) or words.margin(event.p, alpha))
        return [self._plot, self._margin]

    def _show_tables(self, trace: Trace, event: Tested) -> list[QWidget]:
        test, names = self._test, trace.header.names
        if not isinstance(test, TableTest):
            return []
        z = sorted(event.z)
        found = shares(test, event.x, event.y, z, largest_first_above=AT_FIRST)
        if found is None:
            self._empty_strata.setText("This test has too many tables to show.")
            return [self._empty_strata]
        axes = axes_of(names, test.levels, self._levels, event)
        self._tables.set_shares(*arranged(found, axes, self._order, (event.x, event.y, *z), AT_FIRST))
        self._tables_note.say("observed over expected")
        self._tables_share.setText(f"share of {find_test(trace.header.test).sign}" if z else "")
        shown: list[QWidget] = [self._tables_head, self._tables]
        if self._tables.hidden_tables:
            self._more.setText(f"and {self._tables.hidden_tables:,} more with smaller shares")
            shown.append(self._more)
        if found.empty:
            self._empty_strata.setText(
                "1 combination has no rows and is left out."
                if found.empty == 1
                else f"{found.empty:,} combinations have no rows and are left out."
            )
            shown.append(self._empty_strata)
        return shown

    # What the user asks for

    def _follow(self, number: str) -> None:
        self.show_test(int(number))
        self.test_link_activated.emit(int(number))

    def _show_all_tables(self) -> None:
        self._tables.expand()
        self._scroll.hide_part(self._more)

    def ask_what_if(self) -> None:
        """Ask for a run in which the test shown has the other verdict, or its own again."""
        if self._event is None:
            return
        question = Question.of(self._event.x, self._event.y, self._event.z)
        if self._event.forced:
            self.take_back_requested.emit(question)
        else:
            other = Verdict.DEPENDENT if self._event.independent else Verdict.INDEPENDENT
            self.what_if_requested.emit(question, other)

    def ask_break(self) -> None:
        """Ask for a stop at the test shown."""
        if self._event is not None:
            self.break_requested.emit(self._event.number)
