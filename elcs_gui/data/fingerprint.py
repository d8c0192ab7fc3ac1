"""The fingerprint of a data set: what a report, a script or a session says of data that it does not carry.

Two data sets have the same fingerprint if and only if every test answers alike on them by construction: the
same columns in the same order, the same levels, the same value in every row. Where the data came from, how
they were spelled in a file and how wide their codes are in memory do not count.

Weighted data have lost the order of their rows. Those that were read row by row keep the fingerprint they had
then; the others have one of their distinct rows and counts, which data written out have as well
(`is_fingerprint_of`).
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from elcs_gui.data.columns.spilling import blocks_of
from elcs_gui.data.weighting import distinct_rows

if TYPE_CHECKING:
    from elcs_gui.data.dataset import Dataset

_FORM = "elcs-data/1"
_WEIGHTED_FORM = "elcs-data/weighted/1"
_UNKNOWN = 0xFFFF
"""Written for a code that stands for no level."""

_known: WeakKeyDictionary[Dataset, str] = WeakKeyDictionary()


def known_fingerprint(data: Dataset) -> str:
    """The fingerprint, worked out once for as long as the data are there."""
    if data not in _known:
        _known[data] = data.fingerprint or fingerprint(data)
    return _known[data]


def is_fingerprint_of(data: Dataset, digits: str) -> bool:
    """Are these the data that had this fingerprint, weighted or not?"""
    if known_fingerprint(data) == digits:
        return True
    if data.values is not None or (data.counts is not None and not data.fingerprint):
        return False
    return fingerprint(distinct_rows(data)) == digits


def fingerprint(data: Dataset) -> str:
    """64 hexadecimal digits: the SHA-256 of column names, levels and codes, or of names and numbers."""
    form, kind = _FORM, "discrete" if data.values is None else "continuous"
    if data.counts is not None:
        form, data = _WEIGHTED_FORM, distinct_rows(data)
    # JSON keeps names and levels apart whatever signs they hold.
    said = json.dumps([form, kind, data.rows, list(data.columns), [list(some) for some in data.levels]])
    digest = hashlib.sha256(said.encode("ascii"))
    if data.counts is not None:
        digest.update(data.counts.astype("<i8").tobytes())
    if data.values is None:
        for codes, levels in zip(data.codes, data.levels, strict=True):
            for rows in blocks_of(len(codes)):
                column = codes[rows].astype("<u2")
                column[codes[rows] >= len(levels)] = _UNKNOWN
                digest.update(column.tobytes())
    else:
        for numbers in data.values:
            for rows in blocks_of(len(numbers)):
                column = numbers[rows].astype("<f8") + 0.0  # one zero, not two
                column[np.isnan(column)] = np.nan
                digest.update(column.tobytes())
    return digest.hexdigest()
