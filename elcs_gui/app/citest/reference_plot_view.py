"""The reference curve: what the statistic would look like under independence, and where it lies."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font

HEIGHT = 128
_LEFT, _RIGHT, _BELOW, _ABOVE = 8, 4, 22, 20
_BROKEN = 48
"""Room right of the curve for a statistic that lies far out."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Reference:
    """What to draw. `df` is None for the two-sided normal."""

    sign: str
    statistic: float
    critical: float
    alpha: float
    df: int | None
    independent: bool

    @property
    def title(self) -> str:
        return "|z| of a standard normal" if self.df is None else f"χ² with {self.df:,} df"

    @property
    def span(self) -> tuple[float, float]:
        """The stretch of the axis that holds the curve and the critical value."""
        if self.df is None:
            return 0.0, self.critical * 1.72
        bell = self.df > 30
        first = max(0.0, self.df - 4.5 * math.sqrt(2.0 * self.df)) if bell else 0.0
        return first, self.critical + (0.95 if bell else 0.66) * (self.critical - first)

    @property
    def far_out(self) -> bool:
        first, last = self.span
        return self.statistic > last or self.statistic < first

    def density(self, at: Floats) -> Floats:
        if self.df is None:
            return np.asarray(math.sqrt(2 / math.pi) * np.exp(-at * at / 2))
        half = self.df / 2
        scale = half * math.log(2) + math.lgamma(half)
        with np.errstate(divide="ignore"):
            return np.asarray(np.exp((half - 1) * np.log(at) - at / 2 - scale))


class ReferencePlot(ScaledWidget):
    """Paints a `Reference`; an axis break stands before a statistic far out."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._reference: Reference | None = None
        self._small, self._label, self._strong = font(11), font(12), font(12, SEMIBOLD)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_reference(self, reference: Reference) -> None:
        self._reference = reference
        self.setAccessibleName(
            f"{reference.title}: alpha {reference.alpha:g} at {reference.critical:.2f}, "
            f"{reference.sign} = {reference.statistic:.2f}"
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(312), self.scaled(HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._reference is None:
            return
        self._paint(self.painter(), self._reference)

    def _paint(self, painter: QPainter, reference: Reference) -> None:
        theme = self._theme
        first, last = reference.span
        base = self.down - _BELOW - 0.5
        end = self.across - _RIGHT - (_BROKEN if reference.far_out else 0)
        wide = (end - _LEFT) / (last - first)

        def across(value: float) -> float:
            return _LEFT + (value - first) * wide

        values = np.linspace(first, last, 240)
        values[0] = max(values[0], (last - first) * 1e-3)
        density = reference.density(values)
        # With one degree of freedom the curve runs off to infinity: it is cut where it gets steep.
        peak = float(density[(values - first) > 0.02 * (last - first)].max())
        high = (base - _ABOVE - 6) / peak
        heights = density * high
        points = [
            QPointF(across(v), base - h) for v, h in zip(values.tolist(), heights.tolist(), strict=True)
        ]
        at_alpha = across(reference.critical)
        self._paint_tail(
            painter,
            points,
            at_alpha,
            base,
            float(reference.density(np.array([reference.critical]))[0]) * high,
        )
        painter.setPen(QPen(theme.line_strong, 1))
        painter.drawLine(QPointF(_LEFT, base), QPointF(self.across - _RIGHT, base))
        path = QPainterPath(points[0])
        for point in points[1:]:
            path.lineTo(point)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(
            QPen(theme.ink_2, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        )
        painter.save()
        painter.setClipRect(QRectF(0, _ABOVE, self.across, self.down))
        painter.drawPath(path)
        painter.restore()
        at_statistic = self._at_statistic(reference, across)
        self._paint_ticks(painter, reference, first, last, across, at_statistic)
        painter.setPen(QPen(theme.now, 2))
        painter.drawLine(QPointF(at_alpha, base), QPointF(at_alpha, 34))
        if reference.far_out:
            self._paint_break(painter, end + 8 if reference.statistic > last else _LEFT + 22, base)
        painter.setPen(QPen(theme.independent if reference.independent else theme.dependent, 3))
        painter.drawLine(QPointF(at_statistic, base), QPointF(at_statistic, _ABOVE))
        self._paint_words(painter, reference, at_alpha, at_statistic)

    def _at_statistic(self, reference: Reference, across: object) -> float:
        first, last = reference.span
        if reference.statistic > last:
            return self.across - _RIGHT - 12.0
        if reference.statistic < first:
            return _LEFT + 6.0
        return float(across(reference.statistic))  # type: ignore[operator]

    def _paint_tail(
        self, painter: QPainter, points: list[QPointF], start: float, base: float, height: float
    ) -> None:
        """What alpha is: the share of the area beyond the critical value."""
        tail = QPainterPath(QPointF(start, base))
        tail.lineTo(start, base - height)
        for point in points:
            if point.x() > start:
                tail.lineTo(point)
        tail.lineTo(points[-1].x(), base)
        colour = QColor(self._theme.now)
        colour.setAlphaF(0.5)
        painter.fillPath(tail, colour)

    def _paint_ticks(
        self,
        painter: QPainter,
        reference: Reference,
        first: float,
        last: float,
        across: object,
        at_statistic: float,
    ) -> None:
        painter.setFont(self._small)
        painter.setPen(self._theme.ink_3)
        size = QFontMetricsF(self._small)
        y = self.down - 18.0
        step = _round_step((last - first) / 5)
        own = f"{reference.statistic:,.0f}" if reference.far_out else ""
        taken = (
            at_statistic - size.horizontalAdvance(own) / 2 - 6 if own and reference.statistic > last else 1e9
        )
        value = math.ceil(first / step) * step
        while value <= last:
            text = f"{value:g}" if value < 1e5 else f"{value:.0f}"
            x = across(value)  # type: ignore[operator]
            half = size.horizontalAdvance(text) / 2
            if x + half < taken:
                painter.drawText(QRectF(x - 30, y, 60, 14), Qt.AlignmentFlag.AlignCenter, text)
            value += step
        if own:
            half = size.horizontalAdvance(own) / 2
            x = min(max(at_statistic, half), self.across - half)
            painter.drawText(QRectF(x - 40, y, 80, 14), Qt.AlignmentFlag.AlignCenter, own)

    def _paint_break(self, painter: QPainter, x: float, base: float) -> None:
        painter.setPen(QPen(self._theme.panel, 4))
        painter.drawLine(QPointF(x + 1, base), QPointF(x + 7, base))
        painter.setPen(QPen(self._theme.ink_3, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for left in (x - 1, x + 5):
            painter.drawLine(QPointF(left, base + 5), QPointF(left + 4, base - 5))

    def _paint_words(
        self, painter: QPainter, reference: Reference, at_alpha: float, at_statistic: float
    ) -> None:
        theme, strong, label = self._theme, QFontMetricsF(self._strong), QFontMetricsF(self._label)
        said = f"{reference.sign} = {reference.statistic:,.2f}"
        wide = strong.horizontalAdvance(said)
        left = min(max(at_statistic - wide / 2, 0.0), self.across - wide - 1)
        painter.setFont(self._strong)
        painter.setPen(theme.independent if reference.independent else theme.ink)
        painter.drawText(QRectF(left, 0, wide + 2, 16), Qt.AlignmentFlag.AlignCenter, said)
        title = label.horizontalAdvance(reference.title)
        painter.setFont(self._label)
        painter.setPen(theme.ink_3)
        x = 2.0 if left > title + 12 else self.across - title - 2
        painter.drawText(QRectF(x, 0, title + 2, 16), Qt.AlignmentFlag.AlignCenter, reference.title)
        self._paint_alpha(painter, reference, at_alpha, at_statistic)

    def _paint_alpha(
        self, painter: QPainter, reference: Reference, at_alpha: float, at_statistic: float
    ) -> None:
        """Name the critical value beside its line, where the statistic's line does not cross the words."""
        digits = 2 if reference.critical < 100 else 0
        alpha = f"alpha {reference.alpha:g} at {reference.critical:,.{digits}f}"
        room = QFontMetricsF(self._label).horizontalAdvance(alpha)
        crossed = at_alpha <= at_statistic <= at_alpha + 10 + room
        x = max(at_alpha, at_statistic if crossed else 0.0) + 6
        if x + room > self.across:
            x = at_alpha - 6 - room
        place = QRectF(x, 33, room + 2, 16)
        ground = QColor(self._theme.panel)
        ground.setAlphaF(0.85)  # the curve may pass behind
        painter.fillRect(place, ground)
        painter.setPen(self._theme.now_ink)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, alpha)


def _round_step(least: float) -> float:
    """1, 2 or 5 times a power of ten, at least so large."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * 0.9)
