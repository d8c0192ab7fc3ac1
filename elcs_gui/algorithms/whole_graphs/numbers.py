"""Data as a matrix of numbers, for algorithms that fit equations to them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.weighting import expanded
from elcs_gui.errors import DataError

STANDARDISED, RAW = "standardised", "raw"


def complete_rows(data: Dataset) -> NDArray[np.bool_]:
    """Which of the stored rows have no gap; a DataError where fewer than two rows have none."""
    known = np.ones(data.stored, dtype=np.bool_)
    for variable in data.gaps:
        known &= ~data.missing(variable)
    if data.rows_where(known) < 2:
        raise DataError(f"{data.name} has gaps in nearly every row: fewer than two rows are complete.")
    return known


def numbers(data: Dataset, scaling: str) -> NDArray[np.float64]:
    """(rows, variables): measurements as they are, levels by their codes 0, 1, 2 …; complete rows only.

    Columns are centred, unless they are to stay raw, and where that is the scaling divided by their standard
    deviation.
    """
    data = expanded(data)
    columns = data.codes if data.values is None else data.values
    found = columns[:, complete_rows(data)].T.astype(np.float64)
    if scaling != RAW:
        found -= found.mean(axis=0)
    if scaling == STANDARDISED:
        spread = found.std(axis=0)
        found /= np.where(spread > 0, spread, 1.0)
    return found
