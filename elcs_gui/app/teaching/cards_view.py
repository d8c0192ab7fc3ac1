"""Cards of lessons: number, title and how far one has come. The start page shows them: no numpy here."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from elcs_gui.app.kit.labels import tooltip
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.app.teaching.progress import Place
from elcs_gui.lessons.bundled import Card

HEIGHT, LOW, TALL = 104, 70, 124
"""Of a card; a low one has its title beside the number, a tall one has room for the summary."""
RING = 3
"""Room around a card for the ring that shows the focus."""


class LessonCard(QAbstractButton):
    """One lesson; a click begins it, or goes on with it."""

    def __init__(self, card: Card, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.card, self.theme = card, theme
        self.high = HEIGHT
        self._place = Place()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        tooltip(self, card.summary)
        self.show_place(Place())

    def show_place(self, place: Place) -> None:
        """How far one has come."""
        self._place = place
        self.setAccessibleName(f"Lesson {self.card.number}, {self.card.title}, {self.words}")
        self.update()

    @property
    def words(self) -> str:
        """How far, in words."""
        if self._place.done:
            return "done"
        if self._place.step:
            return f"{min(self._place.step, self.card.steps)} of {self.card.steps}"
        return f"{self.card.steps} steps"

    @property
    def share(self) -> float:
        """How far, from 0 to 1."""
        return 1.0 if self._place.done else min(self._place.step / max(self.card.steps, 1), 1.0)

    def set_height(self, high: int) -> None:
        if high != self.high:
            self.high = high
            self.updateGeometry()

    def _scale(self) -> float:
        return self.fontInfo().pixelSize() / 13

    def sizeHint(self) -> QSize:
        return QSize(round(176 * self._scale()), round((self.high + 2 * RING) * self._scale()))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(110 * self._scale()), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, k = self.theme, self._scale()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(k, k)
        whole = QRectF(0, 0, self.width() / k, self.height() / k)
        card = whole.adjusted(RING, RING, -RING, -RING)
        if self.hasFocus():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.selection_bg)
            painter.drawRoundedRect(whole, 12, 12)
        marked = self.hasFocus() or self.underMouse()
        painter.setPen(QPen(theme.selection if marked else theme.line, 1))
        painter.setBrush(theme.sunk if self.isDown() else theme.raised)
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        inner = card.adjusted(14, 12, -14, -12)
        number = QRectF(inner.x(), inner.y(), 20, 18)
        painter.setPen(QPen(theme.line_strong, 1))
        painter.setBrush(theme.raised)
        painter.drawRoundedRect(number, 4, 4)
        painter.setFont(font(11, SEMIBOLD))
        painter.setPen(theme.ink_2)
        painter.drawText(number, Qt.AlignmentFlag.AlignCenter, str(self.card.number))
        low = self.high < HEIGHT
        painter.setFont(font(12))
        painter.setPen(theme.ink_3)
        wide = QFontMetricsF(painter.font()).horizontalAdvance(self.words) + 2
        where = QRectF(inner.right() - wide, inner.bottom() - 12 if low else inner.y(), wide, 18)
        painter.drawText(where, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.words)
        bar = QRectF(inner.x(), inner.bottom() - 4, inner.width() - (wide + 8 if low else 0), 4)
        if low:
            box = QRectF(
                number.right() + 8, inner.y(), inner.right() - number.right() - 8, inner.height() - 14
            )
        else:
            box = QRectF(inner.x(), inner.y() + 24, inner.width(), inner.height() - 34)
        self._paint_title(painter, box)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.sunk)
        painter.drawRoundedRect(bar, 2, 2)
        if self.share:
            painter.setBrush(theme.independent if self._place.done else theme.now)
            painter.drawRoundedRect(QRectF(bar.x(), bar.y(), bar.width() * self.share, 4), 2, 2)

    def _paint_title(self, painter: QPainter, box: QRectF) -> None:
        """In as many lines as it needs."""
        painter.setFont(font(13, SEMIBOLD) if self.high >= HEIGHT else font(12, MEDIUM))
        painter.setPen(self.theme.ink)
        metrics = QFontMetricsF(painter.font())
        flags = Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        painter.drawText(box, flags, self.card.title)
        if self.high >= TALL:
            used = metrics.boundingRect(box, flags, self.card.title).height()
            painter.setFont(font(12))
            painter.setPen(self.theme.ink_2)
            painter.drawText(box.adjusted(0, used + 4, 0, 0), flags, self.card.summary)
