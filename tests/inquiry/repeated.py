"""What the tests of stability repeat runs on."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.trace.trace import Header


@cache
def child() -> Dataset:
    return sample(find_example("child").load_network(), 400, seed=5)


def child_header(target: str = "Disease", **changes: object) -> Header:
    header = Header("elcs", child().index(target), child().columns, "g2", rows=child().rows)
    return replace(header, **changes)  # type: ignore[arg-type]
