"""The list of lessons: a card for each, and what else there is to do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QScrollArea, QWidget

from elcs_gui.app.kit.labels import Label, lettered, tip
from elcs_gui.app.kit.layouts import column_of, row_of
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
        super().__init__(widgetResizable=True, focusPolicy=Qt.FocusPolicy.NoFocus)
        title = Label("Lessons", objectName="title", indent=RING)
        said = "Short, with questions that are answered in the picture."
        subtitle = Label(said, objectName="subtitle", indent=RING)
        self.about = Label(objectName="quiet", indent=RING)
        self.cards = [LessonCard(card, theme) for card in lesson_cards()]
        grid = QGridLayout()
        grid.setSpacing(10)
        for place, card in enumerate(self.cards):
            card.set_height(TALL)
            card.clicked.connect(partial(self.chosen.emit, card.card.id))
            grid.addWidget(card, place // _ACROSS, place % _ACROSS)
        for place in range(_ACROSS):
            grid.setColumnStretch(place, 1)
        inside = QWidget(objectName="page")
        parts = (title, subtitle, 16, grid, 16, _buttons(actions), self.about, None)
        column_of(*parts, inside=inside, margins=(64 - RING, 32, 64 - RING, 24), spacing=8)
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
    made = []
    for action in (actions[id] for id in OFFERED):
        button = QPushButton(
            lettered(action.text().replace("&", "").replace("...", "…")), toolTip=tip(action.toolTip())
        )
        button.clicked.connect(action.trigger)
        button.setEnabled(action.isEnabled())
        action.enabledChanged.connect(button.setEnabled)
        made.append(button)
    return row_of(*made, None, margins=(RING, 0, 0, 0))
