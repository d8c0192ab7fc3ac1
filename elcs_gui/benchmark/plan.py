"""Which runs make a benchmark: networks × sizes × sets × algorithms × targets, and how each is asked.

The plan stands in `plan.json` beside the results, so that naming the folder is enough to go on.
What decides the answers (seed, alpha, k, where the data come from) cannot be changed there afterwards; which
networks, sizes, algorithms and targets there are can: what was measured before is kept.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from elcs_gui.algorithms.registry import ALGORITHMS, SOUND, find_algorithm
from elcs_gui.benchmark.catalogue import Catalogue, DataSet
from elcs_gui.benchmark.paper import QUICK, in_paper, paper_figures, paper_networks, paper_rows
from elcs_gui.ci.registry import Needs, usual
from elcs_gui.data.files import reading, replacing
from elcs_gui.data.names import position
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.storage.study import Study
from elcs_gui.trace.trace import Header

SCHEMA = "elcs-benchmark/1"
FILE = "plan.json"

BLOCK = 100
"""Most targets that one process has; a large network is shared out to several."""

_PAPERS_LIMIT = 300.0
"""Seconds for a target, where the paper gave all of a network two days."""

_PAPERS_TARGETS = 100
"""Of each network, for networks of four and eight hundred variables would take hours."""

_FIXED = {"seed": "--seed", "alpha": "alpha", "k": "k", "test": "test", "folder": "--folder"}
"""What cannot be changed once there are results, and how it is called in messages."""


@dataclass(frozen=True)
class Plan:
    """What is measured.

    Attributes:
        sets: at most so many of each network and size.
        targets: how many variables of each network, drawn by the seed; or which; None for all.
        folder: where data and networks are; None for those that come with the program.
        limit: seconds after which a run is stopped; None for never.
        paper: leave out what the paper compares elsewhere, but has no figures of for that network and size.
    """

    networks: tuple[str, ...] = ("alarm", "insurance", "child")
    algorithms: tuple[str, ...] = QUICK
    rows: tuple[int, ...] = (5000,)
    sets: int = 3
    targets: int | tuple[str, ...] | None = None
    seed: int = 1
    folder: str | None = None
    test: str = usual(Needs.LEVELS).id
    alpha: float = 0.01
    k: int | None = 3
    limit: float | None = None
    paper: bool = False

    def __post_init__(self) -> None:
        # Each once: what is named twice would be measured twice.
        object.__setattr__(self, "networks", tuple(dict.fromkeys(map(str.lower, self.networks))))
        object.__setattr__(self, "algorithms", tuple(dict.fromkeys(self.algorithms)))
        object.__setattr__(self, "rows", tuple(dict.fromkeys(self.rows)))
        for algorithm in self.algorithms:
            find_algorithm(algorithm)

    @classmethod
    def of_paper(cls, folder: str | None) -> Plan:
        """What its tables of local learners and of blankets need, as far as it can be had; and sound ELCS."""
        catalogue = Catalogue(None if folder is None else Path(folder))
        named = dict.fromkeys([*(row.algorithm for row in paper_rows()), SOUND])
        return cls(
            networks=tuple(name for name in paper_networks() if catalogue.has(name)),
            algorithms=tuple(algorithm for algorithm in named if algorithm in ALGORITHMS),
            rows=tuple(dict.fromkeys(row.rows for row in paper_rows())),
            sets=10,
            targets=_PAPERS_TARGETS,
            folder=folder,
            limit=_PAPERS_LIMIT,
            paper=True,
        )

    def asks_for(self, network: str, rows: int, algorithm: str) -> bool:
        """Is the algorithm measured on such data?"""
        return not self.paper or not in_paper(algorithm) or bool(paper_figures(network, rows, algorithm))

    def header(self, study: Study, algorithm: str) -> Header:
        """How a run asks; its target is to be put in."""
        return replace(study.header(), algorithm=algorithm, alpha=self.alpha, k=self.k)

    def save(self, folder: Path) -> None:
        """Write it beside its results."""
        text = json.dumps({"schema": SCHEMA, **asdict(self)}, ensure_ascii=False, indent=1)
        with replacing(folder / FILE) as part:
            part.write_text(text + "\n", encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Plan:
        """The plan of a folder of results; an ElcsError where there is none, or none that can be read."""
        path = folder / FILE
        if not path.exists():
            raise ElcsError(f"'{folder}' holds no benchmark: there is no {FILE} in it.")
        with reading(path):
            text = path.read_bytes()
        try:
            found: dict[str, Any] = msgspec.json.decode(text, type=dict[str, Any])
            if found.pop("schema", None) != SCHEMA:
                raise ElcsError(f"'{path}' is not of the form {SCHEMA}: another version wrote it.")
            return msgspec.convert(found, cls)
        except (msgspec.DecodeError, msgspec.ValidationError, TypeError) as error:
            raise ElcsError(f"'{path}' cannot be read: {error}.") from None

    def check_continues(self, before: Plan, folder: Path) -> None:
        """An ElcsError where results made by the plan before do not fit to what this one would measure."""
        for field, title in _FIXED.items():
            was, now = getattr(before, field), getattr(self, field)
            if was != now:
                raise ElcsError(
                    f"'{folder}' holds results with {title} {_said(was)}, not {_said(now)}: "
                    "choose another folder for these."
                )


def _said(value: object) -> str:
    return "none" if value is None else quoted(str(value))


class RunKey(NamedTuple):
    """Which run: it has one line in the results."""

    network: str
    rows: int
    set: int
    algorithm: str
    target: str


@dataclass(frozen=True)
class Cell:
    """One algorithm on one data set, for all of its targets.

    Attributes:
        variables: how many there are to choose targets from.
    """

    data: DataSet
    algorithm: str
    targets: tuple[str, ...]
    variables: int = 0

    def runs(self) -> Iterator[RunKey]:
        """Its runs."""
        data = self.data
        return (RunKey(data.network, data.rows, data.number, self.algorithm, name) for name in self.targets)

    def without(self, done: frozenset[RunKey]) -> Cell:
        """What is left of it."""
        left = (key.target for key in self.runs() if key not in done)
        return replace(self, targets=tuple(left))

    def blocks(self) -> Iterator[Cell]:
        """The same in pieces that are carried out by themselves."""
        # A graph of all variables is learnt once for all targets: these stay together.
        size = len(self.targets) if find_algorithm(self.algorithm).learns_graph else BLOCK
        for start in range(0, len(self.targets), size):
            yield replace(self, targets=self.targets[start : start + size])


def cells_of(plan: Plan) -> list[Cell]:
    """All there is to do, network by network; an ElcsError where something named is not to be had."""
    catalogue = Catalogue(None if plan.folder is None else Path(plan.folder))
    cells = []
    for name in plan.networks:
        nodes: tuple[str, ...] = ()
        for rows in plan.rows:
            for data in catalogue.sets(name, rows, plan.sets, plan.seed):
                if not nodes:
                    nodes = data.true_network().nodes
                    targets = _targets(plan, name, nodes)
                cells += [
                    Cell(data, algorithm, targets, len(nodes))
                    for algorithm in plan.algorithms
                    if plan.asks_for(name, rows, algorithm)
                ]
    return cells


def _targets(plan: Plan, network: str, nodes: tuple[str, ...]) -> tuple[str, ...]:
    """Of a number drawn, a smaller one is a part: with more targets, those measured before count."""
    if plan.targets is None:
        return nodes
    if isinstance(plan.targets, int):
        shuffled = random.Random(f"{plan.seed} {network}").sample(range(len(nodes)), len(nodes))
        return tuple(nodes[place] for place in sorted(shuffled[: plan.targets]))
    named = dict.fromkeys(position(name, nodes, network) for name in plan.targets)
    return tuple(nodes[place] for place in named)
