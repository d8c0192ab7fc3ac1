"""How far a kind of exercise is mastered. The start page reads it: no numpy here."""

from __future__ import annotations

from dataclasses import dataclass

MASTERY = 3
"""Clean instances of an exercise in a row, after which it is mastered."""


@dataclass(frozen=True, slots=True)
class Mastery:
    """Of one kind of exercise: how many instances in a row were clean, and whether it was ever mastered."""

    clean: int = 0
    reached: bool = False

    def after(self, *, clean: bool) -> Mastery:
        """With one more instance."""
        row = min(self.clean + 1, MASTERY) if clean else 0
        return Mastery(row, self.reached or row == MASTERY)
