"""The scrubber: a trace as one track, marked where stages begin, the graph changes and breakpoints hit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from elcs_gui.app.kit.labels import show_tip
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.breakpoints import Breakpoints
from elcs_gui.app.model.player import Player

MARGIN = 10
"""Left and right of the track, so that the thumb is whole at either end."""
HEIGHT = 30
_MIDDLE = 15


def merged(positions: NDArray[np.floating], gap: float) -> list[tuple[float, float]]:
    """Marks at whole pixels, (first, last) of each run of marks that stand no more than `gap` apart."""
    if not len(positions):
        return []
    pixels = np.unique(np.round(positions))
    breaks = np.flatnonzero(np.diff(pixels) > gap)
    firsts = pixels[np.concatenate([[0], breaks + 1])]
    lasts = pixels[np.concatenate([breaks, [len(pixels) - 1]])]
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))


class Scrubber(QAbstractSlider):
    """Its value is the player's step. Being a slider, it tells screen readers value and range."""

    def __init__(
        self, player: Player, breakpoints: Breakpoints, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._player, self._breakpoints, self._theme = player, breakpoints, theme
        self._marks: QPixmap | None = None
        self._wheel = 0
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Step")
        self.valueChanged.connect(self._seek)
        player.limited.connect(self.refresh_marks)
        self.reload()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.refresh_marks()

    def reload(self) -> None:
        """The trace is another one, or has grown."""
        self.blockSignals(True)  # a shorter range moves the value, which is not the user's doing
        self.setRange(0, self._player.length)
        self.setPageStep(max(1, self._player.length // 20))
        self.setValue(self._player.step)
        self.blockSignals(False)
        self.refresh_marks()

    def follow(self) -> None:
        """The cursor has moved."""
        if self.maximum() != self._player.length:
            self.reload()  # the trace grew meanwhile; the old range would hold the cursor back
        self.setValue(self._player.step)

    def refresh_marks(self) -> None:
        """Stages, changes, breakpoints or colours are others."""
        self._marks = None
        self.update()

    def position(self, step: float) -> float:
        """Where on the track a step stands."""
        return MARGIN * self._scale() + self._track() * step / max(self._player.length, 1)

    def step_at(self, x: float) -> int:
        """The step nearest to a place on the track."""
        return round((x - MARGIN * self._scale()) / self._track() * self._player.length)

    def sizeHint(self) -> QSize:
        return QSize(400, round(HEIGHT * self._scale()))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def _track(self) -> float:
        return max(1.0, self.width() - 2 * MARGIN * self._scale())

    def _scale(self) -> float:
        """Everything is drawn in proportion to the font."""
        return self.fontInfo().pixelSize() / 13

    def _seek(self, step: int) -> None:
        """Where a limit holds the cursor back, the thumb stays with it."""
        self._player.seek(step)
        if self._player.step != step:
            self.follow()

    # What the user does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._player.length:
            self._player.pause()
            self.setSliderDown(True)
            self.setValue(self.step_at(event.position().x()))
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setValue(self.step_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.isSliderDown():
            self.setSliderDown(False)
            self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._wheel += event.angleDelta().y() or event.angleDelta().x()
        notches = int(self._wheel / 120)
        self._wheel -= notches * 120
        self.setValue(self.value() - notches)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # A slider turns Home to its minimum and End to its maximum; here Page Up and Down are whole stages.
        if event.key() == Qt.Key.Key_PageUp:
            self._player.previous_stage()
        elif event.key() == Qt.Key.Key_PageDown:
            self._player.next_stage()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            step = max(0, min(self.step_at(event.pos().x()), self._player.length))
            show_tip(event.globalPos(), self._tooltip(step), self)
            return True
        return super().event(event)

    def _tooltip(self, step: int) -> str:
        """What there is at a step, for whoever points at it."""
        span = next((s for s in self._player.stage_spans if s.first < step <= s.last), None)
        trace = self._player.trace
        text = f"Step {step:,}"
        if span is not None and trace is not None:
            text += f" · {span.title} of {trace.header.names[span.target]}"
        return text

    # What there is to see

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        k = self._scale()
        thumb, track = self.position(self.value()) / k, self._track() / k
        painter.scale(k, k)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.line)
        painter.drawRoundedRect(QRectF(MARGIN, _MIDDLE - 3, track, 6), 3, 3)
        if not self._player.length:
            return
        painter.setBrush(theme.now)
        painter.drawRoundedRect(QRectF(MARGIN, _MIDDLE - 3, thumb - MARGIN, 6), 3, 3)
        painter.resetTransform()
        painter.drawPixmap(0, 0, self._drawn_marks())
        painter.scale(k, k)
        if self.hasFocus():
            painter.setBrush(theme.selection_bg)
            painter.drawEllipse(QPointF(thumb, _MIDDLE), 12.5, 12.5)
        radius = 8.5 if self.isSliderDown() else 8.0
        painter.setPen(QPen(theme.now, 3.5))
        painter.setBrush(theme.raised)
        painter.drawEllipse(QPointF(thumb, _MIDDLE), radius, radius)

    def _drawn_marks(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        wanted = self.size() * ratio
        if self._marks is None or self._marks.size() != wanted:
            self._marks = QPixmap(wanted)
            self._marks.setDevicePixelRatio(ratio)
            self._marks.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._marks)
            self._draw_marks(painter)
            painter.end()
        return self._marks

    def _draw_marks(self, painter: QPainter) -> None:
        theme, player, k = self._theme, self._player, self._scale()
        painter.scale(k, k)
        scale = self._track() / k / max(player.length, 1)
        seen = player.length if player.limit is None else player.limit  # beyond is not to be seen yet
        bounds = np.array([span.first for span in player.stage_spans[1:]], dtype=np.float64)
        for first, last in merged(MARGIN + bounds[bounds <= seen] * scale, 1):
            painter.fillRect(QRectF(first - 1, _MIDDLE - 7, last - first + 2, 14), theme.line_strong)
        for first, last in merged(MARGIN + player.changes[player.changes <= seen] * scale, 3):
            painter.fillRect(QRectF(first - 1, _MIDDLE - 12, last - first + 2, 6), theme.independent)
        if player.trace is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.conflict)
        hits = self._breakpoints.hits(player.trace)
        for first, last in merged(MARGIN + hits[hits <= seen] * scale, 5):
            # One hit is a dot, many are a thin bar: a common condition must not shout.
            high = 7.0 if last - first < 4 else 4.0
            bar = QRectF(first - 3.5, _MIDDLE + 11 - high / 2, last - first + 7, high)
            painter.drawRoundedRect(bar, high / 2, high / 2)
