"""A race as a film: a board of its own, never shown, taken from change to change."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, QSizeF, Qt
from PySide6.QtGui import QImage

from elcs_gui.app.exporting.film_painter import Painting
from elcs_gui.app.exporting.film_steps import Film
from elcs_gui.app.kit.theme import Theme, style_sheet
from elcs_gui.app.race.board_view import Entry, RaceBoard
from elcs_gui.app.race.race_player import RacePlayer
from elcs_gui.inquiry.race import Axis, Race
from elcs_gui.picture.scene import Edges

SIZE = QSize(1280, 720)
SECONDS, HOLD = 0.5, 3.0


class RacePainting(Painting):
    """Frames are the changes of any lane, from the beginning to the end of the longest."""

    def __init__(
        self, race: Race, axis: Axis, algorithms: Sequence[str], theme: Theme, truth: Edges | None
    ) -> None:
        theme = theme.at(1.0)
        self._player = RacePlayer()
        self._player.set_race(race, axis, 0.0)
        self._board = RaceBoard(theme)
        self._board.setStyleSheet(style_sheet(theme))
        self._board.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self._board.resize(SIZE)
        self._board.show()
        self._board.show_race([Entry(name) for name in algorithms], race, axis, truth)
        changes = self._player.changes.tolist()
        steps = dict.fromkeys([0, *changes, self._player.length])
        super().__init__(Film(tuple(steps), SECONDS, HOLD), theme, QSizeF(SIZE), self._picture_at)

    def _picture_at(self, step: int) -> QImage:
        self._player.seek(step)
        self._board.show_position(self._player.position)
        made = QImage(SIZE, QImage.Format.Format_RGB32)
        made.fill(self._theme.bg)
        self._board.render(made)
        return made
