"""The cells of a table that an engine holds, in SQL: which are missing, which are numbers; those in order.

What a query finds is what reading row by row finds (`elcs_gui.data.survey.markers`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from elcs_gui.data.columns.cuts import Cuts, Numbers, Parted, Places
from elcs_gui.data.survey.markers import Markers
from elcs_gui.data.tables.engine import TABLE, EngineTable, Holds, literal, number_column
from elcs_gui.data.tables.packing import Digit
from elcs_gui.data.tables.table_file import Tell, nobody
from elcs_gui.errors import DataError

_BLANKS = " \t\n\r\f\v"
_NUMBER = r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?"
"""As in `elcs_gui.data.columns.cells`, in the engine's regular expressions."""

_AT_ONCE = 64
"""Points about which one query asks."""
_FEW_PLACES = 256
"""For so many the engine selects, rather than sorting all there is."""


class SqlCells:
    """The cells of the wanted columns of a table, with these markers of missing values."""

    def __init__(self, table: EngineTable, markers: Markers, wanted: Sequence[int]) -> None:
        self.table, self.wanted = table, wanted
        self._texts = ", ".join(map(literal, sorted(markers.texts)))
        self._values = ", ".join(map(number, markers.number_values.tolist()))

    def missing(self, place: int) -> str:
        """When the cell of a column is missing."""
        column, holds = self.table.column(place), self.table.engine.columns[place].holds
        if holds is Holds.FLOATS:
            unknown = f"{column} IS NULL OR isnan({column})"
        elif holds is Holds.WHOLE:
            unknown = f"{column} IS NULL"
        else:
            unknown = f"{column} IS NULL OR {self._text(place)} IN ({self._texts})"
        if not self._values:
            return f"({unknown})"
        return f"({unknown} OR coalesce({self._plain_number(place)} IN ({self._values}), false))"

    def is_word(self, place: int, word: str) -> str:
        """When a cell is that text."""
        return f"{self._text(place)} = {literal(word)}"

    def number(self, place: int) -> str:
        """The number in a cell; NULL where it is missing or none."""
        return f"CASE WHEN {self.missing(place)} THEN NULL ELSE {self._plain_number(place)} END"

    def complete(self) -> str:
        """When no cell of the wanted columns is missing."""
        return " AND ".join(f"NOT {self.missing(place)}" for place in self.wanted)

    def odd(self, place: int) -> str:
        """The text of a cell that is neither missing nor a finite number; NULL for others."""
        number = self._plain_number(place)
        is_odd = f"NOT {self.missing(place)} AND ({number} IS NULL OR isinf({number}))"
        return f"CASE WHEN {is_odd} THEN {self._text(place)} END"

    def digit(self, place: int, cuts: Cuts) -> Digit:
        """A column of numbers, cut, as a digit."""
        if not cuts.labels:
            return Digit(("",), ("true",))
        cell = number_column(place)
        below = [f"{cell} <= {number(point)}" for point in cuts.points]
        return Digit((*cuts.labels, ""), (*below, f"{cell} IS NOT NULL", "true"))

    def select(self, numeric: Sequence[int], *, complete: bool) -> str:
        """The wanted columns, those that are `numeric` as numbers; of complete rows only, if so wanted."""
        columns = ", ".join(
            f"{self.number(place)} AS {number_column(place)}"
            if place in numeric
            else self.table.column(place)
            for place in self.wanted
        )
        return f"SELECT {columns} FROM {TABLE}{f' WHERE {self.complete()}' if complete else ''}"

    def _text(self, place: int) -> str:
        return f"trim(CAST({self.table.column(place)} AS VARCHAR), {literal(_BLANKS)})"

    def _plain_number(self, place: int) -> str:
        holds = self.table.engine.columns[place].holds
        if holds in (Holds.FLOATS, Holds.WHOLE):
            return f"CAST({self.table.column(place)} AS DOUBLE)"
        text = self._text(place)
        return f"CASE WHEN regexp_full_match({text}, {literal(_NUMBER)}) THEN TRY_CAST({text} AS DOUBLE) END"


class EngineNumbers:
    """The known numbers of a column; see `elcs_gui.data.columns.cuts.Ordered`."""

    def __init__(self, table: EngineTable, source: str, place: int, tell: Tell = nobody) -> None:
        self._table, self._tell = table, tell
        self._cell = number_column(place)
        self._from = f"FROM {source} WHERE {self._cell} IS NOT NULL"

    @cached_property
    def count(self) -> int:
        [(count,)] = self._table.rows(f"SELECT count(*) {self._from}", self._tell)
        return int(count)

    def at(self, places: Places) -> Numbers:
        if places.tolist() == [self.count - 1]:
            return np.array(self._selected([f"max({self._cell})"]))
        if len(places) <= _FEW_PLACES:
            # Half a place further: no rounding of the share leads to a neighbour.
            shares = ", ".join(number((place + 0.5) / self.count) for place in places.tolist())
            try:
                return np.array(self._selected([f"quantile_disc({self._cell}, [{shares}])"])[0])
            except DataError:  # out of memory, or no such function there: sorting can do with less
                pass
        return self._sorted(places)

    def parted(self, points: Numbers) -> Parted:
        found: list[float | None] = []
        for begin in range(0, len(points), _AT_ONCE):
            asked = [
                f"{aggregate}({self._cell}) FILTER (WHERE {self._cell} {sign} {number(point)})"
                for point in points[begin : begin + _AT_ONCE].tolist()
                for aggregate, sign in (("count", "<="), ("max", "<="), ("min", ">"))
            ]
            found += self._selected(asked)
        largest = self.at(np.array([self.count - 1]))[0] if None in found[2::3] else np.nan
        return Parted(
            np.array(found[0::3], dtype=np.int64),
            np.array(found[1::3], dtype=np.float64),
            np.array([largest if upper is None else upper for upper in found[2::3]], dtype=np.float64),
        )

    def few(self, most: int) -> tuple[Numbers, Places] | None:
        query = f"SELECT {self._cell}, count(*) {self._from} GROUP BY {self._cell} LIMIT {most + 1}"
        found = sorted(self._table.rows(query, self._tell))
        if len(found) > most:
            return None
        return np.array([value for value, _ in found]), np.array([count for _, count in found])

    def _selected(self, expressions: Sequence[str]) -> list[Any]:
        [row] = self._table.rows(f"SELECT {', '.join(expressions)} {self._from}", self._tell)
        return list(row)

    def _sorted(self, places: Places) -> Numbers:
        """The numbers at these places, found while all pass by in order."""
        query = f"SELECT {self._cell}, count(*) {self._from} GROUP BY {self._cell} ORDER BY {self._cell}"
        found = np.empty(len(places))
        passed = 0
        for batch in self._table.engine.query(query, self._tell):
            values, counts = (column.to_numpy() for column in batch.columns)
            ends = passed + np.cumsum(counts)
            here = (places >= passed) & (places < (ends[-1] if len(ends) else passed))
            found[here] = values[np.searchsorted(ends, places[here], side="right")]
            passed = int(ends[-1]) if len(ends) else passed
        return found


def number(value: float) -> str:
    """A number in SQL, to its last digit."""
    return f"CAST('{value!r}' AS DOUBLE)"
