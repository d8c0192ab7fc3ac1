"""What a learner answered: score, streak, and results as a table.

An attempt is one question answered: the first choice counts, what is tried after it is kept as `tries`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from typing import Any

from elcs_gui.data.columns.cells import neutralised
from elcs_gui.errors import ElcsError


@dataclass(frozen=True, slots=True)
class Attempt:
    """One question answered.

    Attributes:
        learner: a name or a number, as the learner or the teacher chose it.
        when: the time in ISO format; whoever records it knows the clock.
        run: what was asked about: the title of a lesson, or of the data.
        chosen, right: the texts of the options.
        correct: whether the first choice was right.
        tries: how many choices it took; 0 where it was skipped.
        hinted: whether the hint was shown before the first choice.
    """

    learner: str
    when: str
    run: str
    step: int
    kind: str
    prompt: str
    chosen: str
    right: str
    correct: bool
    tries: int = 1
    hinted: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """Of some attempts, in order: how many were right, and how many in a row."""

    asked: int = 0
    right: int = 0
    streak: int = 0
    best: int = 0

    def after(self, *, correct: bool) -> Score:
        """With one more answer."""
        streak = self.streak + 1 if correct else 0
        return Score(self.asked + 1, self.right + correct, streak, max(self.best, streak))

    @property
    def words(self) -> str:
        """7 of 9 right · best streak 5."""
        if not self.asked:
            return "No answers yet"
        return f"{self.right} of {self.asked} right" + (
            f" · best streak {self.best}" if self.best > 1 else ""
        )


def score_of(attempts: Iterable[Attempt]) -> Score:
    """The score of answers in the order in which they were given."""
    score = Score()
    for attempt in attempts:
        score = score.after(correct=attempt.correct)
    return score


COLUMNS = tuple(field.name for field in fields(Attempt))


def as_csv(attempts: Iterable[Attempt]) -> str:
    """A line for each attempt, with a head; cells that a spreadsheet would compute get an apostrophe."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for attempt in attempts:
        cells = asdict(attempt)
        table.writerow([_cell(cells[column]) for column in COLUMNS])
    return text.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    return neutralised(value) if isinstance(value, str) else value


def to_json(attempt: Attempt) -> dict[str, Any]:
    """For a file that keeps answers."""
    return asdict(attempt)


def from_json(found: object) -> Attempt:
    """What `to_json` made; an error where it is something else."""
    if not isinstance(found, dict) or {*found} != {*COLUMNS}:
        raise ElcsError("This is no record of an answer.")
    for field in fields(Attempt):
        kind = {"str": str, "int": int, "bool": bool}[str(field.type)]
        if type(found[field.name]) is not kind:
            raise ElcsError(f"This is no record of an answer: its {field.name} is not {kind.__name__}.")
    return Attempt(**found)
