"""A box to choose a variable from: a long name is shortened, and whole in the tooltip and in the list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from elcs_gui.picture.short_names import ShortNames


class NameBox(QComboBox):
    """Shows as much of the chosen name as there is room for: what tells it from the others."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, accessibleName=name)
        self._names = ShortNames(())
        self.currentTextChanged.connect(self.setToolTip)

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
