"""The start page: bundled examples, recent files, and a place to drop one's own.

It must be there at once. So the text of the cards comes straight from the list of examples, their pictures
are laid out beforehand, and nothing here needs numpy.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QSpacerItem, QVBoxLayout, QWidget

from elcs_gui.app.kit.dialogs import dropped_files
from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.layouts import column_of, fill, row_of, scrolled
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.start.example_cards_view import ExampleCard
from elcs_gui.app.start.recovery_view import RecoveryStrip
from elcs_gui.app.start.side_views import DropArea, OwnExamples, RecentFile, RecentList, ShortcutStrip
from elcs_gui.app.start.thumbnails import thumbnails
from elcs_gui.app.teaching.cards_view import HEIGHT, LOW, RING, LessonCard
from elcs_gui.app.teaching.progress import place_of
from elcs_gui.lessons.bundled import Card, lesson_cards
from elcs_gui.packaged import packaged

_TITLES = {
    "fig3": "Fig. 3: one blanket",
    "fig4": "Fig. 4: two blankets, Meek",
    "missed-spouse": "Fails: a missed spouse",
    "false-child": "Fails: a false effect",
}
"""Titles short enough for a card, where the full one is not."""
_INVITATION = "ready to step, target chosen"
_COLUMNS = 4
_SIDE = 64
_ROOMY = 780
"""Height from which there is space between things."""
_SMALLEST, _LARGEST = 32, 132
"""Heights of the cards' pictures."""
_MOST_LESSONS = 5
"""Lessons with a card; the page of lessons has them all."""


class StartPage(QWidget):
    """Chooses what to look at first; opening it is the window's business."""

    example_chosen = Signal(str)
    """The id of a bundled example."""
    file_chosen = Signal(str)
    """The path of a recent or dropped file."""
    lesson_chosen = Signal(str)
    """The id of a bundled lesson."""
    lessons_requested = Signal()
    """All of them."""
    open_requested = Signal()
    simulate_requested = Signal()
    draw_requested = Signal()
    shortcuts_requested = Signal()
    recent_cleared = Signal()
    shown = Signal()
    """It has been painted, down to the last card."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAcceptDrops(True)
        self.setAccessibleName("Start page")
        self.cards = [self._card(declared) for declared in _declared()]
        self.lessons = [self._lesson(card) for card in lesson_cards()]
        self._build()
        self.set_recent(())
        self.show_places({})
        self.set_theme(theme)
        self.setFocusProxy(self.cards[0])
        # Queued: the first paint is over.
        self.cards[0].painted.connect(self.shown, Qt.ConnectionType.QueuedConnection)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        for card in self.cards:
            card.theme = theme
            card.update()
        for lesson in self.lessons:
            lesson.theme = theme
            lesson.update()
        for part in (self.drop_area, self._recent, self.own_examples):
            part.set_theme(theme)

    @property
    def recent(self) -> list[RecentFile]:
        """The recent files that are listed."""
        return self._recent.rows

    @property
    def all_shortcuts(self) -> QPushButton:
        return self._strip.all

    def show_opening(self, example: str | None) -> str | None:
        """Mark the card of the example that is being opened, or none; its title."""
        for card in self.cards:
            card.set_opening(opening=card.id == example)
        return next((card.title for card in self.cards if card.id == example), None)

    def set_recent(self, recent: Sequence[tuple[str, str, str]]) -> None:
        """Show these files: path, what it is, when it was open."""
        self._recent.show_files(recent)
        self.clear.setVisible(bool(self.recent))

    def show_places(self, kept: object) -> None:
        """How far each lesson has come, and of more lessons than there is room for those that come next."""
        for lesson in self.lessons:
            lesson.show_place(place_of(kept, lesson.card.id))
        left = [lesson for lesson in self.lessons if not place_of(kept, lesson.card.id).done]
        first = min(self.lessons.index(left[0]) if left else 0, max(len(self.lessons) - _MOST_LESSONS, 0))
        for place, lesson in enumerate(self.lessons):
            lesson.setVisible(first <= place < first + _MOST_LESSONS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows go to the cards; on a card they go on from there."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.cards[0].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)

    # Drag and drop

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped(event):
            event.acceptProposedAction()
            self.drop_area.set_over(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_area.set_over(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.drop_area.set_over(False)
        if path := _dropped(event):
            event.acceptProposedAction()
            self.file_chosen.emit(path)

    # Building

    def _card(self, declared: dict[str, Any]) -> ExampleCard:
        id, target = declared["id"], declared["target"]
        title = _TITLES.get(id, declared["title"])
        card = ExampleCard(id, title, target, declared["sentence"], thumbnails()[id], self._theme, self)
        card.clicked.connect(lambda: self.example_chosen.emit(id))
        card.pointed_at.connect(self._describe)
        card.moved_on.connect(lambda key: self._move_focus(card, key))
        return card

    def _lesson(self, card: Card) -> LessonCard:
        made = LessonCard(card, self._theme, self)
        made.clicked.connect(lambda: self.lesson_chosen.emit(card.id))
        return made

    def _build(self) -> None:
        inner = QWidget(self, objectName="page", maximumWidth=1312 + 2 * _SIDE)
        self._columns = row_of((self._examples(inner), 1), self._own_data(inner), spacing=40)
        self.lost = RecoveryStrip(inner)
        self.lost.offer_changed.connect(self._fit)
        self._page = column_of(self.lost, self._welcome(inner), inside=inner, spacing=0)
        self._below_welcome = QSpacerItem(0, 22)
        self._page.addItem(self._below_welcome)
        self._strip = ShortcutStrip(inner)
        self._strip.all.clicked.connect(self.shortcuts_requested)
        fill(self._page, self._columns, None, 14, row_of(self._strip, margins=(RING, 0, 0, 0)))
        outer = QWidget(self, objectName="page")
        row_of(None, (inner, 1000), None, inside=outer, margins=0)
        self._scroll = scrolled(outer)
        column_of(self._scroll, inside=self, margins=0)

    def _welcome(self, parent: QWidget) -> QVBoxLayout:
        title = Label("What causes what, one test at a time", parent, objectName="title")
        line = row_of(spacing=5)
        for text in ("Pick an example and press", "→", "to see the first test, or open your own data."):
            if text == "→":
                key = Label(text, parent, objectName="key")
                line.addWidget(key, 0, Qt.AlignmentFlag.AlignVCenter)
                continue
            label = Label(text, parent, objectName="subtitle")
            line.addWidget(label)
        line.addStretch(1)
        return column_of(title, line, margins=(RING, 0, 0, 0), spacing=5)

    def _examples(self, parent: QWidget) -> QVBoxLayout:
        heading = Label("Examples", parent, objectName="section")
        self._about = Label(_INVITATION, parent, objectName="quiet")
        self._about.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        head = row_of(heading, (self._about, 1), margins=(RING, 0, 0, 0), spacing=10)
        grid = QGridLayout()
        grid.setSpacing(16 - 2 * RING)
        for place, card in enumerate(self.cards):
            grid.addWidget(card, place // _COLUMNS, place % _COLUMNS)
        rows = column_of(head, grid, spacing=12 - RING)
        if self.lessons:
            self._above_lessons = QSpacerItem(0, 16)
            rows.addItem(self._above_lessons)
            rows.addLayout(self._lesson_row(parent))
        rows.addStretch(1)
        return rows

    def _lesson_row(self, parent: QWidget) -> QVBoxLayout:
        heading = Label("Lessons", parent, objectName="section")
        about = Label("short, with questions", parent, objectName="quiet")
        self.all_lessons = QPushButton(f"All {len(self.lessons)} lessons", parent, objectName="link")
        self.all_lessons.clicked.connect(self.lessons_requested)
        head = row_of(heading, (about, 1), self.all_lessons, margins=(RING, 0, RING, 0), spacing=10)
        cards = row_of(spacing=14 - 2 * RING)
        for lesson in self.lessons:
            cards.addWidget(lesson, 1)
        for _ in range(_MOST_LESSONS - len(self.lessons)):
            cards.addStretch(1)
        return column_of(head, cards, spacing=12 - RING)

    def _own_data(self, parent: QWidget) -> QVBoxLayout:
        heading = Label("Your data", parent, objectName="section")
        self.drop_area = DropArea(self._theme, parent)
        self.drop_area.open_requested.connect(self.open_requested)
        self.simulate = QPushButton("Simulate data…", parent, objectName="link")
        tooltip(self.simulate, "Draw data from a known network and run on them. Ctrl+Shift+M")
        self.simulate.clicked.connect(self.simulate_requested)
        self.draw = QPushButton("Draw a network…", parent, objectName="link")
        tooltip(self.draw, "Draw a small network and watch what can be learnt from it. Ctrl+Shift+N")
        self.draw.clicked.connect(self.draw_requested)
        links = row_of(None, self.simulate, self.draw, None, spacing=18)
        recent = Label("Recent", parent, objectName="section")
        self.clear = QPushButton("Clear list", parent, objectName="link")
        self.clear.clicked.connect(self.recent_cleared)
        head = row_of(recent, None, self.clear)
        self._recent = RecentList(self._theme, parent)
        self._recent.chosen.connect(self.file_chosen)
        self.own_examples = OwnExamples(self._theme, parent)
        return column_of(
            heading, self.drop_area, links, 12, self.own_examples, head, self._recent, None, spacing=12
        )

    # Living

    def sizeHint(self) -> QSize:
        return QSize(1440, 830)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_page"):
            self._fit()

    def _fit(self) -> None:
        """Roomy or compact, as the height allows."""
        roomy = self.height() - self.lost.room >= _ROOMY
        side = _SIDE if self.width() >= 1200 else 28 if self.width() >= 1040 else 18
        self._page.setContentsMargins(side - RING, 32 if roomy else 18, side, 24 if roomy else 14)
        self._below_welcome.changeSize(0, 34 if roomy else 20)
        self._page.invalidate()
        self._strip.setFixedHeight(56 if roomy else 40)
        self.drop_area.setFixedWidth(328 if self.width() >= 1360 else 280)
        for part in (self._recent, self.own_examples):
            part.setFixedWidth(self.drop_area.width())
        rows = -(-len(self.cards) // _COLUMNS)
        lessons = self._fit_lessons(roomy=roomy)
        # What is left by all else on the page.
        picture = (self.height() - (490 if roomy else 434) - lessons - self.lost.room) // rows
        picture = max(_SMALLEST, min(picture, _LARGEST))
        for card in self.cards:
            if card.picture_height != picture:
                card.picture_height = picture
                card.updateGeometry()

    def _fit_lessons(self, *, roomy: bool) -> int:
        """Their cards as high as there is room; how much that takes."""
        if not self.lessons:
            return 0
        high = HEIGHT if roomy else LOW
        for lesson in self.lessons:
            lesson.set_height(high)
        self._above_lessons.changeSize(0, 14 if roomy else 4)
        return high + (60 if roomy else 54)

    def _describe(self, sentence: str) -> None:
        self._about.setText(sentence or _INVITATION)

    def _move_focus(self, card: ExampleCard, key: int) -> None:
        keys = Qt.Key
        moves = {keys.Key_Left: -1, keys.Key_Right: 1, keys.Key_Up: -_COLUMNS, keys.Key_Down: _COLUMNS}
        place = self.cards.index(card) + moves[Qt.Key(key)]
        if 0 <= place < len(self.cards):
            self.cards[place].setFocus(Qt.FocusReason.TabFocusReason)


def _declared() -> list[dict[str, Any]]:
    """The examples with a card, as they are declared; reading them by `data.examples` would import numpy."""
    declared: list[dict[str, Any]] = json.loads(packaged("examples.json").read_text(encoding="utf-8"))
    return [example for example in declared if example.get("start", True)]


def _dropped(event: QDropEvent) -> str:
    """The first file that is being dropped; nothing if there is none."""
    return next(map(str, dropped_files(event.mimeData())), "")
