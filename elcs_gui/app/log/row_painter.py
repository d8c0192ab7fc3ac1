"""How the rows of the test log are painted: amber for now, quiet for what is to come, a mark for the verdict.

Rows are painted column by column for all rows in sight, not cell by cell through a Qt delegate: that changes
fonts and pens seldom and is several times as fast in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.log.columns import Record
from elcs_gui.app.log.qt_model import RIGHT, LogModel
from elcs_gui.ci.questions import Verdict
from elcs_gui.picture.short_names import ShortNames
from elcs_gui.trace.explain import braced

ROW = 24
PADDING = 8
BAR = 3
FUTURE = 0.45
"""Opacity of the tests that the cursor has not reached yet."""

_QUIET = frozenset({"n", "stage", "answer", "line"})
_STRONG = frozenset({"x", "y"})
_MAY_BE_LONG = frozenset({"x", "y", "z"})
_MARK = 16
_LEAST_NAME = 40
"""Of a name among several, before the last ones are left out."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class Line:
    """One row in sight: where it stands, what it says, and whether the user chose it."""

    top: int
    record: Record
    chosen: bool


class LogPainter:
    """Paints rows of a `LogModel`."""

    def __init__(self, model: LogModel, theme: Theme) -> None:
        self._model = model
        self.theme = theme
        self._plain, self._bold = font(13), font(13, SEMIBOLD)
        self._short: tuple[ShortNames, ...] | None = None
        self._plain_size, self._bold_size = QFontMetricsF(self._plain), QFontMetricsF(self._bold)

    def width(self, text: str, *, bold: bool = False) -> float:
        return (self._bold_size if bold else self._plain_size).horizontalAdvance(text)

    def paint(
        self, painter: QPainter, lines: Sequence[Line], columns: Sequence[tuple[str, int, int]], wide: int
    ) -> None:
        """Paint the lines; `columns` are (column, left, width), `wide` is how far a row reaches."""
        current = self._model.current
        for line in lines:
            self._paint_ground(painter, QRect(0, line.top, wide, ROW), line)
        for dimmed in (False, True):
            some = [line for line in lines if (line.record.number > current) is dimmed]
            painter.setOpacity(FUTURE if dimmed else 1.0)
            for column, left, width in columns if some else ():
                self._paint_column(painter, some, column, left + PADDING, width - 2 * PADDING)
        painter.setOpacity(1.0)

    def _paint_ground(self, painter: QPainter, rect: QRect, line: Line) -> None:
        theme, now = self.theme, line.record.number == self._model.current
        if now:
            painter.fillRect(rect, theme.now_bg)
        elif line.chosen:
            painter.fillRect(rect, theme.selection_bg)
        if now and line.chosen:  # the row of now stays amber: the choice is told by lines above and below
            painter.fillRect(QRect(0, rect.top(), rect.width(), 1), theme.selection)
            painter.fillRect(QRect(0, rect.bottom(), rect.width(), 1), theme.selection)
        if now or line.chosen:
            painter.fillRect(QRect(0, rect.top(), BAR, ROW), theme.now if now else theme.selection)

    def _paint_column(
        self, painter: QPainter, lines: Sequence[Line], column: str, left: int, width: int
    ) -> None:
        model, theme = self._model, self.theme
        if column in ("verdict", "truth"):
            paint = self._paint_verdict if column == "verdict" else self._paint_truth
            for line in lines:
                paint(painter, QRect(left, line.top, width, ROW), line.record)
            return
        bold, side = column in _STRONG, _RIGHT if column in RIGHT else _LEFT
        size = self._bold_size if bold else self._plain_size
        ink = theme.ink_3 if column in _QUIET else theme.ink
        painter.setFont(self._bold if bold else self._plain)
        for line in lines:
            text = self._fitted(line.record, column, width)
            now = line.record.number == model.current
            painter.setPen(theme.ink_3 if text in ("∅", "–") else theme.ink if now else ink)
            if column == "z" and size.horizontalAdvance(text) > width + 0.5:
                text = size.elidedText(text, Qt.TextElideMode.ElideRight, width)
            painter.drawText(left, line.top, width, ROW, side, text)

    def _fitted(self, record: Record, column: str, width: int) -> str:
        """What stands in a column; long names as short as they must be, and still different."""
        names = self._model.columns.names
        if column not in _MAY_BE_LONG:
            return self._model.text(record, column)
        if self._short is None or self._short[0].names is not names:
            self._short = tuple(
                ShortNames(names, each.horizontalAdvance) for each in (self._bold_size, self._plain_size)
            )
        if column != "z":
            return self._short[0].within(width + 0.5)[record.x if column == "x" else record.y]
        text = self._model.text(record, column)
        if len(record.z) == 0 or self._plain_size.horizontalAdvance(text) <= width + 0.5:
            return text
        room = width - self._plain_size.horizontalAdvance(braced(("",) * len(names), record.z))
        each = max(
            _share(room, [self._plain_size.horizontalAdvance(names[x]) for x in record.z]), _LEAST_NAME
        )
        return braced(self._short[1].within(each // 8 * 8), record.z)

    def _write(self, painter: QPainter, rect: QRect, text: str, ink: QColor, *, bold: bool) -> None:
        painter.setFont(self._bold if bold else self._plain)
        painter.setPen(ink)
        painter.drawText(rect.adjusted(_MARK, 0, 0, 0), _LEFT, text)

    def _paint_verdict(self, painter: QPainter, rect: QRect, record: Record) -> None:
        theme, verdict = self.theme, record.verdict
        ink = {
            Verdict.INDEPENDENT: theme.independent,
            Verdict.DEPENDENT: theme.ink_2,
            Verdict.UNRELIABLE: theme.unreliable,
            Verdict.NO_INFORMATION: theme.unreliable,
        }[verdict]
        paint_mark(painter, QPointF(rect.left() + 5, rect.center().y() + 0.5), verdict, theme)
        self._write(painter, rect, verdict.word, ink, bold=verdict is Verdict.INDEPENDENT)

    def _paint_truth(self, painter: QPainter, rect: QRect, record: Record) -> None:
        text = self._model.text(record, "truth")
        wrong = text == "wrong"
        ink = self.theme.conflict if wrong else self.theme.ink_3
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(ink, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        x, y = rect.left() + 5.0, rect.center().y() + 0.5
        if wrong:
            painter.drawLine(QPointF(x - 3, y - 3), QPointF(x + 3, y + 3))
            painter.drawLine(QPointF(x - 3, y + 3), QPointF(x + 3, y - 3))
        elif text:
            painter.drawPolyline([QPointF(x - 4, y), QPointF(x - 1, y + 3), QPointF(x + 4, y - 3.5)])
        self._write(painter, rect, text, ink, bold=wrong)


def _share(room: float, widths: Sequence[float]) -> float:
    """How wide each of several names may be, if short ones leave what they do not need to the others."""
    left = len(widths)
    for width in sorted(widths):
        if width > room / left:
            break
        room, left = room - width, left - 1
    return room / max(left, 1)


def paint_mark(painter: QPainter, centre: QPointF, verdict: Verdict, theme: Theme) -> None:
    """The verdict's sign, 9 px across: ring, disc, half disc, or a ring with a stroke in it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if verdict is Verdict.DEPENDENT:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.dependent)
        painter.drawEllipse(centre, 4.4, 4.4)
        return
    ink = theme.independent if verdict is Verdict.INDEPENDENT else theme.unreliable
    painter.setPen(QPen(ink, 2.0 if verdict is Verdict.INDEPENDENT else 1.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(centre, 3.8, 3.8)
    if verdict is Verdict.UNRELIABLE:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawPie(QRectF(centre.x() - 4, centre.y() - 4, 8, 8), 90 * 16, 180 * 16)
    elif verdict is Verdict.NO_INFORMATION:
        painter.drawLine(QPointF(centre.x() - 1.8, centre.y()), QPointF(centre.x() + 1.8, centre.y()))
