"""What is presented: a run, change by change, or a lesson, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from elcs_gui.app.model.player import Player


S = TypeVar("S")


def seats(screens: Sequence[S], here: S) -> tuple[S, S]:
    """The screen for the audience and the one for the speaker: the second and the first; a single one, on
    which the window is, for both."""
    return (screens[1], screens[0]) if len(screens) > 1 else (here, here)


@dataclass(frozen=True, eq=False)
class Presentation:
    """What the views follow, what goes on and back in it, and what the speaker reads at a step."""

    player: Player
    onwards: Callable[[], object]
    back: Callable[[], object]
    notes: Callable[[int], str]
