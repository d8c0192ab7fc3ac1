"""The events of a trace: past-tense facts, frozen, flat, comparable by value.

Variables are column numbers. `at` names the pseudo-code line that told the event, as in "EMB:4" (see
`elcs_gui.trace.listings`). `target` is the variable whose neighbourhood is being learnt, which in ELCS need
not be the run's own target.
"""

from __future__ import annotations

from typing import get_args

from msgspec import Struct

Members = tuple[int, ...]
"""Variables by their index, in the order in which the algorithm holds them."""

REQUIRED_ENTRY, REQUIRED_SPOUSE = "HITON-PC:5a", "RecogSpouses:16a"
"""The lines on which knowledge, not a test, makes a member of PC or a candidate spouse."""


class _Event(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event", tag=True):
    """What every event has. In a file it is a JSON object with its fields and, as "event", its class."""

    at: str


class Tested(_Event, frozen=True):
    """A question was asked and answered. `number` counts the run's tests from 1."""

    number: int
    x: int
    y: int
    z: Members
    statistic: float | None
    df: int | None
    p: float | None
    verdict: str
    independent: bool
    reused: bool
    forced: bool


class Started(_Event, frozen=True):
    """A procedure began on a target."""

    procedure: str
    target: int


class Dismissed(_Event, frozen=True):
    """x never became a candidate: it is independent of the target without any condition."""

    target: int
    x: int


class Barred(_Event, frozen=True):
    """x depends on the target, but knowledge forbids the edge: it does not become a candidate."""

    target: int
    x: int


class Separated(_Event, frozen=True):
    """z was found to separate x, which knowledge keeps out of PC, from the target."""

    target: int
    x: int
    z: Members


class NotSeparated(_Event, frozen=True):
    """Nothing was found to separate x, which knowledge keeps out of PC, from the target."""

    target: int
    x: int


class Ranked(_Event, frozen=True):
    """The candidates were put in order, strongest first."""

    target: int
    order: Members


class EnteredPc(_Event, frozen=True):
    """x joined the set of parents and children found so far (at `REQUIRED_ENTRY`: as knowledge demands)."""

    target: int
    x: int


class LeftPc(_Event, frozen=True):
    """x left that set again: z separates it from the target."""

    target: int
    x: int
    z: Members


class RuledOut(_Event, frozen=True):
    """x cannot be a spouse: given Temp it is independent of the target."""

    target: int
    x: int
    temp: Members


class BecameCandidate(_Event, frozen=True):
    """x became a candidate spouse through the PC member `child` (at `REQUIRED_SPOUSE`: by knowledge)."""

    target: int
    x: int
    child: int


class SpousesCopied(_Event, frozen=True):
    """Every candidate counts as a spouse until it is pruned."""

    target: int


class SpousesRanked(_Event, frozen=True):
    """The spouses through `child` were put in order, strongest first (EMB-II)."""

    target: int
    child: int
    order: Members


class SpousePruned(_Event, frozen=True):
    """x is no spouse through `child`: z separates the two."""

    target: int
    x: int
    child: int
    z: Members


class SpouseBarred(_Event, frozen=True):
    """x is no spouse through `child`: knowledge forbids one of the two arrows into `child`."""

    target: int
    x: int
    child: int


class FalseNeighbour(_Event, frozen=True):
    """x left PC for good, and its spouses with it: z separates it from the target."""

    target: int
    x: int
    z: Members


class FoundChild(_Event, frozen=True):
    """x is a child of the target, by `rule`; `because` are the spouses or the parent that show it."""

    target: int
    x: int
    rule: str
    because: Members


class FoundParents(_Event, frozen=True):
    """x and y are parents of the target (Lemma 1a)."""

    target: int
    x: int
    y: int


class FoundParent(_Event, frozen=True):
    """x is a parent of the target, by `rule`: knowledge leaves no other direction."""

    target: int
    x: int
    rule: str


class LeftUndecided(_Event, frozen=True):
    """The procedure ended; these neighbours are neither parents nor children yet."""

    target: int
    undetermined: Members


class Taken(_Event, frozen=True):
    """x left the queue; `new` says whether its blanket still had to be learnt."""

    x: int
    new: bool


class Queued(_Event, frozen=True):
    """These undecided neighbours joined the queue."""

    xs: Members


class Joined(_Event, frozen=True):
    """The local graph got the edge x—y, without a direction yet."""

    x: int
    y: int


class Oriented(_Event, frozen=True):
    """The local graph's edge became tail → head, by `rule`; `because` are the rule's other variables."""

    tail: int
    head: int
    rule: str
    because: Members


class Conflicted(_Event, frozen=True):
    """A later finding contradicts an earlier one, which stays.

    kind "reversal": tail → head was found, but the graph has head → tail.
    kind "asymmetry": the blankets of both are known, and only one holds the other (tail found head).
    kind "knowledge": the tests say tail → head, but knowledge forbids it.
    """

    tail: int
    head: int
    kind: str


class Finished(_Event, frozen=True):
    """The run's answer for its target."""

    target: int
    parents: Members
    children: Members
    undetermined: Members


Event = (
    Tested | Started | Dismissed | Barred | Separated | NotSeparated | Ranked | EnteredPc | LeftPc | RuledOut
    | BecameCandidate | SpousesCopied | SpousesRanked | SpousePruned | SpouseBarred | FalseNeighbour
    | FoundChild | FoundParents | FoundParent | LeftUndecided | Taken | Queued | Joined | Oriented
    | Conflicted | Finished
)  # fmt: skip

EVENT_TYPES: dict[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}
