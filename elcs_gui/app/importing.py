"""Looking at a table before it is read, in the worker: what is asked, what is told, and the looking itself.

A large file is looked at twice: its first rows, so that there is something to see at once, then all of it.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from elcs_gui.data.opening import open_table
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.survey import Survey, survey_table
from elcs_gui.data.table_file import Block, Cells, Form, Part, TableFile, nobody, rows_in

HEAD = 2000
"""Rows to look at first."""
TOLD_EVERY = 0.05
"""Seconds between two reports of progress."""
MOST_NUMBERS = 1 << 20
"""Numbers that are handed to the window to draw from, of all columns together."""
LEAST_NUMBERS = 200
"""The same of one column, however many there are."""
MOST_PREVIEWED = 100_000
"""Cells of the preview."""


@dataclass(frozen=True)
class Look:
    """Look at a file. The plan may override its form and its markers.

    Attributes:
        columns: a fingerprint of the columns it is known to have; if it still has them, nothing is looked at.
    """

    number: int
    path: Path
    plan: ImportPlan
    columns: str | None = None


@dataclass(frozen=True)
class GiveUp:
    """Stop looking at, or reading, what was asked for under this number."""

    number: int


@dataclass(frozen=True, eq=False)
class Looked:
    """What was found; of the first rows, or of all of them if it is `whole`."""

    number: int
    survey: Survey
    whole: bool


@dataclass(frozen=True)
class SameColumns:
    """The file has the columns it is known to have: it can be read as it was before."""

    number: int


@dataclass(frozen=True)
class Reading:
    """How far the looking or reading is: the share that is done."""

    number: int
    share: float


class GivenUp(Exception):
    """The window does not want it any more."""


class Reporter:
    """Tells the window how far something is, not too often, and hears whether it is still wanted."""

    def __init__(self, number: int, send: Callable[[object], None], unwanted: Callable[[int], bool]) -> None:
        self._number, self._send, self._unwanted = number, send, unwanted
        self._due = time.monotonic() + TOLD_EVERY

    def __call__(self, share: float) -> None:
        """Raises GivenUp."""
        if self._unwanted(self._number):
            raise GivenUp
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + TOLD_EVERY
            self._send(Reading(self._number, share))


def look(command: Look, send: Callable[[object], None], tell: Callable[[float], None]) -> None:
    """Look at the file and send what was found; a DataError says what is wrong with it."""
    table = open_table(command.path, command.plan, lambda share: tell(share / 10))
    if command.columns is not None and fingerprint(table.columns) == command.columns:
        send(SameColumns(command.number))
        return
    head = Head(table)
    first = survey_table(head, command.plan, nobody)
    if head.is_all:
        send(Looked(command.number, slim(first), whole=True))
        return
    send(Looked(command.number, slim(first), whole=False))
    whole = survey_table(table, command.plan, lambda share: tell((1 + 9 * share) / 10))
    send(Looked(command.number, slim(whole), whole=True))


def fingerprint(columns: Sequence[str]) -> str:
    """Short, and equal for equal names in the same order only."""
    return hashlib.blake2b("\0".join(columns).encode("utf-8", "replace"), digest_size=12).hexdigest()


class Head:
    """The first rows of a table, as a table; see `elcs_gui.data.table_file.TableFile`."""

    def __init__(self, table: TableFile) -> None:
        self._table = table
        self.name = table.name
        self.is_all = False
        """Whether that was the whole table; known once it has been looked at."""

    @property
    def form(self) -> Form:
        return self._table.form

    @property
    def columns(self) -> tuple[str, ...]:
        return self._table.columns

    @property
    def knows_missing(self) -> bool:
        return self._table.knows_missing

    def blocks(self, wanted: Sequence[int], numeric: Collection[int]) -> Iterator[Block]:
        blocks = iter(self._table.blocks(wanted, numeric))
        block = next(blocks, None)
        if block is None:
            return
        # What has been parsed in one go is as soon surveyed as its beginning.
        within = block.done >= 1 or rows_in(block.parts[0]) <= HEAD
        yield block if within else Block([_first(part, HEAD) for part in block.parts], block.done)
        self.is_all = within and next(blocks, None) is None

    def place(self, row: int) -> str:
        return self._table.place(row)


def _first(part: Part, rows: int) -> Part:
    return Cells(part.labels, part.codes[:rows]) if isinstance(part, Cells) else part[:rows]


def slim(survey: Survey) -> Survey:
    """A survey that is small enough to be handed over at once, however many columns there are."""
    columns = max(len(survey.columns), 1)
    most = max(MOST_NUMBERS // columns, LEAST_NUMBERS)
    thinned = tuple(
        replace(column, sample=column.sample[:: -(-len(column.sample) // most)].copy())
        if len(column.sample) > most
        else column
        for column in survey.columns
    )
    rows = max(MOST_PREVIEWED // columns, 5)
    return replace(survey, columns=thinned, preview=survey.preview[:rows])
