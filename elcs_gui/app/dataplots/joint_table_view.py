"""A table of two variables as a picture: counts over those of independence, tinted by the difference."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy

from elcs_gui.app.dataplots.summaries import Joint
from elcs_gui.app.kit.labels import show_tip
from elcs_gui.app.kit.plot_view import Plot
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.model.level_orders import Order

_ROW, _DENSE_ROW = 38.0, 14.0
_TOLD = 2.0
"""Residuals from here on get an arrow; the tint grows up to `_FULL`."""
_FULL, _STRONGEST = 24.0, 0.5
_HEAD = 20.0
_MOST_LABEL, _LEAST_CELL, _WIDEST_CELL = 96.0, 46.0, 84.0
_MOST_HIGH = 420.0


class JointTable(Plot):
    """x down, y across; ▲ more than expected, ▼ fewer, from two standard errors on."""

    LINED = False

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._joint: Joint | None = None
        self._names = ("", "")
        self._labels: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self._orders: tuple[Order, Order] = ((), ())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_joint(
        self,
        title: str,
        joint: Joint,
        names: tuple[str, str],
        labels: tuple[tuple[str, ...], tuple[str, ...]],
        orders: tuple[Order, Order],
    ) -> None:
        """Labels are by code, orders as they are to stand, of x and of y."""
        self._joint, self._names, self._labels, self._orders = joint, names, labels, orders
        metrics = QFontMetricsF(font(11))
        widest = max(metrics.horizontalAdvance(label) for label in (*labels[0], *names))
        self.MARGINS = (min(widest, _MOST_LABEL) + 10.0, _HEAD, 1.0, 22.0)
        self.setAccessibleName(title)
        self.setAccessibleDescription("; ".join(self._told(i, j) for i in orders[0] for j in orders[1]))
        self.setFixedHeight(self.sizeHint().height())
        self.refit()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.setFixedHeight(self.sizeHint().height())

    @property
    def inside(self) -> QRectF:
        """As wide as its cells need."""
        box = super().inside
        box.setWidth(min(box.width(), _WIDEST_CELL * max(len(self._orders[1]), 1)))
        return box

    @property
    def _row(self) -> float:
        rows = max(len(self._orders[0]), 1)
        return _ROW if rows * _ROW <= _MOST_HIGH else max(_MOST_HIGH / rows, _DENSE_ROW)

    def sizeHint(self) -> QSize:
        high = self._row * max(len(self._orders[0]), 1) + self.MARGINS[1] + self.MARGINS[3]
        return QSize(self.scaled(240), self.scaled(high))

    def build(self) -> None:
        from pyqtgraph import BarGraphItem

        self._cells = self.add(BarGraphItem(x0=[], x1=[], y0=[], y1=[], pen=None))

    def draw(self) -> None:
        if self._joint is None:
            return
        down, across = self._orders
        places = [(i, j) for i in range(len(down)) for j in range(len(across))]
        brushes = [self._tint(down[i], across[j]) for i, j in places]
        rows = len(down)
        self._cells.setOpts(
            x0=[j for _, j in places], x1=[j + 1 for _, j in places],
            y0=[rows - 1 - i for i, _ in places], y1=[rows - i for i, _ in places], brushes=brushes,
        )  # fmt: skip
        self.set_home(0.0, float(max(len(across), 1)), float(max(rows, 1)))

    def _tint(self, x: int, y: int) -> QColor:
        assert self._joint is not None
        residual = float(self._joint.residual[x, y])
        tint = QColor(self._theme.selection if residual > 0 else self._theme.ink_3)
        tint.setAlphaF(math.sqrt(min(abs(residual) / _FULL, 1.0)) * _STRONGEST)
        return tint

    def numbers(self, most: int) -> list[tuple[float, str]]:
        """The levels of y, shortened to their columns."""
        room = self.place_of(1.0) - self.place_of(0.0)
        if room < 18.0:
            return []
        metrics, middle = QFontMetricsF(font(self.NUMBERS)), Qt.TextElideMode.ElideMiddle
        return [
            (place + 0.5, metrics.elidedText(self._labels[1][code], middle, room - 10))
            for place, code in enumerate(self._orders[1])
        ]

    def paint_over(self, painter: QPainter) -> None:
        if self._joint is None:
            return
        theme, box = self._theme, self.inside
        down, across = self._orders
        painter.setFont(font(11))
        painter.setPen(theme.ink_3)
        metrics, middle = painter.fontMetrics(), Qt.TextElideMode.ElideMiddle
        room = round(box.left()) - 8
        x_name, y_name = self._names
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(0, 0, room, 18), left, metrics.elidedText(x_name, middle, room))
        under = QRectF(0, box.bottom() + 3, room, 18)
        painter.drawText(under, left, metrics.elidedText(y_name, middle, room))
        high = box.height() / max(len(down), 1)
        for i, code in enumerate(down):
            place = QRectF(0, box.top() + i * high, room, high)
            painter.setFont(font(11))
            painter.setPen(theme.ink_2)
            painter.drawText(place, left, metrics.elidedText(self._labels[0][code], middle, room))
            for j, other in enumerate(across):
                start, end = self.place_of(j), self.place_of(j + 1)
                if start >= box.left() - 1 and end <= box.right() + 1:
                    self._paint_cell(painter, QRectF(start, place.top(), end - start, high), code, other)
        painter.setPen(QPen(theme.line, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)

    def _paint_cell(self, painter: QPainter, cell: QRectF, x: int, y: int) -> None:
        assert self._joint is not None
        theme = self._theme
        painter.setPen(QPen(theme.line, 1))
        painter.drawRect(cell)
        if cell.width() < _LEAST_CELL or cell.height() < 30:
            return
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        inner = cell.adjusted(4, 3, -8, -3)
        painter.setFont(font(13, SEMIBOLD))
        painter.setPen(theme.ink)
        painter.drawText(
            inner.adjusted(0, 0, 0, -inner.height() / 2), side, f"{self._joint.observed[x, y]:,}"
        )
        painter.setFont(font(11))
        painter.setPen(theme.ink_2)
        expected = float(self._joint.expected[x, y])
        word = f"{expected:,.0f}" if expected >= 9.5 else f"{expected:.1f}"
        painter.drawText(inner.adjusted(0, inner.height() / 2, 0, 0), side, word)
        residual = float(self._joint.residual[x, y])
        if abs(residual) >= _TOLD:
            tip = -4.0 if residual > 0 else 4.0
            at = QPointF(cell.left() + 12, cell.center().y())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.ink_2)
            painter.drawPolygon(
                QPolygonF([at + QPointF(0, tip), at + QPointF(4, -tip * 0.8), at + QPointF(-4, -tip * 0.8)])
            )
            painter.setBrush(Qt.BrushStyle.NoBrush)

    def _told(self, x: int, y: int) -> str:
        assert self._joint is not None
        a, b = self._names
        return (
            f"{a}={self._labels[0][x]}, {b}={self._labels[1][y]}: {self._joint.observed[x, y]:,} observed, "
            f"{self._joint.expected[x, y]:,.1f} expected, {self._joint.residual[x, y]:+.1f} standard errors"
        ).replace("-", "−")

    def hint(self, place: QPoint) -> str:
        """What stands under the pointer, in full."""
        if self._joint is None:
            return ""
        at, box = QPointF(place) / self._theme.scale, self.inside
        if not box.contains(at):
            return ""
        down, across = self._orders
        i = min(int((at.y() - box.top()) / box.height() * len(down)), len(down) - 1)
        j = min(max(int(self.value_at(at.x())), 0), len(across) - 1)
        return self._told(down[i], across[j])

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            show_tip(event.globalPos(), self.hint(event.pos()), self)
            return True
        return super().event(event)
