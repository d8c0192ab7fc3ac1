"""The pseudo-code panel: the listing that is being run, its current line lit, and the sets as they stand."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QActionGroup, QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.app.kit.icons import icon
from elcs_gui.app.kit.labels import Label, lettered, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of, scrolled
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.player import Player
from elcs_gui.app.pseudocode.listing_view import CodeView
from elcs_gui.app.pseudocode.sets_view import SetsView
from elcs_gui.picture.live_sets import LiveSet, live_sets
from elcs_gui.trace.events import Tested
from elcs_gui.trace.listings import listing, stage
from elcs_gui.trace.timeline import Timeline

_ROW, _LEAST_ROWS, _MOST_ROWS = 22, 6, 10
"""Of the sets: the height of a row, and for how many there is room."""
_FOLLOW = "Follow the run"


def short_title(procedure: str) -> str:
    """The listing's title, fit for a heading."""
    title = listing(procedure).title.split(" (")[0]
    return title.replace("Algorithm ", "Alg. ").replace(" · ", " ")


class CodePanel(QWidget):
    """Follows the player; a click on a line asks for the next step at which it ran."""

    step_requested = Signal(int)

    def __init__(self, player: Player, theme: Theme) -> None:
        super().__init__()
        self._player = player
        self._theme = theme
        self._timeline: Timeline | None = None
        self._pinned: str | None = None
        """The listing that the user chose to look at; None while the run is followed."""
        self._stage = ""
        self._rows_before = 0.0
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Pseudo-code")

        self.which = QPushButton(self, objectName="ghost")
        self.which.setProperty("small", True)
        self.which.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow stands after the words
        tooltip(self.which, "Look at another listing")
        self.which.clicked.connect(self._offer_listings)
        self.follow = QPushButton("Follow", self, objectName="link")
        tooltip(self.follow, "Show the listing that is being run again")
        self.follow.clicked.connect(lambda: self.pin(None))
        self.code = CodeView(player, theme, self)
        self.code.step_requested.connect(self.step_requested)
        self.sets = SetsView(theme, self)
        self._arrange()
        player.trace_changed.connect(self._reload)
        player.moved.connect(self._follow_cursor)
        self.set_theme(theme)
        self._reload()

    @property
    def procedure(self) -> str | None:
        """Whose listing is to be seen."""
        return self.code.procedure

    def pin(self, procedure: str | None) -> None:
        """Look at one listing whatever runs, or follow the run again."""
        self._pinned = procedure
        self._follow_cursor()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        self.which.setIcon(icon("down", theme.ink_3))
        self.code.set_theme(theme)
        self.sets.set_theme(theme)

    def listings(self) -> tuple[str, ...]:
        """The listings that the run goes through, outermost first."""
        trace = self._player.trace
        return () if trace is None else find_algorithm(trace.header.algorithm).listings

    def _arrange(self) -> None:
        head = QWidget(self, objectName="panelHead")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        heading = OneLine("heading")  # beside long names of listings it must not make the window wider
        heading.say("Pseudo-code")
        row_of((heading, 1), self.follow, self.which, inside=head, margins=(12, 0, 6, 0), spacing=6)
        line = QWidget(self, objectName="hairline")
        line.setFixedHeight(1)
        now = Label("Sets now", self, objectName="heading")
        now.setContentsMargins(12, 9, 12, 5)
        self._scroll = scrolled(self.sets)
        self._scroll.viewport().setAutoFillBackground(False)
        self.sets.setAutoFillBackground(False)
        column_of(head, (self.code, 1), line, now, self._scroll, inside=self, margins=0, spacing=0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_sets()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._rows_before = 0.0
        self._fit_sets()

    def _fit_sets(self) -> None:
        """Room for the sets. Within a stage it only grows, so that the code does not jump at every step."""
        row = _ROW * self.fontInfo().pixelSize() / 13
        wanted = self.sets.heightForWidth(self.width()) / row
        rows = min(max(wanted, self._rows_before, _LEAST_ROWS), _MOST_ROWS)
        self._rows_before = rows
        if self._scroll.height() != round(rows * row):
            self._scroll.setFixedHeight(round(rows * row))

    def _reload(self) -> None:
        trace = self._player.trace
        self._timeline = None if trace is None else Timeline(trace)
        if self._pinned not in self.listings():
            self._pinned = None
        self._follow_cursor()

    def _follow_cursor(self) -> None:
        trace, step = self._player.trace, self._player.step
        at = trace.at(step - 1) if trace is not None and step else ""
        running = at.rpartition(":")[0] or next(iter(self.listings()), "")
        shown = self._pinned or running
        self.code.show_line(shown, at.rpartition(":")[2] if shown == running else "")
        self.which.setText(short_title(shown) if shown else "")
        self.which.setVisible(bool(shown))
        self.follow.setVisible(self._pinned is not None)
        where = stage(at) if at else ""
        if where != self._stage:
            self._stage, self._rows_before = where, 0.0
        self.sets.show_sets(self._sets_now())
        self._fit_sets()

    def _sets_now(self) -> list[LiveSet]:
        trace, step = self._player.trace, self._player.step
        if trace is None or self._timeline is None or step == 0:
            return []
        view = self._player.view
        # A test leaves the state as it was, so that there is no other view to ask for.
        before = view if isinstance(trace[step - 1], Tested) else self._timeline.view(step - 1)
        return live_sets(trace, step, view, before)

    def _offer_listings(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        group = QActionGroup(menu)
        for procedure in (None, *self.listings()):
            action = menu.addAction(lettered(_FOLLOW if procedure is None else short_title(procedure)))
            action.setCheckable(True)
            action.setChecked(procedure == self._pinned)
            action.triggered.connect(lambda _=False, chosen=procedure: self.pin(chosen))
            group.addAction(action)
            if procedure is None:
                menu.addSeparator()
        menu.popup(self.which.mapToGlobal(QPoint(0, self.which.height() + 2)))
