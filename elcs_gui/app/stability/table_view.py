"""A table of stability: one row for each variable or edge, its bar painted, sortable, copied as text."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from elcs_gui.app.kit.quiet_table import LEFT, RIGHT, Column, Index, RowsModel, RowsTable
from elcs_gui.app.kit.theme import MEDIUM, Theme, font
from elcs_gui.app.stability.bar_painter import paint_bar, paint_found
from elcs_gui.app.stability.rows import SORTS, WORDS, Row, as_text, sort_key, spoken
from elcs_gui.app.stability.words import interval

TITLE, FOUND, BAR, SHARE, INTERVAL = range(5)
ROW = 30
_DOWN = Qt.SortOrder.DescendingOrder
_SHARE = "How often it was what this run says."
_INTERVAL = (
    "Where that share would settle with ever more replicates (Wilson, 95 %). It says nothing of the truth."
)


def _columns(subject: str) -> tuple[Column[Row], ...]:
    bar = attrgetter("described")
    return (
        Column(subject, lambda row: row.title, tip=bar),
        Column("This run", lambda row: WORDS[row.found], LEFT, "What this run says.", bar),
        Column("In the replicates", lambda _: "", LEFT, "What it was in the replicates.", bar),
        Column("Came back", lambda row: row.came_back.percent, RIGHT, _SHARE, bar),
        Column("Interval", lambda row: interval(row.came_back), RIGHT, _INTERVAL, bar),
    )


class StabilityTable(RowsTable[Row]):
    """One row selected at a time; sorted by a click on a heading."""

    row_selected = Signal(object)
    """The `Row` the user is on."""

    def __init__(self, subject: str, theme: Theme) -> None:
        model = RowsModel(_columns(subject), spoken)
        super().__init__(f"Stability by {subject.lower()}", model, ROW, theme)
        self._by, self._down = BAR, False
        self._telling = True
        self.setItemDelegate(_Delegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = self.horizontalHeader()
        head.setSectionsClickable(True)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(BAR, QHeaderView.ResizeMode.Stretch)
        head.setSortIndicatorShown(True)
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.sortIndicatorChanged.connect(self._sort)
        self.selectionModel().currentRowChanged.connect(self._tell)
        self.set_theme(theme)

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Other rows, or the same with other figures: who was selected stays so."""
        before, top = self.current, self.verticalScrollBar().value()
        self._telling = False
        self._show(rows)
        self._select(None if before is None else before.edge, scroll=False)
        self.verticalScrollBar().setValue(top)
        self._telling = True
        self.fit()

    def _show(self, rows: Sequence[Row]) -> None:
        """In the order last asked for."""
        key = SORTS[self._by]
        self.rows_model.show(sorted(rows, key=lambda row: sort_key(row, key), reverse=self._down))

    def select_edge(self, edge: tuple[int, int] | None) -> None:
        """From outside: mark the row of an edge; nobody is told."""
        self._telling = False
        self._select(edge, scroll=True)
        self._telling = True

    def text(self, delimiter: str = ",") -> str:
        """The table as it is sorted."""
        return as_text(self.rows_model.rows, delimiter)

    def copy(self) -> None:
        """All rows, to be pasted into a spreadsheet."""
        QGuiApplication.clipboard().setText(self.text("\t"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(560, 320)

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        current = self.current
        self._telling = False
        self._by, self._down = (BAR, False) if column < 0 else (column, order is _DOWN)
        self._show(self.rows_model.rows)
        self._select(None if current is None else current.edge, scroll=True)
        self._telling = True

    def _select(self, edge: tuple[int, int] | None, *, scroll: bool) -> None:
        for place, row in enumerate(self.rows_model.rows):
            if row.edge == edge:
                index = self.rows_model.index(place, 0)
                flags = QItemSelectionModel.SelectionFlag
                self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
                if scroll:
                    self.scrollTo(index)
                return
        self.clearSelection()
        self.setCurrentIndex(QModelIndex())

    def _tell(self) -> None:
        if self._telling and self.current is not None:
            self.row_selected.emit(self.current)

    def fit(self) -> None:
        """Columns as wide as what stands in them; the bar takes the rest."""
        k, metrics = self.theme.scale, self.fontMetrics()
        widest = max((metrics.horizontalAdvance(row.title) for row in self.rows_model.rows), default=0)
        most = max(self.viewport().width() * 0.34, 120 * k)
        self.setColumnWidth(TITLE, round(min(max(widest * 1.06 + 20 * k, 92 * k), most)))
        for column, width in ((FOUND, 106), (SHARE, 84), (INTERVAL, 84)):
            self.setColumnWidth(column, round(width * k))


class _Delegate(QStyledItemDelegate):
    """Paints the row: quiet figures, the bar, a line below."""

    def __init__(self, table: StabilityTable) -> None:
        super().__init__(table)
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, table = self._table.theme, self._table
        k, row, column = theme.scale, table.rows_model.rows[index.row()], index.column()
        rect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.selection_bg)
        painter.setPen(theme.line)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if column == BAR:
            box = QRectF(rect).adjusted(8 * k, 6 * k, -8 * k, -7 * k)
            paint_bar(painter, row, box, theme)
        elif column == FOUND:
            paint_found(painter, row.found, WORDS[row.found], QRectF(rect).adjusted(8 * k, 0, 0, 0), theme)
        else:
            loud = column in (TITLE, SHARE)
            painter.setFont(font(13 * k, MEDIUM if loud else QFont.Weight.Normal))
            painter.setPen(theme.ink if loud else theme.ink_2)
            inside = rect.adjusted(round(8 * k), 0, round(-8 * k), 0)
            text = painter.fontMetrics().elidedText(
                str(index.data()), Qt.TextElideMode.ElideMiddle, inside.width()
            )
            painter.drawText(inside, int(table.rows_model.columns[column].alignment), text)
        painter.restore()
