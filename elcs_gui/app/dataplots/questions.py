"""On which sets a run has conditioned a pair of variables, the one that decided first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elcs_gui.trace.trace import Trace

MOST = 40
"""Sets offered; the others come no nearer to a separation."""


@dataclass(frozen=True)
class Conditioned:
    """A test of a pair with something held fixed; `p` is None where it was not measured."""

    number: int
    z: tuple[int, ...]
    p: float | None
    independent: bool


def conditioned(trace: Trace, x: int, y: int) -> list[Conditioned]:
    """Each set once: those that separate the two in their order, then the others by how near they come."""
    log = trace.tests()
    tape = trace.judge.tape
    pair = (tape.asked[log.answers, :2] == (min(x, y), max(x, y))).all(axis=1)
    places = np.flatnonzero(pair)
    _, first = np.unique(log.answers[places], return_index=True)
    found = []
    p_values, independent = log.p, log.independent
    for place in places[np.sort(first)].tolist():
        z = tape.question(int(log.answers[place])).z
        p = float(p_values[place])
        if z:
            found.append(Conditioned(place + 1, z, None if np.isnan(p) else p, bool(independent[place])))
    apart = [each for each in found if each.independent]
    together = [each for each in found if not each.independent]
    together.sort(key=lambda each: (each.p is None, -(each.p or 0.0), len(each.z)))
    return [*apart, *together][:MOST]
