"""Small fields: a choice as segments, a word with a menu, a line that may be cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from elcs_gui.app.kit.labels import Label, lettered, tooltip
from elcs_gui.app.kit.layouts import row_of


class Segments(QWidget):
    """One of a few values; or none, where what is shown is of several kinds."""

    chosen = Signal(object)
    """A value, by the user."""

    def __init__(
        self,
        name: str,
        choices: Mapping[Any, str] | None = None,
        tips: Mapping[Any, str] | None = None,
        *,
        spoken: bool = False,
    ) -> None:
        """`spoken` puts the name before every word, for who hears the buttons one by one."""
        super().__init__(objectName="segments", accessibleName=name)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._group = QButtonGroup(self)
        self.buttons: dict[Any, QPushButton] = {}
        self._row = row_of(inside=self, margins=2, spacing=2)
        for value, word in (choices or {}).items():
            button = self.add(value, word, (tips or {}).get(value, ""))
            if spoken:
                button.setAccessibleName(f"{name}: {word}")

    def add(self, value: Any, word: str, tip: str = "") -> QPushButton:
        """One more value, at the end."""
        button: QPushButton = QPushButton(lettered(word), objectName="segment", checkable=True)
        tooltip(button, tip)
        button.setAccessibleDescription(tip)
        button.clicked.connect(lambda: self.chosen.emit(value))
        self._group.addButton(button)
        self.buttons[value] = button
        self._row.addWidget(button)
        return button

    @property
    def value(self) -> Any:
        """What is chosen; None if nothing is."""
        return next((value for value, button in self.buttons.items() if button.isChecked()), None)

    def show_value(self, value: Any) -> None:
        """Mark a value; None for none."""
        self._group.setExclusive(False)
        for each, button in self.buttons.items():
            button.setChecked(each == value)
        self._group.setExclusive(True)


class Chip(QToolButton):
    """Something about the form of a file that was found, with a menu to say otherwise."""

    chosen = Signal(object)
    """A value, or None for whatever is found."""

    def __init__(self, name: str) -> None:
        super().__init__(objectName="chip", accessibleName=name)
        tooltip(self, f"{name}: found by looking. Click to choose another.")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._name = name
        # One menu for good: what is chosen in it can change what it offers, and Qt goes on with it then.
        self._choices = QMenu(self)
        self._group = QActionGroup(self)
        self.setMenu(self._choices)

    def show_choices(self, found: Any, choices: Mapping[Any, str], *, said: bool) -> None:
        """What was found or said, among what can be chosen."""
        word = choices.get(found, str(found))
        self.setText(lettered(word))
        self.setAccessibleDescription(f"{self._name}: {word}")
        for old in self._choices.actions():
            self._choices.removeAction(old)
            old.deleteLater()
        values: Sequence[tuple[Any, str]] = [
            (None, "As found" if said else f"As found: {word}"),
            *choices.items(),
        ]
        for value, title in values:
            action = self._choices.addAction(lettered(title))
            action.setCheckable(True)
            action.setChecked(value == found if said else value is None)
            action.triggered.connect(lambda _=False, value=value: self.chosen.emit(value))
            self._group.addAction(action)
            if value is None:
                self._choices.addSeparator()


class OneLine(Label):
    """A line that is cut where there is no room for it; all of it when pointed at."""

    def __init__(self, name: str = "", *, middle: bool = False) -> None:
        super().__init__(objectName=name)
        self._lines = 1
        self._whole = self._more = ""
        self._mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def say(self, text: str, more: str = "") -> None:
        """Say this; `more` is for who points at it."""
        self._whole, self._more = text, more
        self.setAccessibleName(text)
        self.updateGeometry()
        self._cut()

    @property
    def whole(self) -> str:
        return self._whole

    def set_lines(self, lines: int) -> None:
        """Use so many lines before anything is cut."""
        self._lines = lines
        self.setWordWrap(lines > 1)
        self.updateGeometry()
        self._cut()

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self._whole) + 2
        return QSize(width, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self._height())

    def heightForWidth(self, width: int) -> int:
        return self._height()

    def _height(self) -> int:
        return self.fontMetrics().lineSpacing() * self._lines + 2

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._cut()

    def _cut(self) -> None:
        # The end of a line is seldom full: a word goes to the next.
        room = self.width() if self._lines == 1 else round(self.width() * (self._lines - 0.15))
        # Nor does a name with a hyphen fall apart between two lines.
        text = self._whole if self._lines == 1 else self._whole.replace("-", "\N{NON-BREAKING HYPHEN}")
        shown = self.fontMetrics().elidedText(text, self._mode, room)
        self.setText(shown)
        tooltip(self, self._more or (self._whole if shown != text else ""))
