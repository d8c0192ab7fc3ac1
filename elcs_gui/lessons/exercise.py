"""Exercises to do oneself: a small network that answers every test, and what there is to find in it.

A `Setting` is a network and a target, asked by d-separation. The learner sees its answers, never itself.
`random_setting` makes another one for every seed, with something to find for the exercise.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import chain, combinations

from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.cpdag import Arrow, compelled_arrows
from elcs_gui.data.network import Network
from elcs_gui.errors import ElcsError
from elcs_gui.trace.events import Members
from elcs_gui.trace.outcome import Pair, pair

MOST_VARIABLES = 16
"""In a network to be worked through by hand."""
EXAMPLES = ("earthquake", "cancer", "survey", "asia", "fig3", "fig4")
"""The bundled ones that are small enough, the smallest first."""
_LETTERS = "ABCDEF"


class Exercise(StrEnum):
    """What is practised."""

    NEIGHBOURS = "neighbours"
    SPOUSES = "spouses"
    ARROWS = "arrows"

    def task(self, target: str) -> str:
        """What there is to do, in a sentence or two."""
        return {
            Exercise.NEIGHBOURS: f"Find the neighbours of {target}. Test a variable with {target}, given "
            "others; remove it once a set separates the two.",
            Exercise.SPOUSES: f"The neighbours of {target} are known, and what separates it from the others. "
            "Find the test that shows a spouse, and through whom.",
            Exercise.ARROWS: "All links and separating sets are known. Direct every link that a rule "
            "directs, and name the rule.",
        }[self]


@dataclass(frozen=True, slots=True)
class Offer:
    """An exercise in a lesson: on the network of the lesson, or on a random one."""

    exercise: Exercise
    seed: int | None = None

    @property
    def text(self) -> str:
        """As it is written in a lesson."""
        return f"{self.exercise}" + ("" if self.seed is None else f", seed {self.seed}")


@dataclass(frozen=True, eq=False)
class Setting:
    """A network and a target, and what is true of them; all of it is found when first asked for."""

    network: Network
    target: int

    @property
    def names(self) -> tuple[str, ...]:
        return self.network.nodes

    @property
    def variables(self) -> range:
        return range(len(self.network.nodes))

    @cached_property
    def others(self) -> Members:
        """All but the target."""
        return tuple(x for x in self.variables if x != self.target)

    @cached_property
    def _oracle(self) -> Oracle:
        return Oracle(self.network)

    def independent(self, x: int, y: int, given: Sequence[int] = ()) -> bool:
        """What a test answers."""
        return self._oracle.separated(x, y, tuple(given))

    @cached_property
    def links(self) -> frozenset[Pair]:
        """Of variables that no set separates."""
        return frozenset(pair(*edge) for edge in self.network.edges)

    def linked(self, x: int, y: int) -> bool:
        return pair(x, y) in self.links

    def around(self, x: int) -> Members:
        """Those linked with x."""
        return tuple(y for y in self.variables if self.linked(x, y))

    @cached_property
    def neighbours(self) -> Members:
        return self.around(self.target)

    @cached_property
    def outside(self) -> Members:
        """Neither the target nor its neighbours."""
        return tuple(x for x in self.others if x not in self.neighbours)

    @cached_property
    def spouses(self) -> frozenset[tuple[int, int]]:
        """Of the target: each with the neighbour through which it is one."""
        return frozenset(
            (x, y)
            for x in self.outside
            for y in self.network.children(self.target)
            if x in self.network.parents[y]
        )

    @cached_property
    def arrows(self) -> frozenset[Arrow]:
        """Those that tests and rules can tell."""
        return compelled_arrows(self.network)

    @cached_property
    def separators(self) -> dict[Pair, Members]:
        """For every two that are not linked, a set that separates them, as small as its source allows.

        From the target it is made of the target's neighbours where that can be, as HITON-PC would have it.
        """
        apart = [two for two in combinations(self.variables, 2) if two not in self.links]
        return {two: self._separator(*two) for two in apart}

    def separator(self, x: int, y: int) -> Members:
        """The set that is known to separate two that are not linked."""
        return self.separators[pair(x, y)]

    def _separator(self, x: int, y: int) -> Members:
        parents = {*self.network.parents[x], *self.network.parents[y]} - {x, y}
        pools = [sorted(parents)]
        if self.target in (x, y):
            pools.insert(0, [z for z in self.neighbours if z not in (x, y)])
        for given in chain.from_iterable(map(subsets, pools)):
            if self.independent(x, y, given):
                return given
        raise AssertionError("the parents of the later one separate it from what is not linked with it")


def subsets(pool: Sequence[int]) -> Iterator[Members]:
    """All of them, the smallest first."""
    return chain.from_iterable(combinations(pool, size) for size in range(len(pool) + 1))


def is_small(network: Network) -> bool:
    """Can it be worked through by hand?"""
    return len(network.nodes) <= MOST_VARIABLES and not network.hidden


def checked_setting(network: Network, target: int) -> Setting:
    """To be practised on; an error says why a network is not."""
    if network.hidden:
        raise ElcsError(f"{network.name} has hidden variables: to practise by hand, choose one without.")
    if not is_small(network):
        raise ElcsError(
            f"{network.name} has {len(network.nodes):,} variables: to practise by hand, choose one of at "
            f"most {MOST_VARIABLES}."
        )
    setting = Setting(network, target)
    if not setting.neighbours:
        raise ElcsError(
            f"{network.nodes[target]} has no neighbours in {network.name}: choose another target."
        )
    return setting


def random_setting(exercise: Exercise, seed: int) -> Setting:
    """Five to seven variables with something to find; the same for the same seed."""
    numbers = random.Random(f"{exercise} {seed}")
    while True:
        setting = Setting(_random_network(numbers, f"Random {seed}"), 0)
        if _worthwhile(exercise, setting):
            return setting


def _random_network(numbers: random.Random, name: str) -> Network:
    nodes = numbers.randint(5, 7)
    names = ("T", *_LETTERS[: nodes - 1])
    order = numbers.sample(names, nodes)
    chance = numbers.uniform(1.6, 2.6) / (nodes - 1)
    arrows = [two for two in combinations(order, 2) if numbers.random() < chance]
    return Network.from_edges(name, names, arrows)


def _worthwhile(exercise: Exercise, setting: Setting) -> bool:
    """Is there something to find, not too much, and by what the algorithm does?"""
    if any(not setting.around(x) for x in setting.variables) or not 2 <= len(setting.neighbours) <= 4:
        return False
    if exercise is Exercise.ARROWS:
        return len(setting.arrows) >= 3 and len(setting.links) <= 8
    sets = [setting.separator(x, setting.target) for x in setting.outside]
    if not any(sets) or any(not {*given} <= {*setting.neighbours} for given in sets):
        return False
    tried = len(setting.outside) * len(setting.neighbours)
    return exercise is Exercise.NEIGHBOURS or 0 < len(setting.spouses) < tried
