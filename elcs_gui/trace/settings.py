"""The words of the parameter `colliders`; what they mean says `elcs_gui.algorithms.colliders`."""

from __future__ import annotations

COLLIDERS = "colliders"
FIRST, WHOLE, OVERWRITE, MAX_P, CONSERVATIVE = "first", "whole", "overwrite", "max-p", "conservative"
WEIGHING = (MAX_P, CONSERVATIVE)
"""Those that ask about the ends of a collider again."""
