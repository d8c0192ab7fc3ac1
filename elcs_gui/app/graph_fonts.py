"""The fonts of the graph with their measures, made once."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QFont, QFontMetricsF

from elcs_gui.app.theme import FALLBACK, FAMILY, MEDIUM, SEMIBOLD, font

NORMAL = QFont.Weight.Normal

# The bundled files name their weights as families of their own: the weight alone gets the regular one.
_OWN_FAMILY = {MEDIUM: "Inter Medium", SEMIBOLD: "Inter Semi Bold"}


def face(size: float, weight: QFont.Weight = SEMIBOLD) -> tuple[QFont, QFontMetricsF]:
    """A font and its measures."""
    return _face(max(round(size), 1), weight)


@lru_cache(maxsize=256)
def _face(pixels: int, weight: QFont.Weight) -> tuple[QFont, QFontMetricsF]:
    made = font(pixels, weight)
    if weight in _OWN_FAMILY:
        made.setFamilies([_OWN_FAMILY[weight], FAMILY, FALLBACK])
    return made, QFontMetricsF(made)
