"""Runs on verdicts that no network stands behind, so that conflicts, odd orders and rare rules are common."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random

from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.distributions import ChiSquare, Distribution
from elcs_gui.ci.questions import Question
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.trace import Header
from tests.graphs import Arrows, topological


class Verdicts:
    """A test on no data: every question has an answer of its own. Many are equally strong.

    With no network behind them verdicts contradict each other, so that conflicts and odd orders are common.

    Args:
        independent, unreliable: the shares of such answers.
        hub: given this variable, as many are independent as are dependent otherwise.
    """

    distribution: Distribution = ChiSquare()

    def __init__(
        self, variables: int, seed: int, independent: float, unreliable: float, hub: int | None = None
    ) -> None:
        self.variables, self._seed, self._hub = variables, seed, hub
        self._independent, self._unreliable = independent, unreliable

    def measure(self, question: Question) -> tuple[float, int]:
        return self.of(*question)

    def of(self, x: int, y: int, z: tuple[int, ...]) -> tuple[float, int]:
        number = Random(f"{self._seed} {x} {y} {z}")
        if x in z or y in z:
            return 0.0, 0
        if number.random() < self._unreliable * (1 + len(z)) / 3:
            return math.nan, -1
        share = 1 - self._independent if self._hub in z else self._independent
        if number.random() < share:
            return number.choice([(0.0, 0), (0.5, 1), (2.0, 2)])
        return number.choice([(20.0, 1), (30.0, 2), (30.0, 1), (45.5, 3)])


class Told(Verdicts):
    """A test that finds these independent, has too few rows or nothing to compare for those, and finds all
    else dependent."""

    def __init__(
        self,
        variables: int,
        *independent: Question,
        unreliable: Sequence[Question] = (),
        empty: Sequence[Question] = (),
    ) -> None:
        super().__init__(variables, 0, 0.0, 0.0)
        self._told, self._few, self._empty = independent, unreliable, empty

    def of(self, x: int, y: int, z: tuple[int, ...]) -> tuple[float, int]:
        if Question.of(x, y, z) in self._few:
            return math.nan, -1
        if Question.of(x, y, z) in self._empty:
            return 0.0, 0
        return (0.5, 1) if Question.of(x, y, z) in self._told else (20.0, 1)


def contradicting(random: Random, algorithm: str, most: int = 7) -> tuple[Verdicts, Header]:
    """Something to run it on, and how."""
    variables = random.randint(3, most)
    shares = random.choice([(0.4, 0.0), (0.6, 0.1), (0.2, 0.1), (0.8, 0.0), (0.5, 0.4)])
    order = random.sample(range(variables), variables)
    arrows = [pair for pair in combinations(order, 2) if random.random() < 0.4]
    header = header_of(random, algorithm, variables, arrows)
    hub = random.choice([header.target, None])
    return Verdicts(variables, random.randrange(2**32), *shares, hub), header


def header_of(random: Random, algorithm: str, variables: int, arrows: Arrows) -> Header:
    """With true knowledge of these arrows now and then, where the algorithm heeds any."""
    knowing = ALGORITHMS[algorithm].uses_knowledge and random.random() < 0.6
    return Header(
        algorithm,
        random.randrange(variables),
        tuple(f"V{i}" for i in range(variables)),
        "g2",
        k=random.choice([3, None, 2, 1, 0]),
        knowledge=true_knowledge(random, variables, arrows) if knowing else Knowledge.none,
        parameters=tuple(
            (one.id, random.choice(one.words))
            for one in ALGORITHMS[algorithm].parameters
            if one.id == "colliders"
        ),
    )


def true_knowledge(random: Random, variables: int, arrows: Arrows) -> Knowledge:
    def some(pairs: Arrows) -> tuple[tuple[int, int], ...]:
        return tuple(random.sample(pairs, min(len(pairs), random.choice([0, 0, 1, 2, 4]))))

    absent = [pair for pair in permutations(range(variables), 2) if pair not in arrows]
    tiers: tuple[tuple[int, ...], ...] = ()
    if random.random() < 0.3:
        order = topological(variables, arrows)
        cut = random.randrange(1, variables)
        tiers = tuple(order[:cut]), tuple(order[cut:])
    return Knowledge(some(absent) + some(absent), some(arrows), some(arrows), tiers)
