"""Predict: a run is gone through as usual, and stops wherever the level of difficulty asks something."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from elcs_gui.algorithms.run_title import run_title
from elcs_gui.app.model.player import Player
from elcs_gui.app.teaching.quiz import Quiz
from elcs_gui.lessons.playing import Paragraphs
from elcs_gui.lessons.question import Question
from elcs_gui.lessons.questions import LEVELS, Level, questions_of
from elcs_gui.trace.trace import Trace

WAITING = "Step or play on: the next question comes by itself."
OVER = "No more questions: this is what the run found."


class Predicting(QObject):
    """Leads through a trace from question to question."""

    changed = Signal()

    def __init__(self, player: Player, quiz: Quiz, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player, self._quiz = player, quiz
        self.level = LEVELS["arrows"]
        self._trace: Trace | None = None
        self._next: Question | None = None
        self._moving = False
        player.moved.connect(self._arrived)
        player.held.connect(self._held)

    @property
    def active(self) -> bool:
        return self._trace is not None

    def begin(self, trace: Trace, step: int) -> None:
        """Ask about this run, from the step on."""
        self._trace = trace
        self._player.load(trace, step)
        self._look(step)

    def end(self) -> None:
        self._trace = self._next = None
        self._quiz.clear()

    def set_level(self, level: Level) -> None:
        """Ask otherwise, from the cursor on."""
        if level is not self.level:
            self.level = level
            if self._trace is not None:
                self._quiz.clear()
                self._look(self._player.step)

    def next(self) -> None:
        """From an answer, or from anywhere between, to the next question, or to the end."""
        if self._quiz.open or self._trace is None:
            return
        self._release()
        self._player.seek(self._player.length if self._next is None else self._next.step)
        self._arrived(self._player.step)

    def back(self) -> None:
        """To the change before."""
        self._player.previous_change()

    @property
    def over(self) -> bool:
        """Is there nothing left to ask?"""
        return self._next is None

    # What a panel says

    @property
    def title(self) -> str:
        return "Predict" if self._trace is None else f"Predict · {run_title(self._trace.header)}"

    @property
    def heading(self) -> str:
        return "That was all" if self.over and not self._quiz.chain else "What comes next?"

    @property
    def caption(self) -> Paragraphs:
        waiting = OVER if self.over else WAITING
        return (((self.level.sentence, ""),), ((waiting, ""),)) if not self._quiz.chain else ()

    # Going on

    def _look(self, step: int) -> None:
        """Find the next question from a step on, and let the cursor go so far."""
        assert self._trace is not None
        self._next = next(questions_of(self._trace, self.level, step), None)
        self._player.set_limit(None if self._next is None else self._next.step)
        self.changed.emit()
        self._arrived(self._player.step)

    def _release(self) -> None:
        """What was answered is left behind."""
        asked = self._quiz.current
        if asked is not None and not asked.open:
            step = self._quiz.chain[0].question.step
            self._quiz.clear()
            self._look(max(step + 1, self._player.step))

    def _arrived(self, step: int) -> None:
        found = self._next
        if found is not None and step == found.step and not self._quiz.chain and self._trace is not None:
            self._quiz.ask(found)
            self.changed.emit()

    def _held(self) -> None:
        """Whoever steps on from an answer goes on."""
        if self.active and self._quiz.chain and not self._quiz.open:
            self._release()
            if not self._quiz.chain:
                self._player.forward()
