"""The fonts of the graph with their measures, made once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from PySide6.QtGui import QFont, QFontMetricsF

from elcs_gui.app.kit.theme import SEMIBOLD, font

NORMAL = QFont.Weight.Normal

_searchable = False


def face(size: float, weight: QFont.Weight = SEMIBOLD) -> tuple[QFont, QFontMetricsF]:
    """A font and its measures."""
    return _face(max(round(size), 1), weight, searchable=_searchable)


@contextmanager
def searchable_text() -> Iterator[None]:
    """While it lasts, fonts have no variants of signs.

    Qt (6.8 to 6.11) tells a PDF which letter a glyph stands for only if the letter leads straight to it: with
    tabular figures and forms that fit capitals, nobody could search for a number, a comma or a brace.
    """
    global _searchable
    _searchable = True
    try:
        yield
    finally:
        _searchable = False


@lru_cache(maxsize=256)
def _face(pixels: int, weight: QFont.Weight, *, searchable: bool) -> tuple[QFont, QFontMetricsF]:
    made = font(pixels, weight)
    if searchable:
        made.unsetFeature(QFont.Tag("tnum"))
        made.setFeature(QFont.Tag("calt"), 0)
    return made, QFontMetricsF(made)
