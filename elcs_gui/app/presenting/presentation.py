"""What is presented: a run, change by change, or a lesson, step by step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elcs_gui.app.model.player import Player


@dataclass(frozen=True, eq=False)
class Presentation:
    """What the views follow, what goes on and back in it, and what the speaker reads at a step."""

    player: Player
    onwards: Callable[[], object]
    back: Callable[[], object]
    notes: Callable[[int], str]
