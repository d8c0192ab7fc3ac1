"""A data set from a table file: columns that grow block by block, missing values dealt with, numbers cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.cells import MOST_LEVELS, code_type, is_number, missing_values, too_many_levels
from elcs_gui.data.columns.coding import Column, Labels
from elcs_gui.data.columns.cuts import find_cuts
from elcs_gui.data.columns.spilling import IN_MEMORY, RowStorage, blocks_of
from elcs_gui.data.dataset import Dataset, check_not_empty, check_size
from elcs_gui.data.names import checked_names, listed, position
from elcs_gui.data.plan import USUAL_MARKERS, Cutting, ImportPlan, Kind, MissingPolicy
from elcs_gui.data.survey.markers import Markers, NotNumber, Numbers
from elcs_gui.data.tables.frame_table import FRAME
from elcs_gui.data.tables.table_file import Block, Cells, Part, TableFile, Tell, Wanted, as_cells, rows_in
from elcs_gui.errors import DataError, quoted


def assemble(table: TableFile, plan: ImportPlan, tell: Tell) -> Dataset:
    """The data set that the plan makes of the table; a DataError says what cannot be.

    The plan must not leave the kind of a column to a guess (`elcs_gui.data.survey.survey.settled`).
    """
    wanted = wanted_columns(table, plan)
    continuous = {place for place in wanted if plan.kind(table.columns[place]) is Kind.CONTINUOUS}
    return assembled(table, plan, wanted, table.blocks(Wanted(wanted, continuous, tell=tell)), tell)


def assembled(
    table: TableFile,
    plan: ImportPlan,
    wanted: Sequence[int],
    blocks: Iterable[Block],
    tell: Tell,
    room: RowStorage = IN_MEMORY,
) -> Dataset:
    """The same of these blocks of the wanted columns, assembled where there is room."""
    columns = checked_names([table.columns[place] for place in wanted], "column", table.name)
    check_not_empty(1, len(columns), table.name)
    continuous = [plan.kind(column) is Kind.CONTINUOUS for column in columns]
    check_not_mixed(table.name, columns, plan)
    make = _Making(table, plan, room)
    growing: list[GrowingLevels | GrowingNumbers] | None = None
    wholes: list[WholeColumn] = []
    rows = 0
    counts: list[NDArray[np.int64]] = []
    stream = iter(blocks)
    block = next(stream, None)
    while block is not None:
        following = next(stream, None)
        if growing is None and following is None:
            wholes = [make.whole(*each) for each in zip(columns, continuous, block.parts, strict=True)]
        else:
            growing = growing or [make.growing(*each) for each in zip(columns, continuous, strict=True)]
            for column, part in zip(growing, block.parts, strict=True):
                make.add(part, column, rows)
        rows += rows_in(block.parts[0])
        if block.counts is not None:
            counts.append(block.counts)
        if not room.on_disk:
            check_size(rows, len(columns), table.name)
        tell(block.done)
        block = following
    check_not_empty(rows, len(columns), table.name)
    if growing is not None:
        wholes = [column.whole() for column in growing]
    weights = np.concatenate(counts) if counts else None
    weights = _apply_policy(table, columns, wholes, plan, weights)
    data = _joined(table.name, columns, wholes, room)
    return data if weights is None else replace(data, counts=weights)


def wanted_columns(table: TableFile, plan: ImportPlan) -> list[int]:
    """The places of the columns that the plan does not ignore; an unnamed first one that counts rows is.

    A DataError for a column that the plan names and the table has not.
    """
    check_columns(table, plan)
    wanted = [place for place, column in enumerate(table.columns) if plan.kind(column) is not Kind.IGNORE]
    if wanted[:1] == [0] and not table.columns[0] and _counts_rows(table):
        wanted.remove(0)
    return wanted


def check_columns(table: TableFile, plan: ImportPlan) -> None:
    """A DataError for a column that the plan names and the table has not."""
    for name in (*plan.kinds, *plan.cuttings, *plan.joined):
        position(name, table.columns, table.name)


def markers_of(table: TableFile, plan: ImportPlan) -> Markers:
    """What stands for a missing value in this table."""
    exact = table.knows_missing and plan.missing == USUAL_MARKERS
    return Markers(() if exact else plan.missing)


def _counts_rows(table: TableFile) -> bool:
    """Whether the first column is an index: 0, 1, 2, ... or 1, 2, 3, ..."""
    row = start = 0
    for block in table.blocks(Wanted([0])):
        labels, codes = as_cells(block.parts[0])
        for code in codes.tolist():
            if row == 0 and labels[code] == "1":
                start = 1
            if labels[code] != str(row + start):
                return False
            row += 1
    return True


def check_not_mixed(where: str, columns: Sequence[str], plan: ImportPlan) -> None:
    """A DataError where some columns would stay numbers and others be levels: no test takes both."""
    if Kind.CONTINUOUS not in (plan.others, *plan.kinds.values()):
        return
    levels: list[str] = []
    numbers: list[str] = []
    for column in columns:
        stays = plan.kind(column) is Kind.CONTINUOUS and plan.cutting_of(column) is None
        (numbers if stays else levels).append(column)
    if levels and numbers:
        one, other = len(levels) == 1, len(numbers) == 1
        raise DataError(
            f"{where} mixes levels ({'column' if one else 'columns'} {listed(levels)}) and numbers "
            f"({'column' if other else 'columns'} {listed(numbers)}), and no test takes both: cut the "
            "numbers into levels (--discretise), say that they are levels (--discrete), leave one kind out "
            "(--ignore), or do what a survey proposes (--tidy)."
        )


def _apply_policy(
    table: TableFile,
    columns: Sequence[str],
    wholes: list[WholeColumn],
    plan: ImportPlan,
    weights: NDArray[np.int64] | None,
) -> NDArray[np.int64] | None:
    """Do to the columns what becomes of missing values; the weights of the rows that are left."""
    if plan.policy is MissingPolicy.REFUSE:
        for column, whole in zip(columns, wholes, strict=True):
            if whole.may_miss and (missing := whole.missing()).any():
                first = table.place(int(missing.argmax()))
                count = missing.sum() if weights is None else weights[missing].sum()
                raise missing_values(column, table.name, int(count), first, _hint(table, whole))
    if plan.policy is MissingPolicy.DROP_ROWS:
        complete = _drop_rows(wholes, table.name)
        weights = None if weights is None else weights[complete]
    for column, whole in zip(columns, wholes, strict=True):
        cutting = plan.cutting_of(column)
        if whole.numbers is not None and cutting is not None:
            whole.cut(cutting)
        if plan.policy is MissingPolicy.LEVEL:
            if whole.numbers is not None and whole.missing().any():
                raise DataError(
                    f"Column {quoted(column)} in {table.name} stays numbers, among which missing values "
                    "cannot be a level: cut it into levels, drop those rows, or use the available cases."
                )
            whole.make_missing_a_level()
    return weights


def _hint(table: TableFile, whole: WholeColumn) -> str:
    """What counts as missing, where those cells may have been meant as a level."""
    markers = whole.markers()
    if markers:
        one = len(markers) == 1
        return (
            f"{listed(markers)} {'counts' if one else 'count'} as missing: where "
            f"{'that is a level' if one else 'those are levels'}, say what else is missing (--missing '')."
        )
    labels = [label for label in whole.labels if label is not None]
    if table.name != FRAME or all(map(is_number, labels)):
        return ""
    return (
        "Where pandas read a file, it took cells such as None, NA and nan for missing values: if they are "
        "levels, read it with keep_default_na=False."
    )


def _drop_rows(wholes: Sequence[WholeColumn], where: str) -> NDArray[np.bool_]:
    """Leave out rows with missing values; which were left."""
    complete = ~wholes[0].missing()
    for whole in wholes[1:]:
        if whole.may_miss:
            complete &= ~whole.missing()
    if not complete.any():
        raise DataError(
            f"Every row of {where} has a missing value: leave out the columns that have most, or use the "
            "available cases of each test."
        )
    if not complete.all():
        for whole in wholes:
            whole.keep(complete)
    return complete


def _joined(name: str, columns: Sequence[str], wholes: list[WholeColumn], room: RowStorage) -> Dataset:
    """The columns as one data set; the list is emptied, for their memory."""
    numbers = [whole.numbers for whole in wholes if whole.numbers is not None]
    if numbers:
        return Dataset.continuous(name, columns, numbers, with_gaps=True, room=room)
    codes = [whole.codes for whole in wholes if whole.codes is not None]
    labels = [whole.labels for whole in wholes]
    wholes.clear()
    return Dataset.coded(name, columns, codes, labels, room)


def not_number(table: TableFile, column: str, row: int, cell: str) -> DataError:
    """The complaint about a cell of a continuous column."""
    if cell == column:
        raise DataError(
            f"{table.name}, {table.place(row)}: the name of column {quoted(column)} stands among its "
            "numbers. Where that row is the header again, leave such rows out (--drop-headers)."
        )
    return DataError(
        f"{table.name}, {table.place(row)}, column {quoted(column)}: {quoted(cell)} is not a finite number; "
        "correct it, leave the column out, or read the data as discrete."
    )


# Columns that grow block by block


MISSING_LEVEL = "missing"
"""What the level of missing values is called, unless a level has that name already."""


@dataclass(eq=False)
class WholeColumn:
    """One column, all of it: codes with their labels (None: missing), or numbers (nan: missing)."""

    codes: Column | None
    labels: Labels
    numbers: Numbers | None = None
    spelled: Sequence[str] = ()
    """Its labels as they stand in the cells."""

    @property
    def may_miss(self) -> bool:
        """Whether a value may be missing."""
        return self.numbers is not None or None in self.labels

    def markers(self) -> list[str]:
        """The texts in its cells that count as missing."""
        if self.codes is None:
            return []
        occurs = np.bincount(self.codes, minlength=len(self.labels)) > 0
        labelled = zip(self.spelled, self.labels, occurs.tolist(), strict=True)
        return [text for text, label, is_there in labelled if is_there and label is None and text]

    def missing(self) -> NDArray[np.bool_]:
        """Which rows are."""
        if self.numbers is not None:
            return np.isnan(self.numbers)
        assert self.codes is not None
        unknown = np.array([label is None for label in self.labels])
        missing = np.zeros(len(self.codes), dtype=np.bool_)
        for rows in blocks_of(len(self.codes) if unknown.any() else 0):
            missing[rows] = unknown[self.codes[rows]]
        return missing

    def keep(self, rows: NDArray[np.bool_]) -> None:
        """Leave out all other rows."""
        if self.numbers is not None:
            self.numbers = self.numbers[rows]
        elif self.codes is not None:
            self.codes = self.codes[rows]

    def cut(self, cutting: Cutting) -> None:
        """Make levels of the numbers."""
        assert self.numbers is not None
        if np.isnan(self.numbers).all():
            self.codes, self.labels = np.zeros(len(self.numbers), dtype=np.uint8), [None]
        else:
            cuts = find_cuts(self.numbers, cutting)
            self.labels = [*cuts.labels, None]
            self.codes = cuts.codes(self.numbers).astype(code_type(len(self.labels)))
        self.numbers = None

    def make_missing_a_level(self) -> None:
        """Give the missing cells a level of their own; nothing changes where all are known."""
        if None not in self.labels:
            return
        name, number = MISSING_LEVEL, 2
        while name in self.labels:
            name, number = f"{MISSING_LEVEL} {number}", number + 1
        self.labels = [name if label is None else label for label in self.labels]


class _Making:
    """Makes the columns of a table, as its plan has them."""

    def __init__(self, table: TableFile, plan: ImportPlan, room: RowStorage) -> None:
        self._table, self._plan, self._room = table, plan, room
        self._markers = markers_of(table, plan)
        self._joined = frozenset(plan.joined)

    def growing(self, name: str, measures: bool) -> GrowingLevels | GrowingNumbers:
        """A column without rows yet."""
        if measures:
            return GrowingNumbers(name, self._markers, self._room)
        fractions, joined = name in self._plan.kinds, name in self._joined
        return GrowingLevels(name, self._markers, fractions=fractions, joined=joined, room=self._room)

    def add(self, part: Part, column: GrowingLevels | GrowingNumbers, rows: int) -> None:
        """Give a column some rows, which so many stand before."""
        try:
            column.add(part, self._table.name)
        except NotNumber as found:
            raise not_number(self._table, column.name, rows + found.row, found.label) from None

    def whole(self, name: str, measures: bool, part: Part) -> WholeColumn:
        """A column of which all rows are there."""
        if isinstance(part, Cells) and not measures and name not in self._joined and not self._room.on_disk:
            labels = self._markers.levels(part.labels)
            if labels is not None:
                return WholeColumn(part.codes, labels, spelled=part.labels)
        column = self.growing(name, measures)
        self.add(part, column, 0)
        return column.whole()


class _Store:
    """An array that grows at its end, in one piece: many small pieces would leave holes that nothing fits."""

    def __init__(self, dtype: type[np.generic], room: RowStorage) -> None:
        self._room = room
        self._array: NDArray[Any] = room.empty(room.rows, dtype=dtype)
        self._used = 0

    def append(self, piece: NDArray[Any]) -> None:
        used, end = self._used, self._used + len(piece)
        if piece.dtype.itemsize > self._array.dtype.itemsize:
            narrow, self._array = self._array, self._room.empty(len(self._array), dtype=piece.dtype)
            self._array[:used] = narrow[:used]
        if end > len(self._array):
            # Room for an eighth more, so that the array does not move with every block.
            self._array.resize(end + end // 8, refcheck=False)
        self._array[used:end] = piece
        self._used = end

    def whole(self) -> NDArray[Any]:
        """All that was appended; nothing is left in the store."""
        array, used = self._array, self._used
        self._array, self._used = np.empty(0, dtype=array.dtype), 0
        if used < len(array):
            array.resize(used, refcheck=False)
        return array


class GrowingLevels:
    """A discrete column."""

    def __init__(
        self,
        name: str,
        markers: Markers,
        *,
        fractions: bool,
        joined: bool = False,
        room: RowStorage = IN_MEMORY,
    ) -> None:
        """`joined`: labels that differ only in capitals are one level, spelt as it is first met."""
        self.name = name
        self._joined = joined
        self._markers = markers
        self._fractions = fractions
        self._book: dict[str, int] = {}
        self._codes = _Store(np.uint8, room)

    def add(self, part: Part, where: str) -> None:
        """Take in some rows; a DataError for too many levels, and for fractions where none are welcome."""
        if not self._fractions and not isinstance(part, Cells) and _has_fractions(part):
            raise DataError(
                f"Column {quoted(self.name)} in {where} holds numbers that are not whole: read it as "
                "continuous, or discretise it."
            )
        labels, codes = as_cells(part)
        book = self._book
        seen: Sequence[int] = range(len(labels))
        if len(labels) > len(codes):  # labels that may not occur at all must not fill the book
            seen = np.unique(codes).tolist()
        renaming = np.zeros(len(labels), dtype=np.int64)
        for code in seen:
            renaming[code] = book.setdefault(labels[code], len(book))
        if len(book) > MOST_LEVELS + len(self._markers.texts):
            raise too_many_levels(self.name, where)
        smallest: type[np.integer[Any]] = code_type(len(book)) if len(book) <= MOST_LEVELS else np.uint32
        self._codes.append(renaming.astype(smallest)[codes])

    def whole(self) -> WholeColumn:
        """The column when all rows are there; call it once."""
        spelled = list(self._book)
        labels = [None if label in self._markers else label for label in spelled]
        codes = self._codes.whole()
        if self._joined:
            first: dict[str | None, int] = {}
            same = [first.setdefault(label and label.casefold(), code) for code, label in enumerate(labels)]
            renaming = np.array(same, dtype=codes.dtype)
            for rows in blocks_of(len(codes)):
                codes[rows] = renaming[codes[rows]]
        return WholeColumn(codes, labels, spelled=spelled)


class GrowingNumbers:
    """A continuous column."""

    def __init__(self, name: str, markers: Markers, room: RowStorage = IN_MEMORY) -> None:
        self.name = name
        self._markers = markers
        self._numbers = _Store(np.float64, room)

    def add(self, part: Part, where: str) -> None:  # noqa: ARG002  as the other kind
        """Take in some rows; raises NotNumber."""
        self._numbers.append(self._markers.numbers(part))

    def whole(self) -> WholeColumn:
        """The column when all rows are there; call it once."""
        return WholeColumn(None, [], self._numbers.whole())


def _has_fractions(numbers: NDArray[np.generic]) -> bool:
    if numbers.dtype.kind != "f":
        return False
    known = np.asarray(numbers, dtype=np.float64)
    known = known[~np.isnan(known)]
    return bool((known != np.rint(known)).any())
