"""A data set from a table that an engine reads: its distinct rows with their counts, by one scan.

Measurements are cut where the plan says so, at cut points that the engine's quantiles tell; those that stay
numbers, and rows of which too many are distinct for the memory there may be, are kept on the disk one by one
(`elcs_gui.data.columns.spilling`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from elcs_gui.data.columns.cuts import Cuts, cuts_of
from elcs_gui.data.columns.spilling import IN_MEMORY, RowStorage, on_disk
from elcs_gui.data.dataset import Dataset, check_not_empty
from elcs_gui.data.plan import ImportPlan, Kind, MissingPolicy
from elcs_gui.data.survey.assembling import assembled, check_not_mixed, markers_of, not_number, wanted_columns
from elcs_gui.data.survey.engine_cells import EngineNumbers, SqlCells
from elcs_gui.data.tables.engine import TABLE, EngineTable, memory_limit
from elcs_gui.data.tables.packing import Digit
from elcs_gui.data.tables.table_file import Tell, nobody
from elcs_gui.data.weighting import distinct_rows

Pair = tuple[int, int]
Pairs = Callable[[Sequence[Pair]], Iterator[Dataset]]
"""Gives the data of each pair of variables: what marginal tests are asked on."""
Narrow = Callable[[tuple[str, ...], Pairs], Sequence[int]]
"""Told the names of the columns, and how to get at pairs of them, says which ones to keep."""

_BESIDE_CODES = 64
"""Bytes for each distinct row that are needed beside its codes, twice, to put the rows in order."""

_PAIRS = 64
"""Most pairs of columns that are counted in one scan."""
_A_CELL = 16
"""Bytes of a cell of the answer, while the rows of each pair are taken out of it."""

_KEPT, _LOOKING = 0.2, 0.3
"""The share of the time by which a copy is made, and that of the rest by which levels and cuts are known."""


def scan(table: EngineTable, plan: ImportPlan, tell: Tell, narrow: Narrow | None = None) -> Dataset:
    """The data set that the plan makes of the table, with the columns that `narrow` keeps.

    The plan must not leave the kind of a column to a guess (`elcs_gui.data.survey.survey.settled`). A
    DataError says what cannot be.
    """
    wanted = wanted_columns(table, plan)
    check_not_empty(1, len(wanted), table.name)
    check_not_mixed(table.name, [table.columns[place] for place in wanted], plan)
    numeric = [place for place in wanted if plan.kind(table.columns[place]) is Kind.CONTINUOUS]
    cells = SqlCells(table, markers_of(table, plan), wanted)
    _check_numbers(table, cells, numeric)
    select = cells.select(numeric, complete=plan.policy is MissingPolicy.DROP_ROWS)
    with table.engine.kept(select, lambda share: tell(_KEPT * share)) as source:

        def further(share: float) -> None:
            tell(_KEPT + (1 - _KEPT) * share)

        if numeric and plan.cutting_of(table.columns[numeric[0]]) is None:
            return narrowed(_numbers(table, plan, numeric, source, further), narrow)
        return _levels(table, plan, cells, numeric, source, further, narrow)


def narrowed(data: Dataset, narrow: Narrow | None) -> Dataset:
    """Data that are read, with the columns that `narrow` keeps."""
    if narrow is None:
        return data
    return _only(data, narrow(data.columns, lambda asked: (_only(data, pair) for pair in asked)))


def _only(data: Dataset, variables: Sequence[int]) -> Dataset:
    """Some of the variables of a data set, with all of its rows."""
    chosen = list(variables)
    return replace(
        data,
        columns=tuple(data.columns[variable] for variable in chosen),
        codes=data.codes[chosen],
        levels=tuple(data.levels[variable] for variable in chosen),
        values=None if data.values is None else data.values[chosen],
        fingerprint="",
    )


def _levels(
    table: EngineTable,
    plan: ImportPlan,
    cells: SqlCells,
    numeric: Sequence[int],
    source: str,
    tell: Tell,
    narrow: Narrow | None,
) -> Dataset:
    """Columns of levels, and of numbers that are cut into some."""
    wanted = cells.wanted
    stored = _count(table, source)
    check_not_empty(stored, len(wanted), table.name)
    levels = [place for place in wanted if place not in numeric]
    digits = table.digits(levels, source, lambda share: tell(_LOOKING * share))
    digits |= _cut(table, plan, cells, numeric, source, lambda: tell(_LOOKING))

    def tell_scan(share: float) -> None:
        tell(_LOOKING + (1 - _LOOKING) * share)

    as_levels = plan.with_kinds(Kind.DISCRETE, [table.columns[place] for place in numeric])
    if narrow is not None:
        columns = tuple(table.columns[place] for place in wanted)
        pairs = _pairs(table, as_levels, wanted, digits, source, stored, lambda: tell(_LOOKING))
        kept = narrow(columns, pairs)
        wanted = [wanted[variable] for variable in kept]
        digits = {place: digit for place, digit in digits.items() if place in wanted}
    room = _room(table, wanted, digits, source, stored)
    if room.on_disk:
        rows = table.all_rows(wanted, digits, source, room.rows)
        return assembled(table, as_levels, wanted, rows, tell_scan, room)
    distinct = table.distinct(wanted, digits, source, tell_scan)
    return distinct_rows(assembled(table, as_levels, wanted, distinct, tell))


def _check_numbers(table: EngineTable, cells: SqlCells, numeric: Sequence[int]) -> None:
    """A DataError for a cell of these columns that is neither missing nor a number."""
    if not numeric:
        return
    asked = ", ".join(f"max({cells.odd(place)})" for place in numeric)
    [odd] = table.rows(f"SELECT {asked} FROM {TABLE}")
    for place, cell in zip(numeric, odd, strict=True):
        if cell is not None:
            raise not_number(table, table.columns[place], 0, cell)


def _cut(
    table: EngineTable,
    plan: ImportPlan,
    cells: SqlCells,
    numeric: Sequence[int],
    source: str,
    pause: Callable[[], None],
) -> dict[int, Digit]:
    """The columns of numbers as digits, cut as the plan says; `pause` is called now and then."""
    found: dict[int, Digit] = {}
    for place in numeric:
        cutting = plan.cutting_of(table.columns[place])
        assert cutting is not None
        numbers = EngineNumbers(table, source, place, lambda _: pause())
        cuts = cuts_of(numbers, cutting) if numbers.count else Cuts((), ())
        found[place] = cells.digit(place, cuts)
    return found


def _pairs(
    table: EngineTable,
    plan: ImportPlan,
    wanted: Sequence[int],
    digits: Mapping[int, Digit],
    source: str,
    stored: int,
    pause: Callable[[], None],
) -> Pairs:
    """The data of pairs of columns, many of them by one scan."""

    def distinct(pair: Pair) -> int:
        if all(place in digits for place in pair):
            return min(stored, math.prod(len(digits[place].labels) for place in pair))
        return stored

    def asked(pairs: Sequence[Pair]) -> Iterator[Dataset]:
        for batch in _batches([(wanted[one], wanted[other]) for one, other in pairs], distinct):
            pause()
            for pair, block in zip(batch, table.pairs(batch, digits, source), strict=True):
                yield assembled(table, plan, pair, [block], nobody)

    return asked


def _batches(pairs: Sequence[Pair], distinct: Callable[[Pair], int]) -> Iterator[list[Pair]]:
    """The pairs in their order, so many at a time that the answer to all of them fits into memory.

    It has a row for every distinct row of every pair, and for every column of a pair two cells in each row.
    """
    batch: list[Pair] = []
    rows = 0
    for pair in pairs:
        rows += distinct(pair)
        size = rows * (4 * len(batch) + 5) * _A_CELL
        if batch and (len(batch) == _PAIRS or size > memory_limit() // 4):
            yield batch
            batch, rows = [], distinct(pair)
        batch.append(pair)
    if batch:
        yield batch


def _numbers(
    table: EngineTable, plan: ImportPlan, numeric: Sequence[int], source: str, tell: Tell
) -> Dataset:
    """Columns that stay numbers, row by row."""
    rows = _count(table, source)
    in_memory = 8 * rows * len(numeric) <= memory_limit() // 4
    room = IN_MEMORY if in_memory else RowStorage(rows, on_disk)
    return assembled(table, plan, numeric, table.numbers(numeric, source, rows), tell, room)


def _room(
    table: EngineTable, wanted: Sequence[int], digits: Mapping[int, Digit], source: str, rows: int
) -> RowStorage:
    """Where the so many rows go: distinct ones into memory if they fit, else all of them to the disk."""
    most = memory_limit() // 2 // (2 * len(wanted) + _BESIDE_CODES)
    if rows <= most:
        return IN_MEMORY
    about = table.about_distinct(wanted, digits, source)
    return IN_MEMORY if about is None or about <= most else RowStorage(rows, on_disk)


def _count(table: EngineTable, source: str) -> int:
    [(rows,)] = table.rows(f"SELECT count(*) FROM {source}")
    return int(rows)
