"""FCBF: neighbours by how much two variables tell of each other, without a test (Yu and Liu, 2004).

Symmetrical uncertainty is 2 I(X; Y) / (H(X) + H(Y)): 0 where X tells nothing of Y, 1 where each tells all of
the other. A variable is chosen unless a stronger one tells more of it than the target does. That is a choice
of features: a neighbour may be missing, and no set is known that separates those left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.dataset import Dataset
from elcs_gui.trace.events import Entered, LeftUndecided
from elcs_gui.trace.run import Round, Run
from elcs_gui.trace.sets import PC


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


def _chosen(data: Dataset, breathe: Callable[[], None], *, target: int, threshold: float) -> Iterator[Round]:
    """One round. X → target weighs what X and the target tell of each other; V → X, that X is redundant."""
    uncertainty = cache(partial(_uncertainty, data))
    to_target = {x: uncertainty(x, target) for x in range(data.variables) if x != target}
    breathe()
    order = sorted((x for x in to_target if to_target[x] > threshold), key=lambda x: (-to_target[x], x))
    weights = {(x, target): to_target[x] for x in order}
    kept: list[int] = []
    for x in order:
        stronger = next((v for v in kept if uncertainty(v, x) >= to_target[x]), None)
        if stronger is None:
            kept.append(x)
        else:
            weights[stronger, x] = uncertainty(stronger, x)
    yield Round({"above the threshold": float(len(order)), "kept": float(len(kept))}, weights)


def _uncertainty(data: Dataset, x: int, y: int) -> float:
    """In the rows in which both are known."""
    known = (data.codes[x] >= 0) & (data.codes[y] >= 0)
    a, b = data.codes[x][known].astype(np.int64), data.codes[y][known].astype(np.int64)
    alone = _entropy(a) + _entropy(b)
    return 2 * (alone - _entropy(a * len(data.levels[y]) + b)) / alone if alone > 0 else 0.0


def _entropy(codes: NDArray[np.int64]) -> float:
    counts = np.bincount(codes)
    share = counts[counts > 0] / max(len(codes), 1)
    return float(-(share * np.log(share)).sum())
