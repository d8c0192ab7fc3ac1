"""What stands on an empty canvas: what to do, and four networks to begin with."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QLineF, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from elcs_gui.app.drawing.drawing import Drawing
from elcs_gui.app.drawing.starters import STARTERS, Starter
from elcs_gui.app.kit.labels import Label, tip
from elcs_gui.app.kit.layouts import column_of
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font

_CARD, _LEAST = QSize(190, 150), QSize(140, 150)
_ASIDE = 8
"""Pixels left free on both sides of them."""
_PICTURE = QRectF(30, 16, 130, 84)


class StarterCard(QPushButton):
    """A small picture of the network, and its name."""

    def __init__(self, starter: Starter, theme: Theme) -> None:
        super().__init__(objectName="starter", toolTip=tip(starter.sentence))
        self.starter, self._theme = starter, theme
        self._drawing = starter.draw()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(f"{starter.title}. {starter.sentence}")

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return _CARD * self._theme.scale

    def minimumSizeHint(self) -> QSize:
        return _LEAST * self._theme.scale

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(theme.scale, theme.scale)
        wide = self.width() / theme.scale
        aside = (wide - _CARD.width()) / 2
        painter.translate(aside, 0)
        _paint(painter, self._drawing, theme)
        painter.translate(-aside, 0)
        painter.setPen(theme.ink)
        painter.setFont(font(13, SEMIBOLD))
        painter.drawText(QRectF(0, 112, wide, 24), int(Qt.AlignmentFlag.AlignCenter), self.starter.title)
        painter.end()


def _paint(painter: QPainter, drawing: Drawing, theme: Theme) -> None:
    xs, ys = ([getattr(v, side) for v in drawing.variables] for side in ("x", "y"))
    wide, high = max(max(xs) - min(xs), 1.0), max(max(ys) - min(ys), 1.0)
    zoom = min(_PICTURE.width() / wide, _PICTURE.height() / high)
    middle = QPointF(min(xs) + (max(xs) - min(xs)) / 2, min(ys) + (max(ys) - min(ys)) / 2)
    places = {v.id: _PICTURE.center() + (QPointF(v.x, v.y) - middle) * zoom for v in drawing.variables}
    for arrow in drawing.arrows:
        tail, head = places[arrow.tail], places[arrow.head]
        d = head - tail
        along = d / max(math.hypot(d.x(), d.y()), 1.0)
        tip, aside = head - along * 8.5, QPointF(-along.y(), along.x())
        back = tip - along * 7.0
        painter.setPen(QPen(theme.undecided, 1.6))
        painter.drawLine(QLineF(tail, back))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.undecided)
        painter.drawConvexPolygon(QPolygonF([tip, back + aside * 3.6, back - aside * 3.6]))
    for id, place in places.items():
        is_target = id == drawing.target
        painter.setPen(QPen(theme.target if is_target else theme.undecided, 1.6))
        painter.setBrush(theme.target if is_target else theme.undecided_bg)
        painter.drawEllipse(place, 6.0, 6.0)


class StarterCards(QWidget):
    """Clicks beside the cards go through to the canvas."""

    chosen = Signal(object)
    """A `Starter`."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._canvas = parent
        self.cards = [StarterCard(starter, theme) for starter in STARTERS]
        grid = QGridLayout()
        grid.setSpacing(12)
        for place, card in enumerate(self.cards):
            grid.addWidget(card, place // 2, place % 2)
            card.clicked.connect(lambda _=False, starter=card.starter: self.chosen.emit(starter))
        title = Label(
            "Click to place a variable", objectName="section", alignment=Qt.AlignmentFlag.AlignCenter
        )
        more = Label("or begin with one of these", objectName="quiet", alignment=Qt.AlignmentFlag.AlignCenter)
        for label in (title, more):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        column_of(title, more, 12, grid, inside=self, margins=0, spacing=4)
        parent.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)

    def place(self) -> None:
        """In the middle of the canvas, narrower where that is narrow."""
        around = self._canvas.rect()
        room = QSize(around.width() - 2 * _ASIDE, self.sizeHint().height())
        size = self.sizeHint().boundedTo(room).expandedTo(self.minimumSizeHint())
        corner = around.center() - QPoint(size.width() // 2, size.height() // 2 + 20)
        self.setGeometry(QRect(QPoint(corner.x(), max(corner.y(), 0)), size))

    def set_theme(self, theme: Theme) -> None:
        for card in self.cards:
            card.set_theme(theme)
