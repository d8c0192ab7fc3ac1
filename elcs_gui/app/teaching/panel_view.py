"""The panel of a lesson: where it stands, what it says, what it asks, and the score."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QWidget

from elcs_gui.app.kit.fields import choice_box
from elcs_gui.app.kit.icons import icon
from elcs_gui.app.kit.labels import Label, coloured, strong
from elcs_gui.app.kit.layouts import column_of, fill, row_of
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.teaching.answer_widgets import Answer, AnswerDots, Form, ProgressBars, fits_a_card
from elcs_gui.app.teaching.question_painter import State, state_of
from elcs_gui.app.teaching.quiz import Asked, Quiz
from elcs_gui.app.teaching.side_panel import PADDING, SidePanel, button_row, emptied
from elcs_gui.foreign import Rich, joined, markup, rich
from elcs_gui.lessons.playing import Paragraphs
from elcs_gui.lessons.question import Kind, Question
from elcs_gui.lessons.questions import LEVELS
from elcs_gui.lessons.scoring import Score

_FEW = 2
"""So many answers stand side by side, large."""
_ROWS = (Kind.FAILED, Kind.PREMISES)


class LessonPanel(SidePanel):
    """Shows a quiz and the words around it; what is clicked is told."""

    back = Signal()
    next = Signal()
    hint = Signal()
    skip = Signal()
    level_chosen = Signal(str)
    option_hovered = Signal(str)
    practise = Signal()
    """Do the exercise that the step offers."""

    def __init__(self, quiz: Quiz, theme: Theme) -> None:
        super().__init__("Leave the lesson", "Leave; your place is kept (Esc)")
        self._quiz, self._theme = quiz, theme
        self._hint_words = ""
        self.answers: list[Answer] = []
        """Those of the question that is asked last."""
        self._made: tuple[object, ...] = ()
        self._parts: list[_Part] = []
        self._build()
        self._show_last = QTimer(self, singleShot=True, interval=0)
        """After the layout has made room for it."""
        self._show_last.timeout.connect(self._reveal_last)
        self.set_theme(theme)

    # Building

    def _build(self) -> None:
        self.place = Label(objectName="quiet")
        self.head_row.addWidget(self.place)
        self.bars = ProgressBars(self._theme)
        fill(self.head, row_of(self.bars, margins=(0, 0, 6, 0)))
        self.heading = Label(objectName="lessonHeading", wordWrap=True)
        self.caption = Label(objectName="lessonCaption", wordWrap=True)
        self.level = choice_box("Level of difficulty", {level.id: level.title for level in LEVELS.values()})
        self.level.activated.connect(lambda _: self.level_chosen.emit(self.level.currentData()))
        self._questions = column_of(spacing=8)
        self.practise_button = QPushButton(minimumHeight=34)
        self.practise_button.clicked.connect(self.practise)
        self._line = QFrame(objectName="testLine")
        practise = (self.practise_button, 0, Qt.AlignmentFlag.AlignLeft)
        parts = (self.heading, self.level, self.caption, 6, self._line, 4, self._questions, practise, None)
        fill(self.column, *parts, margins=(PADDING, 16, PADDING, 12), spacing=8)
        self._build_foot()

    def _build_foot(self) -> None:
        self.dots = AnswerDots(self._theme)
        self.score = Label()
        self.back_button = QPushButton("Back")
        self.hint_button = QPushButton("Hint   H", objectName="ghost")
        self.skip_button = QPushButton("Show me   S", objectName="ghost")
        self.next_button = QPushButton("Next", objectName="primary")
        for button, told in (
            (self.back_button, self.back),
            (self.hint_button, self.hint),
            (self.skip_button, self.skip),
            (self.next_button, self.next),
        ):
            button.clicked.connect(told)
        self.next_button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        left = (self.back_button, self.hint_button, self.skip_button)
        fill(self.foot, row_of((self.dots, 1), self.score), button_row(left, (self.next_button,)))

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._theme = theme
        self.back_button.setIcon(icon("previous", theme.ink_2, theme.dismissed))
        self.next_button.setIcon(icon("next", theme.panel, theme.dismissed))
        for part in (self.bars, self.dots):
            part.set_theme(theme)
        self._made = ()
        self.show_quiz()

    # What is shown

    def show_words(self, title: str, place: str, heading: str, caption: Paragraphs) -> None:
        self.title.say(title)
        self.place.setText(place)
        self.heading.setText(heading)
        self.heading.setVisible(bool(heading))
        self.caption.setText(captioned(caption))
        self.caption.setVisible(bool(caption))

    def show_level(self, id: str | None) -> None:
        """Which level is asked; None where a lesson says what is."""
        self.level.setVisible(id is not None)
        if id is not None:
            self.level.setCurrentIndex(self.level.findData(id))

    def show_offer(self, exercise: str) -> None:
        """An exercise to do oneself; empty for none."""
        self.practise_button.setVisible(bool(exercise))
        self.practise_button.setText(f"Practice: find the {exercise}")

    def show_score(self, score: Score, marks: list[bool]) -> None:
        best = f" · best streak {score.best}" if score.best > 1 else ""
        words = markup("{} of {} right{}", strong(f"{score.right}"), f"{score.asked}", best)
        self.score.setText(coloured(words, self._theme.ink_3) if score.asked else "")
        self.dots.show_marks(marks)

    def set_hint(self, words: str) -> None:
        """What the lesson itself gives as a hint."""
        self._hint_words = words

    def show_quiz(self) -> None:
        """The questions of the chain, the last one to be answered or answered."""
        chain = self._quiz.chain
        key = (self._theme, *(id(asked) for asked in chain))
        if key != self._made:
            self._made = key
            self._rebuild(chain)
        for asked, parts in zip(chain, self._parts, strict=True):
            parts.refresh(asked, self._hint_words if asked is chain[0] else "", last=asked is chain[-1])
        self._line.setVisible(bool(chain) and self.caption.isVisibleTo(self))
        self.hint_button.setVisible(self._quiz.open)
        self.skip_button.setVisible(self._quiz.open)
        self.hint_button.setEnabled(self._quiz.open and not chain[-1].hinted)

    def show_over(self, id: str) -> None:
        """An answer is pointed at in the picture."""
        for answer in self.answers:
            answer.set_over(answer.id == id)

    def _reveal_last(self) -> None:
        if self._parts:
            self.scroll_area.ensureWidgetVisible(self._parts[-1], 0, 0)

    def _rebuild(self, chain: list[Asked]) -> None:
        emptied(self._questions)
        self._parts = [_Part(asked, self._theme, self) for asked in chain]
        for part in self._parts:
            self._questions.addWidget(part)
        self.answers = self._parts[-1].answers if self._parts else []
        if self._parts:
            self._show_last.start()


class _Part(QWidget):
    """One question of a chain with its answers."""

    def __init__(self, asked: Asked, theme: Theme, panel: LessonPanel) -> None:
        super().__init__()
        question = asked.question
        self._quiz = panel._quiz
        self.prompt = Label(question.prompt, objectName="lessonPrompt", wordWrap=True)
        self.context = Label(question.context, objectName="lessonContext", wordWrap=True)
        column = column_of(self.prompt, inside=self, margins=(0, 0, 0, 6), spacing=8)
        if question.context:
            column.addWidget(self.context)
        form = _form(question)
        self.answers = [
            Answer(option.id, option.text, option.note, place, form, theme)
            for place, option in enumerate(question.options, 1)
        ]
        for answer in self.answers:
            answer.clicked.connect(lambda _=False, id=answer.id: self._quiz.choose(id))
            answer.hovered.connect(panel.option_hovered)
        if form is Form.ROW:
            rows = column_of(*self.answers, spacing=6)
            column.addLayout(rows)
        else:
            grid = QGridLayout()
            grid.setSpacing(10 if form is Form.CARD else 6)
            across = _across(question, form)
            for place, answer in enumerate(self.answers):
                grid.addWidget(answer, place // across, place % across)
            column.addLayout(grid)
        self.submit = QPushButton("I'm done   Enter")
        self.submit.clicked.connect(self._quiz.submit)
        self.submit.setVisible(question.every)
        column.addWidget(self.submit, 0, Qt.AlignmentFlag.AlignLeft)
        self.said = Label(objectName="lessonReason", wordWrap=True)
        column.addWidget(self.said)

    def refresh(self, asked: Asked, hint: str, *, last: bool) -> None:
        """As it is answered by now; why that is so is said of the last: it may tell what is asked next."""
        for answer, option in zip(self.answers, asked.question.options, strict=True):
            state = state_of(asked, option)
            note = option.note
            if state is State.HOLDS:
                note = option.reason
            elif not asked.open and option.id in asked.question.right and asked.question.kind is Kind.FAILED:
                note = asked.question.answer
            answer.show_state(state, open=asked.open and option.id not in asked.tried, note=note)
            answer.setVisible(last or state is not None or len(self.answers) <= _FEW)
        self.submit.setVisible(asked.question.every and asked.open)
        self.submit.setEnabled(bool(asked.chosen))
        words = _said(asked, hint) if last else ""
        self.said.setText(words)
        self.said.setVisible(bool(words))
        self.context.setVisible(bool(asked.question.context) and asked.open)


def _said(asked: Asked, hint: str) -> str:
    """The hint while it is asked, then what is so and why."""
    question = asked.question
    if asked.open:
        return f"Hint: {hint or question.hint}" if asked.hinted else ""
    if question.kind is Kind.FAILED:
        return ""
    if asked.correct or asked.skipped:
        return question.answer
    wrong = [question.option(id) for id in asked.chosen if id not in question.right]
    missed = question.every and {*question.right} - {*asked.chosen}
    reasons = [option.reason for option in wrong] or ([question.answer] if missed else [])
    return " ".join(reasons)


def _form(question: Question) -> Form:
    if question.kind in _ROWS:
        return Form.ROW
    if len(question.options) <= _FEW:
        return Form.CARD
    return Form.SMALL


def _across(question: Question, form: Form) -> int:
    """How many answers stand side by side."""
    texts = [option.text for option in question.options]
    if not all(map(fits_a_card, texts)):
        return 1
    return 2 if form is Form.CARD or max(map(len, texts)) > 8 else 3


def captioned(paragraphs: Paragraphs) -> Rich:
    """A caption as Qt shows it; whatever stands in it stays text."""
    styles: dict[str, Callable[[str], Rich]] = {
        "": rich,
        "em": partial(markup, "<i>{}</i>"),
        "strong": strong,
    }
    return joined(
        markup(
            '<p style="margin:0 0 8px 0; line-height:23px">{}</p>',
            joined(styles[style](text) for text, style in paragraph),
        )
        for paragraph in paragraphs
    )
