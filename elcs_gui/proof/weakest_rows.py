"""Rows of the weakest-link page: every arrow with the test that its proof hangs by. Nothing here knows Qt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from elcs_gui.proof.weakest import Weakest
from elcs_gui.proof.why import FragileEdge
from elcs_gui.trace.explain import SMALLEST_P, p_value
from elcs_gui.trace.rules import badge

FULL = math.log(1000.0)
"""The margin that fills the bar: p a thousand times larger or smaller than alpha."""
CLOSE = math.log(2.0)
"""A margin below this is a close call."""


@dataclass(frozen=True, slots=True)
class WeakRow:
    """One arrow.

    Attributes:
        falls: at which alpha the arrow falls, or why none makes it fall.
        share: of the bar, from 0 to 1.
        note: tests among those it rests on that no alpha can turn.
    """

    tail: int
    head: int
    edge: str
    badge: str
    test: int | None
    p: str
    falls: str
    share: float
    close: bool
    note: str = ""

    @property
    def ends(self) -> tuple[int, int]:
        return (min(self.tail, self.head), max(self.tail, self.head))

    @property
    def spoken(self) -> str:
        """The row in one sentence."""
        test = f", weakest test {self.test}, p {self.p}" if self.test is not None else ""
        note = f", {self.note}" if self.note else ""
        return f"{self.edge}, rule {self.badge or 'none'}{test}, {self.falls}{note}"


def weak_rows(edges: Sequence[FragileEdge], names: Sequence[str], *, oracle: bool) -> list[WeakRow]:
    """The arrows in the order given."""
    return [
        WeakRow(
            edge.tail,
            edge.head,
            f"{names[edge.tail]} → {names[edge.head]}",
            badge(edge.proof.rule),
            edge.weakest.test,
            "" if edge.weakest.p is None else p_value(edge.weakest.p),
            falls(edge.weakest, oracle=oracle),
            min(edge.weakest.margin / FULL, 1.0),
            edge.weakest.margin < CLOSE,
            _note(edge.weakest),
        )
        for edge in edges
    ]


def falls(found: Weakest, *, oracle: bool = False) -> str:
    """At which alpha the claim falls: at alpha ≥ 0.199."""
    if found.p is not None and not SMALLEST_P <= found.p < 1:
        return "falls at no alpha"
    if found.p is not None:
        sign = "≥" if found.independent else "<"
        return f"falls at α {sign} {p_value(found.p)}"
    if found.unreliable:
        return "rests on too few rows"
    if found.forced:
        return "rests on what you decided"
    return "certain: no alpha turns it" if oracle else "rests on no test"


def _note(found: Weakest) -> str:
    parts = []
    if found.unreliable and found.p is not None:
        parts.append(f"{len(found.unreliable):,} unreliable")
    if found.forced and found.p is not None:
        parts.append(f"{len(found.forced):,} forced")
    return ", ".join(parts)
