"""The words every CI test shares: a question, its answer, its verdict, the policy for weak evidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from elcs_gui.ci.distributions import Distribution

if TYPE_CHECKING:
    from elcs_gui.data.dataset import Dataset

PERFECT = 1e6
"""The statistic of a perfect correlation, where its formula has infinity: finite, because files keep numbers,
and beyond all others: √n · artanh r with 1 - r² > 10⁻¹² stays below it up to 4 · 10⁹ rows."""

UNRELIABLE_DF = -1
"""What stands in the `df` column for a test without degrees of freedom (too few rows, Fisher z, oracle)."""

MOST_DF = 4_000_000
"""Critical values are tabled up to the largest df, and files are refused beyond this one: a table of more is
called unreliable. Ten million rows reach half of it where there are rows for every cell."""


NOTHING_TO_COMPARE = "nothing is left to compare"
"""Why a test has no information, where the data are not there to say more."""


class Question(NamedTuple):
    """Is x independent of y given z? Always with x < y and z sorted, so that equal questions are equal.

    x or y may be in z, as in a mistake that a released algorithm makes: given itself, it is independent.
    """

    x: int
    y: int
    z: tuple[int, ...] = ()

    @classmethod
    def of(cls, x: int, y: int, z: Iterable[int] = ()) -> Question:
        """The question in its one spelling, whichever way round it was asked."""
        return cls(min(x, y), max(x, y), tuple(sorted(z)))


class Answer(NamedTuple):
    """What an algorithm may know of an answer: the decision and, for ranking, how strong the link is.

    Where the data cannot tell, the policy decides and the answer is not `reliable`: it measured no strength
    (0), and what that means for a ranking is for the algorithm to say.
    """

    independent: bool
    strength: float
    reliable: bool = True


class Verdict(IntEnum):
    """What a test says.

    `UNRELIABLE` counts as one of the first two, as the policy has it. `NO_INFORMATION` is the verdict of a
    test that has nothing to compare (0 degrees of freedom): it counts as independent.
    """

    INDEPENDENT = 0
    DEPENDENT = 1
    UNRELIABLE = 2
    NO_INFORMATION = 3

    @classmethod
    def of(cls, word: str) -> Verdict:
        """The verdict that users read as `word`; a KeyError for any other word."""
        return cls[word.replace(" ", "_").upper()]

    @property
    def word(self) -> str:
        """The verdict as users read it."""
        return self.name.replace("_", " ").lower()

    @property
    def sign(self) -> str:
        """The verdict between the two variables it is about; what was not measured is asked, not said."""
        return ("⊥", "⊥̸", "⊥?", "⊥?")[self]

    @property
    def measured(self) -> bool:
        """Whether the data (or the graph) decided it."""
        return self in (Verdict.INDEPENDENT, Verdict.DEPENDENT)


@dataclass(frozen=True)
class Policy:
    """How a test with too few rows counts.

    By default such a test removes nothing and links nothing: a conditional one counts as dependent, a
    marginal one as independent.
    """

    marginal: Verdict = Verdict.INDEPENDENT
    conditional: Verdict = Verdict.DEPENDENT


class CiTest(Protocol):
    """One way to answer questions about one data set (or one known graph)."""

    @property
    def variables(self) -> int:
        """How many variables there are to ask about."""

    @property
    def distribution(self) -> Distribution:
        """What the statistic follows when x and y are independent."""

    def measure(self, question: Question) -> tuple[float, int]:
        """Statistic and degrees of freedom; (nan, UNRELIABLE_DF) where the data cannot tell."""


@runtime_checkable
class OnData(Protocol):
    """What a test on data has, for algorithms that ask more of them than tests."""

    data: Dataset


@runtime_checkable
class OnRows(Protocol):
    """What a test on data can tell as well."""

    def available(self, question: Question) -> int:
        """The rows in which all that is asked about is known."""


@runtime_checkable
class WithEffect(Protocol):
    """What a test can tell whose entry (`elcs_gui.ci.registry`) has the sign of an effect."""

    def effect(self, question: Question) -> float:
        """How strong the link is, whatever the number of rows; nan where the data cannot tell."""


@runtime_checkable
class Correlating(Protocol):
    """What a test can tell whose entry says that it correlates."""

    def determined(self, question: Question) -> bool:
        """Whether Z determines x or y, so that there is nothing left to correlate."""
