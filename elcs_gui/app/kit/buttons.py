"""Buttons: a square one for an icon, and one that says less where there is little room."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyleOptionButton, QWidget

from elcs_gui.app.kit.labels import tooltip


def icon_button(meaning: str, key: str, name: str = "", parent: QWidget | None = None) -> QPushButton:
    """A square button for an icon: what it does, and by which key; `name` is its name in the style sheet."""
    made: QPushButton = QPushButton(parent, objectName=name, accessibleName=meaning)
    made.setProperty("square", True)
    tooltip(made, f"{meaning} ({key})")
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return made


class ShortButton(QPushButton):
    """Its text is shown where it fits, and a shorter one where it does not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._short = ""
        self._needed = 0
        self._gives_way = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def say(self, text: str, short: str) -> None:
        self._short = short
        self.setText(text)

    @property
    def shown(self) -> str:
        """The text, or what stands in for it."""
        return str(self.text()) if self.width() >= self._needed else self._short

    def give_way(self, *, on: bool) -> None:
        """Say less before others in its row have to, or no longer."""
        if on != self._gives_way:
            self._gives_way = on
            self.updateGeometry()

    @property
    def given(self) -> int:
        """How much room it leaves to others."""
        return self._needed - self.minimumSizeHint().width() if self._gives_way else 0

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        self._needed = size.width()  # kept: while it is painted, Qt must not be asked again
        return self.minimumSizeHint() if self._gives_way else size

    def minimumSizeHint(self) -> QSize:
        metrics, size = self.fontMetrics(), super().sizeHint()
        less = metrics.horizontalAdvance(self.text()) - metrics.horizontalAdvance(self._short)
        return QSize(size.width() - less, size.height())

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        super().initStyleOption(option)
        option.text = self.shown
