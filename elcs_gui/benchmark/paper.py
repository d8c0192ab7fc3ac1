"""The figures that the paper prints, from a bundled copy: mean and standard deviation over ten data sets.

`resources/paper/figures.csv` has a line for each row of its tables of local learners and of blanket learners
(Yang and others, "Towards Efficient Local Causal Structure Learning"), algorithms by our ids. A row without
figures is one for which its program had not finished after two days.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from elcs_gui.algorithms.registry import SOUND
from elcs_gui.benchmark.measures import MEASURES
from elcs_gui.packaged import packaged


class Figure(NamedTuple):
    """A mean over data sets, and how far they spread; None where there is only one."""

    mean: float
    std: float | None = None


@dataclass(frozen=True)
class PaperRow:
    """One algorithm on one network, of one size."""

    network: str
    rows: int
    algorithm: str
    table: str
    """`local` or `blankets`."""
    figures: Mapping[str, Figure] = field(default_factory=dict)
    """By measure; empty where the paper has none."""


RUN_AS = {"cmb-sound": "cmb"}
"""Algorithms of ours that the paper has under another name."""

OWN = ("elcs", "elcs-ii", "elcs-without-n", "emb", "emb-ii")
"""The algorithms that the paper introduces: ours are to do as well as it says."""
QUICK = tuple(id for id in OWN if id != "emb-ii")
"""Those of a first look."""
COUNTED = ("elcs", "elcs-ii")
"""Those whose number of tests is to be the paper's, about."""
LEARNERS = ("elcs", "elcs-ii", SOUND, "pcd-by-pcd", "cmb", "mmhc", "notears")
BLANKET_LEARNERS = ("emb", "iamb", "mmmb", "hiton-mb", "stmb", "bamb")
"""Those that are set beside each other at a glance."""


@cache
def paper_rows() -> tuple[PaperRow, ...]:
    """All of them, in the order of the paper."""
    with packaged("paper", "figures.csv").open(encoding="utf-8", newline="") as file:
        return tuple(_row(line) for line in csv.DictReader(file))


@cache
def paper_networks() -> dict[str, str]:
    """The names of its networks by their names in lower case."""
    return {row.network.lower(): row.network for row in paper_rows()}


def in_paper(algorithm: str) -> bool:
    """Does the paper compare it at all?"""
    return any(row.algorithm == RUN_AS.get(algorithm, algorithm) for row in paper_rows())


def paper_figures(network: str, rows: int, algorithm: str) -> Mapping[str, Figure]:
    """What the paper prints of it; empty where that is nothing."""
    return _by_key().get((network.lower(), rows, RUN_AS.get(algorithm, algorithm)), {})


def paper_tests(network: str, rows: int, algorithm: str) -> float | None:
    """About how many tests a target takes, as far as the paper lets guess: with as many rows, or others."""
    for size in (rows, *sorted({row.rows for row in paper_rows()})):
        found = paper_figures(network, size, algorithm).get("requested")
        if found is not None:
            return found.mean
    return None


@cache
def _by_key() -> dict[tuple[str, int, str], Mapping[str, Figure]]:
    return {(row.network.lower(), row.rows, row.algorithm): row.figures for row in paper_rows()}


def _row(line: Mapping[str, str]) -> PaperRow:
    figures = {id: Figure(float(line[id]), float(line[f"{id}_std"])) for id in MEASURES if line.get(id)}
    return PaperRow(line["network"], int(line["rows"]), line["algorithm"], line["table"], figures)
