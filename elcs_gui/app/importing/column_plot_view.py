"""Pictures of a column: a histogram with its cuts, and bars for levels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from elcs_gui.app.importing.histogram import Shape
from elcs_gui.app.kit.labels import tooltip
from elcs_gui.app.kit.plot_view import Plot
from elcs_gui.app.kit.round_numbers import number_text, round_numbers
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font

_MOST_LABELLED = 8
"""With more cuts than this their numbers would run into each other."""
_ROW = 22


class Histogram(Plot):
    """Bars, the cuts through them as lines with their numbers, and the share of rows between."""

    MARGINS = (0.0, 22.0, 0.0, 22.0)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
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
            tooltip(self, f"{said}\n{cuts}" if cuts else said)
        self.redraw()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(240), self.scaled(168))

    def build(self) -> None:
        from pyqtgraph import BarGraphItem

        self._bars = self.add(BarGraphItem(x0=[], x1=[], height=[], pen=None))

    def draw(self) -> None:
        shape, theme = self.shape_shown, self._theme
        if shape is None:
            return
        counts = np.array(shape.counts, dtype=np.float64)
        edges = np.arange(len(counts) + 1)
        top = max(float(counts.max()), 1.0)
        heights = np.where(counts, np.maximum(counts, top * 1.5 / self.inside.height()), 0.0)
        level = np.searchsorted([self._bar_of(point) for point in shape.points], edges[:-1] + 0.5)
        self._bars.setOpts(
            x0=edges[:-1] + 0.04, x1=edges[1:] - 0.04, height=heights,
            brushes=[_shade(theme, place, len(shape.levels)) for place in level.tolist()],
        )  # fmt: skip
        self.set_home(0.0, len(counts), top)

    def _bar_of(self, value: float) -> float:
        """Where a value stands, in bars: the axis knows nothing of numbers too large or small to be drawn."""
        shape = self.shape_shown
        assert shape is not None
        span = shape.high / 2 - shape.low / 2
        return (value / 2 - shape.low / 2) / span * len(shape.counts) if span else len(shape.counts) / 2

    def numbers(self, most: int) -> list[tuple[float, str]]:
        shape = self.shape_shown
        if shape is None:
            return []
        shares = [bar / len(shape.counts) for bar in self.shown]
        low, high = (shape.low * (1 - share) + shape.high * share for share in shares)
        return [(self._bar_of(value), number_text(value)) for value in round_numbers(low, high, most)]

    def _cut_numbers(self) -> Iterator[tuple[float, float, str]]:
        """The cuts' numbers with where they begin and end; those that would run into one another left out."""
        shape = self.shape_shown
        if shape is None or not shape.levels or len(shape.points) > _MOST_LABELLED:
            return
        metrics, free = QFontMetricsF(font(11, MEDIUM)), 0.0
        for point in shape.points:
            word = number_text(float(f"{point:.4g}"))
            x, half = self.place_of(self._bar_of(point)), metrics.horizontalAdvance(word) / 2
            if x - half >= free and x + half <= self.across:
                yield x - half, x + half, word
                free = x + half + 5

    def taken(self) -> list[tuple[float, float]]:
        return [(begin - 5, end + 5) for begin, end, _ in self._cut_numbers()]

    def paint_over(self, painter: QPainter) -> None:
        shape, theme, box = self.shape_shown, self._theme, self.inside
        if shape is None or not shape.levels:
            return
        painter.setPen(QPen(theme.selection, 1.5 * theme.weight))
        for point in shape.points:
            self.upright(painter, self._bar_of(point), box.top() - 2, box.bottom() + 4)
        painter.setFont(font(11, MEDIUM))
        metrics = QFontMetricsF(font(11, MEDIUM))
        painter.setPen(theme.selection)
        for begin, end, word in self._cut_numbers():
            place = QRectF(begin - 1, box.bottom() + 4, end - begin + 2, 17)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, word)
        painter.setPen(theme.ink_2)
        bounds = [
            min(max(self.place_of(self._bar_of(at)), box.left()), box.right())
            for at in (shape.low, *shape.points, shape.high)
        ]
        for level, (left, right) in zip(shape.levels, pairwise(bounds), strict=False):
            word = f"{100 * level.share:.0f} %"
            if metrics.horizontalAdvance(word) + 4 < right - left:
                place = QRectF(left, 1, right - left, 17)
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, word)


def _shade(theme: Theme, level: int, levels: int) -> QColor:
    """Neighbouring levels in two shades of the colour of numbers."""
    colour = QColor(theme.parent)
    if levels:
        colour.setAlphaF(0.9 if level % 2 == 0 else 0.5)
    return colour


class LevelBars(QWidget):
    """Labels with how often they occur: lines of a table that is painted, for there is no axis to it."""

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
