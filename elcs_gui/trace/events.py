"""The events of a trace: past-tense facts, frozen, flat, comparable by value.

Variables are column numbers. `at` names the pseudo-code line that told the event, as in "EMB:4" (see
`elcs_gui.trace.listings`). `target` is the variable whose neighbourhood is being learnt, which in ELCS need
not be the run's own target.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

Set = tuple[int, ...]

REQUIRED_ENTRY, REQUIRED_SPOUSE = "HITON-PC:5a", "RecogSpouses:16a"
"""The lines on which knowledge, not a test, makes a member of PC or a candidate spouse."""


@dataclass(frozen=True, slots=True)
class Tested:
    """A question was asked and answered. `number` counts the run's tests from 1."""

    at: str
    number: int
    x: int
    y: int
    z: Set
    statistic: float | None
    df: int | None
    p: float | None
    verdict: str
    independent: bool
    reused: bool
    forced: bool


@dataclass(frozen=True, slots=True)
class Started:
    """A procedure began on a target."""

    at: str
    procedure: str
    target: int


@dataclass(frozen=True, slots=True)
class Dismissed:
    """x never became a candidate: it is independent of the target without any condition."""

    at: str
    target: int
    x: int


@dataclass(frozen=True, slots=True)
class Barred:
    """x depends on the target, but knowledge forbids the edge: it does not become a candidate."""

    at: str
    target: int
    x: int


@dataclass(frozen=True, slots=True)
class Separated:
    """z was found to separate x, which knowledge keeps out of PC, from the target."""

    at: str
    target: int
    x: int
    z: Set


@dataclass(frozen=True, slots=True)
class NotSeparated:
    """Nothing was found to separate x, which knowledge keeps out of PC, from the target."""

    at: str
    target: int
    x: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """The candidates were put in order, strongest first."""

    at: str
    target: int
    order: Set


@dataclass(frozen=True, slots=True)
class EnteredPc:
    """x joined the set of parents and children found so far (at `REQUIRED_ENTRY`: as knowledge demands)."""

    at: str
    target: int
    x: int


@dataclass(frozen=True, slots=True)
class LeftPc:
    """x left that set again: z separates it from the target."""

    at: str
    target: int
    x: int
    z: Set


@dataclass(frozen=True, slots=True)
class RuledOut:
    """x cannot be a spouse: given Temp it is independent of the target."""

    at: str
    target: int
    x: int
    temp: Set


@dataclass(frozen=True, slots=True)
class BecameCandidate:
    """x became a candidate spouse through the PC member `child` (at `REQUIRED_SPOUSE`: by knowledge)."""

    at: str
    target: int
    x: int
    child: int


@dataclass(frozen=True, slots=True)
class SpousesCopied:
    """Every candidate counts as a spouse until it is pruned."""

    at: str
    target: int


@dataclass(frozen=True, slots=True)
class SpousesRanked:
    """The spouses through `child` were put in order, strongest first (EMB-II)."""

    at: str
    target: int
    child: int
    order: Set


@dataclass(frozen=True, slots=True)
class SpousePruned:
    """x is no spouse through `child`: z separates the two."""

    at: str
    target: int
    x: int
    child: int
    z: Set


@dataclass(frozen=True, slots=True)
class SpouseBarred:
    """x is no spouse through `child`: knowledge forbids one of the two arrows into `child`."""

    at: str
    target: int
    x: int
    child: int


@dataclass(frozen=True, slots=True)
class FalseNeighbour:
    """x left PC for good, and its spouses with it: z separates it from the target."""

    at: str
    target: int
    x: int
    z: Set


@dataclass(frozen=True, slots=True)
class FoundChild:
    """x is a child of the target, by `rule`; `because` are the spouses or the parent that show it."""

    at: str
    target: int
    x: int
    rule: str
    because: Set


@dataclass(frozen=True, slots=True)
class FoundParents:
    """x and y are parents of the target (Lemma 1a)."""

    at: str
    target: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class FoundParent:
    """x is a parent of the target, by `rule`: knowledge leaves no other direction."""

    at: str
    target: int
    x: int
    rule: str


@dataclass(frozen=True, slots=True)
class LeftUndecided:
    """The procedure ended; these neighbours are neither parents nor children yet."""

    at: str
    target: int
    undetermined: Set


@dataclass(frozen=True, slots=True)
class Taken:
    """x left the queue; `new` says whether its blanket still had to be learnt."""

    at: str
    x: int
    new: bool


@dataclass(frozen=True, slots=True)
class Queued:
    """These undecided neighbours joined the queue."""

    at: str
    xs: Set


@dataclass(frozen=True, slots=True)
class Joined:
    """The local graph got the edge x—y, without a direction yet."""

    at: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Oriented:
    """The local graph's edge became tail → head, by `rule`; `because` are the rule's other variables."""

    at: str
    tail: int
    head: int
    rule: str
    because: Set


@dataclass(frozen=True, slots=True)
class Conflicted:
    """A later finding contradicts an earlier one, which stays.

    kind "reversal": tail → head was found, but the graph has head → tail.
    kind "asymmetry": the blankets of both are known, and only one holds the other (tail found head).
    kind "knowledge": the tests say tail → head, but knowledge forbids it.
    """

    at: str
    tail: int
    head: int
    kind: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The run's answer for its target."""

    at: str
    target: int
    parents: Set
    children: Set
    undetermined: Set


Event = (
    Tested | Started | Dismissed | Barred | Separated | NotSeparated | Ranked | EnteredPc | LeftPc | RuledOut
    | BecameCandidate | SpousesCopied | SpousesRanked | SpousePruned | SpouseBarred | FalseNeighbour
    | FoundChild | FoundParents | FoundParent | LeftUndecided | Taken | Queued | Joined | Oriented
    | Conflicted | Finished
)  # fmt: skip

EVENT_TYPES: dict[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}
