"""Tables that are read, not edited: no grid, no row numbers, smooth scrolling; Tab leaves them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView

from elcs_gui.app.kit.labels import tip
from elcs_gui.app.kit.theme import Theme

R = TypeVar("R")
Index = QModelIndex | QPersistentModelIndex
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_BY_PIXEL = QAbstractItemView.ScrollMode.ScrollPerPixel
_SPOKEN = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole)
_NOWHERE = QModelIndex()


def make_quiet(
    table: QTableView,
    selects: QAbstractItemView.SelectionBehavior = QAbstractItemView.SelectionBehavior.SelectRows,
    mode: QAbstractItemView.SelectionMode = QAbstractItemView.SelectionMode.SingleSelection,
) -> None:
    """Set up a table, and what a click in it selects."""
    table.setSelectionBehavior(selects)
    table.setSelectionMode(mode)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setHorizontalScrollMode(_BY_PIXEL)
    table.setVerticalScrollMode(_BY_PIXEL)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setCornerButtonEnabled(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.horizontalHeader().setHighlightSections(False)


@dataclass(frozen=True)
class Column(Generic[R]):
    """One column of a table.

    Attributes:
        text: of the cell in a row.
        alignment: of its heading and its cells.
        meaning: shown when the mouse rests on its heading.
        tip: shown when it rests on a cell.
    """

    title: str
    text: Callable[[R], str]
    alignment: Qt.AlignmentFlag = LEFT
    meaning: str = ""
    tip: Callable[[R], str] | None = None


class RowsModel(QAbstractTableModel, Generic[R]):
    """Rows of any kind; what a screen reader says of one is given by `spoken`, else it is the text."""

    def __init__(self, columns: Sequence[Column[R]], spoken: Callable[[R], str] | None = None) -> None:
        super().__init__()
        self.columns, self._spoken = columns, spoken
        self.rows: Sequence[R] = ()

    def show(self, rows: Sequence[R], columns: Sequence[Column[R]] | None = None) -> None:
        """Other rows, and other columns of them."""
        self.beginResetModel()
        self.rows, self.columns = rows, self.columns if columns is None else columns
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, column = self.rows[index.row()], self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.alignment
        if role == Qt.ItemDataRole.ToolTipRole and column.tip is not None:
            return tip(column.tip(row)) or None
        return self._spoken(row) if role in _SPOKEN and self._spoken is not None else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Vertical:
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(column.meaning) or None
        return column.alignment if role == Qt.ItemDataRole.TextAlignmentRole else None


class RowsTable(QTableView, Generic[R]):
    """Shows the rows of a model, each so high, one of them selected at a time."""

    def __init__(self, name: str, model: RowsModel[R], height: int, theme: Theme) -> None:
        super().__init__(accessibleName=name)
        self.rows_model, self.theme, self._height = model, theme, height
        model.setParent(self)
        self.setModel(model)
        make_quiet(self)

    @property
    def current(self) -> R | None:
        """The row the user is on."""
        place = self.currentIndex().row()
        return self.rows_model.rows[place] if 0 <= place < len(self.rows_model.rows) else None

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.verticalHeader().setDefaultSectionSize(round(self._height * theme.scale))
        self.fit()
        self.viewport().update()

    def fit(self) -> None:
        """Make the columns as wide as what stands in them, or as there is room."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
