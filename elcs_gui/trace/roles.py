"""What every variable is to the target at one step: the one answer that graph, list and legend share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache

from elcs_gui.trace import events as ev
from elcs_gui.trace.events import Event, Members
from elcs_gui.trace.listings import corrected
from elcs_gui.trace.outcome import Blanket, Edge, Outcome
from elcs_gui.trace.view import View

_ABOUT_THE_RUN = (
    ev.Queued, ev.Taken, ev.Joined, ev.Unjoined, ev.Oriented, ev.Conflicted, ev.Finished,
)  # fmt: skip


class Role(StrEnum):
    """From the point of view of the blanket shown."""

    TARGET = "target"
    PARENT = "parent"
    CHILD = "child"
    SPOUSE = "spouse"
    CANDIDATE = "candidate"
    """A candidate spouse."""
    MEMBER = "member"
    """In the blanket; whether it is a neighbour or a spouse is not told."""
    UNDECIDED = "undecided"
    """A neighbour, neither parent nor child yet."""
    DISMISSED = "dismissed"
    """Separated from the target, kept apart from it by knowledge, or not chosen by a computation."""
    UNSEEN = "unseen"
    """Nothing is known of it yet."""


_SHOWN: dict[str, str] = {
    Role.PARENT: "cause",
    Role.CHILD: "effect",
    Role.CANDIDATE: "candidate spouse",
    Role.MEMBER: "in the blanket",
    Role.UNSEEN: "not reached",
}


def role_word(role: str) -> str:
    """What a role is called where people read it; files and results have its value."""
    return _SHOWN.get(role, role)


ANSWER_SETS = {
    Role.PARENT: ("causes", "parents"),
    Role.CHILD: ("effects", "children"),
    Role.UNDECIDED: ("undecided", "undetermined"),
    Role.SPOUSE: ("spouses", "spouses"),
    Role.MEMBER: ("blanket", "mb"),
}
"""The sets of an answer, in the order they are told: what each is called, and its key in results. Which of
them an algorithm tells, `Algorithm.roles` says."""


def answer_set(outcome: Outcome, role: Role) -> Members:
    """Who has this role in the answer for the run's target, in column order."""
    if role is Role.MEMBER:
        return outcome.members or ()
    if role is Role.SPOUSE:
        return outcome.blanket.all_spouses
    found: Members = getattr(outcome, ANSWER_SETS[role][1])
    return found


class FinalRole(IntEnum):
    """What a variable is to the target at the end of a run."""

    PARENT = 0
    CHILD = 1
    UNDECIDED = 2
    """A neighbour, neither parent nor child."""
    SPOUSE = 3
    MEMBER = 4
    """In the blanket; whether it is a neighbour or a spouse is not told."""
    ABSENT = 5
    """Not in the blanket; the target itself counts as this."""

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Standing:
    """A variable's role, the members of PC it is a spouse through, and what separates it from the target.

    `undecidable` says that it was dismissed because there are too few rows to ask about it, `left_out` that a
    computation chose others.
    """

    role: Role
    through: tuple[int, ...] = ()
    separator: tuple[int, ...] | None = None
    undecidable: bool = False
    left_out: bool = False


UNSEEN = Standing(Role.UNSEEN)


def standings(view: View, target: int, variables: int, *, tried: bool | None = None) -> list[Standing]:
    """The standing of every variable in the blanket of `target`.

    Directions come from the local graph where it has one (Meek rules, other blankets), else from the blanket.
    `tried` says whether pruning has begun (SpousesCopied was told). A view alone cannot tell once every
    candidate is pruned; without it, that is guessed from what came after.
    """
    found = [UNSEEN] * variables
    found[target] = Standing(Role.TARGET)
    blanket = view.blankets.get(target)
    if blanket is None:
        return found
    if _chosen_at_once(view):
        found = [Standing(Role.DISMISSED, left_out=True)] * variables
    for x in blanket.barred:
        found[x] = Standing(Role.DISMISSED)
    for separated in (blanket.separators, blanket.false_neighbours):
        for x, z in separated.items():
            found[x] = _dismissed(z)
    for x in blanket.undecidable:
        found[x] = Standing(Role.DISMISSED, undecidable=True)
    for x in blanket.mb:
        found[x] = Standing(Role.MEMBER)
    settled = _settled(view, blanket)
    role = Role.SPOUSE if settled else Role.CANDIDATE
    for child, xs in spouses_shown(view, blanket, tried=tried).items():
        for x in xs:
            found[x] = Standing(role, (*found[x].through, child), found[x].separator)
    for x in blanket.pc:
        found[x] = Standing(neighbour_role(x, blanket, view.edges.get((min(x, target), max(x, target)))))
    found[target] = Standing(Role.TARGET)
    return found


@lru_cache(maxsize=1 << 14)
def _dismissed(separator: Members) -> Standing:
    """One for all that this set separates: at each step there may be thousands."""
    return Standing(Role.DISMISSED, separator=separator)


def _chosen_at_once(view: View) -> bool:
    """Is who is not among the chosen left out? Where rounds are judged, only after the last."""
    if view.computed is None or view.whole:
        return False
    return view.finished is not None or not corrected(view.computed.at)


def shown_target(view: View, event: Event | None, target: int) -> int:
    """Whose blanket is in the picture: the one being learnt, or the run's own when it speaks of the whole."""
    about_the_run = event is None or view.finished is not None or isinstance(event, _ABOUT_THE_RUN)
    if isinstance(event, ev.Conflicted) and event.kind == "knowledge":
        about_the_run = False  # it belongs to the blanket in which the tests said so
    return target if about_the_run or view.current is None else view.current


def spouses_shown(view: View, blanket: Blanket, *, tried: bool | None = None) -> Mapping[int, Members]:
    """SP once pruning has begun, CSP before, by the member of PC they were found through."""
    if tried is None:
        tried = bool(blanket.spouses or blanket.pruned_spouses)
    # Not every learner tells when it begins to prune, but once a blanket is settled all of it is pruned.
    pruned = tried or _settled(view, blanket)
    return blanket.spouses if pruned else blanket.candidate_spouses


def _settled(view: View, blanket: Blanket) -> bool:
    """Is step 2 over, so that what is left of SP are spouses?"""
    return bool(
        blanket.reasons or blanket.false_neighbours or view.finished or view.current != blanket.target
    )


def neighbour_role(x: int, blanket: Blanket, edge: Edge | None) -> Role:
    """Of a member of PC, where the local graph has this edge between it and the target."""
    if edge is not None and edge.rule:
        return Role.PARENT if edge.tail == x else Role.CHILD
    if x in blanket.parents:
        return Role.PARENT
    return Role.CHILD if x in blanket.children else Role.UNDECIDED
