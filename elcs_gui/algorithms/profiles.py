"""How lists of variables are kept: as papers mean it, or as the toolbox of their authors does (Causal-Learner).

A set has no order, but who is asked about first depends on one. Ours is the order of entry. The toolbox takes
one list out of another by way of a bit for every column: whatever comes out stands in column order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Profile:
    """One of the two.

    Attributes:
        suffix: what the names of its procedures end with.
        by_column: whether a pool, and any list that somebody has left, stands in column order. The listings
            of its procedures say `sorts`.
    """

    suffix: str = ""
    by_column: bool = False

    def pool(self, members: Iterable[int]) -> list[int]:
        """The members as a search goes through them."""
        return sorted(members) if self.by_column else list(members)

    def leave(self, members: list[int], x: int) -> None:
        """Take x out of the list."""
        members.remove(x)
        if self.by_column:
            members.sort()


HOUSE = Profile()
RELEASED = Profile("-CL", by_column=True)
