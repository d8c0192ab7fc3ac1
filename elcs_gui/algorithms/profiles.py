"""Two profiles of an algorithm: as its paper means it, and as the toolbox of its authors runs it.

A set has no order, but who is asked about first depends on one. Ours is the order of entry. The toolbox
(Causal-Learner) takes one list out of another by way of a bit for every column: whatever comes out stands in
column order. What else an algorithm does differently there stands in its own file, and in the notes of its
listing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Profile:
    """One of the two. The listings of released procedures say `sorts`."""

    released: bool = False

    @property
    def suffix(self) -> str:
        """What the names of its procedures end with."""
        return "-CL" if self.released else ""

    def pool(self, members: Iterable[int]) -> list[int]:
        """The members as a search goes through them."""
        return sorted(members) if self.released else list(members)

    def leave(self, members: list[int], x: int) -> None:
        """Take x out of the list."""
        members.remove(x)
        if self.released:
            members.sort()


HOUSE = Profile()
RELEASED = Profile(released=True)
