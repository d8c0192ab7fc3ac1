"""Pictures of a column: a histogram with its cuts, and bars for levels."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from elcs_gui.app.importing.histogram import Shape
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font

_MOST_LABELLED = 8
"""With more cuts than this their numbers would run into each other."""
_ROW = 22


class Histogram(QWidget):
    """Bars, the cuts through them as lines with their numbers, and the share of rows between."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.shape_shown: Shape | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_shape(self, shape: Shape | None) -> None:
        self.shape_shown = shape
        self.setVisible(shape is not None)
        if shape is not None:
            said = f"From {shape.low:.6g} to {shape.high:.6g}"
            cuts = "; ".join(f"{level.label}: {100 * level.share:.0f} %" for level in shape.levels)
            self.setAccessibleName("Histogram")
            self.setAccessibleDescription(f"{said}. {cuts}")
            self.setToolTip(cuts)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, round(168 * self.theme.scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        shape = self.shape_shown
        if shape is None:
            return
        theme, k = self.theme, self.theme.scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plot = QRectF(0, 22 * k, self.width(), self.height() - 44 * k)
        most = max(shape.counts) or 1
        step = plot.width() / len(shape.counts)
        span = shape.high - shape.low
        for bar, count in enumerate(shape.counts):
            if not count:
                continue
            middle = shape.low + span * (bar + 0.5) / len(shape.counts)
            level = sum(point < middle for point in shape.points)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_shade(theme, level, len(shape.levels)))
            height = max(plot.height() * count / most, 1.5 * k)
            painter.drawRect(QRectF(plot.left() + bar * step + 0.5, plot.bottom() - height, step - 1, height))
        painter.setPen(QPen(theme.line_strong, 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        self._ends(painter, plot, shape)
        if shape.levels:
            self._cuts(painter, plot, shape)

    def _ends(self, painter: QPainter, plot: QRectF, shape: Shape) -> None:
        painter.setFont(font(11 * self.theme.scale))
        painter.setPen(self.theme.ink_3)
        line = QRectF(plot.left(), plot.bottom() + 3, plot.width(), 18 * self.theme.scale)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, f"{shape.low:.4g}")
        painter.drawText(
            line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{shape.high:.4g}"
        )

    def _cuts(self, painter: QPainter, plot: QRectF, shape: Shape) -> None:
        """Lines at the cuts; their numbers below and shares above, where there is room."""
        theme, k = self.theme, self.theme.scale
        span = (shape.high - shape.low) or 1.0
        xs = [plot.left() + plot.width() * (point - shape.low) / span for point in shape.points]
        painter.setPen(QPen(theme.selection, 1.5 * theme.weight))
        for x in xs:
            painter.drawLine(QPointF(x, plot.top() - 2 * k), QPointF(x, plot.bottom() + 4 * k))
        painter.setFont(font(11 * k, MEDIUM))
        metrics = painter.fontMetrics()
        free = plot.left() + metrics.horizontalAdvance(f"{shape.low:.4g}") + 4 * k
        limit = plot.right() - metrics.horizontalAdvance(f"{shape.high:.4g}") - 4 * k
        painter.setPen(theme.selection)
        for x, point in zip(xs, shape.points, strict=True):
            word = f"{point:.4g}"
            half = metrics.horizontalAdvance(word) / 2
            if len(xs) <= _MOST_LABELLED and x - half > free and x + half < limit:
                box = QRectF(x - half - 1, plot.bottom() + 4 * k, 2 * half + 2, 17 * k)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, word)
                free = x + half + 5 * k
        painter.setPen(theme.ink_2)
        edges = [plot.left(), *xs, plot.right()]
        for level, left, right in zip(shape.levels, edges, edges[1:], strict=False):
            word = f"{100 * level.share:.0f} %"
            if metrics.horizontalAdvance(word) + 4 * k < right - left:
                box = QRectF(left, plot.top() - 21 * k, right - left, 17 * k)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, word)


def _shade(theme: Theme, level: int, levels: int) -> QColor:
    """Neighbouring levels in two shades of the colour of numbers."""
    colour = QColor(theme.parent)
    if levels:
        colour.setAlphaF(0.9 if level % 2 == 0 else 0.5)
    return colour


class LevelBars(QWidget):
    """Labels with how often they occur."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.rows: Sequence[tuple[str, int]] = ()
        self._tinted: frozenset[str] = frozenset()
        self._most = 1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_rows(
        self, rows: Sequence[tuple[str, int]], most: int, tinted: frozenset[str] = frozenset()
    ) -> None:
        """Each label with its count; `most` is the longest bar, `tinted` are no labels but markers."""
        self.rows, self._most, self._tinted = rows, max(most, 1), tinted
        self.setVisible(bool(rows))
        self.setAccessibleName("Values")
        self.setAccessibleDescription("; ".join(f"{label}: {count:,}" for label, count in rows))
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, round(_ROW * len(self.rows) * self.theme.scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, k = self.theme, self.theme.scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        names, counts = self.width() * 0.36, 64 * k
        room = self.width() - names - counts - 16 * k
        for place, (label, count) in enumerate(self.rows):
            top = place * _ROW * k
            tinted = label in self._tinted
            painter.setFont(font(12 * k, MEDIUM))
            painter.setPen(theme.unreliable if tinted else theme.ink)
            metrics = painter.fontMetrics()
            shown = metrics.elidedText(label or "empty", Qt.TextElideMode.ElideRight, round(names))
            painter.drawText(QRectF(0, top, names, _ROW * k), Qt.AlignmentFlag.AlignVCenter, shown)
            bar = QRectF(names + 8 * k, top + 7 * k, max(room * min(count / self._most, 1.0), 2), 8 * k)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.unreliable if tinted else theme.ink_3)
            painter.drawRoundedRect(bar, 2 * k, 2 * k)
            painter.setFont(font(12 * k, SEMIBOLD if place == 0 else MEDIUM))
            painter.setPen(theme.ink_2)
            figures = QRectF(self.width() - counts, top, counts, _ROW * k)
            painter.drawText(
                figures, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, f"{count:,}"
            )
