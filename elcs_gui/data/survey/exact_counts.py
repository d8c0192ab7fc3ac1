"""What a sample cannot tell of a table that an engine reads: how many rows there are, how many cells are
missing, from where to where numbers go, and which levels there are. One or two scans tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from elcs_gui.data.columns.cells import is_number
from elcs_gui.data.survey.engine_cells import SqlCells
from elcs_gui.data.survey.markers import Markers
from elcs_gui.data.survey.tally import Tally
from elcs_gui.data.tables.engine import SAMPLED, TABLE, EngineTable
from elcs_gui.data.tables.table_file import Tell

_MANY = 0.9
"""A column with fewer different values than this share of its rows does not name them."""


def correct(table: EngineTable, markers: Markers, tallies: Sequence[Tally], tell: Tell) -> tuple[int, int]:
    """Correct the tallies, which know a sample of the table; all rows, and those without missing values."""
    [(rows,)] = table.rows(f"SELECT count(*) FROM {TABLE}")
    places = range(len(tallies))
    cells = SqlCells(table, markers, places)
    if rows > SAMPLED:
        levels = table.levels(places, TABLE, lambda share: tell(share / 3))
        for place, tally in enumerate(tallies):
            tally.rows = rows
            if place in levels:
                _count(tally, levels[place].labels(), markers)
        others = {place: tally for place, tally in enumerate(tallies) if place not in levels}
        _measure(table, cells, others, lambda share: tell((1 + share) / 3))
    gaps = [f"NOT {cells.missing(place)}" for place, tally in enumerate(tallies) if tally.missing]
    complete = rows
    if gaps:
        query = f"SELECT count(*) FROM {TABLE} WHERE {' AND '.join(gaps)}"
        [(complete,)] = table.rows(query, lambda share: tell((2 + share) / 3))
    return int(rows), int(complete)


def _count(tally: Tally, labels: Mapping[str, int], markers: Markers) -> None:
    """Correct what has few levels by how often each is there."""
    tally.missing = {label: count for label, count in labels.items() if label in markers}
    tally.counts = {label: count for label, count in labels.items() if label not in markers}
    tally.all_new = False
    numbers = [float(label) for label in tally.counts if is_number(label)]
    tally.all_numbers = len(numbers) == len(tally.counts)
    if numbers:
        tally.low, tally.high = min(numbers), max(numbers)


def _measure(table: EngineTable, cells: SqlCells, tallies: Mapping[int, Tally], tell: Tell) -> None:
    """Correct what has many levels by one scan."""
    asked: list[str] = []
    for place, tally in tallies.items():
        number, words = cells.number(place), [word for word in tally.missing if word]
        asked.append(f"count(*) FILTER (WHERE {cells.missing(place)})")
        asked += [f"count(*) FILTER (WHERE {cells.is_word(place, word)})" for word in words]
        asked += [f"min({number})", f"max({number})"] if tally.high >= tally.low else []
        asked += [f"approx_count_distinct({table.column(place)})"] if tally.all_new else []
    if not asked:
        return
    [found] = table.rows(f"SELECT {', '.join(asked)} FROM {TABLE}", tell)
    figures = iter(found)
    for tally in tallies.values():
        missing = int(next(figures))
        by_word = {word: int(next(figures)) for word in tally.missing if word}
        by_word[""] = missing - sum(by_word.values())
        tally.missing = {word: count for word, count in by_word.items() if count}
        if tally.high >= tally.low:
            tally.low, tally.high = float(next(figures)), float(next(figures))
        if tally.all_new:
            tally.all_new = next(figures) > _MANY * tally.known
