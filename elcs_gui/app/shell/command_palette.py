"""The command palette, made from the table of actions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QWidget

from elcs_gui.app.kit.labels import Label, lettered, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.model.actions import LOCKED, Action, declared

if TYPE_CHECKING:
    from elcs_gui.app.model.context import Context
    from elcs_gui.app.model.feature import Feature

_ROW, _MOST_ROWS = 30, 12
"""Height of a row in pixels, and how many are shown before the list scrolls."""


def matches(words: str, action: Action[Any]) -> bool:
    """Do all the words occur in the action's title, menu or sentence?"""
    text = f"{action.menu} {action.title} {action.sentence}".casefold()
    return all(word in text for word in words.casefold().split())


class CommandPalette(QDialog):
    """Type a few letters, press Enter."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup, objectName="floating", accessibleName="Command palette")
        self._context, self._actions, self._over = context, context.actions, parent
        self.search = QLineEdit(placeholderText="Find an action", accessibleName="Find an action")
        self.list = QListWidget(accessibleName="Actions", uniformItemSizes=True)
        column_of(self.search, self.list, inside=self, margins=8)
        self.resize(520, 60 + _ROW * _MOST_ROWS)
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.list.itemActivated.connect(self._trigger)
        self._fill("")

    def come_up(self) -> None:
        """Show it near the top of its window; it is gone when closed."""
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window = self._over
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - self.width()) // 2, corner.y() + 60)
        self.show()
        self.search.setFocus()

    def _fill(self, words: str) -> None:
        self.list.clear()
        for action in declared(self._context):
            if not self._actions[action.id].isEnabled() or not matches(words, action):
                continue
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, action.id)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, action.title)
            tooltip(item, action.sentence)
            item.setSizeHint(QSize(0, _ROW))
            self.list.addItem(item)
            self.list.setItemWidget(item, _row(action))
        if not self.list.count():
            nothing = QListWidgetItem(f"No action is called “{words.strip()}”.")
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            nothing.setSizeHint(QSize(0, _ROW))
            self.list.addItem(nothing)
        self.list.setCurrentRow(0)
        self.resize(self.width(), 60 + _ROW * min(max(self.list.count(), 1), _MOST_ROWS))

    def _trigger(self) -> None:
        item = self.list.currentItem()
        if item is not None and item.flags() == Qt.ItemFlag.NoItemFlags:
            return  # nothing was found: there is something else to type
        self.close()
        if item is not None:
            self._actions[item.data(Qt.ItemDataRole.UserRole)].trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                rows = max(self.list.count(), 1)
                self.list.setCurrentRow((self.list.currentRow() + step) % rows)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._trigger()
                return True
        return super().eventFilter(watched, event)


def _row(action: Action[Any]) -> QWidget:
    """Menu and title on the left, the key on the right."""
    made = QWidget()
    row_of(
        Label(action.menu, objectName="quiet", minimumWidth=44),
        Label(action.title),
        (None, 0),
        Label(action.keys, objectName="quiet"),
        inside=made,
        margins=(8, 0, 8, 0),
    )
    return made


def add_actions(context: Context, parent: QWidget) -> dict[str, QAction]:
    """The actions of all features, alive: each calls the feature that declares it."""
    made = {}
    for feature in context.features:
        for action in feature.actions:
            live = QAction(lettered(action.title), parent)
            live.setCheckable(action.toggles)
            tooltip(live, f"{action.sentence} {action.keys}".rstrip())
            live.setStatusTip(action.sentence)
            if action.shortcut:
                live.setShortcut(action.shortcut)
                live.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            live.triggered.connect(partial(_carry_out, action, feature))
            if action.ahead and action.toggles:
                live.toggled.connect(partial(_keep_off, context, live))
            parent.addAction(live)
            made[action.id] = live
    return made


def _carry_out(action: Action[Any], feature: Feature, _checked: bool = False) -> None:
    do = feature.context.unless_locked(action.do) if action.ahead else action.do
    do(feature)


def _keep_off(context: Context, live: QAction, on: bool) -> None:
    """Nobody switches on what the lock hides."""
    if on and context.locked:
        live.setChecked(False)
        context.status.say(LOCKED)


def enable_actions(context: Context) -> None:
    """Actions that make no sense now are greyed out."""
    for feature in context.features:
        for action in feature.actions:
            context.actions[action.id].setEnabled(action.when(feature))
