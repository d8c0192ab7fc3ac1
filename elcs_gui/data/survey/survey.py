"""A look at a table before it is read: its form, its columns, what is odd about them and what to do then.

found = survey(path)
for finding in found.findings: print(finding.sentence)
data = read_table(path, proposed(found))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.cuts import histogram
from elcs_gui.data.dataset import Dataset, check_not_empty, check_size
from elcs_gui.data.names import checked_names, listed, tidy_name
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.survey.assembling import check_columns, markers_of
from elcs_gui.data.survey.deciding import DecidingColumns
from elcs_gui.data.survey.exact_counts import correct
from elcs_gui.data.survey.findings import (
    Finding,
    findings_of,
    guessed_kind,
    looks_measured,
    of_headers,
    of_signs,
)
from elcs_gui.data.survey.linear import Weights
from elcs_gui.data.survey.markers import Numbers
from elcs_gui.data.survey.tally import Tally
from elcs_gui.data.tables.engine import EngineTable
from elcs_gui.data.tables.opening import open_table
from elcs_gui.data.tables.repeated_header import header_rows, without_rows
from elcs_gui.data.tables.table_file import (
    Cells,
    Form,
    Part,
    TableFile,
    Tell,
    Wanted,
    as_cells,
    nobody,
    rows_in,
)

PREVIEWED = 50
"""Rows to show."""

MOST_FREQUENT = 20
"""Labels to show of a column."""

_AS_USUAL = ImportPlan()
_LOOKING = 0.1


@dataclass(frozen=True, eq=False)
class ColumnSurvey:
    """What a column holds."""

    name: str
    kind: Kind
    """Discrete or continuous, by guess."""
    rows: int
    missing: tuple[tuple[str, int], ...]
    """The markers that stand there and how often, most frequent first; `""` for empty cells."""
    levels: int | None
    """Different values, spellings of one number counted once; None where they are too many to count."""
    frequent: tuple[tuple[str, int], ...]
    """The most frequent levels with their counts; none where the levels were not counted."""
    low: float | None
    """The smallest number; None where no cell is a number."""
    high: float | None
    all_whole: bool
    """Whether no number is a fraction."""
    sample: Numbers
    """Numbers of the column, evenly spread over the rows: to draw them, and to try cuts on."""

    @property
    def missing_count(self) -> int:
        return sum(count for _, count in self.missing)

    def histogram(self, bars: int = 20) -> tuple[NDArray[np.int64], Numbers]:
        """How many numbers of the sample lie between neighbouring edges (one edge more than counts)."""
        if not len(self.sample):
            return np.zeros(0, dtype=np.int64), np.zeros(1)
        return histogram(self.sample, bars)

    def to_json(self) -> dict[str, Any]:
        """All but the sample."""
        return {
            "name": self.name,
            "kind": str(self.kind),
            "missing": dict(self.missing),
            "levels": self.levels,
            "frequent": dict(self.frequent),
            "low": self.low,
            "high": self.high,
        }


@dataclass(frozen=True, eq=False)
class Survey:
    """What a look at a whole table file has found."""

    name: str
    form: Form
    rows: int
    complete_rows: int
    """Rows without any missing value."""
    columns: tuple[ColumnSurvey, ...]
    preview: tuple[tuple[str, ...], ...]
    """The first rows as text in one line a cell, missing cells as they stand there."""
    findings: tuple[Finding, ...]
    plan: ImportPlan
    """What the survey was made with."""
    sampled: int | None = None
    """So many rows were looked at one by one, where that was not all of them."""

    def column(self, name: str) -> ColumnSurvey:
        return next(column for column in self.columns if column.name == name)

    def to_json(self) -> dict[str, Any]:
        """For `elcs survey --json`."""
        form = {name: value for name, value in vars(self.form).items() if value not in (None, ())}
        return {
            "schema": "elcs-survey/1",
            "name": self.name,
            "form": form,
            "rows": self.rows,
            **({} if self.sampled is None else {"sampled": self.sampled}),
            "complete_rows": self.complete_rows,
            "columns": [column.to_json() for column in self.columns],
            "findings": [finding.to_json() for finding in self.findings],
            "proposed": proposed(self).to_json(),
        }


def survey(path: Path, plan: ImportPlan = _AS_USUAL, tell: Tell = nobody) -> Survey:
    """Look at all of a file. The plan may override its form and its markers; kinds are looked at anew.

    `tell` hears of the progress, 0 to 1, and whatever it raises ends the survey.
    """
    table = open_table(path, plan, lambda share: tell(_LOOKING * share))
    return survey_table(table, plan, lambda share: tell(_LOOKING + (1 - _LOOKING) * share))


def survey_table(table: TableFile, plan: ImportPlan, tell: Tell, *, exact: bool = True) -> Survey:
    """The same for a table that is open already.

    What an engine reads is looked at by a sample of its rows; how many there are, what is missing, ranges and
    levels are found `exact`, unless only kinds are wanted.
    """
    check_not_empty(1, len(table.columns), table.name)
    checked_names([name for place, name in enumerate(table.columns) if place or name], "column", table.name)
    markers = markers_of(table, plan)
    tallies = [Tally(name, markers, len(table.columns)) for name in table.columns]
    weights, deciding = Weights(), DecidingColumns(tallies, markers)
    rows = complete = headers = 0
    preview: list[tuple[str, ...]] = []
    blocks = iter(table.blocks(Wanted(range(len(tallies)), may_measure=True, tell=tell)))
    block = next(blocks, None)
    while block is not None:
        following = next(blocks, None)
        whole = rows == 0 and following is None and not isinstance(table, EngineTable)
        if len(preview) < PREVIEWED:
            preview += _rows_of(block.parts, PREVIEWED - len(preview))
        repeated = None if isinstance(table, EngineTable) else header_rows(block.parts, table.columns)
        headers += 0 if repeated is None else int(repeated.sum())
        parts = without_rows(block.parts, repeated)
        in_block = rows_in(parts[0])
        of_rows = weights.next(in_block)
        deciding.begin_block()
        in_columns = [
            tally.add(part, of_rows, whole=whole) for tally, part in zip(tallies, parts, strict=True)
        ]
        deciding.add(parts, in_columns)
        gaps = [missing for missing in in_columns if missing is not None]
        rows += in_block
        check_size(rows, len(tallies), table.name)
        complete += in_block - (int(np.logical_or.reduce(gaps).sum()) if gaps else 0)
        tell(block.done)
        block = following
    check_not_empty(rows, len(tallies), table.name)
    sampled = None
    if exact and isinstance(table, EngineTable):
        sampled = rows
        rows, complete = correct(table, markers, tallies, tell)
    return Survey(
        table.name,
        table.form,
        rows,
        complete,
        tuple(_column(tally) for tally in tallies),
        tuple(preview),
        (*of_headers(headers), *of_signs(table.spelled, tallies), *findings_of(tallies, deciding.found())),
        plan,
        None if sampled == rows else sampled,
    )


def settled(found: Survey) -> ImportPlan:
    """The plan of the survey with every kind that it leaves to a guess filled in, as briefly as it can be.

    A constant column is of the kind of the others.
    """
    plan = found.plan
    kinds = {column.name: plan.kind(column.name) for column in found.columns}
    kinds.pop("", None)  # it may count the rows; else reading says that it needs a name
    guessed = [column for column in found.columns if kinds.get(column.name) is Kind.GUESS]
    kinds |= {column.name: column.kind for column in guessed}
    constant = {column.name for column in guessed if column.levels == 1 and column.low is not None}
    varied = {kind for name, kind in kinds.items() if name not in constant}
    others = Kind.CONTINUOUS if varied <= {Kind.CONTINUOUS, Kind.IGNORE} else Kind.DISCRETE
    kinds |= dict.fromkeys(constant, others)
    # Fractions are welcome as levels only where somebody said so.
    as_levels = {column.name for column in found.columns if not column.all_whole}
    said = {
        name: kind
        for name, kind in kinds.items()
        if kind is not others or (kind is Kind.DISCRETE and name in as_levels)
    }
    return replace(plan, kinds=said, others=others)


def settled_by_looking(
    table: TableFile, plan: ImportPlan, tell: Tell = nobody
) -> tuple[ImportPlan, Survey | None]:
    """The plan without guesses, for runs on the table, and what was seen where it took a look."""
    if Kind.GUESS not in (plan.others, *plan.kinds.values()):
        return plan, None
    check_columns(table, plan)
    found = survey_table(table, plan, tell, exact=False)
    return settled(found), found


def proposed(found: Survey) -> ImportPlan:
    """The plan that follows the guesses and every finding; the plan of the survey goes before the guesses."""
    kinds = {column.name: column.kind for column in found.columns}
    plan = replace(found.plan, kinds=kinds)
    for finding in found.findings:
        plan = finding.change.applied(plan)
    return replace(plan, kinds={**plan.kinds, **found.plan.kinds})


def left_undone(found: Survey, plan: ImportPlan) -> str:
    """What following the survey would do that reading by this plan does not, as half a sentence; empty where
    there is nothing of the kind."""
    wanted = proposed(found)
    kept = {column.name: plan.kind(column.name) for column in found.columns}
    useless = [
        name
        for name, kind in wanted.kinds.items()
        if kind is Kind.IGNORE and name and kept.get(name) is not Kind.IGNORE
    ]
    measured = [
        name
        for name, kind in wanted.kinds.items()
        if kind is Kind.CONTINUOUS and kept.get(name) is Kind.DISCRETE
    ]
    markers = [word for word in wanted.missing if word not in plan.missing]
    joined = [name for name in wanted.joined if name not in plan.joined]
    parts = [
        f"leave out {listed(useless)}" * bool(useless),
        f"take {listed(measured)} as measurements" * bool(measured),
        f"take {listed(markers)} as missing" * bool(markers),
        f"join spellings in {listed(joined)}" * bool(joined),
    ]
    said = [part for part in parts if part]
    return " and ".join([", ".join(said[:-1]), said[-1]]) if len(said) > 1 else "".join(said)


def measured_as_levels(data: Dataset) -> list[str]:
    """Columns that were read as levels and look like measurements, by a survey's rule."""
    if data.values is not None:
        return []
    by_name = zip(data.columns, data.levels, strict=True)
    return [name for name, levels in by_name if looks_measured(levels)]


def _rows_of(parts: Sequence[Part], most: int) -> list[tuple[str, ...]]:
    """The first rows of a block as text."""
    columns = []
    for part in parts:
        first = Cells(part.labels, part.codes[:most]) if isinstance(part, Cells) else part[:most]
        labels, codes = as_cells(first)
        shown = {code: tidy_name(labels[code]) for code in set(codes.tolist())}
        columns.append([shown[code] for code in codes.tolist()])
    return list(zip(*columns, strict=True))


def _column(tally: Tally) -> ColumnSurvey:
    numbers = tally.high >= tally.low
    levels = tally.levels()
    frequent = sorted((levels or {}).items(), key=lambda entry: (-entry[1], entry[0]))[:MOST_FREQUENT]
    return ColumnSurvey(
        tally.name,
        guessed_kind(tally),
        tally.rows,
        tuple(sorted(tally.missing.items(), key=lambda entry: (-entry[1], entry[0]))),
        None if levels is None else len(levels),
        tuple((tidy_name(label), count) for label, count in frequent),
        tally.low if numbers else None,
        tally.high if numbers else None,
        tally.all_whole,
        tally.sample(),
    )
