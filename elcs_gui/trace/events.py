"""The events of a trace: past-tense facts, frozen, flat, comparable by value.

Variables are column numbers. `at` names the pseudo-code line that told the event, as in "EMB:4" (see
`elcs_gui.trace.listings`). `target` is the variable whose neighbourhood is being learnt, which need not be
the run's own target. `set` names one of its sets (`elcs_gui.trace.sets`), `through` the member of PC to which
a set of spouses belongs, and `rule` one of `elcs_gui.trace.rules`.
"""

from __future__ import annotations

from typing import get_args

from msgspec import Struct

Members = tuple[int, ...]
"""Variables by their index, in the order in which the algorithm holds them."""
Arrows = tuple[tuple[int, int], ...]
"""(tail, head) each."""


class BaseEvent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event", tag=True):
    """What every event has. In a file it is a JSON object with its fields and, as "event", its class."""

    at: str


class Tested(BaseEvent, frozen=True):
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


class Started(BaseEvent, frozen=True):
    """A procedure began on a target."""

    procedure: str
    target: int


class Separated(BaseEvent, frozen=True):
    """z separates x from the target: x stays outside. With an empty z it is independent as it stands."""

    target: int
    x: int
    z: Members


class NotSeparated(BaseEvent, frozen=True):
    """Nothing was found to separate x, which knowledge keeps out of PC, from the target."""

    target: int
    x: int


class Parted(BaseEvent, frozen=True):
    """z separates x and y, neither of which is the target: the two are not asked about any further."""

    x: int
    y: int
    z: Members


class Undecidable(BaseEvent, frozen=True):
    """There are too few rows to tell x from the target given z: x is not asked about again."""

    target: int
    x: int
    z: Members


class Barred(BaseEvent, frozen=True):
    """The tests would have x in the set, but knowledge forbids it."""

    target: int
    set: str
    x: int
    through: int | None = None


class Ranked(BaseEvent, frozen=True):
    """The candidates for the set were put in order, strongest first."""

    target: int
    set: str
    order: Members
    through: int | None = None


class Entered(BaseEvent, frozen=True):
    """x joined the set; on a line that serves knowledge, because that demands it."""

    target: int
    set: str
    x: int
    through: int | None = None


class Left(BaseEvent, frozen=True):
    """x left the set again: z separates it from the target, or from what it was in the set `through`."""

    target: int
    set: str
    x: int
    z: Members
    through: int | None = None


class RuledOut(BaseEvent, frozen=True):
    """x cannot be a spouse: given Temp it is independent of the target."""

    target: int
    x: int
    temp: Members


class SpousesCopied(BaseEvent, frozen=True):
    """Every candidate counts as a spouse until it is pruned."""

    target: int


class FalseNeighbour(BaseEvent, frozen=True):
    """x left PC for good, and its spouses with it: z separates it from the target."""

    target: int
    x: int
    z: Members


class Found(BaseEvent, frozen=True):
    """These are parents and children of the target, by `rule`; `because` are the others that show it."""

    target: int
    parents: Members
    children: Members
    rule: str
    because: Members


class LeftUndecided(BaseEvent, frozen=True):
    """The procedure ended; these neighbours are neither parents nor children yet."""

    target: int
    undetermined: Members


class Taken(BaseEvent, frozen=True):
    """x left the queue; `new` says whether its blanket had to be learnt."""

    x: int
    new: bool


class Queued(BaseEvent, frozen=True):
    """These undecided neighbours joined the queue."""

    xs: Members


class Joined(BaseEvent, frozen=True):
    """The local graph got the edge x—y, without a direction yet."""

    x: int
    y: int


class Unjoined(BaseEvent, frozen=True):
    """The graph lost the edge between x and y: what had made it is no longer found."""

    x: int
    y: int


class Computed(BaseEvent, frozen=True):
    """A round of a computation that asks no tests ended: what it came to.

    Attributes:
        figures: by their `names`.
        arrows: (tail, head) of those that weigh something, with their `weights`.
    """

    round: int
    names: tuple[str, ...]
    figures: tuple[float, ...]
    arrows: Arrows
    weights: tuple[float, ...]


class Oriented(BaseEvent, frozen=True):
    """The graph's edge became tail → head, by `rule`; `because` are the rule's other variables.

    A graph that is computed as a whole gets the edge with its direction, and may turn it later.
    """

    tail: int
    head: int
    rule: str
    because: Members


class Conflicted(BaseEvent, frozen=True):
    """A later finding contradicts an earlier one, which stays, unless it was overwritten.

    kind "reversal": tail → head was found, but the graph has head → tail.
    kind "overwritten": the graph had tail → head, until just now it was turned round.
    kind "asymmetry": the blankets of both are known, and only one holds the other (tail found head).
    kind "knowledge": the tests say tail → head, but knowledge forbids it.
    """

    tail: int
    head: int
    kind: str


class Ambiguous(BaseEvent, frozen=True):
    """Of the sets that separate x and y some hold the middle, others do not: no rule counts on either."""

    x: int
    middle: int
    y: int


class Finished(BaseEvent, frozen=True):
    """The run's answer for its target.

    `members` is the blanket of an algorithm that does not tell neighbours from spouses; None of all others.
    """

    target: int
    parents: Members
    children: Members
    undetermined: Members
    members: Members | None = None


Event = (
    Tested | Started | Separated | NotSeparated | Parted | Undecidable | Barred | Ranked | Entered | Left
    | RuledOut | SpousesCopied | FalseNeighbour | Found | LeftUndecided | Taken | Queued | Joined | Unjoined
    | Computed | Oriented | Conflicted | Ambiguous | Finished
)  # fmt: skip

EVENT_TYPES: dict[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}
