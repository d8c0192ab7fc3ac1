"""The fonts of the graph with their measures, made once."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QFont, QFontMetricsF

from elcs_gui.app.kit.theme import SEMIBOLD, font, text_is_searchable

NORMAL = QFont.Weight.Normal


def face(size: float, weight: QFont.Weight = SEMIBOLD) -> tuple[QFont, QFontMetricsF]:
    """A font and its measures."""
    return _face(round(size), weight, text_is_searchable())


@lru_cache(maxsize=256)
def _face(pixels: int, weight: QFont.Weight, _searchable: bool) -> tuple[QFont, QFontMetricsF]:
    made = font(pixels, weight)
    return made, QFontMetricsF(made)
