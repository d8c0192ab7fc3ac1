"""Background knowledge, read naively."""

from __future__ import annotations

from collections.abc import Sequence


class Known:
    """Background knowledge, answered by going through all that was said each time."""

    def __init__(
        self,
        forbidden: Sequence[tuple[int, int]] = (),
        required: Sequence[tuple[int, int]] = (),
        adjacent: Sequence[tuple[int, int]] = (),
        tiers: Sequence[Sequence[int]] = (),
    ) -> None:
        self.forbidden, self.adjacent, self.tiers = forbidden, adjacent, tiers
        self.arrows = list(required)
        changed = True
        while changed:
            changed = False
            for edge in adjacent:
                for a, b in (edge, tuple(reversed(edge))):
                    if self.possible(a, b) and not self.possible(b, a) and (a, b) not in self.arrows:
                        self.arrows.append((a, b))
                        changed = True

    def says_anything(self) -> bool:
        return bool(self.forbidden or self.arrows or self.adjacent or self.tiers)

    def certain(self, a: int, b: int) -> bool:
        return (a, b) in self.arrows

    def edge_required(self, a: int, b: int) -> bool:
        return any({a, b} == set(edge) for edge in (*self.arrows, *self.adjacent))

    def possible(self, a: int, b: int) -> bool:
        """May there be an arrow a → b?"""
        if (a, b) in self.forbidden:
            return False
        place = {x: number for number, tier in enumerate(self.tiers) for x in tier}
        if a in place and b in place and place[a] > place[b]:
            return False
        return not self.leads(b, a, ())

    def leads(self, start: int, end: int, seen: tuple[int, ...]) -> bool:
        """Do certain arrows lead from start to end?"""
        return any(
            head == end or (head not in seen and self.leads(head, end, (*seen, head)))
            for tail, head in self.arrows
            if tail == start
        )
