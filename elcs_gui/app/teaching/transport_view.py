"""Below the graph of a lesson: the run as one track with the lesson's steps on it, and the cursor."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QWidget

from elcs_gui.app.kit.buttons import icon_button
from elcs_gui.app.kit.icons import icon
from elcs_gui.app.kit.labels import Label, coloured, strong
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.breakpoints import Breakpoints
from elcs_gui.app.model.player import Player
from elcs_gui.app.transport.scrubber_view import Scrubber
from elcs_gui.foreign import markup

HIDDEN = "What comes next stays hidden until you have answered"
_DIAMOND = 4.5


class LessonScrubber(Scrubber):
    """With a diamond at every step of the lesson; green for those that are behind."""

    def __init__(self, player: Player, theme: Theme, parent: QWidget) -> None:
        self._steps: tuple[tuple[int, bool], ...] = ()
        super().__init__(player, Breakpoints(parent), theme, parent)

    def show_steps(self, steps: Sequence[tuple[int, bool]]) -> None:
        """Where the steps of the lesson stand, and whether each is done."""
        self._steps = tuple(steps)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for step, done in self._steps:
            x, y, d = self.position(step), 5.0, _DIAMOND
            painter.setBrush(self._theme.independent if done else self._theme.now)
            corners = [QPointF(x, y - d), QPointF(x + d, y), QPointF(x, y + d), QPointF(x - d, y)]
            painter.drawPolygon(QPolygonF(corners))


class LessonTransport(QWidget):
    """Scrubber, and a row with the buttons that step and play."""

    def __init__(self, player: Player, theme: Theme) -> None:
        super().__init__()
        self._player, self._theme = player, theme
        self.setObjectName("twinStrip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.scrubber = LessonScrubber(player, theme, self)
        self.previous = icon_button("Previous step", "←", "ghost")
        self.play = icon_button("Play or pause", "Space", "ghost")
        self.next = icon_button("Next step", "→", "ghost")
        self.count = Label()
        self.said = OneLine("quiet", middle=True)
        self.said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = row_of(
            self.previous,
            self.play,
            self.next,
            8,
            self.count,
            (self.said, 1),
            margins=(14, 0, 20, 0),
            spacing=4,
        )
        column_of(
            row_of(self.scrubber, margins=(10, 0, 10, 0)), row, inside=self, margins=(0, 6, 0, 8), spacing=2
        )
        self.previous.clicked.connect(player.back)
        self.play.clicked.connect(player.toggle)
        self.next.clicked.connect(player.forward)
        player.moved.connect(self._follow)
        player.trace_changed.connect(self._reload)
        player.playing_changed.connect(self._show_playing)
        self.set_theme(theme)
        self._reload()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedHeight(round(82 * theme.scale))
        self.scrubber.set_theme(theme)
        self.previous.setIcon(icon("previous", theme.ink_2, theme.dismissed))
        self.next.setIcon(icon("next", theme.ink_2, theme.dismissed))
        self._show_playing()
        self._follow()

    def _show_playing(self) -> None:
        self.play.setIcon(icon("pause" if self._player.playing else "play", self._theme.ink_2))

    def _reload(self) -> None:
        self.scrubber.reload()
        self._follow()

    def show_hidden(self, hidden: bool) -> None:
        """Say that what comes next is not to be seen yet, or no longer."""
        self.said.say(HIDDEN if hidden else "")

    def _follow(self) -> None:
        self.scrubber.follow()
        here, whole = strong(f"{self._player.step:,}"), f"of {self._player.length:,} of the run"
        self.count.setText(markup("Step {} {}", here, coloured(whole, self._theme.ink_3)))
