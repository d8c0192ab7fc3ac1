"""FCBF: neighbours by how much two variables tell of each other, without a test (Yu and Liu, 2004).

Symmetrical uncertainty is 2 I(X; Y) / (H(X) + H(Y)): 0 where X tells nothing of Y, 1 where each tells all of
the other. A variable is chosen unless a stronger one tells more of it than the target does. That is a choice
of features: a neighbour may be missing, and no set is known that separates those left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.dataset import Dataset
from elcs_gui.trace.events import Entered, LeftUndecided
from elcs_gui.trace.run import Round, Run
from elcs_gui.trace.sets import PC

_Numbers = NDArray[np.float64]
_Counts = NDArray[np.int64]
_Bits = NDArray[np.uint64]

_NEAR = 64
"""Variables that are compared with all others in one go."""
_AT_ONCE = 1 << 24
"""About how many rows times levels are looked at in one go."""

_kept: WeakKeyDictionary[Dataset, dict[int, _Numbers]] = WeakKeyDictionary()
"""What a variable and each other one tell of each other: the targets of one data set share it."""


def fcbf(run: Run, target: int) -> list[int]:
    """PC, in column order."""
    run.start("FCBF", target)
    threshold = float(run.settings["threshold"])
    choosing = partial(_chosen, target=target, threshold=threshold)
    (found,) = run.rounds(choosing, at="FCBF:5", key=("fcbf", target, threshold))
    redundant = {head for _, head in found.arrows if head != target}
    pc = sorted(x for x, head in found.arrows if head == target and x not in redundant)
    for x in pc:
        run.tell(Entered("FCBF:6", target, PC, x))
    run.tell(LeftUndecided("FCBF:7", target, tuple(pc)))
    return pc


def _chosen(data: Dataset, pause: Callable[[], None], *, target: int, threshold: float) -> Iterator[Round]:
    """One round. X → target weighs what X and the target tell of each other; V → X, that X is redundant."""
    to_target = _uncertainties(data, target).tolist()
    pause()
    others = (x for x in range(data.variables) if x != target and to_target[x] > threshold)
    order = sorted(others, key=lambda x: (-to_target[x], x))
    weights = {(x, target): to_target[x] for x in order}
    kept: list[int] = []
    for x in order:
        stronger = next((v for v in kept if _uncertainties(data, v)[x] >= to_target[x]), None)
        if stronger is None:
            kept.append(x)
        else:
            weights[stronger, x] = float(_uncertainties(data, stronger)[x])
    yield Round({"above the threshold": float(len(order)), "kept": float(len(kept))}, weights)


def _uncertainties(data: Dataset, y: int) -> _Numbers:
    """Between y and every variable, in the rows in which both are known."""
    kept = _kept.setdefault(data, {})
    if y not in kept:
        ys = _some(data, y - y % _NEAR, _NEAR)
        bits = _bits(data, ys)
        step = max(_AT_ONCE // data.stored // max(map(len, data.levels)), 1)
        parts = [
            _between(data, _some(data, first, step), ys, bits) for first in range(0, data.variables, step)
        ]
        kept.update(zip(ys, np.concatenate(parts).T, strict=True))
    return kept[y]


def _some(data: Dataset, first: int, number: int) -> range:
    return range(first, min(first + number, data.variables))


def _between(data: Dataset, xs: range, ys: range, bits: _Bits) -> _Numbers:
    """Of each x (down) and each y (across), of which the bits are known."""
    down, across = ([len(data.levels[variable]) for variable in some] for some in (xs, ys))
    counts = _counts(data, _bits(data, xs), bits)
    by_x, by_y = _summed(counts, across, 1), _summed(counts, down, 0)
    h = partial(_n_log_n, data.rows)
    total = h(_summed(by_x, down, 0))
    joint = total - _summed(_summed(h(counts), down, 0), across, 1)
    alone = 2 * total - _summed(h(by_x), down, 0) - _summed(h(by_y), across, 1)
    found: _Numbers = np.divide(2 * (alone - joint), alone, out=np.zeros(alone.shape), where=alone > 0)
    return found


def _counts(data: Dataset, down: _Bits, across: _Bits) -> _Counts:
    """In how many rows two levels meet."""
    counts = np.zeros((len(across), len(down)), dtype=np.int64)
    for place, digit in enumerate(_digits(data)):  # a weight is counted digit by digit
        for row, bits in enumerate(across & digit):
            counts[row] += np.bitwise_count(down & bits).sum(axis=1, dtype=np.int64) << place
    return counts.T


def _digits(data: Dataset) -> _Bits:
    """The binary digits of how many rows each stored one stands for, the lowest first."""
    weights = np.ones(data.stored, dtype=np.int64) if data.counts is None else data.counts
    places = np.arange(int(weights.max()).bit_length())
    return _packed((weights >> places[:, None]) & 1)


def _bits(data: Dataset, variables: range) -> _Bits:
    """Which rows have a level, level by level and variable by variable; a gap has none."""
    codes = data.codes
    return np.concatenate(
        [_packed(codes[x] == np.arange(len(data.levels[x]), dtype=codes.dtype)[:, None]) for x in variables]
    )


def _packed(flags: NDArray[np.bool_ | np.int64]) -> _Bits:
    """A bit for each, in words."""
    packed = np.packbits(flags.astype(np.bool_, copy=False), axis=1)
    return np.pad(packed, ((0, 0), (0, -packed.shape[1] % 8))).view(np.uint64)


def _summed(table: _Counts, lengths: Sequence[int], axis: int) -> _Counts:
    """The sums over runs of so many neighbours each."""
    return np.add.reduceat(table, np.cumsum([0, *lengths[:-1]]), axis=axis)


def _n_log_n(rows: int, counts: _Counts) -> _Counts:
    """In fixed point: whole numbers add up to the same in any order, and ties stay ties."""
    digits = 60 - math.ceil(math.log2(2 * rows * math.log(rows + 1) + 1))
    return np.rint(np.ldexp(counts * np.log(np.maximum(counts, 1)), digits)).astype(np.int64)
