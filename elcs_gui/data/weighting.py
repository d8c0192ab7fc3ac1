"""Weighted data: rows that occur many times, held once with their count.

Tests on levels see nothing but counts, so they answer alike on weighted data and on the same data written out
row by row. What is drawn at random from the rows (`elcs_gui.inquiry.replicates`) goes by the distinct rows in
one order, the same for both, and so comes out the same too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.cells import Codes
from elcs_gui.data.columns.spilling import lies_on_disk
from elcs_gui.data.dataset import Dataset, check_size
from elcs_gui.errors import DataError

Counts = NDArray[np.int64]

MANY_ROWS = 1 << 17
"""Below this many rows data stay as they are read: they are small, and counted fast."""
FEW_DISTINCT = 1 / 20
"""With at most this share of distinct rows, counting weights beats counting rows by bit sets."""

_LOOKED_AT = 1 << 13
_KEY_BITS = 62.0


def distinct_rows(data: Dataset) -> Dataset:
    """The same discrete data with every row once, weighted, in rising order of codes, first column first.

    A DataError for rows that lie on the disk: there are too many distinct ones.
    """
    if lies_on_disk(data.codes):
        raise DataError(
            f"{data.name} has more distinct rows than memory may hold, and this needs all of them: allow "
            "more (--memory), or leave columns out (--ignore)."
        )
    order, begins = _sorted_rows(data.codes, [len(levels) + 1 for levels in data.levels])
    weights = np.ones(len(order), dtype=np.int64) if data.counts is None else data.counts[order]
    counts = np.add.reduceat(weights, begins)
    return replace(data, codes=np.take(data.codes, order[begins], axis=1), counts=counts)


def expanded(data: Dataset) -> Dataset:
    """The same data with every row written out; a DataError where those would be too many."""
    if data.counts is None:
        return data
    check_size(data.rows, data.variables, data.name)
    return replace(data, codes=np.repeat(data.codes, data.counts, axis=1), counts=None, fingerprint="")


def with_counts(data: Dataset, counts: Counts) -> Dataset:
    """Discrete data with other counts of the stored rows; those of count 0 are left out, levels stay."""
    drawn = counts > 0
    return replace(data, codes=np.compress(drawn, data.codes, axis=1), counts=counts[drawn], fingerprint="")


def spread_rows(data: Dataset, most: int) -> NDArray[np.int64]:
    """Which stored rows make a sketch of the data: about `most` to twice as many, evenly spread."""
    step = max(data.rows // most, 1)
    rows = np.arange(0, data.rows, step)
    return rows if data.counts is None else np.searchsorted(np.cumsum(data.counts), rows, side="right")


def weighted_if_it_pays(data: Dataset) -> Dataset:
    """The data, weighted where they have many rows and few distinct ones; without a fingerprint then."""
    if data.values is not None or data.counts is not None or data.rows < MANY_ROWS:
        return data
    if lies_on_disk(data.codes):  # because it does not pay
        return data
    if not _few_distinct(data):
        return data
    weighted = distinct_rows(data)
    return data if weighted.stored > FEW_DISTINCT * data.rows else replace(weighted, fingerprint="")


def _few_distinct(data: Dataset) -> bool:
    """Could few rows be distinct? By a sample: where nearly all of it is new, nearly all of it may be.

    A sample of m rows out of d equally frequent ones has about d (1 - e^(-m/d)) distinct ones; unequal
    frequencies make them fewer. So more than d = FEW_DISTINCT · rows would give is too many.
    """
    sample = data.codes[:, np.linspace(0, data.rows - 1, _LOOKED_AT).astype(np.int64)]
    _, begins = _sorted_rows(sample, [len(levels) + 1 for levels in data.levels])
    few = FEW_DISTINCT * data.rows
    return len(begins) <= 1.05 * few * -math.expm1(-_LOOKED_AT / few)


def _sorted_rows(codes: Codes, sizes: Sequence[int]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The places of the rows in rising order, and where in that order a new row begins.

    As many columns as fit are written into one whole number, so that a few numbers a row are sorted.
    """
    keys: list[NDArray[np.int64]] = []
    bits = _KEY_BITS
    for column, size in zip(codes, sizes, strict=True):
        needed = np.log2(size)
        if not keys or bits + needed > _KEY_BITS:
            keys.append(np.zeros(codes.shape[1], dtype=np.int64))
            bits = 0.0
        keys[-1] *= size
        keys[-1] += column
        bits += needed
    order = np.argsort(keys[0], kind="stable") if len(keys) == 1 else np.lexsort(keys[::-1])
    begins = np.zeros(len(order), dtype=np.bool_)
    begins[0] = True
    for key in keys:
        ordered = key[order]
        begins[1:] |= ordered[1:] != ordered[:-1]
    return order, np.flatnonzero(begins)
