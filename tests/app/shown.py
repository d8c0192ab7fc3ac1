"""What a window shows, read from its widgets: is there a text of which Qt makes something else?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QHelpEvent
from PySide6.QtGui import Qt as Guess
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QGraphicsTextItem,
    QGraphicsView,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QToolTip,
    QWidget,
)

from elcs_gui.app.glossary.guide_view import GuideView
from elcs_gui.foreign import only_allowed

MOST_ROWS, MOST_COLUMNS = 60, 30
"""Of a table that are looked at."""
ACROSS, DOWN = 6, 4
"""Places of a widget at which it is asked for its tool tip."""


class Shown:
    """Looks for these names, as the program has them."""

    def __init__(self, names: Iterable[str]) -> None:
        names = [*names]
        self._tagged = [name for name in names if Guess.mightBeRichText(name)]
        self._with_keys = [name for name in names if "&" in name]

    def offences(self) -> list[str]:
        """All that is wrong with what is there now; empty if every text is shown letter for letter."""
        found = []
        for window in QApplication.topLevelWidgets():
            for widget in (window, *window.findChildren(QWidget)):
                where = f"{type(widget).__name__} {widget.objectName() or widget.accessibleName()!r:.40}"
                found += [f"{where}: {each}" for each in self._of(widget)]
        return [*dict.fromkeys(found)]

    def offences_under_the_mouse(self) -> list[str]:
        """The same of tool tips that are made where the mouse rests: visible widgets are asked for them."""
        found = []
        for widget in [w for w in QApplication.allWidgets() if w.isVisible() and _asks(w)]:
            for x in range(ACROSS):
                for y in range(DOWN):
                    place = QPoint(widget.width() * (2 * x + 1) // (2 * ACROSS), _at(widget.height(), y))
                    help_event = QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place))
                    QApplication.sendEvent(widget, help_event)
                    found += [f"{type(widget).__name__}: {each}" for each in self._markup(QToolTip.text())]
        QToolTip.hideText()
        return [*dict.fromkeys(found)]

    def _of(self, widget: QWidget) -> Iterator[str]:
        for text in (widget.toolTip(), widget.statusTip(), widget.whatsThis()):
            yield from self._markup(text)
        yield from map(str, self._of_title(widget))
        if isinstance(widget, QLabel):
            own = widget.objectName() != "qtooltip_label"  # of Qt, which guesses of every tool tip
            if own and widget.textFormat() is Qt.TextFormat.AutoText and Guess.mightBeRichText(widget.text()):
                yield f"guesses of {widget.text()!r:.80}"
            elif widget.textFormat() is not Qt.TextFormat.PlainText:
                yield from self._markup(widget.text())
        if isinstance(widget, QTextEdit) and not isinstance(widget, QPlainTextEdit | GuideView):
            yield "an editor of markup"
        if isinstance(widget, QAbstractButton):
            yield from self._keys(widget.text())
        actions: list[QAction] = widget.actions()
        for action in actions:
            yield from self._keys(action.text())
            if isinstance(widget, QMenu) and widget.toolTipsVisible():
                yield from self._markup(action.toolTip())
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from self._of_model(widget.model())
        if isinstance(widget, QGraphicsView) and widget.scene() is not None:
            yield from (
                f"text of markup {item.toPlainText()!r:.80}"
                for item in widget.scene().items()
                if isinstance(item, QGraphicsTextItem) and item.toPlainText()
            )

    def _of_title(self, widget: QWidget) -> Iterator[str]:
        if widget.isWindow() and widget.windowTitle().replace("[*][*]", "").count("[*]") > 1:
            yield f"a title with a mark of changes: {widget.windowTitle()!r:.80}"

    def _of_model(self, model: QAbstractItemModel) -> Iterator[str]:
        role = Qt.ItemDataRole.ToolTipRole
        rows = min(model.rowCount(QModelIndex()), MOST_ROWS)
        flat = isinstance(model, QAbstractListModel)  # it does not let itself be asked
        columns = 1 if flat else min(model.columnCount(QModelIndex()), MOST_COLUMNS)
        for column in range(columns):
            yield from self._markup(model.headerData(column, Qt.Orientation.Horizontal, role))
            for row in range(rows):
                yield from self._markup(model.index(row, column).data(role))
        for row in range(rows):
            yield from self._markup(model.headerData(row, Qt.Orientation.Vertical, role))

    def _markup(self, text: object) -> Iterator[str]:
        """What Qt may take for markup has only the tags that are allowed, and no name is among them."""
        if not isinstance(text, str) or not Guess.mightBeRichText(text):
            return
        if only_allowed(text) != text:
            yield f"markup that is not allowed: {text!r:.120}"
        for name in self._tagged:
            if name in text:
                yield f"a name as markup: {text!r:.120}"

    def _keys(self, text: str) -> Iterator[str]:
        """Where an ampersand is a key, it must be doubled to be seen."""
        seen = re.sub(r"&(.)", r"\1", text)
        for name in self._with_keys:
            if name in text and name not in seen:
                yield f"a name with a key: {text!r:.80}"


def _asks(widget: QWidget) -> bool:
    """Does it make its tool tips itself? Widgets of Qt show the one they were given."""
    return type(widget).__module__.startswith("elcs_gui") and not isinstance(widget, QLabel)


def _at(height: int, y: int) -> int:
    return height * (2 * y + 1) // (2 * DOWN)
