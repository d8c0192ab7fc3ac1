"""The emblem of a rule: its pattern as a small picture, with nothing bright in it but the conclusion.

A contradiction, which is no rule, has one too: two arrows against each other.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy

from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.terms import explain
from elcs_gui.app.kit.theme import Theme
from elcs_gui.trace.rules import KNOWLEDGE, RULES, SCORE, WEIGHT, Rule

CONFLICT = "conflict"
"""In place of a rule's id: two findings that contradict each other."""
SIZE = 40.0
"""As designed: everything else is drawn for this size."""
BORDER = 1.5
_INSET = 9.5
_ROUND = Qt.PenCapStyle.RoundCap
_JOIN = Qt.PenJoinStyle.RoundJoin


def paint_emblem(painter: QPainter, box: QRectF, rule: Rule, theme: Theme, *, border: float = BORDER) -> None:
    """Paint the emblem into a square; a large one needs less of a `border`."""
    pattern = rule.pattern
    painter.save()
    _begin(painter, box, theme, border)
    sign = _SIGNS.get(rule.id)
    room = SIZE - 2 * _INSET
    places = [
        QPointF(_INSET + x * room, _INSET + y * room + (0.0 if sign is None else 7.0))
        for x, y in pattern.seats
    ]
    painter.setPen(QPen(theme.ink, 2.5, Qt.PenStyle.SolidLine, _ROUND, _JOIN))
    for a, b in pattern.links:
        painter.drawLine(places[a], places[b])
    for a, b in pattern.concludes:
        painter.setPen(QPen(theme.fired_conclusion, 8.0, Qt.PenStyle.SolidLine, _ROUND))
        painter.drawLine(places[a], places[b])
    for a, b in pattern.concludes:
        _paint_arrow(painter, places[a], places[b], theme.fired_arrow)
    painter.setPen(Qt.PenStyle.NoPen)
    roles = pattern.roles or ("undecided",) * len(places)
    for place, role in zip(places, roles, strict=True):
        painter.setBrush(getattr(theme, role))
        painter.drawEllipse(place, 4.0, 4.0)
    if sign is not None:
        sign(painter, theme.ink)
    painter.restore()


def paint_conflict_emblem(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Paint that of a contradiction into a square."""
    painter.save()
    _begin(painter, box, theme)
    left, right, middle = _INSET, SIZE - _INSET, SIZE / 2
    for y, tail, head in ((middle - 5.0, left, right), (middle + 5.0, right, left)):
        _paint_arrow(painter, QPointF(tail, y), QPointF(head, y), theme.conflict)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.undecided)
    for x in (left - 2.0, right + 2.0):
        painter.drawEllipse(QPointF(x, middle), 4.0, 4.0)
    painter.restore()


def _begin(painter: QPainter, box: QRectF, theme: Theme, border: float = BORDER) -> None:
    """The ground, and everything from now on as for an emblem of `SIZE`."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.topLeft())
    painter.scale(box.width() / SIZE, box.height() / SIZE)
    painter.setPen(QPen(theme.line_strong, border))
    painter.setBrush(theme.raised)
    painter.drawRoundedRect(QRectF(0.75, 0.75, SIZE - 1.5, SIZE - 1.5), 9, 9)


def _paint_arrow(painter: QPainter, tail: QPointF, head: QPointF, ink: QColor) -> None:
    far = math.hypot(head.x() - tail.x(), head.y() - tail.y())
    along = (head - tail) / far
    aside = QPointF(-along.y(), along.x())
    tip = head - along * 4.5
    back = tip - along * 6.5
    painter.setPen(QPen(ink, 2.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawLine(QLineF(tail, back))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawConvexPolygon(QPolygonF([tip, back + aside * 4.0, back - aside * 4.0]))


def _paint_lock(painter: QPainter, ink: QColor) -> None:
    """What is known is not up for discussion."""
    painter.setBrush(ink)
    painter.drawRoundedRect(QRectF(14, 12, 12, 9), 2, 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, 2.0))
    painter.drawArc(QRectF(16.5, 6.5, 7, 8), 0, 180 * 16)


def _paint_weight(painter: QPainter, ink: QColor) -> None:
    """The weight of a pair of scales."""
    painter.setBrush(ink)
    painter.drawPolygon(QPolygonF([QPointF(16, 11.5), QPointF(24, 11.5), QPointF(27, 21), QPointF(13, 21)]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, 2.0))
    painter.drawEllipse(QPointF(20, 8.5), 2.5, 2.5)


def _paint_bars(painter: QPainter, ink: QColor) -> None:
    """A score that rises."""
    painter.setBrush(ink)
    for place, height in enumerate((5.0, 9.0, 14.0)):
        painter.drawRect(QRectF(13.0 + 5.0 * place, 21.0 - height, 3.5, height))


_SIGNS = {KNOWLEDGE: _paint_lock, WEIGHT: _paint_weight, SCORE: _paint_bars}
"""Above the arrow of rules that are about two variables alone."""


class RuleEmblem(ScaledWidget):
    """The emblem of a rule in a row of widgets; nothing where no rule speaks."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._rule = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def rule(self) -> str:
        return self._rule

    def show_rule(self, rule: str) -> None:
        """The emblem of a rule by its id, or that of a `CONFLICT`; nothing where it is empty."""
        self._rule = rule
        self.setVisible(bool(rule))
        if rule:
            title = rule if rule == CONFLICT else RULES[rule].title
            self.setAccessibleName(f"Emblem of {title}")
            explain(self, title)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(SIZE), self.scaled(SIZE))

    def paintEvent(self, event: QPaintEvent) -> None:
        box = QRectF(0, 0, SIZE, SIZE)
        if self._rule == CONFLICT:
            paint_conflict_emblem(self.painter(), box, self._theme)
        elif self._rule:
            paint_emblem(self.painter(), box, RULES[self._rule], self._theme)
