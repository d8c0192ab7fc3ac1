"""The alpha explorer's table: one line for every different result, the one at the chosen alpha in amber."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from elcs_gui.app.alpha.rows import Line
from elcs_gui.app.kit.quiet_table import LEFT, RIGHT, Column, Index, RowsModel, make_quiet
from elcs_gui.app.kit.theme import MEDIUM, Theme, font

_ROW, _HEAD, _PAD = 24, 26, 10
_TESTS = 1


def _columns(heads: Line) -> tuple[Column[Line], ...]:
    cells = [itemgetter(place) for place in range(len(heads))]
    return tuple(
        Column(title, cell, RIGHT if place == _TESTS else LEFT, tip=cell)
        for place, (title, cell) in enumerate(zip(heads, cells, strict=True))
    )


class _Painter(QStyledItemDelegate):
    """Amber is the current line; the user's own selection is not told apart from it."""

    def __init__(self, table: AlphaTable, theme: Theme) -> None:
        super().__init__(table)
        self._table, self._theme = table, theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = self._theme, QRectF(option.rect)
        now = index.row() == self._table.current
        if now:
            painter.fillRect(rect, theme.now_bg)
            if index.column() == 0:
                painter.fillRect(QRectF(rect.left(), rect.top(), 3 * theme.scale, rect.height()), theme.now)
            if self._table.hasFocus():
                painter.setPen(QPen(theme.selection, 1))
                painter.drawLine(option.rect.topLeft(), option.rect.topRight())
                painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        used = font(13 * theme.scale, MEDIUM if now else font().weight())
        painter.setFont(used)
        text = str(index.data())
        painter.setPen(theme.ink_3 if text == "–" else theme.ink)
        pad = round(_PAD * theme.scale)
        inside = QRect(option.rect).adjusted(pad, 0, -pad, 0)
        shown = QFontMetrics(used).elidedText(text, Qt.TextElideMode.ElideRight, inside.width())
        painter.drawText(inside, int(RIGHT if index.column() == _TESTS else LEFT), shown)


class AlphaTable(QTableView):
    """A click, or the arrow keys, chooses a result."""

    result_chosen = Signal(int)
    """The number of a result, from 0 on."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.current: int | None = None
        """The result at the chosen alpha."""
        self._model = RowsModel[Line](())
        self._model.setParent(self)
        self.setModel(self._model)
        self.setAccessibleName("Different results")
        make_quiet(self, mode=QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.horizontalHeader().setAccessibleName("Columns of the results")
        self.clicked.connect(lambda index: self.result_chosen.emit(index.row()))
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setItemDelegate(_Painter(self, theme))
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(round(_ROW * theme.scale))
        self.horizontalHeader().setFixedHeight(round(_HEAD * theme.scale))
        self._share_width()
        self._keep_room()

    def show_lines(self, heads: Line, lines: Sequence[Line]) -> None:
        """What there is now; where it was scrolled to stays."""
        columns = _columns(heads)
        if (lines, heads) != (self._model.rows, tuple(column.title for column in self._model.columns)):
            at = self.verticalScrollBar().value()
            self._model.show(lines, columns)
            self.verticalScrollBar().setValue(at)
            self._share_width()
            self._keep_room()

    def set_current(self, row: int | None) -> None:
        """The amber line."""
        if row != self.current:
            self.current = row
            if row is not None:
                self.scrollTo(self._model.index(row, 0))
                self.setCurrentIndex(self._model.index(row, 0))
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}
        count = len(self._model.rows)
        if event.key() in moves and count:
            here = moves[Qt.Key(event.key())] + (0 if self.current is None else self.current)
            self.result_chosen.emit(min(max(here, 0), count - 1))
        else:
            super().keyPressEvent(event)

    def _keep_room(self) -> None:
        """The plot leaves room for six results, or for those there are; four where everything is large."""
        shown = min(max(len(self._model.rows), 3), 6 if self._theme.scale == 1 else 4)
        self.setMinimumHeight(round((_HEAD + _ROW * shown + 4) * self._theme.scale))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Room for eight results, or for those there are."""
        shown = min(max(len(self._model.rows), 3), 8)
        return QSize(round(400 * self._theme.scale), round((_HEAD + _ROW * shown + 4) * self._theme.scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """The figures get what they need, the sets share what is left, by their longest."""
        if not self._model.rows:
            return
        columns = self._model.columns
        metrics = QFontMetrics(font(13 * self._theme.scale, MEDIUM))
        texts = ((column.title, *map(column.text, self._model.rows)) for column in columns)
        spare = 2 * round(_PAD * self._theme.scale) + 2
        need = [max(map(metrics.horizontalAdvance, each)) + spare for each in texts]
        left = self.viewport().width() - need[0] - need[1]
        sets = len(columns) - 2
        for place, column in enumerate(sorted(range(2, len(columns)), key=lambda c: need[c])):
            # Who needs little gets it, and leaves the rest to the others.
            fair = max(left // (sets - place), 40)
            need[column] = min(need[column], fair)
            left -= need[column]
        for column, wide in enumerate(need):
            self.setColumnWidth(column, wide + (max(left, 0) // sets if column >= 2 else 0))
