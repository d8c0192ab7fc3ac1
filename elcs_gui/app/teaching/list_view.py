"""The list of lessons: a card for each, and what else there is to do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.teaching.cards_view import RING, TALL, LessonCard
from elcs_gui.app.teaching.progress import learner_of, place_of
from elcs_gui.lessons.bundled import lesson_cards

_ACROSS = 4
OFFERED = ("practice", "predict", "open-lesson", "edit-lesson", "lesson-results", "learner")
"""The actions that stand below the cards."""


class LessonList(QScrollArea):
    """All bundled lessons, with the learner's place in each."""

    chosen = Signal(str)
    """The id of a lesson."""

    def __init__(self, actions: Mapping[str, QAction], theme: Theme) -> None:
        super().__init__(widgetResizable=True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget(objectName="page")
        column = QVBoxLayout(inside)
        column.setContentsMargins(64 - RING, 32, 64 - RING, 24)
        column.setSpacing(8)
        column.addWidget(QLabel("Lessons", objectName="title", indent=RING))
        column.addWidget(
            QLabel(
                "Short, with questions that are answered in the picture.", objectName="subtitle", indent=RING
            )
        )
        column.addSpacing(16)
        self.cards = [LessonCard(card, theme) for card in lesson_cards()]
        grid = QGridLayout()
        grid.setSpacing(10)
        for place, card in enumerate(self.cards):
            card.set_height(TALL)
            card.clicked.connect(partial(self.chosen.emit, card.card.id))
            grid.addWidget(card, place // _ACROSS, place % _ACROSS)
        for place in range(_ACROSS):
            grid.setColumnStretch(place, 1)
        column.addLayout(grid)
        column.addSpacing(16)
        column.addLayout(_buttons(actions))
        self.about = QLabel(objectName="quiet", indent=RING)
        column.addWidget(self.about)
        column.addStretch(1)
        self.setWidget(inside)

    def set_theme(self, theme: Theme) -> None:
        for card in self.cards:
            card.theme = theme
            card.update()

    def show_progress(self, kept: object) -> None:
        """How far each lesson has come, and whose answers are kept; `kept` are the settings of lessons."""
        for card in self.cards:
            card.show_place(place_of(kept, card.card.id))
        self.about.setText(f"Answers of {learner_of(kept)} are kept on this machine.")

    def after(self, id: str) -> LessonCard | None:
        """The card of the lesson that follows one in the course."""
        ids = [card.card.id for card in self.cards]
        return self.cards[ids.index(id) + 1] if id in ids[:-1] else None


def _buttons(actions: Mapping[str, QAction]) -> QHBoxLayout:
    made = QHBoxLayout()
    made.setContentsMargins(RING, 0, 0, 0)
    for id in OFFERED:
        action = actions[id]
        button = QPushButton(action.text().replace("&", "").replace("...", "…"))
        button.setToolTip(action.toolTip())
        button.clicked.connect(action.trigger)
        button.setEnabled(action.isEnabled())
        action.enabledChanged.connect(button.setEnabled)
        made.addWidget(button)
    made.addStretch(1)
    return made
