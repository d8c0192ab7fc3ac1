"""The cards of the start page: bundled examples, each with a picture of its network."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from elcs_gui.app.kit.labels import tooltip
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.start.thumbnails import Thumbnail, paint_thumbnail
from elcs_gui.app.teaching.cards_view import RING

NORMAL = QFont.Weight.Normal


class PressedByEnter(QAbstractButton):
    """A button that Enter presses as well as Space, and that shows the pointer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def scale(self) -> float:
        return self.fontInfo().pixelSize() / 13


class ExampleCard(PressedByEnter):
    """A bundled example: picture, title, variables and target."""

    pointed_at = Signal(str)
    """Its sentence while it is pointed at or has the focus, else nothing."""
    moved_on = Signal(int)
    """An arrow key was pressed: the key."""
    painted = Signal()

    def __init__(
        self,
        id: str,
        title: str,
        target: str,
        sentence: str,
        picture: Thumbnail,
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(theme, parent)
        self.id = id
        self.title = title
        self.target = target
        self.sentence = sentence
        self.picture_height = 92
        """In a font of 13 pixels."""
        self._opening = False
        self._picture = picture
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"Example {title}, {self.caption()}")
        self.setAccessibleDescription(sentence)
        tooltip(self, sentence)

    def set_opening(self, *, opening: bool) -> None:
        """Say that it is on its way, for as long as it is."""
        if opening != self._opening:
            self._opening = opening
            self.setAccessibleName(f"Example {self.title}, {self.caption()}")
            self.update()

    def caption(self) -> str:
        """The line under the title."""
        if self._opening:
            return "Opening …"
        return f"{self._picture.variables} variables · target {self.target}"

    def sizeHint(self) -> QSize:
        height = (self.picture_height + 68) * self.scale()
        return QSize(round(224 * self.scale()), round(height) + 2 * RING)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(150 * self.scale()), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved_on.emit(event.key())
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.pointed_at.emit(self.sentence)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed_at.emit("")
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.pointed_at.emit(self.sentence)
        super().focusInEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, k = self.theme, self.scale()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(self.rect()).adjusted(RING, RING, -RING, -RING)
        if self.hasFocus():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.selection_bg)
            painter.drawRoundedRect(QRectF(self.rect()), 12, 12)
        marked = self.hasFocus() or self.underMouse() or self._opening
        painter.setPen(QPen(theme.selection if marked else theme.line, 1))
        painter.setBrush(theme.sunk if self.isDown() else theme.raised)
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        picture = QRectF(card.x() + 12, card.y() + 11, card.width() - 24, self.picture_height * k)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.canvas)
        painter.drawRoundedRect(picture, 7, 7)
        paint_thumbnail(painter, picture, self._picture, theme)
        top = picture.bottom() + 9 * k
        room = QRectF(picture.x(), top, picture.width(), 18 * k)
        draw_line(painter, room, self.title, 13 * k, SEMIBOLD, theme.ink)
        below = QRectF(picture.x(), top + 19 * k, picture.width(), 16 * k)
        ink = theme.selection if self._opening else theme.ink_3
        draw_line(painter, below, self.caption(), 12 * k, NORMAL, ink)
        self.painted.emit()


def draw_line(
    painter: QPainter, rect: QRectF, text: str, pixels: float, weight: QFont.Weight, ink: QColor
) -> None:
    """One line of text, shortened if need be."""
    painter.setFont(font(pixels, weight))
    painter.setPen(ink)
    fitted = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 1)
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, fitted)
