"""How a widget says which words it shows that somebody may want explained.

A widget that is one such word is given it (`explain`); one that paints several has a method `term_at`, which
tells the word at a place and where it stands, and, if it takes the focus, `term_in_focus`. Who explains them
(`elcs_gui.app.glossary`) asks by the event of tool tips, which goes from a widget to its parents until one
takes it: a widget that shows a word has no tool tip of its own there.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

Spot = tuple[str, QRect]
"""A word, and where it stands in the widget that shows it."""
_PROPERTY = "term"


def explain(widget: QWidget, word: str) -> None:
    """The widget is, or names, this word; empty for none."""
    widget.setProperty(_PROPERTY, word)


def explained(widget: QWidget) -> str:
    """What `explain` was told; empty for none."""
    return str(widget.property(_PROPERTY) or "")


def term_at(widget: QWidget, place: QPoint) -> tuple[QWidget, Spot] | None:
    """The word at a place of a widget, or of whatever it stands in; with the widget that shows it."""
    at: QWidget | None = widget
    while at is not None:
        asked = getattr(at, "term_at", None)
        spot: Spot | None = None if asked is None else asked(place)
        word = explained(at)
        if spot is None and word:
            spot = (word, at.rect())
        if spot is not None:
            return at, spot
        place, at = at.mapToParent(place), None if at.isWindow() else at.parentWidget()
    return None


def term_in_focus(widget: QWidget | None) -> tuple[QWidget, Spot] | None:
    """The word of the widget that has the focus, or of whatever it stands in."""
    while widget is not None:
        asked = getattr(widget, "term_in_focus", None)
        spot: Spot | None = None if asked is None else asked()
        if spot is None and explained(widget):
            spot = (explained(widget), widget.rect())
        if spot is not None:
            return widget, spot
        widget = None if widget.isWindow() else widget.parentWidget()
    return None
