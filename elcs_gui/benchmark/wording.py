"""Figures, rows and groups of rows in words: the text table, the page and the window say it alike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.benchmark.measures import MEASURES, Measure
from elcs_gui.benchmark.paper import COUNTED, Figure
from elcs_gui.benchmark.ranks import LEVEL, Ranking
from elcs_gui.benchmark.summary import Check, SummaryRow
from elcs_gui.trace.explain import enumerated

NOTHING = "–"
"""Where there is no figure."""


def number(measure: Measure, value: float, like: float | None = None) -> str:
    """As the paper prints it: no zero before the point, whole numbers with commas, from a million on "1.1 M".

    Args:
        like: has as many decimals as this one would have.
    """
    size = abs(value if like is None else like)
    if measure.whole and size >= 1e6:
        return f"{value / 1e6:,.1f} M"
    if measure.whole or size >= 1000:
        return f"{value:,.0f}"
    digits = 2
    if measure.id == "seconds" and size < 0.1 and round(size, digits) != size:
        digits = 4 if size < 0.01 else 3
    text = f"{value:.{digits}f}"
    return text[1:] if text.startswith("0.") else text


def figure(measure: Measure, found: Figure | None) -> str:
    """The mean and, where there is one, the standard deviation."""
    if found is None:
        return NOTHING
    return number(measure, found.mean) + spread(measure, found)


def spread(measure: Measure, found: Figure) -> str:
    """The part behind the mean."""
    return "" if found.std is None else f" ± {number(measure, found.std, found.mean)}"


def groups(rows: Sequence[SummaryRow]) -> list[tuple[str, int, list[SummaryRow]]]:
    """The rows of each network and size."""
    return [(*key, list(some)) for key, some in groupby(rows, lambda row: (row.network, row.rows))]


def group_sentence(rows: Sequence[SummaryRow]) -> str:
    """How many sets its figures come from, and where these are from: "3 sets, pool; 50 of 370 targets"."""
    origins = origins_of(rows)
    return f"{sets_of(rows)}, {origins}" if origins else "waiting"


def sets_of(rows: Sequence[SummaryRow]) -> str:
    """ "3 sets"."""
    sets = max(row.sets for row in rows)
    return f"{sets} {'set' if sets == 1 else 'sets'}"


def origins_of(rows: Sequence[SummaryRow]) -> str:
    """Where the data are from, and which part of the variables are targets; nothing while no run is over."""
    origins = list(dict.fromkeys(origin.partition(", rows")[0] for row in rows for origin in row.origins))
    if not origins:
        return ""
    said = f"{origins[0]} and others" if len(origins) > 2 else " and ".join(origins)
    targets, variables = rows[0].targets, rows[0].variables
    return f"{said}; {targets} of {variables} targets" if targets < variables else said


def measures_of(rows: Sequence[SummaryRow]) -> list[Measure]:
    """Those of which any of the rows has a figure."""
    return [each for each in MEASURES.values() if any(each.id in row.figures for row in rows)]


def check_sentence(check: Check) -> str:
    """ "ELCS on Child, 1,000 rows: SHD 1.24, at most 1.19"."""
    row, measure = check.row, check.measure
    limit = "at least" if measure.better > 0 else "at most"
    return (
        f"{row.title} on {row.network}, {row.rows:,} rows: {measure.title} {number(measure, check.ours)}, "
        f"{limit} {number(measure, check.bound)} by the paper"
    )


def checks_sentence(found: Sequence[Check]) -> str:
    """How many of the paper's own rows hold."""
    judged = [check for check in found if check.judged]
    rows = {id(check.row) for check in judged}
    failing = {id(check.row) for check in judged if not check.holds}
    return (
        f"{len(rows) - len(failing)} of {len(rows)} rows of the paper's own algorithms are as good as there: "
        "SHD, FDR, ArrR and F1 within one standard deviation of its mean or better, and at most 1.2 times "
        f"the tests of {enumerated([find_algorithm(id).title for id in COUNTED])}."
    )


def ranking_sentence(found: Ranking) -> str:
    """What the mean ranks say."""
    differ = "differ" if found.p < LEVEL else "do not differ"
    left = f" Without {', '.join(found.left_out)}, which have too few." if found.left_out else ""
    return (
        f"By {found.measure.title} over {len(found.blocks)} networks and sizes, the "
        f"{len(found.algorithms)} algorithms {differ} (Friedman, p = {found.p:.2g}); two of them do where "
        f"their mean ranks are more than {found.difference:.2f} apart (Nemenyi, {LEVEL:g}).{left}"
    )
