"""How often the edges of a picture came back: what is laid over a graph. Without Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from elcs_gui.inquiry.stability import EdgeRow, Frequency, Stability, VariableRow
from elcs_gui.picture.scene import Link, LinkKind
from elcs_gui.trace.roles import FinalRole

SELDOM = 0.05
"""An edge that this run lacks is drawn if it came up at least so often."""

Edge = tuple[int, int]


@dataclass(frozen=True)
class Extra:
    """An edge that this run lacks; tail → head where one direction was more frequent than no direction."""

    tail: int
    head: int
    directed: bool
    share: Frequency

    @property
    def ends(self) -> Edge:
        return min(self.tail, self.head), max(self.tail, self.head)


class EdgeShares:
    """A result as the graph needs it: the share of a link as it is drawn, and the edges that it lacks."""

    def __init__(self, found: Stability) -> None:
        self.header = found.header
        self._target = found.header.target
        self._roles: dict[int, VariableRow] = {row.variable: row for row in found.rows()}
        self._edges: dict[Edge, EdgeRow] = {(row.x, row.y): row for row in found.edges()}
        self.extras: tuple[Extra, ...] = tuple(self._extras())
        """Sorted by column."""

    def __bool__(self) -> bool:
        return bool(self._roles)

    def of(self, link: Link) -> Frequency | None:
        """How often this link came back as it is drawn; None for what is not a finding.

        At the target it is the share of the neighbour's role, as in the table; elsewhere that of the arrow or
        line in the local graph, or of the spouse where the local graph was never drawn that far.
        """
        if link.kind in (LinkKind.GHOST, LinkKind.CANDIDATE) or not self._roles:
            return None
        if self._target in link.ends:
            row = self._roles[link.head if link.tail == self._target else link.tail]
            if link.kind is LinkKind.MEMBER:
                return row.member
            if not link.directed:
                return row.undecided
            return row.child if link.tail == self._target else row.parent
        edge = self._edges.get(link.ends)
        if edge is None:
            return self._roles[link.tail].spouse if link.kind is LinkKind.SPOUSE else None
        if not link.directed:
            return edge.undirected
        return edge.forwards if link.tail < link.head else edge.backwards

    def at_all(self, link: Link) -> Frequency | None:
        """How often an edge stood there, whichever way."""
        share = self.of(link)
        if share is None or link.kind is LinkKind.MEMBER:
            return share
        if self._target in link.ends:
            return self._roles[link.head if link.tail == self._target else link.tail].neighbour
        edge = self._edges.get(link.ends)
        return share if edge is None else Frequency(edge.absent.of - edge.absent.count, edge.absent.of)

    @property
    def guests(self) -> Sequence[int]:
        """Who is not in this run's blanket but often enough was, the most frequent first."""
        often = [
            row
            for row in self._roles.values()
            if row.found is FinalRole.ABSENT and 1 - row.absent.share >= SELDOM
        ]
        return [row.variable for row in sorted(often, key=lambda row: (row.absent.count, row.variable))]

    def note(self, variable: int) -> str:
        """How often a guest was in the blanket: "in 12 %"."""
        absent = self._roles[variable].absent
        return f"in {Frequency(absent.of - absent.count, absent.of).percent}"

    def _extras(self) -> list[Extra]:
        made = []
        for variable, row in self._roles.items():
            if row.found in (FinalRole.ABSENT, FinalRole.SPOUSE) and row.neighbour.share >= SELDOM:
                t = self._target
                counts = (row.child.count, row.parent.count, row.undecided.count)
                made.append(_extra(t, variable, counts, row.neighbour))
        for (x, y), edge in self._edges.items():
            if edge.found == "absent" and self._target not in (x, y):
                stood = Frequency(edge.absent.of - edge.absent.count, edge.absent.of)
                if stood.share >= SELDOM:
                    counts = (edge.forwards.count, edge.backwards.count, edge.undirected.count)
                    made.append(_extra(x, y, counts, stood))
        return sorted(made, key=lambda extra: extra.ends)


def _extra(x: int, y: int, counts: tuple[int, int, int], share: Frequency) -> Extra:
    forwards, backwards, undirected = counts
    directed = max(forwards, backwards) > undirected
    return Extra(y, x, directed, share) if backwards > forwards else Extra(x, y, directed, share)
