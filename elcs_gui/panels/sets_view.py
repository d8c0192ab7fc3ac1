"""The sets of the pseudo-code with their values, what just changed marked as now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from elcs_gui.app.live_sets import LiveSet
from elcs_gui.app.theme import SEMIBOLD, Theme, font

_LINE = 18
_GAP = 4
_PADDING = 12
_NAMES = 64
NORMAL = QFont.Weight.Normal
_MOST_LINES = 3
"""Of one value; what does not fit is shortened, and whole in the tooltip."""


_EMPTY = "Nothing yet: → takes the first step."


class SetsView(QWidget):
    """Rows of name and value."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: tuple[LiveSet, ...] = ()
        self._tops: list[float] = []
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName("Sets now")

    @property
    def rows(self) -> tuple[LiveSet, ...]:
        return self._rows

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_sets(self, rows: Sequence[LiveSet]) -> None:
        """Show other rows."""
        fresh = tuple(rows)
        if fresh != self._rows:
            self._rows = fresh
            self.setMinimumHeight(self.heightForWidth(self.width()))
            self.setAccessibleDescription("; ".join(f"{row.name} {row.value}" for row in fresh))
            self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(sum(self._height(row, width) for row in self._rows) + 8 * self._scale())

    def sizeHint(self) -> QSize:
        return QSize(248, self.heightForWidth(self.width()))

    def resizeEvent(self, event: object) -> None:
        self.setMinimumHeight(self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._rows:
            painter.setFont(font(12 * self._scale()))
            painter.setPen(self._theme.ink_3)
            painter.drawText(QPointF(_PADDING * self._scale(), 14 * self._scale()), _EMPTY)
        y = 0.0
        self._tops = []
        for row in self._rows:
            self._tops.append(y)
            self._paint_row(painter, row, y)
            y += self._height(row, self.width())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            above = [row for row, top in zip(self._rows, self._tops, strict=False) if top <= event.pos().y()]
            QToolTip.showText(event.globalPos(), _told(above[-1]) if above else "", self)
            return True
        return super().event(event)

    def _paint_row(self, painter: QPainter, row: LiveSet, y: float) -> None:
        theme, k = self._theme, self._scale()
        line = _LINE * k
        metrics = QFontMetricsF(font(13 * k))
        painter.setFont(font(13 * k))
        painter.setPen(theme.ink_3)
        fits = metrics.horizontalAdvance(row.name) <= self._names() - 4 * k
        base = y + (line + metrics.capHeight()) / 2
        painter.drawText(QPointF(_PADDING * k, base), row.name if fits else row.general)
        left = _PADDING * k + self._names()
        if row.before is None:
            painter.setPen(theme.ink)
            for place, text in enumerate(self._wrapped(row.value, self.width(), bold=False)):
                painter.drawText(QPointF(left, base + place * line), text)
            return
        lead = f"{row.before} → "
        bold = QFontMetricsF(font(13 * k, SEMIBOLD))
        room = self._room(self.width())
        if metrics.horizontalAdvance(lead) + bold.horizontalAdvance(row.value) + 6 * k <= room:
            painter.setPen(theme.ink_2)
            painter.drawText(QPointF(left, base), lead)
            left += metrics.horizontalAdvance(lead) + 3 * k
        for place, text in enumerate(self._wrapped(row.value, self.width(), bold=True)):
            top = y + place * line
            width = bold.horizontalAdvance(text)
            mark = QRectF(left - 3 * k, top + 0.5, width + 6 * k, line - 1)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.now)
            painter.drawRoundedRect(mark.translated(0, 1.5 * k), 3 * k, 3 * k)
            painter.setBrush(theme.now_bg)
            painter.drawRoundedRect(mark, 3 * k, 3 * k)
            painter.setPen(theme.ink)
            painter.setFont(font(13 * k, SEMIBOLD))
            painter.drawText(QPointF(left, base + place * line), text)

    def _height(self, row: LiveSet, width: int) -> float:
        lines = len(self._wrapped(row.value, width, bold=row.before is not None))
        return (lines * _LINE + _GAP) * self._scale()

    def _wrapped(self, text: str, width: int, *, bold: bool) -> tuple[str, ...]:
        return wrapped(text, self._room(width), 13 * self._scale(), SEMIBOLD if bold else NORMAL)

    def _names(self) -> float:
        return _NAMES * self._scale()

    def _room(self, width: int) -> float:
        return max(40.0, width - self._names() - 2 * _PADDING * self._scale())

    def _scale(self) -> float:
        return self.fontInfo().pixelSize() / 13


def _told(row: LiveSet) -> str:
    was = "" if row.before is None else f"\nbefore: {row.before}"
    return f"{row.name} = {row.value}{was}"


@lru_cache(maxsize=4096)
def wrapped(text: str, room: float, pixels: float, weight: QFont.Weight) -> tuple[str, ...]:
    """A value in lines, broken after commas, the last one shortened if there is more."""
    metrics = QFontMetricsF(font(pixels, weight))
    lines = [""]
    for word in text.replace(", ", ",\n ").split("\n"):
        if lines[-1] and metrics.horizontalAdvance(lines[-1] + word) > room:
            lines.append(word.lstrip())
        else:
            lines[-1] += word
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], " ".join(lines[_MOST_LINES - 1 :])]
    return tuple(metrics.elidedText(line, Qt.TextElideMode.ElideRight, room) for line in lines)
