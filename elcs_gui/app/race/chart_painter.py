"""What is painted over the lines of a race's chart: heads, glyphs, words, the cursor and its scrubber."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, font
from elcs_gui.app.race.lane_glyphs import glyph
from elcs_gui.inquiry.race import Counting
from elcs_gui.inquiry.race_words import AXES, NOUNS, at

if TYPE_CHECKING:
    from elcs_gui.app.race.chart_view import Change, Line, RaceChart

SIDE = 16.0
HEAD, FINISH = 17.0, 41.0
"""Heights of the head and of the words over the ends of lanes."""
LOW_FINISH = 36.0
LATER = 0.45
MOST_NAMES, MOST_NAMED = 4, 12
"""At one change, and changes of one lane: more are not named."""
NORMAL = QFont.Weight.Normal
_MIDDLE = Qt.AlignmentFlag.AlignVCenter


class ChartPainter:
    """Paints for one chart, in the lengths of the design."""

    def __init__(self, chart: RaceChart) -> None:
        self._chart = chart

    def paint(self, painter: QPainter) -> None:
        self._painter = painter
        self._taken: list[QRectF] = []
        self._finish = LOW_FINISH if self._chart.low else FINISH
        self._head()
        self._scale()
        self._cursor_line()
        self._glyphs()
        self._cursor()
        self._finishes()
        self._names()
        if not self._chart.low:
            self._ahead()
        self._scrubber()

    def _text(
        self,
        text: str,
        left: float,
        middle: float,
        size: float,
        colour: QColor,
        weight: QFont.Weight = NORMAL,
    ) -> float:
        """From `left` on; how wide it is."""
        face = font(size, weight)
        wide = QFontMetricsF(face).horizontalAdvance(text)
        self._painter.setFont(face)
        self._painter.setPen(colour)
        self._painter.drawText(QRectF(left, middle - 10, wide + 4, 20), _MIDDLE, text)
        return wide

    def _head(self) -> None:
        chart, theme = self._chart, self._chart.theme
        assert chart.race is not None
        true = chart.race.truth is not None
        title = "Right neighbours" if true else "Decided neighbours"
        x = SIDE + self._text(title, SIDE, HEAD, 13, theme.ink, SEMIBOLD) + 10
        legend = self._legend()
        said = f"against {AXES[chart.axis].lower()}"
        said += self._others()
        if true:
            said += "; × is a wrong one"
        face = font(12)
        said = QFontMetricsF(face).elidedText(said, Qt.TextElideMode.ElideRight, max(legend - x - 20, 40.0))
        self._text(said, x, HEAD, 12, theme.ink_3)

    def _others(self) -> str:
        """Of whom something else than arrows is counted."""
        parts = []
        for kind in (Counting.NEIGHBOURS, Counting.MEMBERS):
            titles = [line.lane.algorithm.title for line in self._chart.lines if line.lane.counting is kind]
            if titles:
                parts.append(f"{NOUNS[kind][1]} of {', '.join(titles)}")
        return f"; {', '.join(parts)}" if parts else ""

    def _legend(self) -> float:
        """At the right end; where it begins."""
        chart, theme, painter = self._chart, self._chart.theme, self._painter
        metrics = QFontMetricsF(font(12))
        titles = [line.lane.algorithm.title for line in chart.lines]
        widths = [metrics.horizontalAdvance(title) + 34 + 18 for title in titles]
        if sum(widths) > chart.across * 0.62:
            return chart.across - SIDE  # the heads of the lanes say it too
        x = begin = chart.across - SIDE - sum(widths) + 18
        for line, title, wide in zip(chart.lines, titles, widths, strict=True):
            painter.setPen(line.sign.pen(theme))
            painter.drawLine(QLineF(x, HEAD, x + 26, HEAD))
            painter.fillPath(glyph(line.sign, QPointF(x + 13, HEAD), 4.2), line.sign.colour(theme))
            self._text(title, x + 32, HEAD, 12, theme.ink_2)
            x += wide
        return begin

    def _scale(self) -> None:
        """Numbers and hair lines from none to all."""
        chart, theme, painter = self._chart, self._chart.theme, self._painter
        box, top = chart.inside, chart.top
        every = next(
            step for step in (1, 2, 5, 10, 20, 50, 100, 500) if step * box.height() / top >= 15 or step == 500
        )
        true = {line.lane.true_count for line in chart.lines}
        for value in sorted({*range(0, top + 1, every), top}):
            if value not in (0, top) and (top - value) * box.height() / top < 14:
                continue
            y = chart.height_of(value)
            painter.setPen(QPen(theme.line, 1.0, Qt.PenStyle.SolidLine if not value else Qt.PenStyle.DotLine))
            painter.drawLine(QLineF(box.left(), y, box.right(), y))
            text = f"all {value}" if true == {value} else f"{value}"
            wide = QFontMetricsF(font(11)).horizontalAdvance(text)
            self._text(text, box.left() - 10 - wide, y, 11, theme.ink_3)

    def _opacity(self, position: float) -> float:
        return 1.0 if position <= self._chart.position else LATER

    def _glyphs(self) -> None:
        chart, theme, painter = self._chart, self._chart.theme, self._painter
        known = [line for line in chart.lines if line.known is not None]
        for order, line in enumerate(known):
            assert line.known is not None
            painter.setOpacity(self._opacity(line.known))
            x, y = chart.place_of(line.known), chart.height_on(line, line.value(line.known))
            up = y - 15 - 13 * sum(abs((other.known or 0) - line.known) < 1e-9 for other in known[:order])
            painter.setPen(QPen(line.sign.colour(theme), 1.0))
            painter.drawLine(QLineF(x, y, x, up))
            painter.setPen(QPen(line.sign.colour(theme), 1.5))
            painter.setBrush(theme.panel)
            painter.drawPath(glyph(line.sign, QPointF(x, up), 4.0))
            self._taken.append(QRectF(x - 6, up - 6, 12, 12))
        for line in chart.lines:
            wrong = 0
            for change in line.changes:
                x, y = chart.place_of(change.position), chart.height_on(line, change.value)
                painter.setOpacity(self._opacity(change.position))
                if change.value:
                    painter.fillPath(glyph(line.sign, QPointF(x, y), 4.4), line.sign.colour(theme))
                if change.wrong > wrong:
                    painter.setPen(QPen(theme.conflict, 2.0))
                    for a, b in (((-3, -3), (3, 3)), ((-3, 3), (3, -3))):
                        painter.drawLine(QPointF(x + a[0], y + 11 + a[1]), QPointF(x + b[0], y + 11 + b[1]))
                wrong = change.wrong
        painter.setOpacity(1.0)

    def _names(self) -> None:
        """Who was found, beside the glyph, where there is room for it."""
        for line in self._chart.lines:
            named = [change for change in line.changes if change.came and change.value]
            for change in named if len(named) <= MOST_NAMED else ():
                self._name(line, change)
        known = [line for line in self._chart.lines if line.known is not None]
        if known:
            last = max(known, key=lambda line: line.known or 0.0)
            assert last.known is not None
            x, y = self._chart.place_of(last.known), self._chart.height_on(last, last.value(last.known)) - 15
            said = "neighbours known, no direction yet"
            box = QRectF(x + 10, y - 8, QFontMetricsF(font(11)).horizontalAdvance(said), 16)
            if self._free(box) and box.right() < self._chart.inside.right() and not self._crossed(box):
                self._text(said, x + 10, y, 11, self._chart.theme.ink_3)

    def _name(self, line: Line, change: Change) -> None:
        names = line.lane.trace.header.names
        if len(change.came) > MOST_NAMES:
            return
        said = ", ".join(names[x] for x in change.came)
        x, y = self._chart.place_of(change.position), self._chart.height_on(line, change.value)
        wide = QFontMetricsF(font(11)).horizontalAdvance(said)
        box = QRectF(x - 10 - wide, y - 8, wide, 16)
        if box.left() < self._chart.inside.left() + 4 or not self._free(box) or self._crossed(box):
            return
        self._painter.setOpacity(max(self._opacity(change.position), 0.7))
        self._text(said, box.left(), y, 11, self._chart.theme.ink_3)
        self._painter.setOpacity(1.0)
        self._taken.append(box)

    def _free(self, box: QRectF) -> bool:
        return not any(box.intersects(taken) for taken in self._taken)

    def _crossed(self, box: QRectF) -> bool:
        """Does a line, a glyph or the cursor run through it?"""
        chart = self._chart
        if box.left() - 4 < chart.place_of(chart.position) < box.right() + 4:
            return True
        first, last = chart.value_at(box.left() - 6), chart.value_at(box.right() + 4)
        for line in chart.lines:
            _, ys = line.steps(max(first, 0.0), last)
            heights = [chart.height_on(line, value) for value in ys.tolist()]
            if any(min(a, b) < box.bottom() and max(a, b) > box.top() for a, b in pairwise(heights)):
                return True
        return False

    def _finishes(self) -> None:
        """Over the plot, where a lane ends; those that would cover another are left out."""
        chart, theme = self._chart, self._chart.theme
        ends = sorted({line.end for line in chart.lines if line.end})
        for end in ends:
            done = chart.position >= end
            titles = [line.lane.algorithm.title for line in chart.lines if line.end == end]
            said = f"{', '.join(titles)} {at(chart.axis, end)}"
            wide = QFontMetricsF(font(12, SEMIBOLD)).horizontalAdvance(said)
            x = min(max(chart.place_of(end) - wide / 2, SIDE), chart.across - SIDE - wide)
            box = QRectF(x - 5, self._finish - 9, wide + 10, 18)
            if self._free(box):
                self._taken.append(box)
                self._text(
                    said,
                    x,
                    self._finish,
                    12,
                    theme.ink if done else theme.ink_3,
                    SEMIBOLD if done else MEDIUM,
                )

    def _cursor_line(self) -> None:
        chart, theme, painter = self._chart, self._chart.theme, self._painter
        painter.setPen(QPen(theme.now, 2.5 * theme.weight))
        x = chart.place_of(chart.position)
        painter.drawLine(QLineF(x, self._finish + 8, x, self._track_y))

    def _cursor(self) -> None:
        chart, theme, painter = self._chart, self._chart.theme, self._painter
        said = at(chart.axis, chart.position)
        face = font(13, SEMIBOLD)
        wide = QFontMetricsF(face).horizontalAdvance(said) + 22
        x = chart.place_of(chart.position)
        left = min(max(x - wide / 2, 4.0), chart.across - wide - 4.0)
        box = QRectF(left, self._finish - 11, wide, 22)
        painter.setPen(QPen(theme.now, 2.0))
        painter.setBrush(theme.now_bg)
        painter.drawRoundedRect(box, 11, 11)
        painter.setFont(face)
        painter.setPen(theme.now_ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, said)
        self._taken.append(box.adjusted(-4, 0, 4, 0))

    def _ahead(self) -> None:
        """Who is ahead where, as a strip with glyphs."""
        chart, theme, painter = self._chart, self._chart.theme, self._painter
        y = chart.inside.bottom() + 32
        wide = QFontMetricsF(font(11)).horizontalAdvance("ahead")
        self._text("ahead", chart.inside.left() - 10 - wide, y, 11, theme.ink_3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.sunk)
        painter.drawRect(QRectF(chart.inside.left(), y - 7, chart.inside.width(), 14))
        for first, last, line in chart.leading:
            if line is None:
                continue
            left, right = chart.place_of(first), chart.place_of(last)
            box = QRectF(left, y - 7, right - left, 14)
            painter.setOpacity(1.0 if chart.position >= first else LATER)
            painter.fillRect(box, theme.line_strong if chart.position >= first else theme.line)
            if box.width() >= 12:
                painter.fillPath(glyph(line.sign, box.center(), 4.0), line.sign.colour(theme))
        painter.setOpacity(1.0)

    @property
    def _track_y(self) -> float:
        return self._chart.inside.bottom() + (32 if self._chart.low else 58)

    def _scrubber(self) -> None:
        chart, theme, painter = self._chart, self._chart.theme, self._painter
        box, y = chart.inside, self._track_y
        x = chart.place_of(chart.position)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.line)
        painter.drawRoundedRect(QRectF(box.left(), y - 3, box.width(), 6), 3, 3)
        painter.setBrush(theme.now)
        painter.drawRoundedRect(QRectF(box.left(), y - 3, max(x - box.left(), 0.0), 6), 3, 3)
        assert chart.race is not None
        painter.setPen(QPen(theme.independent, 1.6))
        for line in chart.lines:
            for change in line.changes:
                if change.value or change.went:
                    chart.upright(painter, change.position, y - 10, y - 5)
        painter.setPen(QPen(theme.now, 3.0))
        painter.setBrush(theme.panel)
        painter.drawEllipse(QPointF(x, y), 7.5, 7.5)
