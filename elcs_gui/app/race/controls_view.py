"""The rows above and below a race: what runs along which axis, and the buttons that move it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QResizeEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QMenu, QPushButton, QWidget

from elcs_gui.algorithms.registry import ALGORITHMS, find_algorithm
from elcs_gui.app.kit.buttons import icon_button
from elcs_gui.app.kit.icons import icon
from elcs_gui.app.kit.labels import Label, lettered, strong, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.segments import OneLine, Segments
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.player import PACES, Pace
from elcs_gui.app.race.lane_glyphs import SIGNS, glyph_icon
from elcs_gui.app.race.race_player import RacePlayer
from elcs_gui.foreign import markup
from elcs_gui.inquiry.race import FEWEST, MOST, Axis
from elcs_gui.inquiry.race_words import AXES, at

_ID = Qt.ItemDataRole.UserRole
_TIPS = {
    Axis.REQUESTED: "Every test that an algorithm requests",
    Axis.COMPUTED: "Those that it requests for the first time in its own run: the others are known",
    Axis.SECONDS: "Each algorithm by itself, without the answers of the others",
}
EXPORTS = {
    "gif": "Film, GIF…",
    "webp": "Film, WebP…",
    "mp4": "Film, MP4…",
    "csv": "Table, CSV…",
    "png": "Picture, PNG…",
}


class Chooser(QFrame):
    """The algorithms as a list with ticks, two to six; what is chosen counts when it closes."""

    chosen = Signal(object)
    """The ids, those from before in their order."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup, objectName="raceChooser")
        self.setAccessibleName("Algorithms of the race")
        self._before: tuple[str, ...] = ()
        self._filling = False
        self.list = QListWidget(objectName="ticked", accessibleName="Algorithms of the race")
        self.list.setUniformItemSizes(True)
        self.list.itemChanged.connect(self._ticked)
        self.list.itemActivated.connect(self._switch)
        self._note = Label(objectName="quiet")
        self._done = QPushButton("Race", objectName="primary", toolTip="Run these side by side")
        self._done.clicked.connect(self.close)
        column_of((self.list, 1), row_of((self._note, 1), self._done), inside=self, margins=10, spacing=8)

    @property
    def ticked(self) -> tuple[str, ...]:
        """Those from before first, in their order."""
        items = (self.list.item(row) for row in range(self.list.count()))
        found = [item.data(_ID) for item in items if item.checkState() is Qt.CheckState.Checked]
        return (*(id for id in self._before if id in found), *(id for id in found if id not in self._before))

    def open_at(self, place: QPoint, chosen: Sequence[str], scale: float) -> None:
        self._before = tuple(chosen)
        self._filling = True
        self.list.clear()
        for algorithm in ALGORITHMS.values():
            item = QListWidgetItem(algorithm.title)
            item.setData(_ID, algorithm.id)
            tooltip(item, algorithm.sentence)
            item.setSizeHint(QSize(0, round(26 * scale)))
            ticked = algorithm.id in chosen
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
            self.list.addItem(item)
        self._filling = False
        self._ticked()
        rows = min(self.list.count(), 16)
        self.resize(round(300 * scale), round((26 * rows + 70) * scale))
        self.move(place)
        self.show()
        self.list.setCurrentRow(0)
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)

    def closeEvent(self, event: object) -> None:
        super().closeEvent(event)  # type: ignore[arg-type]
        if self.ticked != self._before and FEWEST <= len(self.ticked) <= MOST:
            self.chosen.emit(self.ticked)

    def _ticked(self) -> None:
        """With six ticked no other can be."""
        if self._filling:
            return
        self._filling = True
        count = len(self.ticked)
        for row in range(self.list.count()):
            item = self.list.item(row)
            free = count < MOST or item.checkState() is Qt.CheckState.Checked
            flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
            item.setFlags(flags | Qt.ItemFlag.ItemIsEnabled if free else flags)
        self._filling = False
        short = f"choose {FEWEST - count} more" if count < FEWEST else ""
        self._note.setText(short or f"{count} of at most {MOST}")
        self._done.setEnabled(count >= FEWEST)

    def _switch(self, item: QListWidgetItem) -> None:
        """Enter ticks, as Space and a click do."""
        on = item.checkState() is Qt.CheckState.Checked
        if on or item.flags() & Qt.ItemFlag.ItemIsEnabled:
            item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)


class RaceHead(QWidget):
    """Title, target, algorithms, axis, export."""

    algorithms_chosen = Signal(object)
    axis_chosen = Signal(object)
    export_requested = Signal(str)
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(objectName="raceHead")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._chosen: tuple[str, ...] = ()
        self._about = OneLine("quiet")
        self.algorithms = QPushButton(accessibleName="Algorithms of the race")
        tooltip(self.algorithms, "Choose which algorithms run, two to six")
        self.algorithms.clicked.connect(self._open_chooser)
        self.chooser = Chooser(self)
        self.chooser.chosen.connect(self.algorithms_chosen)
        self.axis = Segments("Axis", AXES, _TIPS, spoken=True)
        self.axis.chosen.connect(self.axis_chosen)
        self.export = QPushButton("Export", toolTip="Write the race as a film, a table or a picture")
        self.export.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.menu = QMenu(self)
        for kind, title in EXPORTS.items():
            self.menu.addAction(lettered(title), partial(self.export_requested.emit, kind))
        self.export.clicked.connect(
            lambda: self.menu.popup(self.export.mapToGlobal(QPoint(0, self.export.height() + 2)))
        )
        close = QPushButton("Close", objectName="ghost", toolTip="Back to the workspace. Esc")
        close.clicked.connect(self.closed)
        row_of(
            Label("Race", objectName="section"),
            (self._about, 1),
            self.algorithms,
            self.axis,
            self.export,
            close,
            inside=self,
            margins=(16, 9, 12, 9),
            spacing=8,
        )
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._scale = theme.scale
        self.export.setIcon(icon("down", theme.ink_3))
        self.algorithms.setIcon(icon("down", theme.ink_3))
        self.algorithms.setLayoutDirection(Qt.LayoutDirection.RightToLeft)

    def show_choice(self, about: str, algorithms: Sequence[str], axis: Axis) -> None:
        self._chosen = tuple(algorithms)
        self._about.say(about)
        self.algorithms.setText(f"Algorithms  {len(algorithms)}")
        self.axis.show_value(axis)

    def _open_chooser(self) -> None:
        place = self.algorithms.mapToGlobal(QPoint(0, self.algorithms.height() + 2))
        self.chooser.open_at(place, self._chosen, self._scale)


class RaceTransport(QWidget):
    """Buttons that move the cursor, and one for each lane to open it."""

    lane_requested = Signal(int)
    stop_requested = Signal()
    pace_chosen = Signal(object)

    def __init__(self, player: RacePlayer, theme: Theme) -> None:
        super().__init__(objectName="raceTransport")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._player, self._theme = player, theme
        self._titles: list[str] = []
        self.first = icon_button("To the beginning", "Home", "ghost")
        self.previous = icon_button("One test back", "←")
        self.play = QPushButton("Play", objectName="play", toolTip="Play or pause (Space)")
        self.play.clicked.connect(player.toggle)
        self.next = icon_button("One test on", "→")
        self.last = icon_button("To the end", "End", "ghost")
        self.counter = Label()
        self.stop = QPushButton("Stop", toolTip="Keep the lanes that are there")
        self.stop.clicked.connect(self.stop_requested)
        self.open_label = Label("Open as the main run", objectName="quiet")
        self.opening = [self._opener(place) for place in range(MOST)]
        self.speed = QPushButton(objectName="ghost", toolTip="What is played, and how fast")
        self.speed.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.speed_menu = self._speeds()
        self.speed.clicked.connect(
            lambda: self.speed_menu.popup(
                self.speed.mapToGlobal(QPoint(0, -self.speed_menu.sizeHint().height() - 2))
            )
        )
        row_of(
            self.first,
            self.previous,
            self.play,
            self.next,
            self.last,
            10,
            self.counter,
            self.stop,
            None,
            self.open_label,
            6,
            *self.opening,
            6,
            self.speed,
            inside=self,
            margins=(12, 8, 12, 8),
            spacing=4,
        )
        for button in (self.play, self.speed, self.stop):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.first.clicked.connect(player.first)
        self.previous.clicked.connect(player.back)
        self.next.clicked.connect(player.forward)
        self.last.clicked.connect(player.last)
        player.moved.connect(self.follow)
        player.trace_changed.connect(self.follow)
        player.playing_changed.connect(self.follow)
        self.set_theme(theme)

    def _opener(self, place: int) -> QPushButton:
        button: QPushButton = QPushButton(focusPolicy=Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self.lane_requested.emit(place))
        button.hide()
        return button

    def _speeds(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        for pace in PACES:
            action = menu.addAction(lettered(_pace_title(pace)))
            action.setCheckable(True)
            action.setData(pace)
            group.addAction(action)
        group.triggered.connect(self._choose_pace)
        return menu

    def _choose_pace(self, action: object) -> None:
        pace = action.data()  # type: ignore[attr-defined]
        self._player.set_pace(pace)
        self.pace_chosen.emit(pace)
        self.follow()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        names = ("first", "previous", "next", "last")
        for name, button in zip(names, (self.first, self.previous, self.next, self.last), strict=True):
            button.setIcon(icon(name, theme.ink_2, theme.dismissed))
        self.speed.setIcon(icon("down", theme.ink_3))
        for sign, button in zip(SIGNS, self.opening, strict=True):
            button.setIcon(glyph_icon(sign, sign.colour(theme)))
        self.follow()

    def show_lanes(self, algorithms: Sequence[str], ready: Sequence[bool]) -> None:
        """A button for each, enabled where there is a run."""
        self._titles = [find_algorithm(name).title for name in algorithms]
        for place, button in enumerate(self.opening):
            shown = place < len(algorithms)
            button.setVisible(shown)
            if shown:
                title = self._titles[place]
                tooltip(button, f"Open {title} as the main run ({place + 1})")
                button.setAccessibleName(f"Open {title} as the main run")
                button.setEnabled(ready[place])
        self.open_label.setVisible(bool(algorithms))
        self._name_openers()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_openers()

    def _name_openers(self) -> None:
        """By title and number; by number alone where not all titles have room."""
        for named in (True, False):
            for place, title in enumerate(self._titles):
                self.opening[place].setText(f"{title}  {place + 1}" if named else f"{place + 1}")
            if self.minimumSizeHint().width() <= self.width():
                return

    def show_work(self, said: str) -> None:
        """What is being computed; empty when nothing is."""
        self._work = said
        self.stop.setVisible(bool(said))
        self.follow()

    _work = ""

    def follow(self, *_: object) -> None:
        player, length = self._player, self._player.length
        for button in (self.first, self.previous):
            button.setEnabled(player.step > 0)
        for button in (self.next, self.last):
            button.setEnabled(player.step < length)
        self.play.setEnabled(length > 0)
        self.play.setText("Pause" if player.playing else "Play")
        self.play.setIcon(icon("pause" if player.playing else "play", self._theme.target_ink))
        pace = player.pace
        self.speed.setText(pace.short if pace.steps is None else _pace_title(pace))
        self.speed.setAccessibleName(f"Playing: {_pace_title(pace)}")
        for action in self.speed_menu.actions():
            action.setChecked(action.data() is pace)
        if self._work:
            self.counter.setText(self._work)
        elif length:
            here, whole = at(player.axis, player.position), at(player.axis, player.whole)
            word = "" if player.axis is Axis.SECONDS else "Test "
            self.counter.setText(markup("{}{} of {} in the longest lane", word, strong(here), whole))
        else:
            self.counter.setText("")


def _pace_title(pace: Pace) -> str:
    return pace.title.replace("step", "test")
