"""One cell of the stage strip: a title, a caption under it, and whether its stage is done, now or later."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font

DONE, NOW, LATER = "done", "now", "later"
FULL, SHORT, TIGHT = range(3)
"""How much a cell says: all, a shorter title, and of the caption only the number."""


class StageButton(QAbstractButton):
    """A cell of the strip, or a folded blanket: a title and a caption under it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.state = LATER
        self.title, self.short, self.caption = "", "", ""
        self.level = FULL
        self.plain = False
        """Without a frame: it names the strip that follows."""
        self.step = 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_as(self, title: str, short: str, caption: str, *, plain: bool = False) -> None:
        """Set what it says."""
        self.title, self.short, self.caption, self.plain = title, short, caption, plain
        self.setAccessibleName(f"{title}, {caption}")
        self.update()

    def set_state(self, state: str) -> None:
        if state != self.state:
            self.state = state
            self.update()

    @property
    def scale(self) -> float:
        return self.fontInfo().pixelSize() / 13

    def words(self, level: int) -> tuple[str, str]:
        """Title and caption."""
        title = self.title if level == FULL else self.short
        if level == TIGHT:
            number = self.caption.partition(" test")[0]
            return title, {"no": "0", "not needed": "–", "not yet": "–"}.get(number, number)
        return title, self.caption

    def wanted(self, level: int) -> float:
        """The width its words need."""
        title, caption = self.words(level)
        width = max(
            QFontMetricsF(font(13 * self.scale, SEMIBOLD)).horizontalAdvance(title),
            QFontMetricsF(font(12 * self.scale)).horizontalAdvance(caption),
        )
        return width + (8 if self.plain else 2 * _padding(level) + 1) * self.scale

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, k = self.theme, self.scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        now = self.state == NOW and not self.plain
        title_ink = theme.ink if self.plain or self.state == NOW else theme.ink_2
        caption_ink = theme.ink_2 if self.state != LATER else theme.ink_3
        if not self.plain:
            edge, width = (theme.now, 1.5) if now else (theme.line, 1.0)
            if self.underMouse() and self.isEnabled() and not now:
                edge = theme.ink_3
            if self.hasFocus():
                edge, width = theme.selection, 1.5
            fill = {NOW: theme.now_bg, DONE: theme.sunk}.get(self.state, QColor(0, 0, 0, 0))
            painter.setPen(QPen(edge, width))
            painter.setBrush(fill)
            inset = width / 2
            frame = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(frame, 6 * k, 6 * k)
        left = 0.0 if self.plain else _padding(self.level) * k
        room = self.width() - left - (0 if self.plain else 4 * k)
        title, caption = self.words(self.level)
        title_font = font(13 * k, SEMIBOLD if now or self.plain else MEDIUM)
        _line(painter, title_font, title_ink, QRectF(left, 3 * k, room, 17 * k), title)
        _line(painter, font(12 * k), caption_ink, QRectF(left, 20 * k, room, 15 * k), caption)


def _padding(level: int) -> int:
    return 6 if level == TIGHT else 9


def _line(painter: QPainter, face: QFont, ink: QColor, rect: QRectF, text: str) -> None:
    painter.setFont(face)
    painter.setPen(ink)
    fitted = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 1)
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, fitted)
