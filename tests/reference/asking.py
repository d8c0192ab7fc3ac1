"""A question, what a test says to it, and the list of all that were put."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.special import chdtrc, chdtri

from tests.reference.known import Known

Measure = Callable[[int, int, tuple[int, ...]], tuple[float, int]]
"""(x, y, z) -> statistic and degrees of freedom; nan where there are too few rows."""


class Said(NamedTuple):
    independent: bool
    strength: float
    reliable: bool = True
    p: float = -1.0


Question = Callable[[int, int, tuple[int, ...]], Said]


def g2_of(rows: np.ndarray, rows_per_cell: float = 5) -> Measure:
    """G² with the reliability rule, on a rows x variables array of 0-based levels.

    Summed exactly, so that tables of the same counts are of the same strength.
    """
    n = len(rows)
    levels = [int(c.max()) + 1 for c in rows.T]

    def measure(x: int, y: int, z: tuple[int, ...]) -> tuple[float, int]:
        if n / math.prod(float(levels[v]) for v in (x, y, *z)) < rows_per_cell:
            return math.nan, -1
        if x in z or y in z:
            return 0.0, 0
        strata: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        for row in rows.tolist():
            strata.setdefault(tuple(row[v] for v in z), []).append((row[x], row[y]))
        df, parts = 0, []
        for cells in strata.values():
            by_x, by_y = Counter(a for a, _ in cells), Counter(b for _, b in cells)
            df += (len(by_x) - 1) * (len(by_y) - 1)
            parts += [2 * count * math.log(count) for count in (*Counter(cells).values(), len(cells))]
            parts += [-2 * count * math.log(count) for count in (*by_x.values(), *by_y.values())]
        return max(math.fsum(parts), 0.0), df

    return measure


def judged(
    measure: Measure, alpha: float = 0.01, *, marginal: bool = True, conditional: bool = False
) -> Question:
    """What a statistic says; with too few rows, a marginal or conditional question counts as told here."""
    known: dict[tuple[int, int, tuple[int, ...]], Said] = {}

    def ask(x: int, y: int, z: tuple[int, ...]) -> Said:
        key = min(x, y), max(x, y), tuple(sorted(z))
        if key not in known:
            statistic, df = measure(*key)
            if math.isnan(statistic):
                known[key] = Said(conditional if z else marginal, 0.0, reliable=False)
            else:
                independent = df == 0 or bool(statistic < chdtri(df, alpha))
                p = float(chdtrc(df, statistic)) if df else 1.0
                known[key] = Said(independent, 0.0 if independent else statistic, p=p)
        return known[key]

    return ask


def g2_question(rows: np.ndarray, alpha: float = 0.01) -> Question:
    return judged(g2_of(rows), alpha)


class Asking:
    """One run of an algorithm on some question; `asked` is all that it put, in order."""

    def __init__(
        self,
        ask: Question,
        variables: int,
        k: int | None = 3,
        known: Known | None = None,
        colliders: str = "first",
        alpha: float = 0.01,
    ) -> None:
        self.ask_ = ask
        self.how = colliders
        self.alpha = alpha
        self.variables = variables
        self.k = variables if k is None else k
        self.known = known or Known()
        self.asked: list[tuple[frozenset[int], frozenset[int]]] = []

    def others(self, t: int) -> list[int]:
        return [x for x in range(self.variables) if x != t]

    def ask(self, x: int, y: int, z: Iterable[int] = ()) -> Said:
        z = tuple(sorted({*z}))
        self.asked.append((frozenset((x, y)), frozenset(z)))
        return self.ask_(x, y, z)

    def apart(self, x: int, y: int, z: Iterable[int] = ()) -> bool:
        return self.ask(x, y, z).independent

    def tied(self, x: int, y: int, z: Iterable[int] = ()) -> bool:
        """Dependent, with rows enough to tell."""
        said = self.ask(x, y, z)
        return said.reliable and not said.independent

    def sets(
        self, pool: Sequence[int], *, holding: int | None = None, least: int = 0, most: int | None = None
    ) -> Iterator[tuple[int, ...]]:
        """By size, then in the order of the pool."""
        for size in range(least, min(self.k if most is None else most, len(pool)) + 1):
            for z in combinations(pool, size):
                if holding is None or holding in z:
                    yield z

    def separator(
        self, x: int, y: int, pool: Sequence[int], *, holding: int | None = None, least: int = 0,
        most: int | None = None,
    ) -> tuple[int, ...] | None:  # fmt: skip
        """The first set of the pool, without x, that makes x and y independent."""
        inside = [v for v in pool if v != x]
        for z in self.sets(inside, holding=holding, least=least, most=most):
            if self.apart(x, y, z):
                return z
        return None


def strongest(strength: dict[int, float]) -> list[int]:
    """Ties in column order."""
    return sorted(strength, key=lambda x: (-strength[x], x))
