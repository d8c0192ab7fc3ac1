"""Fields to type into or choose from, each with something that Qt's own lack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QStyle, QStyleOptionComboBox, QStylePainter

from elcs_gui.app.kit.icons import icon
from elcs_gui.app.kit.labels import tip, tooltip
from elcs_gui.app.kit.theme import Theme
from elcs_gui.picture.short_names import ShortNames

LARGEST_SEED = 2**31 - 1
_BEFORE = 8
"""Pixels before the text, as the style sheet has them in other fields; it does not reach into this one."""


def choice_box(name: str, choices: Mapping[Any, str], letters: int = 0) -> QComboBox:
    """One of some values, each with its word; as wide as so many letters, however long the words are."""
    box: QComboBox = QComboBox(accessibleName=name)
    if letters:
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(letters)
    for value, word in choices.items():
        box.addItem(word, value)
    return box


class NumberBox(QSpinBox):
    """A whole number, with its text where other fields have theirs."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.lineEdit().setTextMargins(_BEFORE, 0, 0, 0)


class NumberField(QLineEdit):
    """A whole number within bounds; what makes no sense goes back to what was there before."""

    changed = Signal()

    def __init__(self, name: str, least: int, most: int, value: int) -> None:
        super().__init__(accessibleName=name, toolTip=tip(f"{name}: {least:,} to {most:,}"))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._least, self._most, self._value = least, most, value
        self.setText(f"{value:,}")
        self.editingFinished.connect(self.settle)

    @property
    def value(self) -> int:
        """What is in the field, if that makes sense."""
        text = self.text().strip().replace(",", "").replace(" ", "")
        within = text.isdecimal() and self._least <= int(text) <= self._most
        return int(text) if within else self._value

    def set_value(self, value: int) -> None:
        self.setText(f"{value:,}")
        self.settle()

    def settle(self) -> None:
        """The field says what is meant."""
        self._value = self.value
        self.setText(f"{self._value:,}")
        self.changed.emit()


class NameBox(QComboBox):
    """Shows as much of the chosen name as there is room for: what tells it from the others."""

    def __init__(self, name: str) -> None:
        super().__init__(accessibleName=name)
        self._names = ShortNames(())
        self.currentTextChanged.connect(partial(tooltip, self))

    def set_names(self, names: Sequence[str]) -> None:
        self._names = ShortNames(tuple(names), self.fontMetrics().horizontalAdvance)
        self.clear()
        self.addItems(list(names))

    def shown(self, room: QSize) -> str:
        """What of the chosen name can be read in so much room."""
        name, chosen = self.currentText(), self.currentIndex()
        # All names are measured to shorten one: not where it fits as it is.
        if (
            not 0 <= chosen < len(self._names.names)
            or self.fontMetrics().horizontalAdvance(name) <= room.width()
        ):
            return name
        return self._names.within(room.width())[chosen]

    def showPopup(self) -> None:
        """The list is as wide as the longest name."""
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + 24)
        super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        option.currentText = self.shown(field.size())
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


class FilterField(QLineEdit):
    """A line to type into with a search icon at its left, and a cross that empties it at its right.

    Qt's own icons in fields cannot be placed by a style sheet, so both are painted here.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(objectName="logFilter")
        self.setMouseTracking(True)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._scale = theme.scale
        self._search, self._cross = icon("search", theme.ink_3), icon("cross", theme.ink_3)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        side = round(14 * self._scale)
        top = (self.height() - side) // 2
        self._search.paint(painter, round(9 * self._scale), top, side, side)
        if self.text():
            self._cross.paint(painter, self.width() - round(21 * self._scale), top, side, side)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._on_the_cross(event):
            self.clear()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        shape = Qt.CursorShape.ArrowCursor if self._on_the_cross(event) else Qt.CursorShape.IBeamCursor
        self.setCursor(shape)
        super().mouseMoveEvent(event)

    def _on_the_cross(self, event: QMouseEvent) -> bool:
        return bool(self.text()) and event.position().x() > self.width() - 26 * self._scale


class EnterField(QLineEdit):
    """A field that keeps Enter for itself; elsewhere on the page it opens the file."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                event.accept()
                return True
        return super().event(event)
