"""One small table per stratum: observed over expected, tinted by residual, with its share of the whole."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy

from elcs_gui.app.citest.strata import Shares
from elcs_gui.app.citest.strata_grid import AXIS, GAP, GUTTER, HEAD, TITLE, Axes, Grid
from elcs_gui.app.kit.labels import show_tip
from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font

AT_FIRST = 12
"""Tables shown before the user asks for more."""

_LEGEND = 26
_TOLD = 2.0
"""Residuals from here on get an arrow."""
_FULL, _STRONGEST = 7.2, 0.30
"""The tint of a residual so large, or of the largest where many rows make larger ones."""
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class StrataTables(ScaledWidget):
    """Paints the tables; shows the first few until `expand`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._shares: Shares | None = None
        self._axes = Axes("", "", (), (), (), ())
        self._all = False
        self._small, self._label, self._title, self._figure = (
            font(11),
            font(12),
            font(12, SEMIBOLD),
            font(13, SEMIBOLD),
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._resize()

    def set_shares(self, shares: Shares | None, axes: Axes) -> None:
        self._shares, self._axes = shares, axes
        self._all = False
        self.setAccessibleName("Contingency tables")
        self.setAccessibleDescription(self._described())
        self._resize()

    def expand(self) -> None:
        """Show every table."""
        self._all = True
        self._resize()

    @property
    def shown(self) -> int:
        count = 0 if self._shares is None else len(self._shares)
        return count if self._all else min(count, AT_FIRST)

    @property
    def hidden_tables(self) -> int:
        return 0 if self._shares is None else len(self._shares) - self.shown

    # Geometry

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(312), self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._height())

    def resizeEvent(self, event: object) -> None:
        self._resize()

    def _resize(self) -> None:
        self.setFixedHeight(self._height())
        self.update()

    def _height(self) -> int:
        """In pixels."""
        if not self.shown:
            return 0
        grid = self._grid()
        rows = -(-self.shown // grid.across)
        return self.scaled(rows * (self._table_height(grid) + GAP) - GAP + _LEGEND)

    def _table_height(self, grid: Grid) -> int:
        return self._title_height + grid.head + len(self._axes.x_levels) * grid.row

    @property
    def _title_height(self) -> int:
        return TITLE if self._axes.z else 0

    def _grid(self) -> Grid:
        assert self._shares is not None
        largest, count = int(self._shares.observed.max(initial=0)), len(self._shares)
        return Grid.fitting(self._axes, largest, count, int(self.across))

    def _tables(self, grid: Grid) -> Iterator[tuple[int, QRect]]:
        """Where each table shown stands."""
        height = self._table_height(grid)
        for table in range(self.shown):
            row, column = divmod(table, grid.across)
            yield table, QRect(column * (grid.width + GUTTER), row * (height + GAP), grid.width, height)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.shown:
            return
        painter = self.painter()
        grid, seen = self._grid(), painter.worldTransform().inverted()[0].mapRect(event.rect())
        for table, rect in self._tables(grid):
            if rect.intersects(seen):
                self._paint_table(painter, table, rect, grid)
        self._paint_legend(painter)

    def _paint_table(self, painter: QPainter, table: int, rect: QRect, grid: Grid) -> None:
        assert self._shares is not None
        theme, axes = self._theme, self._axes
        top = rect.top()
        if axes.z:
            self._paint_title(painter, table, QRect(rect.left(), top, rect.width(), 16))
            top += TITLE
        left = rect.left() + grid.label
        right = left + grid.cell * len(axes.y_levels)
        painter.setFont(self._small)
        painter.setPen(theme.ink_3)
        if not grid.named:
            self._elided(
                painter, QRect(left, top, right - left, AXIS), axes.y, _RIGHT if right - left < 80 else _LEFT
            )
            first = "" if grid.dense else axes.y_levels[0]
            room = left + grid.cell - 12 - round(QFontMetricsF(self._small).horizontalAdvance(first))
            self._elided(painter, QRect(rect.left(), top + AXIS, room - rect.left(), HEAD), axes.x, _LEFT)
            top += AXIS
        for column, level in enumerate(axes.y_levels):
            if not grid.dense:
                place = QRect(left + column * grid.cell, top, grid.cell - 6, HEAD)
                self._elided(painter, place, f"{axes.y}={level}" if grid.named else level, _RIGHT)
        top += HEAD
        for row, level in enumerate(axes.x_levels):
            y = top + row * grid.row
            painter.setFont(self._small)
            painter.setPen(theme.ink_3)
            place = QRect(rect.left(), y, grid.label - 6, grid.row)
            self._elided(painter, place, f"{axes.x}={level}" if grid.named else level, _LEFT)
            for column in range(len(axes.y_levels)):
                self._paint_cell(
                    painter,
                    QRect(left + column * grid.cell, y, grid.cell, grid.row),
                    table,
                    row,
                    column,
                    grid,
                )
        self._paint_lines(painter, QRect(left, top, right - left, grid.row * len(axes.x_levels)), grid)

    def _paint_title(self, painter: QPainter, table: int, rect: QRect) -> None:
        assert self._shares is not None
        share = f"+{self._shares.share[table]:,.1f}".replace("+-", "−")
        painter.setFont(self._label)
        painter.setPen(self._theme.ink_3)
        painter.drawText(rect, _RIGHT, share)
        room = rect.width() - round(QFontMetricsF(self._label).horizontalAdvance(share)) - 8
        painter.setFont(self._title)
        painter.setPen(self._theme.ink)
        self._elided(
            painter, QRect(rect.left(), rect.top(), room, rect.height()), self._title_of(table), _LEFT
        )

    def _paint_cell(self, painter: QPainter, rect: QRect, table: int, x: int, y: int, grid: Grid) -> None:
        assert self._shares is not None
        theme = self._theme
        cell = self._shares.cell(table, x, y)
        tint = QColor(theme.selection)
        strongest = _STRONGEST * (2.5 if grid.dense else 1.0)
        tint.setAlphaF(strongest * abs(cell.residual) / max(_FULL, self._shares.largest_residual))
        painter.fillRect(rect, tint)
        if grid.dense:
            return
        painter.setFont(self._figure)
        painter.setPen(theme.ink if cell.observed else theme.ink_3)
        painter.drawText(rect.adjusted(4, 3, -7, -16), _RIGHT, f"{cell.observed:,}")
        painter.setFont(self._small)
        painter.setPen(theme.ink_2)
        if cell.expected > 0:
            painter.drawText(rect.adjusted(4, 18, -7, -3), _RIGHT, expected_text(cell.expected))
        if abs(cell.residual) >= _TOLD:
            _paint_arrow(
                painter, QPointF(rect.left() + 10, rect.top() + 25.5), theme.ink_2, up=cell.residual > 0
            )

    def _paint_lines(self, painter: QPainter, rect: QRect, grid: Grid) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(QPen(self._theme.line, 1))
        if not grid.dense:
            for column in range(1, len(self._axes.y_levels)):
                x = rect.left() + column * grid.cell
                painter.drawLine(x, rect.top(), x, rect.bottom())
            for row in range(1, len(self._axes.x_levels)):
                y = rect.top() + row * grid.row
                painter.drawLine(rect.left(), y, rect.right(), y)
        painter.drawRect(rect)
        painter.restore()

    def _paint_legend(self, painter: QPainter) -> None:
        theme, y = self._theme, round(self.down) - 8
        painter.setFont(self._label)
        x = 0.0
        for up, text in ((True, "more than expected"), (False, "fewer")):
            _paint_arrow(painter, QPointF(x + 5, y), theme.ink_2, up=up, size=4.5)
            painter.setPen(theme.ink_2)
            wide = QFontMetricsF(self._label).horizontalAdvance(text)
            painter.drawText(QRectF(x + 14, y - 8, wide + 2, 16), _LEFT, text)
            x += 14 + wide + 14

    def _elided(self, painter: QPainter, rect: QRect, text: str, side: Qt.AlignmentFlag) -> None:
        cut = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideMiddle, rect.width() + 1)
        painter.drawText(rect, side, cut)

    # Words

    def _title_of(self, table: int) -> str:
        assert self._shares is not None
        return self._axes.title(self._shares.given[table].tolist())

    def _described(self) -> str:
        """The first tables in words, for those who cannot see them."""
        if self._shares is None or not len(self._shares):
            return ""
        axes = self._axes
        return "; ".join(
            f"{self._title_of(table) or 'all rows'}: "
            + ", ".join(
                f"{axes.x}={one} {axes.y}={other} {self._shares.cell(table, x, y).observed}"
                for x, one in enumerate(axes.x_levels)
                for y, other in enumerate(axes.y_levels)
            )
            for table in range(min(len(self._shares), 4))
        )

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self.shown:
            show_tip(event.globalPos(), self.hint(event.pos() / self._theme.scale), self)
            return True
        return super().event(event)

    def hint(self, place: QPoint) -> str:
        """What stands under the mouse, in full."""
        grid, axes = self._grid(), self._axes
        assert self._shares is not None
        for table, rect in self._tables(grid):
            if not rect.contains(place):
                continue
            title = self._title_of(table)
            x = (place.x() - rect.left() - grid.label) // grid.cell
            y = (place.y() - rect.top() - self._title_height - grid.head) // grid.row
            if not (0 <= y < len(axes.x_levels) and 0 <= x < len(axes.y_levels)):
                return title
            cell = self._shares.cell(table, y, x)
            where = f"{axes.x}={axes.x_levels[y]}, {axes.y}={axes.y_levels[x]}"
            given = f"\ngiven {title}" if title else ""
            return f"{where}{given}\n{cell.observed:,} observed, {cell.expected:,.1f} expected"
        return ""


def expected_text(expected: float) -> str:
    """An expected count: whole where that says enough."""
    return f"{expected:,.0f}" if expected >= 9.5 or expected == 0 else f"{expected:.1f}"


def _paint_arrow(painter: QPainter, centre: QPointF, colour: QColor, *, up: bool, size: float = 3.5) -> None:
    tip = -size if up else size
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(
        QPolygonF(
            [
                centre + QPointF(0, tip),
                centre + QPointF(size, -tip * 0.8),
                centre + QPointF(-size, -tip * 0.8),
            ]
        )
    )
    painter.restore()
