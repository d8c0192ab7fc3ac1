"""The sizes of the strata's tables: how wide a cell, how many side by side, what the heads can say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from PySide6.QtGui import QFontMetricsF

from elcs_gui.app.kit.theme import SEMIBOLD, font

TITLE, HEAD, CELL, DENSE_CELL, AXIS = 19, 15, 35, 14, 14
GAP, GUTTER = 12, 18
_NARROWEST, _USUAL, _WIDEST = 40, 50, 60
_WIDEST_LABEL, _WIDEST_NAMED_LABEL = 96, 44


@dataclass(frozen=True)
class Axes:
    """Names of x (down), y (across) and the members of Z, and the labels of their levels."""

    x: str
    y: str
    z: tuple[str, ...]
    x_levels: tuple[str, ...]
    y_levels: tuple[str, ...]
    z_levels: tuple[tuple[str, ...], ...]

    def title(self, given: Sequence[int]) -> str:
        """A stratum by its levels: "E=0, A=1"."""
        parts = zip(self.z, self.z_levels, given, strict=True)
        return ", ".join(f"{name}={levels[level]}" for name, levels, level in parts)


@dataclass(frozen=True)
class Grid:
    """Sizes that all tables share."""

    across: int
    """Tables side by side."""
    width: int
    """Of one table, with its title."""
    label: int
    cell: int
    row: int
    head: int
    """Height between title and cells."""
    named: bool
    """Do the heads say name=level, or do the names stand beside the axes?"""
    dense: bool
    """Too many columns for figures: a heat map."""

    @classmethod
    @lru_cache(64)  # asked for at every turn of a layout
    def fitting(cls, axes: Axes, largest: int, tables: int, width: int) -> Self:
        """For tables with counts up to `largest` in a page of that width."""
        columns = max(len(axes.y_levels), 1)
        least = max(
            _NARROWEST, round(QFontMetricsF(font(13, SEMIBOLD)).horizontalAdvance(f"{largest:,}")) + 13
        )
        label = _widest(f"{axes.x}={level}" for level in axes.x_levels)
        head = _widest(f"{axes.y}={level}" for level in axes.y_levels)
        named = label <= _WIDEST_NAMED_LABEL and head + 10 <= _WIDEST
        if not named:
            label, head = _widest(axes.x_levels), _widest(axes.y_levels)
        least = max(least, min(head + 10, _WIDEST))
        label = min(label + 8, _WIDEST_LABEL)
        half = (width - GUTTER) // 2
        name = label if named else min(max(label, _widest([axes.x]) + 8), _WIDEST_LABEL)
        # The name of x may reach over the first column, as far as that column's own head leaves room.
        spill = least - 12 - _widest(axes.y_levels[:1])
        across = 2 if tables > 1 and max(label, name - spill) + columns * least <= half else 1
        own = half if across == 2 else width
        label = max(label, min(name, own - columns * least))
        cell = min(max(least, _USUAL), (own - label) // columns)
        dense = cell < _NARROWEST - 6
        return cls(
            across,
            own,
            label,
            max(cell, 4),
            DENSE_CELL if dense else CELL,
            HEAD if named else AXIS + HEAD,
            named,
            dense,
        )


def _widest(texts: Iterable[str]) -> int:
    size = QFontMetricsF(font(11))
    return round(max((size.horizontalAdvance(text) for text in texts), default=0.0))
