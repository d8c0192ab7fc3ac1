"""A bar at the top of a page for what went wrong or has to be known, and what next. It stays until read."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from elcs_gui.app.kit.labels import Label, lettered
from elcs_gui.app.kit.layouts import row_of
from elcs_gui.app.kit.theme import restyle


class MessageBar(QWidget):
    """Hidden until there is something to say."""

    def __init__(self) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._text = Label(wordWrap=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = QPushButton("Dismiss", objectName="ghost", accessibleName="Dismiss the message")
        close.clicked.connect(self.hide)
        self._row = row_of((self._text, 1), close, inside=self, margins=(12, 6, 12, 6))
        self._choices: list[QPushButton] = []
        self.hide()

    @property
    def text(self) -> str:
        """What is being said."""
        return self._text.text()

    def say(self, sentence: str) -> None:
        """Show one sentence."""
        self._show(sentence, {})

    def note(self, sentence: str) -> None:
        """Show one sentence about something that is as it should be."""
        self._show(sentence, {}, wrong=False)

    def clear(self) -> None:
        """What went wrong is past: something else went well. A question waits for its answer."""
        if not self._choices:
            self.hide()

    def ask(
        self, sentence: str, choices: Mapping[str, Callable[[], object]], *, at_leisure: bool = False
    ) -> None:
        """Show a question with a button for every answer; pressing one hides the bar and does it.

        One that can be answered at leisure leaves the keys to what is being done.
        """
        self._show(sentence, choices)
        if not at_leisure:
            self._choices[0].setFocus()

    def _show(
        self, sentence: str, choices: Mapping[str, Callable[[], object]], *, wrong: bool = True
    ) -> None:
        for button in self._choices:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._choices = []
        for place, (word, act) in enumerate(choices.items()):
            button = QPushButton(lettered(word), objectName="" if place else "primary")
            button.clicked.connect(self.hide)
            button.clicked.connect(lambda _=False, act=act: act())
            self._row.insertWidget(1 + place, button)
            self._choices.append(button)
        calm = bool(choices) or not wrong
        if self.property("asking") != calm:
            # A question is no error: it has the colours of what the user chooses.
            self.setProperty("asking", calm)
            restyle(self)
        self._text.setText(sentence)
        self.setAccessibleDescription(sentence)
        self.show()
