"""The Why page's picture of the arrow turned round: what would follow, and why it cannot be."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from elcs_gui.app.kit.layouts import column_of
from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.kit.verdict_widgets import label
from elcs_gui.proof.argument import Argument
from elcs_gui.proof.counterfactual import Counterfactual, counterfactual, counterfactual_words, heading

_WIDE, _HIGH = 168.0, 104.0
_NODE = 11.0
"""Half the height of a node."""
_LONGEST = 76.0


class CounterfactualView(QWidget):
    """What is supposed, its picture, and what is wrong with it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._heading, self._words = label("heading"), label("whyWeakest")
        self.picture = CounterfactualPicture(theme)
        column_of(self._heading, self.picture, self._words, inside=self, margins=0, spacing=6)

    def set_theme(self, theme: Theme) -> None:
        self.picture.set_theme(theme)

    def show_argument(self, argument: Argument | None, names: Sequence[str]) -> bool:
        """Show the arrow turned round; False if nothing is to be said of that."""
        found = None if argument is None else counterfactual(argument)
        if argument is None or found is None:
            return False
        words = counterfactual_words(argument, found, names)
        self._heading.setText(f"{heading(argument, names)} …")
        self._words.setText(words)
        self.picture.show_argument(argument, found, names, words)
        return True


class CounterfactualPicture(ScaledWidget):
    """The pattern of the rule with its conclusion turned: that arrow is red, with a cross."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._argument: Argument | None = None
        self._found: Counterfactual | None = None
        self._names: Sequence[str] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_argument(
        self, argument: Argument, found: Counterfactual, names: Sequence[str], words: str
    ) -> None:
        self._argument, self._found, self._names = argument, found, names
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(_WIDE), self.scaled(_HIGH))

    def paintEvent(self, event: QPaintEvent) -> None:
        argument, found, theme = self._argument, self._found, self._theme
        if argument is None or found is None:
            return
        painter = self.painter()
        painter.setFont(font(12, SEMIBOLD))
        metrics = QFontMetricsF(painter.font())
        texts = [
            metrics.elidedText(self._names[x], Qt.TextElideMode.ElideMiddle, _LONGEST) for x in argument.cast
        ]
        halves = [max(18.0, metrics.horizontalAdvance(text) / 2 + 9.0) for text in texts]
        edge = max(halves) + 2.0
        across, down = min(self.across, 260.0) - 2 * edge, _HIGH - 2 * _NODE - 6.0
        boxes = {
            x: QRectF(edge + seat[0] * across - half, 3.0 + seat[1] * down, 2 * half, 2 * _NODE)
            for x, seat, half in zip(argument.cast, argument.pattern.seats, halves, strict=True)
        }
        for tail, head in found.arrows:
            _paint_arrow(painter, boxes[tail], boxes[head], theme.ink_2, 2.0)
        for tail, head in found.follows:
            _paint_arrow(painter, boxes[tail], boxes[head], theme.conflict, 2.0, dotted=True)
        tail, head = found.turned
        middle = _paint_arrow(painter, boxes[tail], boxes[head], theme.conflict, 2.5)
        _paint_cross(painter, theme, middle)
        for x, text in zip(argument.cast, texts, strict=True):
            painter.setPen(QPen(theme.undecided, 1.5))
            painter.setBrush(theme.panel)
            painter.drawRoundedRect(boxes[x], 7, 7)
            painter.setPen(theme.ink)
            painter.drawText(boxes[x], Qt.AlignmentFlag.AlignCenter, text)


def _paint_arrow(
    painter: QPainter, a: QRectF, b: QRectF, colour: QColor, wide: float, *, dotted: bool = False
) -> QPointF:
    """From box to box; its middle."""
    start, end = _leave(a, b.center()), _leave(b, a.center())
    far = max(math.hypot(end.x() - start.x(), end.y() - start.y()), 1e-6)
    along = (end - start) / far
    aside, back = QPointF(-along.y(), along.x()), end - along * 9.0
    pen = QPen(colour, wide)
    if dotted:
        pen.setDashPattern([1.0, 1.6])
    painter.setPen(pen)
    painter.drawLine(QLineF(start, back))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawConvexPolygon(QPolygonF([end, back + aside * 4.2, back - aside * 4.2]))
    return start + (back - start) * 0.5


def _leave(box: QRectF, towards: QPointF) -> QPointF:
    """Where the line to a point leaves a box, and a little further."""
    d = towards - box.center()
    t = min(box.width() / 2 / max(abs(d.x()), 1e-6), box.height() / 2 / max(abs(d.y()), 1e-6))
    far = max(math.hypot(d.x(), d.y()), 1e-6)
    return box.center() + d * min(t + 3.0 / far, 0.5)


def _paint_cross(painter: QPainter, theme: Theme, at: QPointF) -> None:
    painter.setBrush(theme.conflict_bg)
    painter.setPen(QPen(theme.conflict, 1.6))
    painter.drawEllipse(at, 8.0, 8.0)
    painter.setPen(QPen(theme.conflict, 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for side in (-1.0, 1.0):
        painter.drawLine(at - QPointF(3.0, 3.0 * side), at + QPointF(3.0, 3.0 * side))
