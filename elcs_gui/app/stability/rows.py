"""The rows of the stability tables: who is what how often, as parts of a bar. Without Qt.

A bar has one part for each thing that happened, in an order that never changes, so that bars can be compared
from row to row; each part carries a sign besides its colour.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from elcs_gui.app.stability.words import interval, listed
from elcs_gui.data.columns.cells import neutralised
from elcs_gui.inquiry.stability import EdgeRow, Frequency, Stability, VariableRow
from elcs_gui.trace.roles import FinalRole

WORDS = {
    "parent": "cause",
    "child": "effect",
    "undecided": "undecided",
    "spouse": "spouse",
    "member": "member",
    "absent": "absent",
    "forwards": "forwards",
    "backwards": "backwards",
    "undirected": "undecided",
}
"""What a part of a bar is called."""

SIGNS = {
    "parent": "C",
    "child": "E",
    "undecided": "?",
    "spouse": "S",
    "member": "M",
    "absent": "",
    "forwards": "→",
    "backwards": "←",
    "undirected": "–",
}
"""What is written on a part of a bar, so that no colour is needed."""

_EDGE_PARTS = ("forwards", "backwards", "undirected", "absent")

Edge = tuple[int, int]


@dataclass(frozen=True)
class Row:
    """One line of a table.

    Attributes:
        title: the variable, or the edge as this run has it.
        found: what this run says: a key of `WORDS`.
        parts: (key of `WORDS`, how often), in an order that is the same in every row.
        edge: the pair to be shown in the graph, lower column first.
        variable: whom the row is about; None for an edge.
        rank: sorts the rows as they are first shown.
    """

    title: str
    found: str
    parts: tuple[tuple[str, Frequency], ...]
    edge: Edge
    variable: int | None
    rank: tuple[int, ...]

    @property
    def came_back(self) -> Frequency:
        """How often it was what this run says."""
        return dict(self.parts)[self.found]

    @property
    def described(self) -> str:
        """The whole bar in a sentence."""
        of = self.parts[0][1].of
        happened = [f"{WORDS[part]} in {one.count:,}" for part, one in self.parts if one.count]
        return f"{self.title}: {listed(happened)} of {of:,}; this run says {WORDS[self.found]}."


def variable_rows(found: Stability) -> list[Row]:
    """Every variable that was ever something: those of this run first, neighbours before spouses."""
    names, target = found.header.names, found.header.target
    return sorted(
        (
            Row(
                names[row.variable],
                row.found.word,
                tuple((role.word, row.of(role)) for role in found.told),
                (min(target, row.variable), max(target, row.variable)),
                row.variable,
                (int(row.found is FinalRole.ABSENT), -row.neighbour.count, row.absent.count, row.variable),
            )
            for row in found.rows()
            if _ever(row)
        ),
        key=lambda row: row.rank,
    )


def edge_rows(found: Stability) -> list[Row]:
    """Every edge that ever stood in the local graph, the most frequent at the top."""
    names = found.header.names
    return sorted((_edge_row(row, names) for row in found.edges()), key=lambda row: row.rank)


def _ever(row: VariableRow) -> bool:
    return row.absent.count < row.absent.of or row.found is not FinalRole.ABSENT


def _edge_row(row: EdgeRow, names: Sequence[str]) -> Row:
    """Read from the tail of this run's arrow, or of the more frequent one where this run has none."""
    parts = {part: getattr(row, part) for part in _EDGE_PARTS}
    found, x, y = row.found, row.x, row.y
    more = row.backwards.count > row.forwards.count
    if found == "backwards" or (found != "forwards" and more):
        x, y = y, x
        parts["forwards"], parts["backwards"] = parts["backwards"], parts["forwards"]
        found = "forwards" if found == "backwards" else found
    sign = {"forwards": "→", "undirected": "–"}.get(found, "⋯")
    return Row(
        f"{names[x]} {sign} {names[y]}",
        found,
        tuple(parts.items()),
        (row.x, row.y),
        None,
        (row.absent.count, -parts["forwards"].count, row.x, row.y),
    )


SORTS = ("title", "found", "bar", "share", "interval")
"""By which columns a table can be sorted."""


def sort_key(row: Row, column: str) -> tuple[object, ...]:
    """Sorts rows upwards by a column; ties as the rows are first shown."""
    if column == "title":
        return (row.title.casefold(), *row.rank)
    if column == "found":
        return (tuple(part for part, _ in row.parts).index(row.found), *row.rank)
    if column == "share":
        return (row.came_back.share, *row.rank)
    if column == "interval":
        return (*row.came_back.interval, *row.rank)
    return row.rank


def bar(row: Row, width: float) -> list[tuple[str, float, float]]:
    """(part, left, right) for a bar of this width: what happened, without gaps, in the order of the parts."""
    made: list[tuple[str, float, float]] = []
    so_far = 0
    for part, frequency in row.parts:
        if frequency.count:
            left = width * so_far / frequency.of
            so_far += frequency.count
            made.append((part, left, width * so_far / frequency.of))
    return made


_COLUMNS = ("of", "came_back", "low", "high")


def as_text(rows: Sequence[Row], delimiter: str = ",") -> str:
    """The table with a heading; shares and bounds in full, from 0 to 1."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    parts = [part for part, _ in rows[0].parts] if rows else []
    what = "variable" if not rows or rows[0].variable is not None else "edge"
    writer.writerow([what, "found", *(WORDS[part] for part in parts), *_COLUMNS])
    for row in rows:
        low, high = row.came_back.interval
        counts = [frequency.count for _, frequency in row.parts]
        writer.writerow(
            [
                neutralised(row.title),
                WORDS[row.found],
                *counts,
                row.came_back.of,
                row.came_back.share,
                low,
                high,
            ]
        )
    return text.getvalue()


def spoken(row: Row) -> str:
    """For who cannot see the bar."""
    return f"{row.described} That came back in {row.came_back.percent}, {interval(row.came_back)}."
