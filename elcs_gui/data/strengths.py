"""Probability tables from the strengths of arrows, and strengths read off tables.

The levels of a variable are spread evenly from −1 to 1, and P(level | parents) is proportional to the product
of exp(w · level of the parent · level) over the parents, with w = artanh(strength): a log-linear model. Where
both have two levels and there is no other parent, the strength is the difference that the parent makes,
P = (1 ± strength) / 2; with several parents the odds multiply, so that any strengths go together and no table
ever has a 0 or a 1 in it.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from elcs_gui.errors import DataError

Table = NDArray[np.float64]
"""P(node | parents), of shape (levels of each parent ..., levels of the node)."""

USUAL, STRONGEST = 0.5, 0.9
"""What an arrow has when it is drawn, and at most: beyond, two variables are hardly told apart."""


def table_of(levels: int, parents: Iterable[tuple[int, float]]) -> Table:
    """The table of a node with so many levels whose parents have these (levels, strength)."""
    table = np.full(levels, 1.0 / levels)
    for of_parent, strength in parents:
        table = tilted(table, of_parent, strength)
    return table


def tilted(table: Table, levels: int, strength: float) -> Table:
    """The table with one more parent, the last, that has so many levels and this strength."""
    if not 0.0 <= strength <= STRONGEST:
        raise DataError(f"The strength of an arrow lies between 0 and {STRONGEST}, not at {strength:g}.")
    pull = np.exp(np.arctanh(strength) * np.outer(_spread(levels), _spread(table.shape[-1])))
    made: Table = table[..., None, :] * pull
    made /= made.sum(axis=-1, keepdims=True)
    return made


def without_parent(table: Table, place: int) -> Table:
    """The table without one of its parents: averaged over its levels."""
    found: Table = table.mean(axis=place)
    return found


def strength_in(table: Table, place: int) -> float:
    """How strong a parent is in any table: the largest difference that its levels make (the share of cases
    that fall out otherwise), on average over what the other parents are."""
    rows = np.moveaxis(table, place, 0).reshape(table.shape[place], -1, table.shape[-1])
    apart = np.abs(rows[:, None] - rows[None, :]).sum(axis=-1) / 2
    return float(apart.max(axis=(0, 1)).mean())


def _spread(levels: int) -> Table:
    return np.linspace(-1.0, 1.0, levels) if levels > 1 else np.zeros(1)
