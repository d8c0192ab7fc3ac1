"""Two columns at a time: what marginal tests are asked on, before or after a table is read as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from elcs_gui.data.dataset import Dataset

Pair = tuple[int, int]
Pairs = Callable[[Sequence[Pair]], Iterator[Dataset]]
"""Gives the data of each pair of variables."""
Narrow = Callable[[tuple[str, ...], Pairs], Sequence[int]]
"""Told the names of the columns, and how to get at pairs of them, says which ones to keep."""


def only(data: Dataset, variables: Sequence[int]) -> Dataset:
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


def pairs_of(data: Dataset) -> Pairs:
    """Those of data that are read."""
    return lambda asked: (only(data, pair) for pair in asked)
