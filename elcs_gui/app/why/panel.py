"""The inspector's Why page: the claim, the answer in words, its premises as a tree, and the weakest link."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QPushButton, QSizePolicy, QWidget

from elcs_gui.app.kit.emblem import CONFLICT, RuleEmblem
from elcs_gui.app.kit.icons import icon
from elcs_gui.app.kit.labels import Label, lettered, tooltip
from elcs_gui.app.kit.later import Debounced
from elcs_gui.app.kit.layouts import column_of
from elcs_gui.app.kit.segments import Segments
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.kit.verdict_widgets import ScrolledParts, label, row
from elcs_gui.app.model.player import Player
from elcs_gui.app.why.badge_widgets import RuleBadge, VerdictLegend, stressing
from elcs_gui.app.why.counterfactual_view import CounterfactualView
from elcs_gui.app.why.premise_list_view import WhyList
from elcs_gui.ci.questions import Verdict
from elcs_gui.inquiry.firmness_words import firm_words, weak_words
from elcs_gui.picture.short_names import LONGEST_NAME, short_names
from elcs_gui.picture.why_answer import Answer, Subject, answer, subject_of, test_row
from elcs_gui.picture.why_lines import Line, Path, Reading, page_lines
from elcs_gui.proof.export import as_latex, as_markdown, as_text
from elcs_gui.proof.words import weakest_words
from elcs_gui.trace.events import Tested
from elcs_gui.trace.trace import Trace

PLAIN, FORMAL = "Plain", "Formal"
_CLICK = 220
"""Milliseconds in which a click on a test may still become a double click."""
_EMPTY = (
    "Nothing is selected.\n\nClick an arrow or a variable in the graph, or a member of a set under "
    "“Sets now”, to see why it is there."
)
_COPIES = {"Markdown": as_markdown, "LaTeX": as_latex}


class WhyPanel(QWidget):
    """Answers why something is as it is at the cursor's step."""

    test_selected = Signal(int)
    """The number of a test that was clicked: it is to be found in the log."""
    test_requested = Signal(int)
    """... and its tables to be shown."""
    step_requested = Signal(int)
    subject_changed = Signal(object)
    """A `Subject` that was gone to by a premise or back from one: the graph may show it."""
    tests_requested = Signal(object)
    """The numbers of the tests the log should show (tuple)."""
    formal_changed = Signal(bool)

    def __init__(self, player: Player, theme: Theme) -> None:
        super().__init__(objectName="panel")
        self._player = player
        self._theme = theme
        self._subject: Subject | None = None
        self._answer: Answer | None = None
        self._trail: list[tuple[Subject, int, str]] = []
        """Where premises led away from: what was shown, at which step, and its heading."""
        self._opened: frozenset[Path] = frozenset()
        self._formal = False
        self._names: list[str] = []
        self._build()
        self._later = Debounced(self.refresh, self)
        self._click = QTimer(self, singleShot=True, interval=_CLICK)
        self._clicked = 0
        self._click.timeout.connect(lambda: self.test_requested.emit(self._clicked))
        self._fitting = QTimer(self, singleShot=True)
        self._fitting.timeout.connect(self._fit)
        player.moved.connect(self._moved)
        player.grew.connect(self._grew)
        player.trace_changed.connect(self._forget)
        self.set_theme(theme)

    # What the window calls

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for part in (self._emblem, self._badge, self.list, self._turned, self._legend):
            part.set_theme(theme)
        self._show.setIcon(icon("table", theme.ink))
        self._back.setIcon(icon("back", theme.selection))
        self.refresh()

    def set_formal(self, *, formal: bool) -> None:
        """In signs, or in plain words."""
        self._formal = formal
        self._style.show_value(FORMAL if formal else PLAIN)
        self.refresh()

    def ask(self, subject: Subject | None) -> None:
        """Answer another question from now on; None for none."""
        if subject != self._subject:
            self._trail.clear()
            self._opened = frozenset()
            self._subject = subject
            self._scroll.verticalScrollBar().setValue(0)
        self.refresh()

    @property
    def subject(self) -> Subject | None:
        return self._subject

    @property
    def followed(self) -> bool:
        """Has a premise led here?"""
        return bool(self._trail)

    @property
    def answered(self) -> Answer | None:
        """What the page shows."""
        return self._answer

    # Building

    def _build(self) -> None:
        self._back = QPushButton(objectName="link")
        self._back.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        tooltip(self._back, "Back to where this premise stood")
        self._back.clicked.connect(self._go_back)
        self._heading, self._words = label("whyHeading"), label("whyWords")
        self._conflict, self._few = label("whyConflict"), label("whyFew")
        self._emblem, self._badge = RuleEmblem(self._theme), RuleBadge(self._theme)
        self._heading.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._head = row(self._emblem, self._heading, self._badge)
        self.list = WhyList(self._theme)
        self._turned = CounterfactualView(self._theme)
        self._line = QFrame(objectName="testLine")
        self._line.setFixedHeight(1)
        title = Label("Weakest link of the proof", objectName="heading")
        self._weakest_test = QPushButton(objectName="link", toolTip="Look at this test")
        self._weakest_head = row(title, None, self._weakest_test)
        self._firm, self._weakest = label("whyFirm"), label("whyWeakest")
        self._copy, self._show = QPushButton("Copy proof", objectName="copy"), QPushButton()
        tooltip(self._copy, "Copy the whole proof as text")
        menu = QMenu(self._copy)
        for kind in (*_COPIES, "Plain text"):
            menu.addAction(lettered(kind)).triggered.connect(partial(self.copy_proof, kind))
        self._copy.setMenu(menu)
        tooltip(self._show, "Show only the tests of this proof in the log")
        self._buttons = row(self._copy, self._show, None)
        self._legend = VerdictLegend(self._theme)
        self._style = Segments("Wording of proofs", {PLAIN: PLAIN, FORMAL: FORMAL}, spoken=True)
        tooltip(self._style, "In plain words, or in the signs of the paper")
        self._style.show_value(PLAIN)
        self._foot = row(self._legend, self._style)
        self._empty = label("quiet")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setText(_EMPTY)
        for text in (self._heading, self._conflict, self._words, self._few, self._firm, self._weakest):
            text.setTextInteractionFlags(
                text.textInteractionFlags() | Qt.TextInteractionFlag.TextSelectableByMouse
            )
        self._scroll = ScrolledParts("whyPage", (
            (self._back, 6), (self._head, 6), (self._conflict, 8), (self._words, 10), (self._few, 10),
            (self.list, 16),
            (self._turned, 14), (self._line, 12), (self._firm, 12),
            (self._weakest_head, 4), (self._weakest, 12), (self._buttons, 14), (self._foot, 0),
            (self._empty, 0),
        ))  # fmt: skip
        column_of(self._scroll, inside=self, margins=0)
        self._connect()

    def _connect(self) -> None:
        self.list.fold_requested.connect(self._fold)
        self.list.premise_chosen.connect(self._follow)
        self.list.test_chosen.connect(self._choose_test)
        self.list.test_activated.connect(self._go_to_test)
        self.list.log_requested.connect(lambda line: self.tests_requested.emit(line.proof.tests))
        self.list.moved_to.connect(self._keep_in_sight)
        self._weakest_test.clicked.connect(self._choose_weakest)
        self._show.clicked.connect(self._show_tests)
        self._style.chosen.connect(self._switch)

    # Following the player

    def _moved(self, _step: int) -> None:
        if self.isVisible():
            self._later.request()

    def _grew(self) -> None:
        """Nothing before the cursor changes when the trace grows; only a page without answer waits for it."""
        if self.isVisible() and self._answer is None and self._subject is not None:
            self._later.request_idle()

    def _forget(self) -> None:
        trace = self._player.trace
        self._names = [] if trace is None else short_names(trace.header.names, LONGEST_NAME)
        self._subject = None
        self._trail.clear()
        self._opened = frozenset()
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    @property
    def settled(self) -> bool:
        return not self._later.waiting

    def refresh(self) -> None:
        """Answer anew, for the step at the cursor; a page that nobody sees waits until it is seen."""
        self._later.done()
        player, trace, subject = self._player, self._player.trace, self._subject
        if trace is None or subject is None:
            self._answer = None
            self._scroll.show_only(self._empty)
            return
        if not self.isVisible():
            return
        event = player.current_event
        found = answer(trace, player.step, player.view, event, subject, self._names, formal=self._formal)
        self._answer = found
        self._show_answer(trace, found, event.number if isinstance(event, Tested) else 0)

    # The page

    def _show_answer(self, trace: Trace, found: Answer, now: int) -> None:
        names = self._names
        shown: list[QWidget] = [self._head, self._words, self._foot]
        if self._trail:
            self._back.setText(lettered(self._trail[-1][2]))
            shown.append(self._back)
        self._heading.setText(found.heading)
        self._badge.show_rule(found.badge, found.role)
        drawn = found.argument
        self._emblem.show_rule("" if drawn is None else drawn.rule or (CONFLICT if drawn.against else ""))
        self._words.setText(stressing(found.words))
        self._conflict.setText("\n".join(found.contradictions))
        doubt = weak_words(trace, self._player.step, found.proofs, names)
        self._few.setText(" ".join(words for words in (found.missing_evidence, doubt) if words))
        shown += [text for text in (self._conflict, self._few) if text.text()]
        reading = Reading(trace, names, self._formal)
        lines = page_lines(reading, found.premises, self._opened, found.against, found.argument)
        self.list.show_lines(trace, lines, names, now)
        rows = (test_row(trace, line.test, names) for line in lines if line.test)
        seen = {row.verdict for row in rows} | {Verdict.DEPENDENT, Verdict.INDEPENDENT}
        order = (Verdict.DEPENDENT, Verdict.INDEPENDENT, Verdict.UNRELIABLE, Verdict.NO_INFORMATION)
        self._legend.show_verdicts([verdict for verdict in order if verdict in seen])
        if lines:
            shown.append(self.list)
        if self._turned.show_argument(found.argument, names):
            shown.append(self._turned)
        if found.tests:
            weak = found.weakest.test
            self._weakest_test.setText("" if weak is None else f"#{weak}")
            self._weakest_test.setAccessibleName(f"Test {weak}, the weakest link")
            self._weakest_test.setVisible(weak is not None)
            self._weakest.setText(weakest_words(trace, found.weakest))
            many = len(found.tests)
            self._show.setText(f"Show {many:,} test{'s' * (many > 1)}")
            shown += [self._line, self._weakest_head, self._weakest, self._buttons]
            self._firm.setText(firm_words(trace, self._player.step, found.proofs, names))
            shown += [self._firm] if self._firm.text() else []
        self._scroll.show_only(*shown)
        self._fitting.start(0)

    def _fit(self) -> None:
        """Labels know how high they are only once they are polished, and a scroll area does not ask again."""
        QApplication.sendEvent(self._scroll, QEvent(QEvent.Type.LayoutRequest))

    # What the user asks for

    def _fold(self, line: Line) -> None:
        self._opened = self._opened ^ {line.path}
        self.refresh()

    def _switch(self, word: str) -> None:
        self.set_formal(formal=word == FORMAL)
        self.formal_changed.emit(self._formal)

    def _follow(self, line: Line) -> None:
        """Go to the step at which a premise came to hold, and ask about it there."""
        before, heading = self._subject, self._heading.text()
        asked = subject_of(line.proof.claim)
        if line.proof.claim.kind in ("dependent", "independent"):
            self._go_to_test(line.proof.tests[0])
            return
        if asked is not None and before is not None and asked != before:
            self._trail.append((before, self._player.step, heading))
            self._subject = asked
            self._opened = frozenset()
            self.step_requested.emit(line.proof.step)
            self.subject_changed.emit(asked)  # what is selected last is drawn
        else:
            self.step_requested.emit(line.proof.step)
        self.refresh()

    def _go_back(self) -> None:
        subject, step, _ = self._trail.pop()
        self._subject = subject
        self.step_requested.emit(step)
        self.subject_changed.emit(subject)
        self.refresh()

    def _choose_test(self, number: int) -> None:
        self.test_selected.emit(number)
        self._clicked = number
        self._click.start()

    def _go_to_test(self, number: int) -> None:
        self._click.stop()
        trace = self._player.trace
        if trace is not None:
            self.test_selected.emit(number)
            self.step_requested.emit(int(trace.test_steps[number - 1]) + 1)
            self.test_requested.emit(number)

    def _choose_weakest(self) -> None:
        if self._answer is not None and self._answer.weakest.test is not None:
            self.test_selected.emit(self._answer.weakest.test)
            self.test_requested.emit(self._answer.weakest.test)

    def _show_tests(self) -> None:
        if self._answer is not None:
            self.tests_requested.emit(self._answer.tests)

    def copy_proof(self, kind: str, _checked: bool = False) -> None:
        """The proof as Markdown, LaTeX or plain text into the clipboard."""
        trace, found = self._player.trace, self._answer
        if trace is None or found is None:
            return
        texts = []
        for proof in found.proofs:
            known = trace, self._player.step, (proof,), trace.header.names
            stands, weak = firm_words(*known), weak_words(*known)
            if kind in _COPIES:
                copied = _COPIES[kind](trace, proof, formal=self._formal, stands=stands, weak=weak)
            else:
                lines = as_text(trace, proof, formal=self._formal, stands=stands, weak=weak)
                copied = "\n".join(lines) + "\n"
            texts.append(copied)
        QGuiApplication.clipboard().setText("\n".join(texts))

    def _keep_in_sight(self, top: int, bottom: int) -> None:
        place = self.list.mapTo(self._scroll.page, self.list.rect().topLeft()).y()
        self._scroll.ensureVisible(0, place + top, 0, 24)
        self._scroll.ensureVisible(0, place + bottom, 0, 24)
