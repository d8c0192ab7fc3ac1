"""Samples of the examples, and what is asked of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.trace.trace import Header


@cache
def drawn(example: str, rows: int, seed: int) -> Dataset:
    return sample(find_example(example).load_network(), rows, seed)


def asking(data: Dataset, target: str | int, **header: object) -> tuple[Evidence, Header]:
    """G² on them and a run of ELCS, changed as wanted.

    Inquiries make thousands of runs: all through the kernel, so that none waits for it halfway.
    """
    number = target if isinstance(target, int) else data.index(target)
    made = Header("elcs", number, data.columns, "g2", rows=data.rows)
    return Evidence(G2(data)), replace(made, **header)  # type: ignore[arg-type]
