"""Alarm as every clone has it, simulated; and what an algorithm asks and finds on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.trace.trace import Header

RECORDED = Path(__file__).parents[1] / "files" / "alarm-counts.json"
"""By algorithm; written by `tests/bench/alarm_counts.py --record`."""
ROWS, SEED = 1000, 1


@cache
def simulated_alarm() -> tuple[Dataset, Evidence]:
    """What one algorithm asks of it, others need not count again."""
    data = sample(find_example("alarm").load_network(), ROWS, seed=SEED)
    return data, Evidence(G2(data))


def counted(algorithm: str, evidence: Evidence, columns: Sequence[str]) -> list[int]:
    """Over all targets: tests requested, members of blankets, parents, children, undecided neighbours."""
    total = [0] * 5
    for target in range(len(columns)):
        learnt = learn(evidence, Header(algorithm, target, tuple(columns), "g2"), record=False)
        assert learnt.outcome is not None
        found = learnt.outcome
        sets = (found.blanket.members, found.parents, found.children, found.undetermined)
        for place, count in enumerate((learnt.counts.requested, *map(len, sets))):
            total[place] += count
    return total
