"""A table of data as the tests want it: one contiguous row of codes, or of numbers, per variable."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.cells import (
    MOST_LEVELS,
    Codes,
    missing_values,
)
from elcs_gui.data.columns.coding import Column, table_of
from elcs_gui.data.columns.moments import BLOCK, Moments, is_long
from elcs_gui.data.columns.spilling import IN_MEMORY, RowStorage, found_again, lies_on_disk, shared
from elcs_gui.data.files import shown_name
from elcs_gui.data.names import checked_labels, checked_names, listed, position
from elcs_gui.data.plan import MISSING
from elcs_gui.errors import DataError, quoted

MOST_CELLS = 2**31
MOST_ROWS = 2**31 - 1
"""A cell of a table counts no further."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """Rows of discrete or of continuous values, under named columns.

    Make one by `discrete`, `coded` or `continuous`: they put levels in order and drop those that do not
    occur. A data set has at least two columns and one row. It may hold constant columns, as a small sample
    does; `check_usable` tells. It may have gaps, cells that nobody knows: their code is one past the last
    level of the variable, their number is nan.

    Discrete data may be weighted: `counts` says how many rows each row of codes stands for, and no test can
    tell them from data in which every row is written out (`elcs_gui.data.weighting`).
    """

    name: str
    """Where it came from, for messages: `alarm.csv`."""
    columns: tuple[str, ...]
    codes: Codes
    """(variables, stored rows), C-contiguous; uint8 up to 256 codes, else uint16. No rows if continuous."""
    levels: tuple[tuple[str, ...], ...]
    """The label of each code, by variable; empty if continuous. Every level occurs in the data."""
    values: NDArray[np.float64] | None = None
    """(variables, rows), C-contiguous, finite or nan; None if discrete."""
    counts: NDArray[np.int64] | None = None
    """The rows that each stored one stands for, at least 1; None where each stands for itself."""
    fingerprint: str = ""
    """Of weighted data that were read row by row: what it was in that order (`elcs_gui.data.fingerprint`)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", shown_name(self.name))
        shape = self.codes.shape if self.values is None else self.values.shape
        if len(shape) != 2 or not shape[0] == len(self.columns) == len(self.codes) == len(self.levels):
            raise DataError(f"{self.name} has {len(self.columns)} column names for data of shape {shape}.")
        check_not_empty(self.stored, self.variables, self.name)
        if self.counts is not None and (
            self.values is not None or self.counts.shape != shape[1:] or self.counts.min() < 1
        ):
            raise DataError(f"{self.name} has counts that do not fit its rows.")
        if self.rows > MOST_ROWS:
            raise DataError(f"{self.name} has {self.rows:,} rows, more than {MOST_ROWS:,}: take fewer.")
        if self._lies_on_disk:
            _share_files()

    def __getstate__(self) -> dict[str, Any]:
        """For another machine; a DataError for rows on the disk, which memory would have to hold there.

        Processes of this machine are handed the file instead (`_handed_over`).
        """
        if self._lies_on_disk:
            raise self._not_shared()
        return self.__dict__

    @property
    def _lies_on_disk(self) -> bool:
        return lies_on_disk(self.codes if self.values is None else self.values)

    def _not_shared(self) -> DataError:
        return DataError(
            f"{self.name} has more rows than memory may hold, and no other machine (on Linux alone another "
            "process) can have them: allow more memory, leave columns out, or omit --scheduler and --jobs."
        )

    @property
    def variables(self) -> int:
        return len(self.columns)

    @property
    def stored(self) -> int:
        """The rows that are held; fewer than there are where they are weighted."""
        return int((self.codes if self.values is None else self.values).shape[1])

    @cached_property
    def rows(self) -> int:
        return self.stored if self.counts is None else int(self.counts.sum())

    def rows_where(self, chosen: NDArray[np.bool_]) -> int:
        """How many rows the chosen ones of the stored rows stand for."""
        return int(chosen.sum() if self.counts is None else self.counts[chosen].sum())

    @cached_property
    def gaps(self) -> tuple[int, ...]:
        """The variables with cells that nobody knows; found by looking, so that no copy has to keep count."""
        if self.values is not None and is_long(self.values):
            return self.moments.gaps()
        if self.values is not None:
            return tuple(place for place, row in enumerate(self.values) if np.isnan(row).any())
        counts = [len(levels) for levels in self.levels]
        return tuple(np.flatnonzero(self.codes.max(axis=1) >= counts).tolist())

    @cached_property
    def moments(self) -> Moments:
        """The running sums of measurements; of those on the disk they are known from reading them."""
        assert self.values is not None
        return Moments.of(self.values)

    def missing(self, variable: int) -> NDArray[np.bool_]:
        """Which of the stored rows have no known value of the variable."""
        if self.values is not None:
            return np.asarray(np.isnan(self.values[variable]))
        return np.asarray(self.codes[variable] == len(self.levels[variable]))

    def index(self, name: str) -> int:
        """The variable called `name`, or a DataError that suggests the nearest names."""
        return position(name, self.columns, self.name)

    def tidied(self) -> Self:
        """The same with tidy names and levels; the data themselves where all of them are tidy."""
        names = checked_names(self.columns, "column", self.name)
        levels = tuple(
            tuple(checked_labels(labels, name, self.name))
            for name, labels in zip(names, self.levels, strict=True)
        )
        if names == self.columns and levels == self.levels:
            return self
        return replace(self, columns=names, levels=levels, fingerprint="")

    @classmethod
    def coded(
        cls,
        name: str,
        columns: Sequence[str],
        codes: list[Column],
        labels: Sequence[Sequence[str | None]],
        room: RowStorage = IN_MEMORY,
    ) -> Self:
        """From one array of codes per variable and the labels those codes stand for, in any order.

        Labels of one level (`3` and `3.0`) are joined; None stands for a missing value. The list of codes is
        emptied on the way, so that large data are never held twice. They go where there is `room` for them.
        """
        names = checked_names(columns, "column", name)
        _check_counts(name, names, [len(column) for column in codes], on_disk=room.on_disk)
        table, levels = table_of(name, names, codes, labels, room)
        return cls(name, names, table, levels)

    @classmethod
    def discrete(
        cls,
        name: str,
        columns: Sequence[str],
        table: NDArray[Any] | Sequence[Sequence[object] | NDArray[Any]],
    ) -> Self:
        """From a rows x variables array, or from one sequence of labels (text or numbers) per variable."""
        if isinstance(table, np.ndarray):
            _check_array(name, columns, table)
            table = list(table.T)
        _check_counts(name, columns, [len(values) for values in table])
        coded = [_encode(values, column, name) for values, column in zip(table, columns, strict=True)]
        return cls.coded(name, columns, [codes for codes, _ in coded], [labels for _, labels in coded])

    @classmethod
    def continuous(
        cls,
        name: str,
        columns: Sequence[str],
        table: NDArray[Any] | Sequence[Sequence[float] | NDArray[Any]],
        *,
        with_gaps: bool = False,
        room: RowStorage = IN_MEMORY,
    ) -> Self:
        """From a rows x variables array, or from one sequence of numbers per variable.

        Only `with_gaps` may there be nan, for values that nobody knows. Sequences go where there is `room`.
        """
        names = checked_names(columns, "column", name)
        if isinstance(table, np.ndarray):
            _check_array(name, names, table)
            by_variable = table.T
        else:
            _check_counts(name, names, [len(numbers) for numbers in table], on_disk=room.on_disk)
            if room.on_disk:
                assert with_gaps
                values, moments = _stacked(name, names, table, room)
                found = cls._measured(name, names, values)
                found.__dict__["moments"] = moments
                return found
            by_variable = np.asarray(table)
        try:
            values = np.ascontiguousarray(by_variable, dtype=np.float64).reshape(len(names), -1)
        except (TypeError, ValueError) as error:
            raise DataError(f"{name} holds values that are not numbers ({error}).") from None
        for column, row in zip(names, values, strict=True):
            unknown = np.isnan(row)
            if unknown.any() and not with_gaps:
                raise missing_values(column, name, int(unknown.sum()), f"row {int(unknown.argmax()) + 1:,}")
        _check_finite(name, names, values, 0)
        return cls._measured(name, names, values)

    @classmethod
    def _measured(cls, name: str, columns: tuple[str, ...], values: NDArray[np.float64]) -> Self:
        return cls(name, columns, np.empty((len(columns), 0), dtype=np.uint8), ((),) * len(columns), values)


def check_not_empty(rows: int, variables: int, where: str) -> None:
    """A DataError for fewer than two columns or no rows."""
    if variables < 2:
        raise DataError(f"{where} needs at least two columns of data, but has {variables}.")
    if rows < 1:
        raise DataError(f"{where} has no rows of data.")


def check_size(rows: int, variables: int, where: str) -> None:
    """A DataError for more than 2**31 cells; to be asked before memory is taken."""
    if rows * variables > MOST_CELLS:
        raise DataError(
            f"{where} would hold {rows:,} rows x {variables:,} columns, more than {MOST_CELLS:,} cells: "
            "take fewer rows or columns."
        )


def check_usable(data: Dataset) -> None:
    """A DataError that names the columns that are constant or empty: nothing can be learnt from them."""
    if data.values is None:
        levels = np.array([len(labels) for labels in data.levels])
        empty, constant = levels == 0, levels == 1
    else:
        empty = np.isnan(data.values).all(axis=1)
        low, high = np.fmin.reduce(data.values, axis=1), np.fmax.reduce(data.values, axis=1)
        constant = low == high
    for useless, what in ((empty, "no value in any row"), (constant, "the same value in every row")):
        names = [data.columns[variable] for variable in np.flatnonzero(useless).tolist()]
        if names:
            one = len(names) == 1
            raise DataError(
                f"{'Column' if one else 'Columns'} {listed(names)} in {data.name} {'has' if one else 'have'} "
                f"{what}: leave {'it' if one else 'them'} out (--ignore, or --tidy)."
            )


def _stacked(
    name: str, names: Sequence[str], columns: Sequence[Any], room: RowStorage
) -> tuple[NDArray[np.float64], Moments]:
    """The columns where there is room for them, looked at and summed on the way: nobody reads them twice."""
    values = room.empty((len(columns), len(columns[0])), dtype=np.float64)
    moments = Moments(len(columns))
    for begin in range(0, values.shape[1], BLOCK):
        block = values[:, begin : begin + BLOCK]
        for row, column in zip(block, columns, strict=True):
            row[:] = column[begin : begin + BLOCK]
        _check_finite(name, names, block, begin)
        moments.add(block)
    return values, moments


def _check_finite(name: str, columns: Sequence[str], values: NDArray[np.float64], begin: int) -> None:
    """A DataError for a number that is not; the values are those of the rows from `begin` on."""
    for column, row in zip(columns, values, strict=True):
        infinite = np.isinf(row)
        if infinite.any():
            first = begin + int(infinite.argmax()) + 1
            raise DataError(
                f"Column {quoted(column)} in {name}, row {first:,}, is infinite: give a finite number."
            )


def _check_counts(
    name: str, columns: Sequence[str], lengths: Sequence[int], *, on_disk: bool = False
) -> None:
    if len(lengths) != len(columns):
        raise DataError(f"{name} has {len(columns)} column names for {len(lengths)} columns.")
    if len(set(lengths)) > 1:
        raise DataError(
            f"The columns of {name} differ in length: {min(lengths):,} to {max(lengths):,} values."
        )
    check_not_empty(max(lengths, default=0), len(columns), name)
    if not on_disk:
        check_size(max(lengths, default=0), len(columns), name)


def _check_array(name: str, columns: Sequence[str], table: NDArray[Any]) -> None:
    if table.ndim != 2 or table.shape[1] != len(columns):
        raise DataError(f"{name} has {len(columns)} column names for an array of shape {table.shape}.")
    rows, variables = table.shape
    check_size(rows, variables, name)


def _encode(values: Sequence[object] | NDArray[Any], column: str, where: str) -> tuple[Column, list[str]]:
    """The codes of one column of raw values, and the labels they stand for."""
    if isinstance(values, np.ndarray):
        if values.dtype.kind in "iu":
            low, high = int(values.min()), int(values.max())
            if high - low < MOST_LEVELS and abs(low) < 2**62:  # counting is much faster than looking up
                shifted = (values.astype(np.int64) - low).astype(np.uint16)
                return shifted, [str(number) for number in range(low, high + 1)]
        values = values.tolist()
    book: dict[str, int] = {}
    labels = (_label(value) for value in values)
    codes = np.fromiter((book.setdefault(label, len(book)) for label in labels), np.int64, len(values))
    unknown = np.isin(codes, [code for label, code in book.items() if label in MISSING])
    if unknown.any():
        raise missing_values(column, where, int(unknown.sum()), f"row {int(unknown.argmax()) + 1:,}")
    return codes, list(book)


def _label(value: object) -> str:
    """The label of a raw value: whole numbers without a point; nothing for None and NaN."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def _handed_over(data: Dataset) -> tuple[Any, ...]:
    """For another process of this machine: arrays on the disk stay there, and are found by their file."""
    state = dict(data.__dict__)
    on_disk = [name for name in ("codes", "values") if state[name] is not None and lies_on_disk(state[name])]
    for name in on_disk:
        state[name] = shared(state[name])
        if state[name] is None:
            raise data._not_shared()
    return _taken_over, (state, on_disk)


def _taken_over(state: dict[str, Any], on_disk: list[str]) -> Dataset:
    _share_files()
    data = object.__new__(Dataset)
    data.__dict__.update(state, **{name: found_again(state[name]) for name in on_disk})
    return data


def _share_files() -> None:
    """From now on processes of this machine are handed files; before there are any, nobody needs this."""
    from multiprocessing.reduction import ForkingPickler

    ForkingPickler.register(Dataset, _handed_over)
