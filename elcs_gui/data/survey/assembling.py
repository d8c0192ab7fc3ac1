"""A data set from a table file: columns read block by block, missing values dealt with, numbers cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.dataset import Dataset, check_not_empty, check_size
from elcs_gui.data.names import checked_names, listed, position
from elcs_gui.data.plan import USUAL_MARKERS, ImportPlan, Kind, MissingPolicy
from elcs_gui.data.survey.cells import missing_values
from elcs_gui.data.survey.growing import GrowingLevels, GrowingNumbers, Whole
from elcs_gui.data.survey.markers import Markers, NotNumber
from elcs_gui.data.survey.spilling import IN_MEMORY, Room
from elcs_gui.data.tables.table_file import Block, TableFile, Tell, as_cells, rows_in
from elcs_gui.errors import DataError, quoted


def gather(table: TableFile, plan: ImportPlan, tell: Tell) -> Dataset:
    """The data set that the plan makes of the table; a DataError says what cannot be.

    The plan must not leave the kind of a column to a guess (`elcs_gui.data.survey.survey.settled`).
    """
    wanted = wanted_columns(table, plan)
    continuous = {place for place in wanted if plan.kind(table.columns[place]) is Kind.CONTINUOUS}
    return gathered(table, plan, wanted, table.blocks(wanted, continuous), tell)


def gathered(
    table: TableFile,
    plan: ImportPlan,
    wanted: Sequence[int],
    blocks: Iterable[Block],
    tell: Tell,
    room: Room = IN_MEMORY,
) -> Dataset:
    """The same of these blocks of the wanted columns, gathered where there is room."""
    columns = checked_names([table.columns[place] for place in wanted], "column", table.name)
    check_not_empty(1, len(columns), table.name)
    continuous = [plan.kind(column) is Kind.CONTINUOUS for column in columns]
    check_not_mixed(table.name, columns, plan)
    markers = markers_of(table, plan)
    growing: list[GrowingLevels | GrowingNumbers] = [
        GrowingNumbers(column, markers, room)
        if measures
        else GrowingLevels(
            column, markers, fractions=column in plan.kinds, joined=column in plan.joined, room=room
        )
        for column, measures in zip(columns, continuous, strict=True)
    ]
    rows = 0
    counts: list[NDArray[np.int64]] = []
    for block in blocks:
        for column, part in zip(growing, block.parts, strict=True):
            try:
                column.add(part, table.name)
            except NotNumber as found:
                raise not_number(table, column.name, rows + found.row, found.label) from None
        rows += rows_in(block.parts[0])
        if block.counts is not None:
            counts.append(block.counts)
        if not room.on_disk:
            check_size(rows, len(columns), table.name)
        tell(block.done)
    check_not_empty(rows, len(columns), table.name)
    wholes = [column.whole() for column in growing]
    weights = np.concatenate(counts) if counts else None
    weights = _apply_policy(table, columns, wholes, plan, weights)
    joined = _joined(table.name, columns, wholes, room)
    return joined if weights is None else replace(joined, counts=weights)


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
    for block in table.blocks([0], ()):
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
            "numbers into levels (--discretise), or leave one kind out (--ignore)."
        )


def _apply_policy(
    table: TableFile,
    columns: Sequence[str],
    wholes: list[Whole],
    plan: ImportPlan,
    weights: NDArray[np.int64] | None,
) -> NDArray[np.int64] | None:
    """Do to the columns what becomes of missing values; the weights of the rows that are left."""
    if plan.policy is MissingPolicy.REFUSE:
        for column, whole in zip(columns, wholes, strict=True):
            missing = whole.missing()
            if missing.any():
                first = table.place(int(missing.argmax()))
                count = missing.sum() if weights is None else weights[missing].sum()
                raise missing_values(column, table.name, int(count), first)
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


def _drop_rows(wholes: Sequence[Whole], where: str) -> NDArray[np.bool_]:
    """Leave out rows with missing values; which were left."""
    complete = ~wholes[0].missing()
    for whole in wholes[1:]:
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


def _joined(name: str, columns: Sequence[str], wholes: list[Whole], room: Room) -> Dataset:
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
    return DataError(
        f"{table.name}, {table.place(row)}, column {quoted(column)}: {quoted(cell)} is not a finite number; "
        "correct it, leave the column out, or read the data as discrete."
    )
