"""Paints the alpha explorer's plot: the rows with their bands, the marks and the two lines.

By hand: pyqtgraph has no bands in the shapes of roles, nor labels that keep off the lines across them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from elcs_gui.app.alpha.axis import LogAxis, label_spot
from elcs_gui.app.alpha.rows import BandLabel, Row
from elcs_gui.app.graph.painting.link_painter import role_colours
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.inquiry.alpha_figures import alpha_text
from elcs_gui.trace.roles import FinalRole, Role

PILL = 26.0
ABOVE, BELOW = 54.0, 46.0
"""Room over the rows for the pill and the marks, and under them for the axis."""
POINT = 7.0
"""How far the ends of a spouse's band reach out, as the corners of its hexagon do."""
_CHEVRON = 20.0
_OUT = 24.0
"""A band that goes on beyond the range is drawn so much longer, and cut."""


@dataclass(frozen=True)
class VisiblePlot:
    """What is to be painted: `row` is the height of one, `offset` how far they are scrolled."""

    axis: LogAxis
    rows: Sequence[Row]
    changes: Sequence[float]
    reached: float
    own: float | None
    chosen: float
    row: float
    offset: float
    width: float
    bottom: float
    focused: bool
    short: bool
    """Are the rows called by their variables alone? The target's name would leave no room for them."""

    def top_of(self, place: int) -> float:
        return ABOVE + place * self.row - self.offset

    @property
    def end(self) -> float:
        """How far the map has come, of what is seen."""
        return min(max(self.axis.x(self.reached), self.axis.left), self.axis.right)

    def sees(self, alpha: float) -> bool:
        return self.axis.low <= alpha <= self.axis.high

    @property
    def cuts(self) -> list[float]:
        """Where lines cross the rows."""
        own = [] if self.own is None else [self.axis.x(self.own)]
        return [*own, self.axis.x(self.chosen)]

    @property
    def pill(self) -> QRectF:
        """The handle of the line, wide enough for its number, within the plot."""
        wide = QFontMetricsF(font(13, SEMIBOLD)).horizontalAdvance(alpha_text(self.chosen)) + 2 * _CHEVRON + 6
        middle = min(max(self.axis.x(self.chosen), wide / 2 + 2), self.width - wide / 2 - 2)
        return QRectF(middle - wide / 2, 1, wide, PILL)


def paint(painter: QPainter, sight: VisiblePlot, theme: Theme) -> None:
    """All of it."""
    _paint_ground(painter, sight, theme)
    painter.save()
    painter.setClipRect(QRectF(0, ABOVE - 8, sight.width, sight.bottom - ABOVE + 8))
    for place, row in enumerate(sight.rows):
        top = sight.top_of(place)
        if top + sight.row > ABOVE - 8 and top < sight.bottom:
            _paint_row(painter, sight, row, top, theme)
    painter.restore()
    _paint_marks(painter, sight, theme)
    if sight.own is not None and sight.sees(sight.own):
        _paint_own(painter, sight, sight.own, theme)
    _paint_chosen(painter, sight, theme)


def _paint_ground(painter: QPainter, sight: VisiblePlot, theme: Theme) -> None:
    axis = sight.axis
    painter.setFont(font(12))
    metrics = QFontMetricsF(font(12))
    painter.setPen(QPen(theme.line, 1))
    for tick in axis.ticks():
        x = round(axis.x(tick)) + 0.5
        painter.drawLine(QLineF(x, ABOVE - 8, x, sight.bottom))
    left = sight.end
    if sight.reached < axis.high:
        unknown = QRectF(left, ABOVE - 8, axis.right - left, sight.bottom - ABOVE + 8)
        painter.fillRect(unknown, theme.sunk)
        painter.fillRect(unknown, QBrush(theme.line, Qt.BrushStyle.BDiagPattern))
        text = "not explored yet"
        wide = metrics.horizontalAdvance(text) + 16
        middle = label_spot(unknown.left(), unknown.right(), sight.cuts, wide + 12)
        if middle is not None:
            place = QRectF(middle - wide / 2, unknown.center().y() - 11, wide, 22)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.panel)
            painter.drawRoundedRect(place, 11, 11)
            painter.setPen(theme.ink_2)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)


def _paint_row(painter: QPainter, sight: VisiblePlot, row: Row, top: float, theme: Theme) -> None:
    line = round(top + sight.row) - 0.5
    painter.setPen(QPen(theme.line, 1))
    painter.drawLine(QLineF(0, line, sight.width, line))
    title = font(14 if sight.row >= 34 else 13, SEMIBOLD)
    painter.setFont(title)
    painter.setPen(theme.ink)
    room = QRectF(12, top, sight.axis.left - 24, sight.row)
    text = QFontMetricsF(title).elidedText(
        row.name if sight.short else row.title, Qt.TextElideMode.ElideMiddle, room.width()
    )
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
    painter.save()
    known = QRectF(sight.axis.left, top, sight.end - sight.axis.left, sight.row)
    painter.setClipRect(known, Qt.ClipOperation.IntersectClip)
    for label in row.bands:
        _paint_band(painter, sight, label, top, theme)
    painter.restore()


def band_rect(sight: VisiblePlot, label: BandLabel, top: float) -> QRectF:
    """Where a band is drawn; one that goes on beyond what is known reaches out of it."""
    band, axis = label.band, sight.axis
    left = axis.x(band.low) - (_OUT if band.low <= axis.low else 0.0)
    right = axis.x(band.high) + (_OUT if band.high >= sight.reached else 0.0)
    high = min(26.0, sight.row - 8.0)
    return QRectF(left + 1, top + (sight.row - high) / 2, max(right - left - 2, 2.0), high)


def _paint_band(painter: QPainter, sight: VisiblePlot, label: BandLabel, top: float, theme: Theme) -> None:
    fill, border = colours(theme, label.band.status)
    rect = band_rect(sight, label, top)
    dashed = label.band.status in (FinalRole.UNDECIDED, FinalRole.MEMBER)
    pen = QPen(border, 1.5 * min(theme.stroke, 1.4))
    if dashed:
        pen.setDashPattern([3.0, 2.0])
    narrow = rect.width() < 7
    painter.setPen(pen if not narrow else Qt.PenStyle.NoPen)
    painter.setBrush(border if narrow else fill)
    painter.drawPath(shape(rect, label.band.status))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    shown = rect.intersected(QRectF(sight.axis.left, top, sight.end - sight.axis.left, sight.row))
    for text, used in ((label.words, font(12, MEDIUM)), (label.short, font(11, SEMIBOLD))):
        need = QFontMetricsF(used).horizontalAdvance(text)
        middle = label_spot(shown.left(), shown.right(), sight.cuts, need + 12)
        if middle is not None:
            painter.setFont(used)
            painter.setPen(theme.ink)
            place = QRectF(middle - need / 2 - 1, rect.top(), need + 2, rect.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
            return


def colours(theme: Theme, status: FinalRole) -> tuple[QColor, QColor]:
    """Fill and border."""
    if status is FinalRole.ABSENT:
        return theme.panel, theme.dismissed
    fill, border, _ = role_colours(theme, Role(status.word))
    return fill, border


def shape(rect: QRectF, status: FinalRole) -> QPainterPath:
    """The shape of the role's node, drawn out: rounded for a child, square for a parent, pointed ends."""
    path = QPainterPath()
    if rect.width() < 7:
        path.addRect(rect)
    elif status is FinalRole.SPOUSE and rect.width() > 2 * POINT:
        y = rect.center().y()
        path.addPolygon(
            QPolygonF(
                [
                    QPointF(rect.left(), y),
                    QPointF(rect.left() + POINT, rect.top()),
                    QPointF(rect.right() - POINT, rect.top()),
                    QPointF(rect.right(), y),
                    QPointF(rect.right() - POINT, rect.bottom()),
                    QPointF(rect.left() + POINT, rect.bottom()),
                ]
            )
        )
        path.closeSubpath()
    else:
        radius = 4.0 if status in (FinalRole.PARENT, FinalRole.SPOUSE) else rect.height() / 2
        radius = min(radius, rect.width() / 2)
        path.addRoundedRect(rect, radius, radius)
    return path


def _paint_marks(painter: QPainter, sight: VisiblePlot, theme: Theme) -> None:
    """A triangle wherever the result changes."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.ink_3)
    for change in filter(sight.sees, sight.changes):
        x = sight.axis.x(change)
        painter.drawPolygon(QPolygonF([QPointF(x - 4, 35), QPointF(x + 4, 35), QPointF(x, 42)]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_own(painter: QPainter, sight: VisiblePlot, own: float, theme: Theme) -> None:
    """The run's own alpha: a dotted line down to its name."""
    x = sight.axis.x(own)
    pen = QPen(theme.ink_2, 1.5)
    pen.setDashPattern([2.0, 2.0])
    painter.setPen(pen)
    painter.drawLine(QLineF(x, ABOVE - 8, x, sight.bottom + 4))
    # A number of the axis may stand between.
    painter.drawLine(QLineF(x, sight.bottom + 26, x, sight.bottom + BELOW - 8))
    text = f"this run: {alpha_text(own)}"
    painter.setFont(font(12))
    wide = QFontMetricsF(font(12)).horizontalAdvance(text)
    left = x - 7 - wide if x - 7 - wide > 0 else x + 7
    painter.setPen(theme.ink_2)
    painter.drawText(QPointF(left, sight.bottom + 38), text)


def _paint_chosen(painter: QPainter, sight: VisiblePlot, theme: Theme) -> None:
    """The line that is dragged, with its number."""
    x, pill = sight.axis.x(sight.chosen), sight.pill
    if sight.sees(sight.chosen):
        painter.setPen(QPen(theme.now, 3))
        painter.drawLine(QLineF(x, PILL, x, sight.bottom + 4))
    if sight.focused:
        painter.setPen(QPen(theme.selection, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(pill.adjusted(-1, -1, 1, 1), pill.height() / 2 + 1, pill.height() / 2 + 1)
        pill = pill.adjusted(2, 2, -2, -2)
    painter.setPen(QPen(theme.now, 2))
    painter.setBrush(theme.now_bg)
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setFont(font(13, SEMIBOLD))
    painter.setPen(theme.ink)
    painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, alpha_text(sight.chosen))
    pen = QPen(theme.ink_2, 1.6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    y = pill.center().y()
    for at, way in ((pill.left() + 12, -1), (pill.right() - 12, 1)):
        painter.drawPolyline(
            [QPointF(at - way * 2, y - 4), QPointF(at + way * 2, y), QPointF(at - way * 2, y + 4)]
        )


def chevron_at(sight: VisiblePlot, x: float, y: float) -> int:
    """Which way the pill's chevron under a point leads: -1, 1, or 0 for none."""
    pill = sight.pill
    if not pill.contains(x, y):
        return 0
    return -1 if x < pill.left() + _CHEVRON else 1 if x > pill.right() - _CHEVRON else 0
