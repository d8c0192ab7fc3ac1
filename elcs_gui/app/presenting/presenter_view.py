"""The screen for the audience: stage, graph, the emblem of the rule that fires, and the sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QFontMetricsF,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QScreen,
    QShortcut,
)
from PySide6.QtWidgets import QWidget

from elcs_gui.algorithms.run_title import headline
from elcs_gui.app.graph.canvas_view import GraphCanvas
from elcs_gui.app.graph.painting.link_painter import faded
from elcs_gui.app.kit.emblem import paint_emblem
from elcs_gui.app.kit.theme import DARK, LIGHT, SEMIBOLD, Theme, font
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.player import Player, said_at
from elcs_gui.app.presenting.presentation import SIZES, Presentation, broken, for_the_wall
from elcs_gui.trace.rules import RULES

if TYPE_CHECKING:
    from elcs_gui.inquiry.known_truth import TrueNetwork

WIDE, HIGH = 1280.0, 720.0
"""The screen as designed; on others everything grows or shrinks with it."""
MARGIN, TOP = 48.0, 36.0
CHIP = 44.0
EMBLEM = 180.0
WORDS = 120.0
"""Height of the sentence, from the bottom margin up."""
LINE = 50.0
NODES, MOST = 1.55, 1.2
"""How much larger than in the window the graph is, and how much more where there is room."""
SPOT = 24.0
TRANSPORT = (
    "forward", "back", "next-change", "previous-change", "next-stage", "previous-stage", "first", "last",
    "play", "run-on", "run-back",
)  # fmt: skip
"""The actions whose keys work here as they do in the window."""


def unit(width: float, height: float) -> float:
    """How large a pixel of the design is: 0.8 on 1024 × 768."""
    return min(width / WIDE, height / HIGH)


def truth_of(context: Context, player: Player) -> TrueNetwork | None:
    """The truth by which a presentation is marked: that of the data that are open, not that of a lesson."""
    return context.truth_shown if player is context.player else None


class PresentedGraph(GraphCanvas):
    """The graph alone; it leaves the pointer to the presenter."""

    def __init__(self, player: Player, theme: Theme, parent: QWidget) -> None:
        super().__init__(player, theme, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setMinimumSize(100, 100)
        for button in self._buttons:
            button.hide()
        self._local.bare, self._local.largest = True, MOST


class Overlay(QWidget):
    """Above the graph: the stage, the emblem of a rule and the pointer's disc; or nothing but black."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.pointer: QPointF | None = None
        self.blank = False
        self.stage = self.rule = ""
        self.theme, self.unit = DARK, 1.0

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.blank:
            painter.fillRect(self.rect(), Qt.GlobalColor.black)
            painter.end()
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.unit, self.unit)
        if self.stage:
            _paint_chip(painter, self.theme, self.stage)
        if self.rule:
            box = QRectF(self.width() / self.unit - MARGIN - EMBLEM, TOP, EMBLEM, EMBLEM)
            paint_emblem(painter, box, RULES[self.rule], self.theme, border=0.5)
        if self.pointer is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(faded(self.theme.now, 0.35))
            painter.drawEllipse(self.pointer / self.unit, SPOT, SPOT)
        painter.end()


class Presenter(QWidget):
    """Follows the player of a presentation. Its theme is its own: walls are not screens."""

    speaker_requested = Signal()

    def __init__(self, context: Context, presentation: Presentation) -> None:
        super().__init__(context.widget, Qt.WindowType.Window)
        self._context, self._player = context, presentation.player
        self._base = DARK
        self.setWindowTitle("ELCS Explorer: presenter")
        self.setMouseTracking(True)
        self.setMinimumSize(480, 320)
        self.resize(1280, 720)
        self.graph = PresentedGraph(presentation.player, self.theme, self)
        self.overlay = Overlay(self)
        self.overlay.raise_()
        self._pointing = False
        self._settle = QTimer(self, singleShot=True, interval=0)
        self._settle.timeout.connect(self._follow)
        for id in TRANSPORT:
            self.addAction(context.actions[id])
        keys: dict[str, Callable[[], object]] = {
            "P": self.point, "B": self.blank, "T": self.switch_theme, "N": self.speaker_requested.emit,
            "Escape": self.close, "PgDown": presentation.onwards, "PgUp": presentation.back,
        }  # fmt: skip
        for key, do in keys.items():
            QShortcut(QKeySequence(key), self).activated.connect(do)
        # Methods, no lambdas: Qt forgets them together with this window.
        for signal in (self._player.moved, self._player.told, self._player.trace_changed):
            signal.connect(self._expect)
        context.actions["truth"].toggled.connect(self._show_truth)
        context.session.opened.connect(self._show_truth)
        context.session.truth_changed.connect(self._show_truth)
        self._follow()

    # What it shows

    @property
    def theme(self) -> Theme:
        """The colours, at the size of the screen."""
        return self._base.at(NODES * self.unit)

    @property
    def unit(self) -> float:
        return unit(self.width(), self.height())

    @property
    def sentence(self) -> str:
        """What is said of the step."""
        trace = self._player.trace
        if trace is None:
            return ""
        return for_the_wall(said_at(self._player)) or f"{headline(trace.header)}."

    @property
    def stage(self) -> str:
        span = self._player.stage_span
        return "" if span is None or not self._player.step else span.title

    @property
    def rule(self) -> str:
        """The id of the rule that fires at the step; empty for most."""
        found = getattr(self._player.current_event, "rule", "")
        return found if found in RULES else ""

    def come_up(self, screen: QScreen) -> None:
        """Fill a screen."""
        self.graph.set_reduced_motion(self._context.settings.reduced_motion)
        self._show_truth()
        self.overlay.blank = False
        self.setScreen(screen)
        self.setGeometry(screen.geometry())
        self.showFullScreen()
        self.activateWindow()
        self._follow()

    def _expect(self, *_: object) -> None:
        self._settle.start()

    def _show_truth(self, *_: object) -> None:
        known = truth_of(self._context, self._player)
        self.graph.set_truth(None if known is None else known.edges)

    def _follow(self) -> None:
        stage = f"{self.stage}. " if self.stage else ""
        self.setAccessibleName("Presenter")
        self.setAccessibleDescription(f"{stage}{self.sentence}")
        self.overlay.stage, self.overlay.rule = self.stage, self.rule
        self.overlay.update()
        self.update()

    # What the speaker does

    def point(self) -> None:
        """Show where the pointer is, or no longer."""
        self._pointing = not self._pointing
        at = QPointF(self.mapFromGlobal(self.cursor().pos()))
        self.overlay.pointer = at if self._pointing else None
        self.setCursor(Qt.CursorShape.BlankCursor if self._pointing else Qt.CursorShape.ArrowCursor)
        self.overlay.update()

    def blank(self) -> None:
        """Show nothing, or again what there is."""
        self.overlay.blank = not self.overlay.blank
        self.overlay.update()

    def switch_theme(self) -> None:
        self._base = LIGHT if self._base.dark else DARK
        self._lay_out()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pointing:
            self.overlay.pointer = event.position()
            self.overlay.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.overlay.pointer = None
        self.overlay.update()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._player.pause()
        self._pointing, self.overlay.pointer = False, None
        self.unsetCursor()
        super().closeEvent(event)

    # Painting

    def sizeHint(self) -> QSize:
        return QSize(round(WIDE), round(HIGH))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        k = self.unit
        self.overlay.setGeometry(self.rect())
        self.overlay.theme, self.overlay.unit = self._base, k
        self.graph.set_theme(self.theme)
        # The chip has a corner of the graph, which is seldom needed.
        top, bottom = round((TOP + CHIP / 2) * k), round(self.height() - (TOP + WORDS) * k)
        left = round(MARGIN * k / 2)
        self.graph.setGeometry(left, top, self.width() - 2 * left, bottom - top)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, k = self._base, self.unit
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.canvas)
        painter.scale(k, k)
        wide, high = self.width() / k, self.height() / k
        _paint_sentence(
            painter, theme, self.sentence, QRectF(MARGIN, high - TOP - WORDS, wide - 2 * MARGIN, WORDS)
        )
        painter.end()


def _paint_chip(painter: QPainter, theme: Theme, text: str) -> None:
    made = font(24, SEMIBOLD)
    box = QRectF(MARGIN, TOP, QFontMetricsF(made).horizontalAdvance(text) + 36.0, CHIP)
    painter.setPen(QPen(theme.now, 2.0))
    painter.setBrush(theme.now_bg)
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 11, 11)
    painter.setFont(made)
    painter.setPen(theme.now_ink)
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)


def _paint_sentence(painter: QPainter, theme: Theme, sentence: str, box: QRectF) -> None:
    """As large as two lines can be; what is still too long is cut."""

    def fits(text: str, size: int) -> bool:
        return QFontMetricsF(font(size, SEMIBOLD)).horizontalAdvance(text) <= box.width()

    size, lines = broken(sentence, fits)
    made = font(size, SEMIBOLD)
    metrics, high = QFontMetricsF(made), LINE * size / SIZES[0]
    painter.setFont(made)
    painter.setPen(theme.ink)
    top = box.center().y() - high * len(lines) / 2
    for place, line in enumerate(lines):
        text = metrics.elidedText(line, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(QPointF(box.left(), top + place * high + (high + metrics.capHeight()) / 2), text)
