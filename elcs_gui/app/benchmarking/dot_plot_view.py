"""The rows of the table as dots with whiskers, this run's above and the paper's below; or mean ranks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPen

from elcs_gui.app.benchmarking.rows import DotRow
from elcs_gui.app.kit.plot_view import Plot
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.benchmark.paper import Figure

_ROW = 26
_TOP = 8.0
Key = tuple[str, int, str]


class DotPlot(Plot):
    """Ctrl and the wheel zoom the axis; a click selects the row."""

    row_clicked = Signal(object)
    """Its key."""

    MARGINS = (172.0, _TOP, 18.0, 26.0)
    LINED = False

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.rows: Sequence[DotRow] = ()
        self.selected: Key | None = None
        self._from = 0.0

    def show_rows(self, rows: Sequence[DotRow], *, begins_at: float = 0.0) -> None:
        """Other rows; the axis runs from `begins_at` to behind the last whisker."""
        self.rows, self._from = rows, begins_at
        self.updateGeometry()
        self.setFixedHeight(self.sizeHint().height())
        self.redraw()

    def select(self, key: Key | None) -> None:
        self.selected = key
        self.redraw()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(440), self.scaled(len(self.rows) * _ROW + self.MARGINS[1] + self.MARGINS[3]))

    def draw(self) -> None:
        ends = [
            found.mean + (found.std or 0.0)
            for row in self.rows
            for found in (row.ours, row.paper)
            if found is not None
        ]
        last = max(ends, default=1.0) * 1.04
        self.set_home(self._from, max(last, self._from + 1e-6))

    def paint_over(self, painter: QPainter) -> None:
        theme, box = self._theme, self.inside
        painter.setPen(QPen(theme.line, 1, Qt.PenStyle.DotLine))
        for value, _ in self.numbers(6):
            self.upright(painter, value, box.top(), box.bottom())
        for place, row in enumerate(self.rows):
            self._paint_row(painter, row, _TOP + place * _ROW)

    def _paint_row(self, painter: QPainter, row: DotRow, top: float) -> None:
        theme, middle = self._theme, top + _ROW / 2
        if row.key is not None and row.key == self.selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.selection_bg)
            painter.drawRoundedRect(QRectF(4, top + 1, self.across - 8, _ROW - 2), 5, 5)
        label = QRectF(14, top, self.MARGINS[0] - 22, _ROW)
        painter.setFont(font(12, SEMIBOLD) if row.key is None else font(12))
        painter.setPen(theme.ink if row.key is None else theme.ink_2)
        room = label.width() if row.key is not None else self.across - 28
        text = QFontMetricsF(painter.font()).elidedText(row.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(
            QRectF(label.left(), top, room, _ROW),
            int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter),
            text,
        )
        alone = row.paper is None
        if row.ours is not None:
            self._whisker(painter, row.ours, middle if alone else middle - 4, ours=True)
        if row.paper is not None:
            self._whisker(painter, row.paper, middle + 5, ours=False)

    def _whisker(self, painter: QPainter, found: Figure, y: float, *, ours: bool) -> None:
        theme, box = self._theme, self.inside
        painter.save()
        painter.setClipRect(box.adjusted(-6, 0, 6, 0))
        colour = theme.ink if ours else theme.ink_3
        painter.setPen(QPen(colour, 1.6 if ours else 1.2))
        if found.std:
            low, high = (self.place_of(found.mean + side * found.std) for side in (-1, 1))
            painter.drawLine(QPointF(low, y), QPointF(high, y))
            if ours:
                for end in (low, high):
                    painter.drawLine(QPointF(end, y - 4), QPointF(end, y + 4))
        painter.setBrush(colour if ours else theme.panel)
        radius = 4.5 if ours else 4.0
        painter.drawEllipse(QPointF(self.place_of(found.mean), y), radius, radius)
        painter.restore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = int((event.position().y() / self._theme.scale - _TOP) // _ROW)
        key = self.rows[place].key if 0 <= place < len(self.rows) else None
        if event.button() is Qt.MouseButton.LeftButton and key is not None:
            self.row_clicked.emit(key)
        super().mousePressEvent(event)
