"""A bar above the workspace for what went wrong: what, where, what next. It waits until it is read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from elcs_gui.app.theme import Theme


class MessageBar(QWidget):
    """Hidden until there is something to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._text = QLabel(wordWrap=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = QPushButton("Dismiss", objectName="ghost", accessibleName="Dismiss the message")
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        row.addWidget(self._text, 1)
        row.addWidget(close)
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(
            f"MessageBar {{ background: {theme.conflict_bg.name()};"
            f" border-bottom: {round(theme.stroke)}px solid {theme.conflict.name()}; }}"
            f"QLabel {{ color: {theme.conflict.name()}; font-weight: 500; }}"
        )

    @property
    def text(self) -> str:
        """What is being said."""
        return self._text.text()

    def say(self, sentence: str) -> None:
        """Show one sentence."""
        self._text.setText(sentence)
        self.setAccessibleDescription(sentence)
        self.show()
