"""The reference curve: what the statistic would look like under independence, and where it lies."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy

from elcs_gui.app.kit.plot_view import Plot
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.ci.distributions import Curve

HEIGHT = 128
_BROKEN = 48
"""Room beside the curve for a statistic that lies far out, and how far from its end that stands."""
_OUT = 12


@dataclass(frozen=True)
class Reference:
    """What to draw."""

    sign: str
    statistic: float
    critical: float
    alpha: float
    curve: Curve
    independent: bool

    @property
    def span(self) -> tuple[float, float]:
        """The stretch of the axis that holds the curve and the critical value."""
        first = self.curve.first
        return first, self.critical + self.curve.beyond * (self.critical - first)

    @property
    def far_out(self) -> bool:
        first, last = self.span
        return self.statistic > last or self.statistic < first


class ReferencePlot(Plot):
    """Draws a `Reference`; an axis break stands before a statistic far out."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._reference: Reference | None = None
        self._place = 0.0
        """Of the statistic on the axis: where it is, or beyond the break."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_reference(self, reference: Reference) -> None:
        self._reference = reference
        self.setAccessibleName(
            f"{reference.curve.title}: alpha {reference.alpha:g} at {reference.critical:.2f}, "
            f"{reference.sign} = {reference.statistic:.2f}"
        )
        self.redraw()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(312), self.scaled(HEIGHT))

    def build(self) -> None:
        from elcs_gui.app.kit.plot_items import Curve

        self._tail = self.add(Curve(fillLevel=0.0))
        self._curve = self.add(Curve())

    def draw(self) -> None:
        reference, theme = self._reference, self._theme
        if reference is None:
            return
        (first, last), box = reference.span, self.inside
        above, below = reference.statistic > last, reference.statistic < first
        unit = (last - first) / (box.width() - (_BROKEN if reference.far_out else 0))
        self._place = (
            last + (_BROKEN - _OUT) * unit if above
            else first - (_BROKEN - _OUT) * unit if below
            else reference.statistic
        )  # fmt: skip
        values = np.linspace(first, last, 240)
        values[0] = max(values[0], (last - first) * 1e-3)
        density = reference.curve.density(values)
        # With one degree of freedom the curve runs off to infinity: it is cut where it gets steep.
        peak = float(density[(values - first) > 0.02 * (last - first)].max())
        top = peak * box.height() / max(box.height() - 6, 1.0)
        self.set_home(first - _BROKEN * below * unit, last + _BROKEN * above * unit, top)
        if density[0] > top:  # not left to clipping, which an SVG has not
            begin = int(np.argmax(density <= top))
            values[begin - 1] = np.interp(top, density[[begin, begin - 1]], values[[begin, begin - 1]])
            values, density = values[begin - 1 :], np.append(top, density[begin:])
        beyond = values >= reference.critical
        self._curve.setData(values, density)
        self._curve.set_line(QPen(theme.ink_2, 2 * theme.scale))
        # What alpha is: the share of the area beyond the critical value.
        self._tail.setData(values[beyond], density[beyond])
        shade = QColor(theme.now)
        shade.setAlphaF(0.5)
        self._tail.set_line(QPen(Qt.PenStyle.NoPen))
        self._tail.setBrush(shade)

    def taken(self) -> list[tuple[float, float]]:
        if self._reference is None or not self._reference.far_out:
            return []
        first, last = self._reference.span
        return [(self.place_of(last), math.inf) if self._place > last else (-math.inf, self.place_of(first))]

    def paint_over(self, painter: QPainter) -> None:
        reference, theme, box = self._reference, self._theme, self.inside
        if reference is None:
            return
        painter.setPen(QPen(theme.now, 2))
        self.upright(painter, reference.critical, box.top() + 14, box.bottom())
        painter.setPen(QPen(theme.independent if reference.independent else theme.dependent, 3))
        self.upright(painter, self._place, box.top(), box.bottom())
        at = self.place_of(self._place)
        if reference.far_out and box.left() <= at <= box.right():
            self._paint_break(painter, reference, at)
        self._paint_words(painter, reference, self.place_of(reference.critical), at)

    def _paint_break(self, painter: QPainter, reference: Reference, at: float) -> None:
        """Two strokes through the axis, and the statistic's own number under it."""
        (first, last), base = reference.span, self.inside.bottom() + 0.5
        x = self.place_of(last) + 8 if reference.statistic > last else self.place_of(first) - 16
        painter.setPen(QPen(self._theme.panel, 4))
        painter.drawLine(QPointF(x + 1, base), QPointF(x + 7, base))
        painter.setPen(QPen(self._theme.ink_3, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for left in (x - 1, x + 5):
            painter.drawLine(QPointF(left, base + 5), QPointF(left + 4, base - 5))
        painter.setFont(font(11))
        painter.setPen(self._theme.ink_3)
        own = f"{reference.statistic:,.0f}"
        half = QFontMetricsF(font(11)).horizontalAdvance(own) / 2
        middle = min(max(at, half), self.across - half)
        painter.drawText(QRectF(middle - 40, base + 4, 80, 14), Qt.AlignmentFlag.AlignCenter, own)

    def _paint_words(
        self, painter: QPainter, reference: Reference, at_alpha: float, at_statistic: float
    ) -> None:
        theme, strong, label = self._theme, QFontMetricsF(font(12, SEMIBOLD)), QFontMetricsF(font(12))
        said = f"{reference.sign} = {reference.statistic:,.2f}"
        wide = strong.horizontalAdvance(said)
        left = min(max(at_statistic - wide / 2, 0.0), self.across - wide - 1)
        painter.setFont(font(12, SEMIBOLD))
        painter.setPen(theme.independent if reference.independent else theme.ink)
        painter.drawText(QRectF(left, 0, wide + 2, 16), Qt.AlignmentFlag.AlignCenter, said)
        title = label.horizontalAdvance(reference.curve.title)
        painter.setFont(font(12))
        painter.setPen(theme.ink_3)
        x = 2.0 if left > title + 12 else self.across - title - 2
        painter.drawText(QRectF(x, 0, title + 2, 16), Qt.AlignmentFlag.AlignCenter, reference.curve.title)
        if self.inside.left() <= at_alpha <= self.inside.right():
            self._paint_alpha(painter, reference, at_alpha, at_statistic)

    def _paint_alpha(
        self, painter: QPainter, reference: Reference, at_alpha: float, at_statistic: float
    ) -> None:
        """Name the critical value beside its line, where the statistic's line does not cross the words."""
        digits = 2 if reference.critical < 100 else 0
        alpha = f"alpha {reference.alpha:g} at {reference.critical:,.{digits}f}"
        room = QFontMetricsF(font(12)).horizontalAdvance(alpha)
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
