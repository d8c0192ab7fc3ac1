"""A question being answered: what was chosen, what comes after it, and what may be seen meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from elcs_gui.app.model.player import Player
from elcs_gui.lessons.question import Kind, Option, Question


@dataclass
class Asked:
    """One question of a chain.

    Attributes:
        chosen: what was chosen; while all of several are to be found, what is marked so far.
        tried: premises that were chosen and hold.
        correct: whether the first choice was right; None while it is not answered.
        skipped: the answer was asked for.
    """

    question: Question
    chosen: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    correct: bool | None = None
    hinted: bool = False
    skipped: bool = False

    @property
    def open(self) -> bool:
        return self.correct is None

    @property
    def tries(self) -> int:
        """How many choices it took."""
        return 0 if self.skipped else len(self.tried) + 1


class Quiz(QObject):
    """One chain of questions at a time: the first, and what follows from how it is answered.

    While it is open the cursor of the player goes no further. Once the answer is known, or all that follows
    it, the event that was asked about is shown.
    """

    changed = Signal()
    answered = Signal(object)
    """An `Asked`, no longer open."""
    ended = Signal()
    """The chain is at its end: what was asked about is shown."""

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self.chain: list[Asked] = []
        player.moved.connect(self._moved)
        player.held.connect(self._held)

    @property
    def current(self) -> Asked | None:
        """The last question of the chain, answered or not; None where nothing is asked."""
        return self.chain[-1] if self.chain else None

    @property
    def open(self) -> bool:
        """Is there something to answer?"""
        return bool(self.chain) and self.chain[-1].open

    @property
    def wrong_guess(self) -> Option | None:
        """The arrow that was guessed and is not so."""
        if not self.chain or self.chain[0].correct is not False or self.chain[0].skipped:
            return None
        question = self.chain[0].question
        return question.option(self.chain[0].chosen[0]) if question.kind is Kind.ORIENTATION else None

    def ask(self, question: Question) -> None:
        """Show the question where it stands."""
        self.chain = [Asked(question)]
        if question.kind is Kind.VERDICT:
            self._player.ask(question.step + 1)
        else:
            self._player.pause()
            self._player.set_limit(None)
            self._player.seek(question.step)
            self._player.set_limit(question.step)
        self.changed.emit()

    def show_again(self, chain: list[Asked]) -> None:
        """A chain that was answered before; nothing is asked."""
        self.chain = chain
        self.changed.emit()

    def clear(self) -> None:
        """Ask nothing any more; the cursor is free."""
        self.chain = []
        self._player.set_limit(None)
        self.changed.emit()

    def choose(self, id: str) -> None:
        """Answer, or mark one of several."""
        asked = self.current
        if asked is None or not asked.open or id not in {option.id for option in asked.question.options}:
            return
        question = asked.question
        if question.every:
            marked = {*asked.chosen} ^ {id}
            asked.chosen = tuple(option.id for option in question.options if option.id in marked)
            self.changed.emit()
        elif question.kind is Kind.FAILED and id not in question.right:
            if id not in asked.tried:
                asked.tried = (*asked.tried, id)
                self.changed.emit()
        else:
            asked.chosen = (id,)
            self._settle(asked, correct=question.accepts(asked.chosen) and not asked.tried)

    def choose_place(self, place: int) -> None:
        """The option that has this number in the picture, or at this place in the list."""
        asked = self.current
        if asked is not None and 1 <= place <= len(asked.question.options):
            self.choose(asked.question.options[place - 1].id)

    def submit(self) -> None:
        """All that belong to it are marked."""
        asked = self.current
        if asked is not None and asked.open and asked.question.every and asked.chosen:
            self._settle(asked, correct=asked.question.accepts(asked.chosen))

    def show_hint(self) -> None:
        asked = self.current
        if asked is not None and asked.open and not asked.hinted:
            asked.hinted = True
            self.changed.emit()

    def skip(self) -> None:
        """Show the answer; it counts as not known."""
        asked = self.current
        if asked is not None and asked.open:
            asked.skipped, asked.chosen = True, asked.question.right
            self._settle(asked, correct=False)

    def _settle(self, asked: Asked, *, correct: bool) -> None:
        asked.correct = correct
        first = asked is self.chain[0]
        following = None
        if not asked.skipped and (correct or first):
            following = asked.question.follow_up(asked.chosen[0])
        if following is not None:
            self.chain.append(Asked(following))
        if following is None or (first and not correct):
            self._reveal()
        self.changed.emit()
        self.answered.emit(asked)
        if following is None:
            self.ended.emit()

    def _reveal(self) -> None:
        """Show what was asked about, and go no further before the chain is at its end."""
        step = self.chain[0].question.step + 1
        self._player.set_limit(None)
        if self._player.asking:
            self._player.forward()
        else:
            self._player.seek(step)
        self._player.set_limit(step)

    def _moved(self, _: int) -> None:
        """Whoever goes back from a verdict that is asked for does not pass it on the way forth."""
        if self._asks_verdict and not self._player.asking:
            self._player.set_limit(self.chain[0].question.step)

    def _held(self) -> None:
        if self._asks_verdict and not self._player.asking:
            self._player.ask(self.chain[0].question.step + 1)

    @property
    def _asks_verdict(self) -> bool:
        return self.open and self.chain[0].question.kind is Kind.VERDICT
