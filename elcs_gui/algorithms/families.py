"""The algorithms in groups, in the order in which they are offered to choose from."""

from __future__ import annotations

from elcs_gui.algorithms.registry import ALGORITHMS, PRINTED, SOUND, Algorithm
from elcs_gui.trace.listings import listing, walks
from elcs_gui.trace.rules import COLLIDER

FAMILIES = ("ELCS", "Causes and effects", "Markov blankets", "Graphs of all variables", "As released")
_ELCS, _LOCAL, _BLANKETS, _GRAPHS, _RELEASED = FAMILIES


def family_of(algorithm: Algorithm) -> str:
    """One of FAMILIES, by what it is called and how it goes about."""
    if algorithm.id.endswith("-cl"):
        return _RELEASED
    if algorithm.id.partition("-")[0] == PRINTED:
        return _ELCS
    if algorithm.learns_graph or listing(algorithm.listings[0]).joint:
        return _GRAPHS
    goes_on = walks(algorithm.listings[0]) or COLLIDER in algorithm.rules
    return _LOCAL if goes_on else _BLANKETS


def families() -> dict[str, list[Algorithm]]:
    """Those that have any; the sound ELCS first of all, the others as they are declared."""
    found: dict[str, list[Algorithm]] = {family: [] for family in FAMILIES}
    for algorithm in sorted(ALGORITHMS.values(), key=lambda algorithm: algorithm.id != SOUND):
        found[family_of(algorithm)].append(algorithm)
    return {family: algorithms for family, algorithms in found.items() if algorithms}
