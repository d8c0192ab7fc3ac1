"""Which page of the guide belongs to what has the focus: the features say so by their parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elcs_gui.app.model.feature import PART, WINDOW
from elcs_gui.guide.pages import FIRST

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from elcs_gui.app.model.context import Context


def page_of_focus(context: Context) -> str:
    """The page about the part that has the focus, else about the page that is shown; on the way up from the
    widget that has it, the first that a feature names."""
    table = {part.of: part.address for feature in context.features for part in feature.parts if part.of}
    page = context.window.page
    window = context.widget.window()
    for start in (_focused(), page, window):
        widget: QObject | None = start
        while widget is not None:
            for name in (widget.property(PART), type(widget).__name__):
                if name in table:
                    return table[name]
            widget = widget.parent()
    return WINDOW if context.window.working else FIRST


def _focused() -> QObject | None:
    from PySide6.QtGui import QGuiApplication

    return QGuiApplication.focusObject()
