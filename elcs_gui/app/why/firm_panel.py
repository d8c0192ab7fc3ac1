"""The inspector's page "How firm": how far alpha may move before each edge changes.

While that is not known the page says so, and shows no other figures in its place.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPaintEvent, QPen, QPolygonF, QShowEvent
from PySide6.QtWidgets import QProgressBar, QPushButton, QSizePolicy, QWidget

from elcs_gui.app.kit.later import Debounced, set_progress
from elcs_gui.app.kit.layouts import column_of, stacked
from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.kit.verdict_widgets import label
from elcs_gui.app.model.firmness_client import FirmnessClient, FirmnessState
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Selection, ends_of
from elcs_gui.app.why.firm_list_view import PADDING, AlphaScale, FirmList, paint_share
from elcs_gui.inquiry.firmness import Firmness, known_firmness
from elcs_gui.inquiry.firmness_rows import about, firm_rows, title
from elcs_gui.inquiry.firmness_words import short
from elcs_gui.inquiry.weak_edges import known_weak_edges
from elcs_gui.picture.short_names import short_names
from elcs_gui.proof.why import Margins

_WORDS = {
    FirmnessState.NO_RUN: "When the run has ended, this page shows how far alpha may move before an arrow "
    "changes.",
    FirmnessState.CUT_SHORT: "The run was cut short, so it is not known what it would have found.",
    FirmnessState.NO_DATA: "How firm its arrows are cannot be told from a trace alone: other alphas ask "
    "questions that only the data can answer. Open the data it was made from.",
    FirmnessState.NEEDED: "How firm the arrows are is not worked out yet.",
    FirmnessState.WORKING: "How firm the arrows are is being worked out …",
    FirmnessState.ON_DEMAND: "How firm the arrows are is not worked out: it takes over two seconds here.",
}


class FirmPanel(QWidget):
    """The edges at the cursor's step, the nearest to a change first."""

    edge_selected = Signal(object)
    why_requested = Signal(object)
    """The ends of an edge, in column order."""

    def __init__(self, player: Player, client: FirmnessClient, theme: Theme) -> None:
        super().__init__(objectName="panel")
        self._player, self._client = player, client
        self._names: list[str] = []
        self._title, self._about = label("whyHeading"), label("firmAbout")
        self._scale = _Scale(theme)
        above = QWidget()
        for text in (self._title, self._about):
            text.setContentsMargins(16, 0, 16, 0)
        column_of(self._title, self._about, self._scale, inside=above, margins=(0, 14, 0, 0), spacing=4)
        self.list = FirmList(theme)
        self.list.chosen.connect(self.edge_selected)
        self.list.activated_edge.connect(self.why_requested)
        self.list.resized.connect(self._scale.set_room)
        self._legend = _Legend(theme)
        rows = QWidget(objectName="whyPage")
        column_of(above, (self.list, 1), self._legend, inside=rows, margins=0, spacing=0)
        self._pages = stacked(self._waiting(), rows)
        column_of(self._pages, inside=self, margins=0)
        self._later = Debounced(self.refresh, self)
        player.moved.connect(lambda _: self._later.request() if self.isVisible() else None)
        player.trace_changed.connect(self._load)
        client.changed.connect(self.refresh)
        self.set_theme(theme)
        self._load()

    def _waiting(self) -> QWidget:
        """What is there while nothing is known: why, how far it is, and one button."""
        self._said = label("quiet")
        self._said.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._progress = QProgressBar(textVisible=False, accessibleName="How much is worked out")
        self._button = QPushButton()
        self._button.clicked.connect(self._act)
        made = QWidget(objectName="whyPage")
        column_of(
            None,
            self._said,
            self._progress,
            (self._button, 0, Qt.AlignmentFlag.AlignHCenter),
            None,
            inside=made,
            margins=(16, 0, 16, 0),
            spacing=12,
        )
        return made

    @property
    def said(self) -> str:
        """What the page says in place of rows; nothing while it has some."""
        return self._said.text() if self._pages.currentIndex() == 0 else ""

    def set_theme(self, theme: Theme) -> None:
        self.list.delegate.theme = theme
        self._scale.set_theme(theme)
        self._legend.set_theme(theme)
        self.list.scheduleDelayedItemsLayout()
        self.list.viewport().update()

    def choose(self, what: Selection) -> bool:
        """Mark an edge that was selected elsewhere; False where it has no row."""
        self.refresh()
        return self.list.choose(ends_of(what))

    def _load(self) -> None:
        trace = self._player.trace
        self._names = [] if trace is None else short_names(trace.header.names, 20)
        self.refresh()

    def _act(self) -> None:
        if self._client.state is FirmnessState.WORKING:
            self._client.cancel()
        else:
            self._client.compute()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Look at the edges at the cursor; a page that nobody sees waits until it is seen."""
        self._later.done()
        if not self.isVisible():
            return
        trace = self._player.trace
        found = None if trace is None else known_firmness(trace)
        if trace is None or found is None:
            self._show_state()
            return
        ended = self._player.step == len(trace)
        arrows, weak = Margins.of(trace).at(self._player.step), known_weak_edges(trace)
        rows = firm_rows(found, arrows, self._names, weak, ended=ended)
        if any(row.found for row in rows):
            self._title.setText(title(rows))
            self._about.setText(about(rows, found.low, found.high))
            self._scale.show_range(found)
            self.list.show_rows(rows, found.low, found.high)
            self._pages.setCurrentIndex(1)
        else:
            self.list.show_rows([], found.low, found.high)
            later = "" if ended else "\n\nStep on, or press End, to see how firm they are."
            self._show_words(f"No arrow has been found{' yet' * (not ended)}.{later}")

    def _show_state(self) -> None:
        state = self._client.state
        words = self._client.reason if state is FirmnessState.FAILED else _WORDS.get(state, "")
        action = {
            FirmnessState.WORKING: "Cancel",
            FirmnessState.ON_DEMAND: "Work it out",
            FirmnessState.FAILED: "Try again",
        }.get(state, "")
        self._show_words(words, action)
        self._progress.setVisible(state is FirmnessState.WORKING)
        set_progress(self._progress, round(100 * self._client.share))

    def _show_words(self, words: str, action: str = "") -> None:
        self._said.setText(words)
        self._progress.hide()
        self._button.setText(action)
        self._button.setVisible(bool(action))
        self._pages.setCurrentIndex(0)


class _Scale(ScaledWidget):
    """The alphas above the bars; that of the run stands out."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._low, self._high, self._alpha = 1e-6, 0.2, 0.01
        self._room = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(240), self.scaled(30))

    def set_room(self, pixels: int) -> None:
        """So wide are the rows: a scroll bar takes some of it."""
        self._room = pixels
        self.update()

    def show_range(self, found: Firmness) -> None:
        self._low, self._high, self._alpha = found.low, found.high, found.header.alpha
        self.setAccessibleName(f"Alpha from {short(found.low)} to {short(found.high)}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.painter(), self._theme
        across = self._room / theme.scale
        axis = AlphaScale(self._low, self._high, across)
        powers = [10.0**exponent for exponent in range(-300, 0)]
        ticks = [self._alpha, self._low, self._high]
        ticks += [tick for tick in powers if self._low < tick < self._high]
        taken: list[tuple[float, float]] = []
        for tick in dict.fromkeys(ticks):
            own = tick == self._alpha
            painter.setFont(font(11, SEMIBOLD) if own else font(11))
            wide = QFontMetricsF(painter.font()).horizontalAdvance(short(tick))
            left = min(max(axis.x(tick) - wide / 2, PADDING), across - PADDING - wide)
            if any(left < end + 6 and start - 6 < left + wide for start, end in taken):
                continue
            taken.append((left, left + wide))
            painter.setPen(theme.now_ink if own else theme.ink_3)
            painter.drawText(QRectF(left, 4, wide + 2, 14), Qt.AlignmentFlag.AlignLeft, short(tick))
            painter.fillRect(QRectF(axis.x(tick) - 0.5, 21, 1, 4), theme.now if own else theme.line_strong)
        painter.fillRect(QRectF(0, 29, self.across, 1), theme.line)


class _Legend(ScaledWidget):
    """What the signs of a row mean."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(
            "Amber line: alpha of this run. Triangle: the proof changes. Bar: the edge is found. "
            "Pie: tests with too few rows."
        )

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(240), self.scaled(70))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.painter(), self._theme
        painter.fillRect(QRectF(0, 0, self.across, 1), theme.line)
        painter.setFont(font(11))

        def words(x: float, middle: float, text: str) -> float:
            metrics = QFontMetricsF(painter.font())
            painter.setPen(theme.ink_2)
            painter.drawText(QPointF(x, middle + metrics.capHeight() / 2), text)
            return x + metrics.horizontalAdvance(text)

        painter.fillRect(QRectF(20, 8, 3, 14), theme.now)
        x = words(34, 15, "alpha of this run") + 18
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.ink_2)
        painter.drawPolygon(QPolygonF([QPointF(x, 12), QPointF(x + 8, 12), QPointF(x + 4, 18)]))
        words(x + 14, 15, "its proof changes")
        for left, line, ground, radius in (
            (16.0, theme.child, theme.child_bg, 5.0),
            (34.0, theme.parent, theme.parent_bg, 1.5),
        ):
            painter.setPen(QPen(line, 1.5))
            painter.setBrush(ground)
            painter.drawRoundedRect(QRectF(left, 30, 14, 10), radius, radius)
        words(56, 35, "found as an effect, as a cause")
        for place, share in enumerate((0.3, 1.0)):
            paint_share(painter, QPointF(23 + 18 * place, 55), share, theme)
        words(56, 55, "tests with too few rows: some, all")
