"""The fonts of the graph with their measures, made once."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QFont, QFontMetricsF

from elcs_gui.app.theme import SEMIBOLD, font

NORMAL = QFont.Weight.Normal


def face(size: float, weight: QFont.Weight = SEMIBOLD) -> tuple[QFont, QFontMetricsF]:
    """A font and its measures."""
    return _face(max(round(size), 1), weight)


@lru_cache(maxsize=256)
def _face(pixels: int, weight: QFont.Weight) -> tuple[QFont, QFontMetricsF]:
    made = font(pixels, weight)
    return made, QFontMetricsF(made)
