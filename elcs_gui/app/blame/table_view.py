"""The table of the blame page: what is wrong at the target, and the verdict behind each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from elcs_gui.app.blame.rows import TITLES, BlameRow
from elcs_gui.app.kit.labels import tooltip
from elcs_gui.app.kit.quiet_table import make_quiet
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font, restyle

_FOUND, _TRUTH, _KIND, _BECAUSE, _MENDED_BY, _SHD, _REPLAY = range(7)
_ROW, _LEFT = 40, 16
_WIDTHS = {_KIND: 116, _MENDED_BY: 128, _SHD: 72, _REPLAY: 152}
_LEAST = 90
"""Of the columns that share what the others leave."""


class BlameTable(QTableWidget):
    """One row for everything that is wrong; the buttons run again with its verdict corrected."""

    row_chosen = Signal(int)
    replay_requested = Signal(int)
    opened = Signal(int)
    """Enter or a double click: go to the test to blame."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(0, len(TITLES) + 1, parent)
        self._theme = theme
        self._rows: Sequence[BlameRow] = ()
        self.setAccessibleName("What is wrong, and why")
        self.setHorizontalHeaderLabels([*TITLES, ""])
        make_quiet(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = self.horizontalHeader()
        head.setSectionsClickable(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column in range(self.columnCount()):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self.setItemDelegate(_Cells(self))
        self.currentCellChanged.connect(self._chosen)
        self.cellDoubleClicked.connect(lambda row, _: self.opened.emit(row))
        self.set_theme(theme)

    @property
    def theme(self) -> Theme:
        return self._theme

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        k = theme.scale
        self.verticalHeader().setDefaultSectionSize(round(_ROW * k))
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, round(width * k))
        self._share()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """What was found and what is true get what they need, the reason the rest; none vanishes."""
        k = self._theme.scale
        room = self.viewport().width() - sum(self.columnWidth(column) for column in _WIDTHS)
        bold = QFontMetricsF(font(13 * k, SEMIBOLD))
        needs = []
        for column in (_FOUND, _TRUTH):
            texts = [row.cells[column] for row in self._rows] or [TITLES[column]]
            needs.append(max(bold.horizontalAdvance(text) for text in texts) + (_LEFT + 8) * k)
        least, plain = _LEAST * k, QFontMetricsF(font(13 * k))
        reasons = [plain.horizontalAdvance(row.cells[_BECAUSE]) + (_LEFT + 4) * k for row in self._rows]
        spare = max(room - min(max([least, *reasons]), 1.4 * least), 2 * least)
        if sum(needs) > spare:
            needs = [max(need * spare / sum(needs), least) for need in needs]
        widths = [round(need) for need in needs]
        self.setColumnWidth(_FOUND, widths[0])
        self.setColumnWidth(_TRUTH, widths[1])
        self.setColumnWidth(_BECAUSE, max(room - sum(widths), round(least)))

    def show_rows(self, rows: Sequence[BlameRow]) -> None:
        """Other rows; the first is chosen."""
        self.blockSignals(True)
        self._rows = rows
        self.clearContents()
        self.setRowCount(len(rows))
        for place, row in enumerate(rows):
            for column, text in enumerate(row.cells):
                item = QTableWidgetItem(text)
                tooltip(item, text)
                self.setItem(place, column, item)
            self.setItem(place, _REPLAY, QTableWidgetItem())
            if row.corrections:
                self.setCellWidget(place, _REPLAY, self._button(place, row))
        self.blockSignals(False)
        self.setColumnHidden(_REPLAY, not any(row.corrections for row in rows))
        self._share()
        self.setCurrentCell(-1, -1)
        if rows:
            self.setCurrentCell(0, _FOUND)

    def choose(self, row: int) -> None:
        self.setCurrentCell(row, _FOUND)

    def button(self, row: int) -> QPushButton | None:
        """What runs again with the row's verdict corrected; None where no verdict is to blame."""
        cell = self.cellWidget(row, _REPLAY)
        return None if cell is None else cell.findChild(QPushButton)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentRow() >= 0:
            self.opened.emit(self.currentRow())
        else:
            super().keyPressEvent(event)

    def _button(self, place: int, row: BlameRow) -> QWidget:
        cell = QWidget()
        button = QPushButton("Replay corrected", cell)
        button.setAccessibleName(f"Replay corrected: {row.found}, in truth {row.truth}")
        tooltip(button, "Run again with only this verdict as it is in truth. Ctrl+Z takes it back.")
        k = self._theme.scale
        button.setGeometry(round(4 * k), round(6 * k), round(136 * k), round(28 * k))
        button.clicked.connect(lambda: self.replay_requested.emit(place))
        return cell

    def _chosen(self, row: int, *_: int) -> None:
        for place in range(self.rowCount()):
            button = self.button(place)
            if button is not None:
                button.setObjectName("primary" if place == row else "")
                restyle(button)
        self.row_chosen.emit(row)


class _Cells(QStyledItemDelegate):
    """Bold what was found, quiet what explains it, a pill for the kind, indigo for the test."""

    def __init__(self, table: BlameTable) -> None:
        super().__init__(table)
        self._table = table

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, column, text = self._table.theme, index.column(), str(index.data() or "")
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.row() == self._table.currentRow():
            painter.fillRect(box, theme.selection_bg)
        k = theme.scale
        if index.row() == self._table.currentRow() and column == _FOUND and self._table.hasFocus():
            painter.fillRect(QRectF(box.left(), box.top(), 3 * k, box.height()), theme.selection)
        room = box.adjusted(_LEFT * k, 0, -4 * k, 0)
        if column == _KIND:
            self._pill(painter, room, text, theme)
        else:
            strong, ink = self._style(column, text, theme)
            painter.setFont(font(13 * k, strong))
            painter.setPen(ink)
            metrics = QFontMetricsF(painter.font())
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room.width())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        painter.restore()

    def _style(self, column: int, text: str, theme: Theme):  # type: ignore[no-untyped-def]
        if column == _FOUND:
            return SEMIBOLD, theme.ink
        if column == _MENDED_BY and text.startswith("#"):
            return SEMIBOLD, theme.selection
        return MEDIUM if column == _TRUTH else font().weight(), theme.ink_2

    def _pill(self, painter: QPainter, room: QRectF, text: str, theme: Theme) -> None:
        k = theme.scale
        painter.setFont(font(11 * k, SEMIBOLD))
        wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 16 * k
        wide = min(wide, room.width() + 8 * k)
        box = QRectF(room.left(), room.center().y() - 10 * k, wide, 20 * k)
        mild = text in ("undirected", "not identifiable")
        ink: QColor = theme.unreliable if mild else theme.conflict
        painter.setPen(QPen(ink, 1.3 * k))
        painter.setBrush(theme.unreliable_bg if mild else theme.conflict_bg)
        painter.drawRoundedRect(box, 10 * k, 10 * k)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
