"""How the numbers of a column lie, and where they would be cut: what the import page draws."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from elcs_gui.app.importing.draft import holds_numbers
from elcs_gui.data.columns.cuts import find_cuts
from elcs_gui.data.plan import Cutting, Method
from elcs_gui.data.survey.markers import Numbers
from elcs_gui.data.survey.survey import ColumnSurvey

BARS = 36
MOST_BINS = 20
"""Levels that can be asked for on the page; more than that no test has the rows for."""
_MOST_DRAWN = 4096
_WORK = 800
"""Steps of k-means that are not felt while a number is changed."""


@dataclass(frozen=True)
class Level:
    """One of the levels that numbers are cut into."""

    label: str
    share: float
    """Of the rows, about: of the numbers that were kept to draw from."""


@dataclass(frozen=True)
class Shape:
    """A histogram, and the cuts through it."""

    low: float
    high: float
    counts: tuple[int, ...]
    """By bar, from low to high."""
    points: tuple[float, ...] = ()
    """Where it is cut; one fewer than there are levels."""
    levels: tuple[Level, ...] = ()
    """None if it is not cut."""


def shape_of(column: ColumnSurvey, cutting: Cutting | None, bars: int = BARS) -> Shape | None:
    """The shape of a column; None where it holds no numbers."""
    numbers = numbers_of(column)
    if not len(numbers):
        return None
    counts, edges = replace(column, sample=numbers).histogram(bars)
    shape = Shape(float(edges[0]), float(edges[-1]), tuple(counts.tolist()))
    if cutting is None:
        return shape
    cuts = find_cuts(_thinned(numbers, cutting), cutting)
    of_level = np.bincount(cuts.codes(numbers), minlength=len(cuts.labels))
    levels = tuple(
        Level(label, count / len(numbers))
        for label, count in zip(cuts.labels, of_level.tolist(), strict=False)
    )
    return replace(shape, points=cuts.points, levels=levels)


def numbers_of(column: ColumnSurvey) -> Numbers:
    """Numbers of a column to draw from; made of its labels where those are few."""
    if len(column.sample) or not holds_numbers(column):
        return column.sample
    values = np.array([float(label) for label, _ in column.frequent])
    counts = np.array([count for _, count in column.frequent], dtype=np.float64)
    counts *= min(1.0, _MOST_DRAWN / max(float(counts.sum()), 1.0))
    return np.repeat(values, np.maximum(counts.round(), 1).astype(np.int64))


def _thinned(sample: Numbers, cutting: Cutting) -> Numbers:
    """So many of the numbers, evenly spread over their order, that cutting them takes no time to be felt."""
    most = max(_WORK // cutting.bins, 2 * cutting.bins)
    if cutting.method is not Method.KMEANS or len(sample) <= most:
        return sample
    places = np.linspace(0, len(sample) - 1, most).round().astype(np.int64)
    return np.asarray(np.sort(sample)[places])
