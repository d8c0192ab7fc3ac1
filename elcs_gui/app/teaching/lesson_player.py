"""A lesson being played: where it stands in its run, step by step, and what was answered on the way."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from elcs_gui.app.model.player import Player
from elcs_gui.app.teaching.quiz import Asked, Quiz
from elcs_gui.lessons.lesson_file import Lesson
from elcs_gui.lessons.playing import Paragraphs, PlayedStep, pieces, played
from elcs_gui.trace.trace import Trace


class LessonPlayer(QObject):
    """Goes through the steps of a lesson; the cursor of the player goes with it."""

    changed = Signal()
    moved = Signal(int)
    """Another step of the lesson, counted from 0."""

    def __init__(self, player: Player, quiz: Quiz, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player, self._quiz = player, quiz
        self.lesson: Lesson | None = None
        self.steps: tuple[PlayedStep, ...] = ()
        self.index = 0
        self._chains: dict[int, list[Asked]] = {}
        quiz.answered.connect(self._note)

    @property
    def active(self) -> bool:
        return self.lesson is not None

    def begin(self, lesson: Lesson, trace: Trace, index: int) -> None:
        """Play a lesson from one of its steps on; a LessonError where it does not fit its run."""
        steps = played(lesson, trace)
        self.lesson, self.steps, self._chains = lesson, steps, {}
        self._player.load(trace)
        self.go(index if index < len(steps) else 0)

    def end(self) -> None:
        self.lesson, self.steps = None, ()
        self._quiz.clear()

    @property
    def step(self) -> PlayedStep:
        return self.steps[self.index]

    @property
    def is_last(self) -> bool:
        return self.index == len(self.steps) - 1

    def go(self, index: int) -> None:
        """To a step of the lesson."""
        self.index = index
        self._quiz.clear()
        step, chain = self.step, self._chains.get(index)
        if step.question is not None and chain is None:
            self._quiz.ask(step.question)
        else:
            self._player.seek(step.after)
            if chain is not None:
                self._quiz.show_again(chain)
        self.moved.emit(index)
        self.changed.emit()

    def next(self) -> None:
        """To the next step, where nothing is left to answer."""
        if self.active and not self._quiz.open and not self.is_last:
            self.go(self.index + 1)

    def back(self) -> None:
        if self.active and self.index:
            self.go(self.index - 1)

    def _note(self) -> None:
        if self.active and not self._quiz.open:
            self._chains[self.index] = self._quiz.chain
            self.changed.emit()

    # What a panel says

    @property
    def title(self) -> str:
        assert self.lesson is not None
        number = "" if self.lesson.number is None else f" {self.lesson.number}"
        return f"Lesson{number} · {self.lesson.title}"

    @property
    def heading(self) -> str:
        return self.step.lesson.heading

    @property
    def caption(self) -> Paragraphs:
        return pieces(self.step.lesson.caption)
