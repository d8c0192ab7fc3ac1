"""Points of two variables, with the line they follow."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy

from elcs_gui.app.dataplots.summaries import Cloud, Floats
from elcs_gui.app.kit.plot_view import Plot
from elcs_gui.app.kit.round_numbers import number_text, round_numbers
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font

_LEFT = 44.0


class ScatterPlot(Plot):
    """x across, y up; both axes from the smallest to the largest number that is drawn.

    The box runs from 0 to 1 either way, and what is written beside it says what that is: Qt dies of a view
    that is 1e-310 wide.
    """

    MARGINS = (_LEFT, 22.0, 6.0, 22.0)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._cloud: Cloud | None = None
        self._names = ("", "")
        self._widths = self._heights = (0.0, 1.0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_cloud(self, title: str, cloud: Cloud, names: tuple[str, str]) -> None:
        self._cloud, self._names = cloud, names
        spans = _span(cloud.x), _span(cloud.y)
        if spans != (self._widths, self._heights):
            self._widths, self._heights = spans
            if self.zoomed:
                self.show_all()
        self.setAccessibleName(title)
        self.setAccessibleDescription(f"{cloud.rows:,} rows, {correlation_words(cloud.r)}")
        self.redraw()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(240), self.scaled(210))

    def build(self) -> None:
        from pyqtgraph import ScatterPlotItem

        from elcs_gui.app.kit.plot_items import Curve

        self._points = self.add(ScatterPlotItem(pen=None, size=4, pxMode=True))
        self._line = self.add(Curve([], []))

    def draw(self) -> None:
        cloud, theme = self._cloud, self._theme
        if cloud is None or not len(cloud.x):
            return
        ink = QColor(theme.parent)
        ink.setAlphaF(0.9 if len(cloud.x) < 200 else 0.5)
        self._points.setSize(4 * theme.scale)
        x, y = _shares(cloud.x, self._widths), _shares(cloud.y, self._heights)
        self._points.setData(x, y, brush=ink)
        slope = cloud.slope * (_length(self._widths) / _length(self._heights))
        ends = np.array([0.0, 1.0] if math.isfinite(slope) else [])
        self._line.setData(ends, slope * (ends - x.mean()) + y.mean())
        self._line.set_line(QPen(theme.child, 2.0 * theme.scale))
        self.set_home(0.0, 1.0)

    def numbers(self, most: int) -> Sequence[tuple[float, str]]:
        first, wide = self._widths[0], _length(self._widths)
        begin, end = (first + share * wide for share in self.shown)
        return [((number - first) / wide, number_text(number)) for number in round_numbers(begin, end, most)]

    def paint_over(self, painter: QPainter) -> None:
        cloud, theme, box = self._cloud, self._theme, self.inside
        if cloud is None:
            return
        painter.setFont(font(11))
        painter.setPen(theme.ink_3)
        low, high = self._heights
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for number in round_numbers(low, high, 4):
            y = box.bottom() - (number - low) / (high - low) * box.height()
            painter.drawText(QRectF(0, y - 8, _LEFT - 6, 16), side, number_text(number))
        painter.setPen(QPen(theme.line, 1))
        painter.drawLine(QPointF(box.left(), box.top()), QPointF(box.left(), box.bottom()))
        word = correlation_words(cloud.r)
        wide = QFontMetricsF(font(12, SEMIBOLD)).horizontalAdvance(word) + 4
        painter.setFont(font(12, SEMIBOLD))
        painter.setPen(theme.ink)
        painter.drawText(QRectF(self.across - wide, 0, wide, 18), side, word)
        painter.setFont(font(11))
        painter.setPen(theme.ink_3)
        x_name, y_name = self._names
        room = int(self.across - wide - 8)
        names = painter.fontMetrics().elidedText(f"{y_name} ↑  {x_name} →", Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(2, 0, room, 18), Qt.AlignmentFlag.AlignVCenter, names)


def correlation_words(r: float) -> str:
    """A correlation, as it is written."""
    return "r cannot be told" if math.isnan(r) else f"r = {r:.3f}".replace("-", "−")


def _length(span: tuple[float, float]) -> float:
    return span[1] - span[0]


def _shares(values: Floats, span: tuple[float, float]) -> Floats:
    """How far along the span they lie, from 0 to 1."""
    return (values - span[0]) / _length(span)


def _span(values: Floats) -> tuple[float, float]:
    """A little more than from the smallest to the largest."""
    if not len(values):
        return 0.0, 1.0
    low, high = float(values.min()), float(values.max())
    margin = (high - low) * 0.04 or max(abs(high), 1.0) * 0.5
    return low - margin, high + margin
