"""What the arrows assume, and what the tests cannot say or say by chance: one wording for all who tell it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from elcs_gui.trace.listings import own_listing

if TYPE_CHECKING:  # the help of the command does not wait for numpy
    from elcs_gui.trace.trace import Header

IN_SHORT = (
    "Arrows are causal only if no common cause is unmeasured, there is no selection and no feedback, the "
    "data are faithful to the graph, and every verdict is right."
)

IN_FULL = (
    "No unmeasured common cause: what causes two of the variables is among the variables.",
    "No selection: whether a row is in the data does not depend on the variables.",
    "No feedback: no variable causes itself by a detour.",
    "Faithfulness: what is connected in the graph is dependent in the data; no two paths cancel each other.",
    "Right verdicts: one wrong verdict can turn several arrows.",
    "“Independent” means that no dependence was detected, not that there is none.",
)
"""The assumptions, a sentence each; the last is about the words."""


_ROOM = 0.95
"""Expected at the alpha that is proposed, at most: so that it does not read as 1 when it is rounded."""

NO_BOUND = (
    "No alpha for the first tests bounds the errors of the final graph: ELCS is not adjusted, because its "
    "conditional tests are adaptive (which of them follow depends on what the first have found)."
)
"""Said wherever a remedy against chance is offered."""


@dataclass(frozen=True)
class Chance:
    """What the first tests of a run let through by chance, and what can be done about it.

    Attributes:
        alpha: of the run.
        others: the variables that are tested against the target.
        rate: the share of false discoveries, where the first tests are not judged each by alpha but together.
        screened: whether that was done before the run, to choose its columns.
    """

    alpha: float
    others: int
    rate: float | None = None
    screened: bool = False

    @property
    def expected(self) -> float | None:
        """How many variables that have nothing to do with the target come out dependent on it, at most, on
        average: alpha is per test. None where it is not."""
        return None if self.rate is not None else self.alpha * self.others

    @property
    def remedy(self) -> float | None:
        """An alpha of one digit at which that is less than one; None where it is already."""
        return None if self.expected is None or self.expected < 1 else _below(_ROOM / self.others)

    @property
    def short(self) -> str:
        """In a few words."""
        return f"about {_number(self.expected or 0.0)} false candidates by chance"

    @property
    def words(self) -> str:
        """The same in full, with the remedy, as a sentence without its first capital and its end."""
        if self.expected is None:
            first = "choosing the columns" if self.screened else "a round of tests"
            return f"of what {first} finds dependent on the target, a share up to {self.rate:g} is by chance"
        said = (
            f"alpha is per test: if none of the {self.others:,} other variables had to do with the target, "
            f"expect about {_number(self.expected)} false candidates"
        )
        return said if self.remedy is None else f"{said}; fewer than one at alpha {self.remedy:g}"

    @property
    def sentence(self) -> str:
        """The words as a sentence."""
        return f"{self.words[0].upper()}{self.words[1:]}."

    def as_json(self) -> dict[str, Any]:
        """For result files: `alpha` is the remedy."""
        return {"expected": self.expected, "alpha": self.remedy, "sentence": self.sentence}


def chance_of(header: Header, left_out: int = 0, rate: float | None = None) -> Chance | None:
    """Of a run; None where nothing is left to chance.

    Args:
        left_out: how many columns were left out for what tests with the target said of them.
        rate: the share of false discoveries in that; None where each was tested at alpha.
    """
    if not header.heeds_alpha:
        return None
    own, others = own_listing(header.algorithm), len(header.names) - 1 + left_out
    if own is not None and own.corrected:
        return Chance(header.alpha, others, header.alpha)
    return Chance(header.alpha, others, rate, screened=rate is not None)


def _number(expected: float) -> str:
    """Two digits, and no powers of ten where there need be none: 0.36, 9.9, 1,200."""
    rounded = float(f"{expected:.2g}")
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:g}"


def _below(limit: float) -> float:
    """The largest number of one digit that is not above the limit."""
    digits, _, power = f"{limit:.12e}".partition("e")
    return float(f"{digits[0]}e{power}")
