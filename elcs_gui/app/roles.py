"""What every variable is to the target at one step: the one answer that graph, list and legend share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from elcs_gui.trace.view import View


class Role(StrEnum):
    """From the point of view of the blanket shown."""

    TARGET = "target"
    PARENT = "parent"
    CHILD = "child"
    SPOUSE = "spouse"
    CANDIDATE = "candidate"
    """A candidate spouse."""
    UNDECIDED = "undecided"
    """A neighbour, neither parent nor child yet."""
    DISMISSED = "dismissed"
    """Separated from the target."""
    UNSEEN = "unseen"
    """Nothing is known of it yet."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A variable's role, the members of PC it is a spouse through, and what separates it from the target."""

    role: Role
    through: tuple[int, ...] = ()
    separator: tuple[int, ...] | None = None


def standings(view: View, target: int, variables: int) -> list[Standing]:
    """The standing of every variable in the blanket of `target`.

    Directions come from the local graph where it has one (Meek rules, other blankets), else from the blanket.
    """
    found = [Standing(Role.UNSEEN)] * variables
    found[target] = Standing(Role.TARGET)
    blanket = view.blankets.get(target)
    if blanket is None:
        return found
    for x, z in (blanket.separators | blanket.false_neighbours).items():  # type: ignore[operator]
        found[x] = Standing(Role.DISMISSED, separator=z)
    spouses = blanket.spouses or blanket.pruned_spouses
    pruning = bool(blanket.spouses) or bool(blanket.reasons)
    shown = spouses if pruning or blanket.pruned_spouses else blanket.candidate_spouses
    settled = bool(blanket.reasons)
    for child, xs in shown.items():
        for x in xs:
            role = Role.SPOUSE if settled else Role.CANDIDATE
            found[x] = Standing(role, (*found[x].through, child), found[x].separator)
    for x in blanket.pc:
        found[x] = Standing(Role.UNDECIDED)
    for x in blanket.pc:
        edge = view.edges.get((min(x, target), max(x, target)))
        if x in blanket.parents or (edge and edge.rule and edge.head == target):
            found[x] = Standing(Role.PARENT)
        elif x in blanket.children or (edge and edge.rule and edge.tail == target):
            found[x] = Standing(Role.CHILD)
    return found
