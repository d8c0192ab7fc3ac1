"""How the lines of a proof are painted: premises on a rail, their tests as cards below them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QPolygonF,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from elcs_gui.app.graph.painting.argument_painter import paint_number
from elcs_gui.app.kit.quiet_table import Index
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.app.log.row_painter import paint_mark
from elcs_gui.picture.why_answer import TestRow
from elcs_gui.picture.why_lines import Kind, Line

LEFT, STEP = 24.0, 14.0
"""Where words begin, and how much further to the right for every level."""
DOT = 8.5
NUMBER = 8.5
"""Radius of a premise's number."""
LINE = 19.0
CARD, TALL_CARD = 30.0, 48.0
_MORE = 20.0
_CACHED = 600


@dataclass(frozen=True, slots=True)
class Item:
    """A line with what stands around it; `row` for a test."""

    line: Line
    gap: float
    row: TestRow | None = None
    rail_below: bool = False
    now: bool = False
    """The test that is the current event."""

    @property
    def left(self) -> float:
        return LEFT + STEP * self.line.depth


class WhyDelegate(QStyledItemDelegate):
    """Paints items of a `WhyModel`, in the lengths of the design."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._plain, self._bold, self._medium = font(13), font(13, SEMIBOLD), font(13, MEDIUM)
        self._small = font(12)
        self._texts: dict[tuple[str, str, int, str], QTextLayout] = {}

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._texts.clear()

    def height(self, item: Item, width: float) -> float:
        """Of a line, as designed, in a list that is so wide."""
        if item.line.kind is Kind.PREMISE:
            return item.gap + LINE * self._text(item, width).lineCount()
        if item.row is not None:
            return item.gap + (TALL_CARD if self._tall(item, width) else CARD)
        return item.gap + _MORE

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        item, scale = index.data(Qt.ItemDataRole.UserRole), self._theme.scale
        width = self._view.viewport().width()
        return QSize(1, round(self.height(item, width / scale) * scale))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item: Item = index.data(Qt.ItemDataRole.UserRole)
        scale = self._theme.scale
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(option.rect.topLeft())
        painter.scale(scale, scale)
        box = QRectF(0, 0, option.rect.width() / scale, option.rect.height() / scale)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        self._paint_rails(painter, item, box)
        if item.line.kind is Kind.PREMISE:
            self._paint_premise(painter, item, box, pointed=focused or hovered, focused=focused)
        elif item.row is not None:
            self._paint_test(painter, item, item.row, box, hovered=hovered, chosen=chosen)
        else:
            self._paint_more(painter, item, box, pointed=focused or hovered)
        painter.restore()

    # Premises

    def _paint_rails(self, painter: QPainter, item: Item, box: QRectF) -> None:
        premise = item.line.kind is Kind.PREMISE
        painter.setPen(QPen(self._theme.line_strong, 1.0))
        for level in range(item.line.depth + (0 if premise else 1)):
            x = DOT + STEP * level
            painter.drawLine(QPointF(x, 0), QPointF(x, box.height()))
        if premise and item.rail_below:
            x = DOT + STEP * item.line.depth
            painter.drawLine(QPointF(x, item.gap + LINE), QPointF(x, box.height()))

    def _paint_premise(
        self, painter: QPainter, item: Item, box: QRectF, *, pointed: bool, focused: bool
    ) -> None:
        theme, line = self._theme, item.line
        if focused:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.selection_bg)
            painter.drawRoundedRect(box.adjusted(item.left - 4, item.gap - 1, 0, 1), 5, 5)
        centre = QPointF(DOT + STEP * line.depth, item.gap + LINE / 2)
        if line.against:
            painter.setPen(QPen(theme.conflict, 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            for sign in (-1, 1):
                arm = QPointF(3.4, 3.4 * sign)
                painter.drawLine(centre - arm, centre + arm)
        elif line.number and not (line.foldable and pointed):
            paint_number(painter, theme, line.number, (centre.x(), centre.y()), NUMBER, hollow=line.beside)
        elif line.foldable and (pointed or line.opened):
            self._paint_chevron(painter, centre, opened=line.opened, pointed=pointed)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.ink_3)
            painter.drawEllipse(centre, 3.5, 3.5)
        painter.setPen(theme.ink)
        self._text(item, box.width()).draw(painter, QPointF(item.left, item.gap))

    def _paint_chevron(self, painter: QPainter, at: QPointF, *, opened: bool, pointed: bool) -> None:
        ink = self._theme.selection if pointed else self._theme.ink_3
        painter.setPen(
            QPen(ink, 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        corners = (
            [(-3.6, -1.8), (0.0, 1.9), (3.6, -1.8)] if opened else [(-1.8, -3.6), (1.9, 0.0), (-1.8, 3.6)]
        )
        painter.drawPolyline(QPolygonF([at + QPointF(x, y) for x, y in corners]))

    def _text(self, item: Item, width: float) -> QTextLayout:
        """The statement and its explanation in lines, broken anywhere if a name is too long."""
        said, theme = item.line.said, self._theme
        room = max(round(width - item.left), 40)
        key = (said.strong, said.quiet, room, theme.name)
        found = self._texts.get(key)
        if found is not None:
            return found
        if len(self._texts) > _CACHED:
            self._texts.clear()
        text = f"{said.strong} {said.quiet}".rstrip()
        layout = QTextLayout(text, self._plain)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        strong, quiet = QTextLayout.FormatRange(), QTextLayout.FormatRange()
        for part, start, length, made, ink in (
            (strong, 0, len(said.strong), self._bold, theme.conflict if item.line.against else theme.ink),
            (quiet, len(said.strong), len(text) - len(said.strong), self._plain, theme.ink_3),
        ):
            style = QTextCharFormat()
            style.setFont(made)
            style.setForeground(QBrush(ink))
            part.start, part.length, part.format = start, length, style
        layout.setFormats([strong, quiet])
        layout.beginLayout()
        y = 0.0
        while (piece := layout.createLine()).isValid():
            piece.setLineWidth(room)
            piece.setPosition(QPointF(0, y + (LINE - piece.height()) / 2))
            y += LINE
        layout.endLayout()
        self._texts[key] = layout
        return layout

    # Tests

    def _number_width(self, row: TestRow) -> float:
        return max(38.0, QFontMetricsF(self._bold).horizontalAdvance(f"#{row.number}") + 4.0) + 8.0

    def _room(self, item: Item, row: TestRow, width: float) -> float:
        p = QFontMetricsF(self._small).horizontalAdvance(row.p) + 8.0 if row.p else 0.0
        return width - item.left - 20.0 - self._number_width(row) - p - 18.0

    def _tall(self, item: Item, width: float) -> bool:
        """Does the question need a second line?"""
        row = item.row
        if row is None or not row.given:
            return False
        return QFontMetricsF(self._medium).horizontalAdvance(row.question) > self._room(item, row, width)

    def _paint_test(
        self, painter: QPainter, item: Item, row: TestRow, box: QRectF, *, hovered: bool, chosen: bool
    ) -> None:
        theme = self._theme
        card = box.adjusted(item.left + 0.5, item.gap + 0.5, -0.5, -0.5)
        border = (
            theme.selection if chosen else theme.now if item.now else theme.ink_3 if hovered else theme.line
        )
        fill = theme.selection_bg if chosen else theme.now_bg if item.now else theme.raised
        painter.setPen(QPen(border, 1.0))
        painter.setBrush(fill)
        painter.drawRoundedRect(card, 7, 7)
        tall = self._tall(item, box.width())
        middle = card.top() + (15.0 if tall else card.height() / 2)
        self._write(painter, self._bold, theme.selection, card.left() + 10, middle, f"#{row.number}")
        x = card.left() + 10 + self._number_width(row)
        room = self._room(item, row, box.width())
        if tall:
            given = f"given {row.given}"
            self._write(painter, self._medium, theme.ink, x, middle, row.ends, room, middle=True)
            below = card.right() - 10 - x
            self._write(painter, self._small, theme.ink_2, x, middle + 18, given, below)
        else:
            self._write(painter, self._medium, theme.ink, x, middle, row.question, room, middle=True)
        paint_mark(painter, QPointF(card.right() - 15, middle), row.verdict, theme)
        if row.p:
            wide = QFontMetricsF(self._small).horizontalAdvance(row.p)
            self._write(painter, self._small, theme.ink_3, card.right() - 28 - wide, middle, row.p)

    def _write(
        self, painter: QPainter, made: QFont, ink: object, x: float, y: float, text: str,
        room: float | None = None, *, middle: bool = False,
    ) -> None:  # fmt: skip
        """Text whose capitals are centred on y."""
        metrics = QFontMetricsF(made)
        if room is not None:
            mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
            text = metrics.elidedText(text, mode, room)
        painter.setFont(made)
        painter.setPen(ink)
        painter.drawText(QPointF(x, y + metrics.capHeight() / 2), text)

    def _paint_more(self, painter: QPainter, item: Item, box: QRectF, *, pointed: bool) -> None:
        made = font(12, MEDIUM)
        made.setUnderline(pointed)
        middle = item.gap + _MORE / 2
        self._write(painter, made, self._theme.selection, item.left + 1, middle, item.line.said.strong)
