"""Looking at a table before it is read, in the worker: what is asked, what is told, and the looking itself.

A large file is looked at twice: its first rows, so that there is something to see at once, then all of it.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from elcs_gui.data.files import reading
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.survey.survey import ColumnSurvey, Survey, survey, survey_table
from elcs_gui.data.tables.address import trusted
from elcs_gui.data.tables.engine import EngineTable
from elcs_gui.data.tables.opening import TEXT, open_table
from elcs_gui.data.tables.table_file import (
    Block,
    Cells,
    Part,
    SomeRows,
    TableFile,
    Tell,
    Wanted,
    nobody,
    rows_in,
)
from elcs_gui.errors import ElcsError
from elcs_gui.parallel.processes import now_and_then

LARGE = 1 << 22
"""Bytes from which on a text file is looked at twice."""
BEGINNING = 1 << 18
"""Bytes to look at first."""
HEAD = 2000
"""Rows to look at first in other files."""
TOLD_EVERY = 0.05
"""Seconds between two reports of progress."""
MOST_NUMBERS = 1 << 19
"""Numbers that are handed to the window to draw from, of all columns together."""
LEAST_NUMBERS = 100
"""The same of one column, however many there are."""
AT_ONCE = 500
"""Columns that are handed over in one piece: taking in thousands of them would be felt."""
MOST_PREVIEWED = 100_000
"""Cells of the preview."""


@dataclass(frozen=True)
class Look:
    """Look at a file. The plan may override its form and its markers.

    Attributes:
        columns: a fingerprint of the columns it is known to have; if it still has them, nothing is looked at.
        trusted: the servers that may be asked (`elcs_gui.data.tables.address`).
    """

    number: int
    path: Path
    plan: ImportPlan
    columns: str | None = None
    trusted: tuple[tuple[str, bool], ...] = field(default_factory=trusted)


@dataclass(frozen=True)
class GiveUp:
    """Stop looking at, or reading, what was asked for under this number."""

    number: int


@dataclass(frozen=True, eq=False)
class LookedColumns:
    """Some columns of what was found; the rest of it follows."""

    number: int
    columns: tuple[ColumnSurvey, ...]


@dataclass(frozen=True, eq=False)
class Looked:
    """What was found; of the first rows, or of all of them if it is `whole`. Its columns came before."""

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


LookMessage = LookedColumns | Looked | SameColumns


class GivenUp(Exception):
    """The window does not want it any more."""


class Reporter:
    """Tells the window how far something is, not too often, and hears whether it is still wanted."""

    def __init__(self, number: int, send: Callable[[object], None], unwanted: Callable[[int], bool]) -> None:
        self._number, self._unwanted = number, unwanted
        self._tell: Tell = now_and_then(lambda share: send(Reading(number, share)), TOLD_EVERY)

    def __call__(self, share: float) -> None:
        """Raises GivenUp."""
        if self._unwanted(self._number):
            raise GivenUp
        self._tell(share)


def look(command: Look, send: Callable[[object], None], tell: Tell) -> None:
    """Look at the file and send what was found; a DataError says what is wrong with it."""
    beginning = None if command.columns is not None else _survey_of_beginning(command)
    if beginning is not None:
        _send(command.number, beginning, send, whole=False)
    table = open_table(command.path, command.plan, lambda share: tell(share / 10))
    if command.columns is not None and fingerprint(table.columns) == command.columns:
        send(SameColumns(command.number))
        return
    if beginning is None:
        head = FirstRows(table)
        first = survey_table(head, command.plan, nobody)
        _send(command.number, first, send, whole=head.is_all)
        if head.is_all:
            return
    all_rows = survey_table(table, command.plan, lambda share: tell((1 + 9 * share) / 10))
    _send(command.number, all_rows, send, whole=True)


def _survey_of_beginning(command: Look) -> Survey | None:
    """The first rows of a large text file, from a copy: its encoding alone takes a pass over all of it.

    None where it is not large, or its beginning cannot be read by itself.
    """
    path = command.path
    if path.suffix.lower() not in TEXT or not path.is_file() or path.stat().st_size < LARGE:
        return None
    with reading(path), path.open("rb") as file:
        beginning = file.read(BEGINNING)
    if b"\0" in beginning or b"\n" not in beginning:
        return None  # two bytes a letter, or no table at all
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_bytes(beginning[: beginning.rindex(b"\n") + 1])
        try:
            return survey(copy, command.plan)
        except ElcsError:
            return None  # it may end amidst a quotation; the whole file will tell


def _send(number: int, survey: Survey, send: Callable[[object], None], *, whole: bool) -> None:
    survey = slim(survey)
    for begin in range(0, len(survey.columns), AT_ONCE):
        send(LookedColumns(number, survey.columns[begin : begin + AT_ONCE]))
    send(Looked(number, replace(survey, columns=()), whole=whole))


def fingerprint(columns: Sequence[str]) -> str:
    """Short, and equal for equal names in the same order only."""
    return hashlib.blake2b("\0".join(columns).encode("utf-8", "replace"), digest_size=12).hexdigest()


class FirstRows(SomeRows):
    """The first rows of a table, as a table; see `elcs_gui.data.tables.table_file.TableFile`."""

    def __init__(self, table: TableFile) -> None:
        super().__init__(table)
        self.is_all = False
        """Whether that was the whole table; known once it has been looked at."""

    def blocks(self, wanted: Wanted) -> Iterator[Block]:
        if isinstance(self._table, EngineTable):  # a sample takes a pass over all of it
            yield from self._table.first_rows(wanted.places)
            return
        blocks = iter(self._table.blocks(wanted))
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
    """A survey that is small enough to be handed over, however many columns there are."""
    columns = max(len(survey.columns), 1)
    most = max(MOST_NUMBERS // columns, LEAST_NUMBERS)
    rows = max(MOST_PREVIEWED // columns, 5)
    thinned = tuple(_thinned(column, most) for column in survey.columns)
    return replace(survey, columns=thinned, preview=survey.preview[:rows])


def _thinned(column: ColumnSurvey, most: int) -> ColumnSurvey:
    """With fewer numbers to draw from; with none, where the labels and their counts say it all."""
    if column.levels is not None and column.levels <= len(column.frequent):
        return replace(column, sample=column.sample[:0])
    if len(column.sample) <= most:
        return column
    return replace(column, sample=column.sample[:: -(-len(column.sample) // most)].copy())
