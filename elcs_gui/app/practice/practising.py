"""Practice, under way: the instance, what is chosen for the next move, and what was said of the last.

What is chosen stands in rows: the panel shows them as buttons, and a click in the picture goes to the row
that is open.
"""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QObject, Signal

from elcs_gui.lessons.exercise import Exercise, Setting
from elcs_gui.lessons.practice import AddSpouse, Ask, Done, Judgement, Move, Orient, Practice, Remove
from elcs_gui.trace.events import Members


class Row(Enum):
    """Where a click in the picture goes."""

    TESTED = "Test"
    PARTNER = "with"
    GIVEN = "given"
    THROUGH = "through"


class Practising(QObject):
    """One instance at a time; moves are made from what is chosen."""

    changed = Signal()
    judged = Signal(object)
    """A Judgement, of a move that was just tried."""
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.practice: Practice | None = None
        self.title = ""
        self.judgement: Judgement | None = None
        self.move: Move | None = None
        """The last one that was tried."""
        self._clear()

    def begin(self, exercise: Exercise, setting: Setting, title: str) -> None:
        """Another instance."""
        self.practice, self.title = Practice(exercise, setting), title
        self.judgement = self.move = None
        self._clear()
        self.changed.emit()

    def _clear(self) -> None:
        self.row = Row.TESTED
        self.tested: int | None = None
        self.partner: int | None = None if self.practice is None else self.practice.setting.target
        self.given: Members = ()
        self.through: int | None = None
        self.arrow: tuple[int, int] | None = None
        self.rule = ""

    @property
    def open(self) -> bool:
        """Is there a move to make?"""
        return self.practice is not None and not self.practice.over

    @property
    def exercise(self) -> Exercise:
        return Exercise.NEIGHBOURS if self.practice is None else self.practice.exercise

    # Choosing

    def open_row(self, row: Row) -> None:
        """Clicks in the picture go there."""
        self.row = row
        self.changed.emit()

    def pick(self, x: int) -> None:
        """A variable was clicked: it goes to the row that is open, and comes out of it again."""
        if self.open and self.exercise is not Exercise.ARROWS:
            self.choose(self.row, x)

    def choose(self, row: Row, x: int) -> None:
        """Put a variable into a row, or take it out."""
        if not self.open:
            return
        if row is Row.TESTED:
            self.tested = None if x in (self.tested, self.partner) else x
            self.given = tuple(z for z in self.given if z != x) if self.tested is not None else ()
            self.row = Row.TESTED if self.tested is None else Row.GIVEN
        elif row is Row.PARTNER:
            self.partner = x if x != self.tested else self.partner
            self.given = tuple(z for z in self.given if z != x)
            self.row = Row.TESTED if self.tested is None else Row.GIVEN
        elif row is Row.THROUGH:
            self.through = None if self.through == x else x
        elif x == self.tested:
            self.tested, self.given, self.row = None, (), Row.TESTED
        elif x != self.partner:
            self.given = tuple(sorted({*self.given} ^ {x}))
        self.changed.emit()

    def choose_arrow(self, tail: int, head: int) -> None:
        """A link, and which way it is to point."""
        if self.open:
            self.arrow = (tail, head)
            self.changed.emit()

    def choose_rule(self, rule: str) -> None:
        if self.open:
            self.rule = "" if rule == self.rule else rule
            self.changed.emit()

    def pick_link(self, x: int, y: int) -> None:
        """A link was clicked, nearer to y: a direction, a member to remove, or whom a spouse is through."""
        if not self.open or self.practice is None:
            return
        other = x if y == self.practice.setting.target else y
        if self.exercise is Exercise.ARROWS:
            self.choose_arrow(x, y)
        elif self.exercise is Exercise.SPOUSES:
            self.choose(Row.THROUGH, other)
        elif other != self.tested:
            self.given = ()
            self.choose(Row.TESTED, other)

    # What could be done now

    @property
    def test(self) -> Ask | None:
        if self.tested is None or self.partner is None or self.exercise is Exercise.ARROWS:
            return None
        return Ask(self.tested, self.partner, self.given)

    @property
    def claim(self) -> Move | None:
        """What the exercise is about: a member leaves, a spouse is one, an arrow points."""
        if self.exercise is Exercise.ARROWS:
            return None if self.arrow is None or not self.rule else Orient(*self.arrow, self.rule)
        if self.tested is None:
            return None
        if self.exercise is Exercise.NEIGHBOURS:
            return Remove(self.tested)
        return None if self.through is None else AddSpouse(self.tested, self.through)

    def play(self, move: Move | None) -> None:
        """Try a move."""
        if move is None or not self.open or self.practice is None:
            return
        self._tell(move, self.practice.play(move))

    def finish(self) -> None:
        """Say that nothing is left to find."""
        self.play(Done())

    def show_move(self) -> None:
        """Let the algorithm make its next move."""
        if self.open and self.practice is not None:
            move = self.practice.next_move()
            self.practice.shown += 1
            self._tell(move, self.practice.play(move))

    def _tell(self, move: Move, judgement: Judgement) -> None:
        self.move, self.judgement = move, judgement
        if judgement.allowed and not isinstance(move, Ask):
            self._clear()
        self.changed.emit()
        self.judged.emit(judgement)
        if not self.open:
            self.ended.emit()


def variables_of(move: Move | None) -> Members:
    """Whom a move is about."""
    if isinstance(move, Ask):
        return (move.x, move.y)
    if isinstance(move, Remove):
        return (move.x,)
    if isinstance(move, AddSpouse):
        return (move.x, move.through)
    return (move.tail, move.head) if isinstance(move, Orient) else ()
