"""The transport: stage strip, scrubber and buttons, all of them views of the player."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QActionGroup, QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QInputDialog, QMenu, QPushButton, QSizePolicy, QWidget

from elcs_gui.app.kit.buttons import ShortButton, icon_button
from elcs_gui.app.kit.icons import icon
from elcs_gui.app.kit.labels import lettered, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.app.model.breakpoints import Breakpoints
from elcs_gui.app.model.player import EVERY_STEP, PACES, Pace, Player
from elcs_gui.app.transport.scrubber_view import MARGIN, Scrubber
from elcs_gui.app.transport.stage_strip_view import StageStrip

HEIGHT = 124
_PADDING = 12
_GROWTH_PAUSE = 120
"""Milliseconds between two looks at a trace that is growing."""


class Transport(QWidget):
    """Moves the player's cursor, and shows where it stands."""

    scrubbing_changed = Signal(bool)
    """True while the thumb is held."""
    breakpoints_requested = Signal()
    go_to_requested = Signal()
    pace_chosen = Signal(object)
    """A `Pace`, by the menu."""

    def __init__(self, player: Player, breakpoints: Breakpoints, theme: Theme) -> None:
        super().__init__()
        self._player, self._breakpoints, self._theme = player, breakpoints, theme
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

        self.strip = StageStrip(player, theme, self)
        self.scrubber = Scrubber(player, breakpoints, theme, self)
        self.first = icon_button("First step", "Home", "ghost", self)
        self.previous = icon_button("Previous step", "←", parent=self)
        self.play = QPushButton("Play", self, objectName="play", toolTip="Play or pause (Space)")
        self.next = icon_button("Next step", "→", parent=self)
        self.last = icon_button("Last step", "End", "ghost", self)
        self.counter = StepCounter(player, theme, self)
        self.breakpoints = ShortButton(self)
        self.breakpoints.setObjectName("ghost")
        self.speed = ShortButton(self)
        self.speed.setObjectName("ghost")
        self.speed.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow stands after the words
        tooltip(self.speed, "What is played, and how fast")
        self.speed_menu = self._speed_menu()
        for button in (self.play, self.breakpoints, self.speed):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._arrange()

        self._growth = QTimer(self, singleShot=True, interval=_GROWTH_PAUSE)
        self._growth.timeout.connect(self._reload)
        self._connect()
        self._scale = 0.0
        self._fit_font()
        self.set_theme(theme)
        self._reload()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        for name, button in (
            ("first", self.first),
            ("previous", self.previous),
            ("next", self.next),
            ("last", self.last),
        ):
            button.setIcon(icon(name, theme.ink_2, theme.dismissed))
        self.speed.setIcon(icon("down", theme.ink_3))
        for part in (self.strip, self.scrubber, self.counter):
            part.set_theme(theme)
        self._show_playing()
        self._show_breakpoints()

    def sizeHint(self) -> QSize:
        return QSize(820, round(HEIGHT * self.fontInfo().pixelSize() / 13))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_font()
        super().changeEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            wanted = self._row.sizeHint().width() + self.speed.given
            self.speed.give_way(on=wanted > self.width())
        return bool(super().event(event))

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, self.width(), 1, self._theme.line)

    def _fit_font(self) -> None:
        """Everything in proportion to the font."""
        scale = self.fontInfo().pixelSize() / 13
        if scale == self._scale:
            return
        self._scale = scale
        self.setFixedHeight(self.sizeHint().height())
        beside = max(0, round(_PADDING - MARGIN * scale))  # the track is as long as the strip
        self._track.setContentsMargins(beside, 0, beside, 0)
        size = QSize(round(16 * scale), round(16 * scale))
        for button in self.findChildren(QPushButton):
            button.setIconSize(size)
        self._show_playing()

    def _arrange(self) -> None:
        self._row = row_of(
            self.first,
            self.previous,
            self.play,
            self.next,
            self.last,
            8,
            self.counter,
            None,
            self.breakpoints,
            self.speed,
            margins=(_PADDING, 0, _PADDING, 0),
            spacing=4,
        )
        strip = row_of(self.strip, margins=(_PADDING, 0, _PADDING, 0))
        self._track = row_of(self.scrubber)
        column_of(strip, self._track, self._row, inside=self, margins=(0, 9, 0, 8), spacing=2)

    def _connect(self) -> None:
        player = self._player
        player.trace_changed.connect(self._reload)
        player.grew.connect(self._grown)
        player.moved.connect(self._follow)
        player.playing_changed.connect(self._show_playing)
        self._breakpoints.changed.connect(self._show_breakpoints)
        self._breakpoints.changed.connect(self.scrubber.refresh_marks)
        self.strip.step_requested.connect(player.seek)
        self.scrubber.sliderPressed.connect(lambda: self.scrubbing_changed.emit(True))
        self.scrubber.sliderReleased.connect(lambda: self.scrubbing_changed.emit(False))
        self.first.clicked.connect(player.first)
        self.previous.clicked.connect(player.back)
        self.play.clicked.connect(player.toggle)
        self.next.clicked.connect(player.forward)
        self.last.clicked.connect(player.last)
        self.counter.clicked.connect(self.go_to_requested)
        self.breakpoints.clicked.connect(self.breakpoints_requested)
        self.speed.clicked.connect(
            lambda: self.speed_menu.popup(
                self.speed.mapToGlobal(QPoint(0, -self.speed_menu.sizeHint().height() - 2))
            )
        )

    def _speed_menu(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        for pace in PACES:
            if pace is EVERY_STEP[0]:
                menu.addSeparator()
            action = menu.addAction(
                lettered(pace.title if pace.steps is None else f"Every step, {pace.title}")
            )
            action.setCheckable(True)
            action.setChecked(pace is self._player.pace)
            action.setData(pace)
            group.addAction(action)
        group.triggered.connect(lambda action: self._set_pace(action.data()))
        return menu

    def _set_pace(self, pace: Pace) -> None:
        self._player.set_pace(pace)
        self.show_pace()
        self.pace_chosen.emit(pace)

    def _grown(self) -> None:
        if not self._growth.isActive():
            self._growth.start()

    def _reload(self) -> None:
        self.strip.reload()
        self.scrubber.reload()
        self.counter.reload()
        self._follow()
        self._show_breakpoints()

    def _follow(self) -> None:
        self.strip.follow()
        self.scrubber.follow()
        self.counter.update()
        step, length = self._player.step, self._player.length
        for button in (self.first, self.previous):
            button.setEnabled(step > 0)
        for button in (self.next, self.last):
            button.setEnabled(self._player.has_more)
        self.play.setEnabled(length > 0)
        self.show_pace()

    def _show_playing(self) -> None:
        playing = self._player.playing
        self.play.setText("Pause" if playing else "Play")
        self.play.setIcon(icon("pause" if playing else "play", self._theme.target_ink))
        metrics = QFontMetricsF(font(13 * self._scale, MEDIUM))
        width = max(metrics.horizontalAdvance(word) for word in ("Play", "Pause"))
        # The same for both words, so that nothing moves.
        self.play.setFixedWidth(round(width + 24 * self._scale) + 22)

    def show_pace(self) -> None:
        """What is played, and how fast, on the button and in its menu."""
        pace = self._player.pace
        if pace.title != self.speed.text():
            self.speed.say(pace.title, pace.short)
            self.speed.setAccessibleName(f"Playing: {pace.title}")
            for action in self.speed_menu.actions():
                action.setChecked(action.data() is pace)

    def _show_breakpoints(self) -> None:
        count = len(self._breakpoints)
        words = {0: "Breakpoints", 1: "1 breakpoint"}.get(count, f"{count} breakpoints")
        self.breakpoints.say(words, f"{count}" if count else "")
        self.breakpoints.setAccessibleName(words)
        self.breakpoints.setIcon(icon("breakpoint", self._theme.conflict if count else self._theme.ink_3))
        trace = self._player.trace
        names = () if trace is None else trace.header.names
        listed = [item.sentence(names) for item in self._breakpoints.items] if names else []
        tooltip(self.breakpoints, "\n".join(listed) or "Stop where something happens (F9)")


def asked_step(player: Player, parent: QWidget) -> int | None:
    """A step to go to, as the user names it; None to stay."""
    label = f"Step (0 to {player.length:,})"
    step, ok = QInputDialog.getInt(parent, "Go to step", label, player.step, 0, player.length)
    return step if ok else None


class StepCounter(QAbstractButton):
    """Step 357 of 932; a click asks for a step to go to."""

    def __init__(self, player: Player, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._player = player
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        tooltip(self, "Go to a step (Ctrl+G)")
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def reload(self) -> None:
        """The trace has another length."""
        self.setVisible(self._player.length > 0)
        self.updateGeometry()
        self.update()

    def words(self) -> tuple[str, str, str]:
        """What it says, in three tones."""
        return "Step ", f"{self._player.step:,}", f" of {self._player.length:,}"

    def sizeHint(self) -> QSize:
        plain, bold = self._metrics()
        longest = f"{self._player.length:,}"
        width = plain.horizontalAdvance(f"Step  of {longest}") + bold.horizontalAdvance(longest)
        return QSize(round(width) + 18, round(28 * self._scale()))

    def minimumSizeHint(self) -> QSize:
        least, (plain, _) = self.sizeHint(), self._metrics()
        return QSize(least.width() - round(plain.horizontalAdvance("Step ")), least.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = self._theme, self._scale()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            painter.setPen(theme.selection if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme.sunk)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        x = 8.0
        inks: tuple[QColor, ...] = (theme.ink, theme.ink, theme.ink_3)
        plain, bold = self._metrics()
        cramped = self.width() < self.sizeHint().width()  # then the numbers have to do
        for place, (word, ink) in enumerate(zip(self.words(), inks, strict=True)):
            if cramped and place == 0:
                continue
            painter.setFont(font(13 * scale, SEMIBOLD) if place == 1 else font(13 * scale))
            painter.setPen(ink)
            painter.drawText(QRectF(x, 0, self.width(), self.height()), Qt.AlignmentFlag.AlignVCenter, word)
            x += (bold if place == 1 else plain).horizontalAdvance(word)
        self.setAccessibleName("".join(self.words()))

    def _scale(self) -> float:
        return self.fontInfo().pixelSize() / 13

    def _metrics(self) -> tuple[QFontMetricsF, QFontMetricsF]:
        size = 13 * self._scale()
        return QFontMetricsF(font(size)), QFontMetricsF(font(size, SEMIBOLD))
