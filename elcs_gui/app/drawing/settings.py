"""What the sliders and fields beside a drawing say, and what each slider is."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from elcs_gui.algorithms.registry import ALGORITHMS, DEFAULT, PRINTED, Algorithm
from elcs_gui.app.drawing.drawing import Drawing
from elcs_gui.ci.registry import Needs
from elcs_gui.data.strengths import STRONGEST
from elcs_gui.errors import DataError
from elcs_gui.inquiry.one_change import Agreement, Attempt, Sweep, Trial, attempt

FEWEST_ROWS, MOST_ROWS = 50, 50_000
SMALLEST_ALPHA, LARGEST_ALPHA = 1e-4, 0.3
LARGEST_SEED = 999_999


def suits(algorithm: Algorithm) -> bool:
    """Can it follow a drawing? It tells causes from effects, quickly, by the oracle as on data."""
    needed = {Needs.NETWORK, Needs.LEVELS}
    return (
        bool(algorithm.rules)
        and algorithm.asks_tests
        and needed <= {*algorithm.needs}
        and not algorithm.library
    )


def _is_within(value: object, low: float, high: float) -> bool:
    return type(value) in (int, float) and low <= value <= high  # type: ignore[operator]


@dataclass(frozen=True)
class Settings:
    """A drawing, and how it is learnt.

    Attributes:
        chosen: the arrow (tail, head) whose strength can be moved; None where none is selected.
        oracle: asked instead of simulated rows.
    """

    drawing: Drawing
    chosen: tuple[int, int] | None = None
    simulated: int = 1000
    seed: int = 7
    alpha: float = 0.01
    oracle: bool = False
    algorithm: str = DEFAULT

    @property
    def rows(self) -> int | None:
        return None if self.oracle else self.simulated

    @property
    def movable(self) -> tuple[str, ...]:
        """The sliders that mean something now."""
        arrow = None if self.chosen is None else self.drawing.arrow(*self.chosen)
        strength = arrow is not None and self.drawing.variable(arrow.head).table is None
        return (*(["strength"] if strength else []), *([] if self.oracle else ["rows", "alpha"]))

    def to_json(self) -> dict[str, Any]:
        """As plain values, for a session file."""
        kept = {"rows": self.simulated, "seed": self.seed, "alpha": self.alpha, "true_answers": self.oracle}
        return {**self.drawing.to_json(), **kept, "algorithm": self.algorithm}

    @classmethod
    def from_json(cls, said: Any) -> Settings:
        """What `to_json` gave; a DrawingError where that cannot be."""
        made = cls(Drawing.from_json(said))
        rows, seed, alpha = said.get("rows"), said.get("seed"), said.get("alpha")
        algorithm = said.get("algorithm", PRINTED)  # earlier versions did not always say
        return replace(
            made,
            simulated=rows
            if _is_within(rows, FEWEST_ROWS, MOST_ROWS) and type(rows) is int
            else made.simulated,
            seed=seed if _is_within(seed, 0, LARGEST_SEED) and type(seed) is int else made.seed,
            alpha=alpha if _is_within(alpha, SMALLEST_ALPHA, LARGEST_ALPHA) else made.alpha,
            oracle=said.get("true_answers") is True,
            algorithm=algorithm
            if algorithm in ALGORITHMS and suits(ALGORITHMS[algorithm])
            else made.algorithm,
        )

    def trial(self) -> Trial:
        """What is learnt."""
        drawing = self.drawing
        assert drawing.target is not None
        target = drawing.place_of(drawing.target)
        return Trial(drawing.network(), target, self.rows, self.seed, self.alpha, self.algorithm)


@dataclass(frozen=True)
class SliderKind:
    """One of the things that can be changed.

    Attributes:
        value, moved: what it stands at, and the settings with it elsewhere.
        place, at: where a value stands along the slider, from 0 to 1, and which value stands there.
        say: the value in figures.
        ticks: the values that are written below it.
    """

    low: float
    high: float
    value: Callable[[Settings], float]
    moved: Callable[[Settings, float], Settings]
    say: Callable[[float], str]
    ticks: tuple[float, ...]
    logarithmic: bool = True

    def place(self, value: float) -> float:
        low, high, here = (self._scale(each) for each in (self.low, self.high, value))
        return min(max((here - low) / (high - low), 0.0), 1.0)

    def at(self, place: float) -> float:
        low, high = self._scale(self.low), self._scale(self.high)
        value = low + (high - low) * place
        return math.exp(value) if self.logarithmic else value

    def _scale(self, value: float) -> float:
        return math.log(value) if self.logarithmic else value

    def sweep(self, settings: Settings, found: Attempt) -> Sweep:
        """Where along it the answer would be another."""

        def judge(place: float) -> Agreement:
            moved = self.moved(settings, self.at(place))
            if moved.drawing is settings.drawing and moved.rows == settings.rows:
                return found.at(moved.alpha)  # the data are the same, and so are the answers
            try:
                return attempt(moved.trial(), record=False).agreement
            except DataError:  # too few rows to see every level
                return Agreement.WRONG

        return Sweep(self.place(self.value(settings)), judge)


def _strength(settings: Settings) -> float:
    arrow = None if settings.chosen is None else settings.drawing.arrow(*settings.chosen)
    return 0.0 if arrow is None else settings.drawing.strength(arrow)


def _with_strength(settings: Settings, strength: float) -> Settings:
    assert settings.chosen is not None
    return replace(settings, drawing=settings.drawing.strengthen(*settings.chosen, round(strength, 3)))


def _say_alpha(alpha: float) -> str:
    return f"{alpha:.3f}" if alpha >= 0.0095 else f"{alpha:.4f}"


SLIDERS = {
    "strength": SliderKind(
        0.0, STRONGEST, _strength, _with_strength, "{:.2f}".format, (0.0, 0.3, 0.6, 0.9), logarithmic=False
    ),
    "rows": SliderKind(
        FEWEST_ROWS, MOST_ROWS,
        lambda settings: settings.simulated,
        lambda settings, rows: replace(settings, simulated=round(rows)),
        "{:,.0f}".format, (50, 500, 5000, 50_000),
    ),
    "alpha": SliderKind(
        SMALLEST_ALPHA, LARGEST_ALPHA,
        lambda settings: settings.alpha,
        lambda settings, alpha: replace(settings, alpha=float(f"{alpha:.3g}")),
        _say_alpha, (1e-4, 0.001, 0.01, 0.1),
    ),
}  # fmt: skip
