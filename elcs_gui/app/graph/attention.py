"""What the user points at in a graph and has chosen, and how far its animations are."""

from __future__ import annotations

from dataclasses import dataclass

from elcs_gui.app.graph.difference import Contrast
from elcs_gui.app.model.selection import Selection


@dataclass(frozen=True)
class Attention:
    """Of one picture."""

    selected: Selection = None
    hovered: Selection = None
    pulse: float = 1.0
    fade: float = 1.0
    contrast: Contrast | None = None
    """How the picture differs from that of another run."""
    export: bool = False
    """Into a file: everything as lines and shapes."""
    drawn: float = 1.0
    """How much of the rule is drawn."""
    dimmed: float = 1.0
    """How far everything else is dimmed."""
