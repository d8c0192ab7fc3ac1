"""The list of variables: all of them, or those whose name holds what is looked for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListView, QStyledItemDelegate

from elcs_gui.app.kit.labels import tip

Index = QModelIndex | QPersistentModelIndex

VARIABLE = Qt.ItemDataRole.UserRole
"""The number of a row's variable."""


class VariableModel(QAbstractListModel):
    """A row for every variable that is shown; of ten thousands only a few are ever asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.names: Sequence[str] = ()
        self._folded: Sequence[str] = ()
        self.shown: Sequence[int] = ()
        """The variables of the rows, in column order."""

    def set_names(self, names: Sequence[str]) -> None:
        """Other variables, all of them shown."""
        self.beginResetModel()
        self.names, self._folded = names, [name.casefold() for name in names]
        self.shown = range(len(names))
        self.endResetModel()

    def keep(self, words: str) -> None:
        """Show whose name holds these, in any case of letters."""
        wanted = words.strip().casefold()
        self.beginResetModel()
        everybody = range(len(self.names))
        self.shown = [x for x in everybody if wanted in self._folded[x]] if wanted else everybody
        self.endResetModel()

    def index_of(self, variable: int | None) -> QModelIndex:
        """Where a variable stands; an index that is not valid if it is not shown."""
        return self.index(self.shown.index(variable)) if variable in self.shown else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        x = self.shown[index.row()]
        if role == VARIABLE:
            return x
        if role == Qt.ItemDataRole.DisplayRole:
            return self.names[x]
        return tip(self.names[x]) if role == Qt.ItemDataRole.ToolTipRole else None


class VariableList(QListView):
    """Keeps the current variable while it is filtered out."""

    selected = Signal(int)
    """The user, or who `choose`s aloud, has made another variable the current one."""
    activated_variable = Signal(int)
    """By a double-click, or by Enter."""

    def __init__(self, rows: QStyledItemDelegate) -> None:
        super().__init__(objectName="variables", accessibleName="Variables", uniformItemSizes=True)
        self.variables = VariableModel()
        self.setModel(self.variables)
        self.setItemDelegate(rows)
        self._current: int | None = None
        self._choosing = False
        self.selectionModel().currentChanged.connect(self._on_current)
        self.activated.connect(lambda index: self.activated_variable.emit(index.data(VARIABLE)))

    @property
    def current(self) -> int | None:
        """The variable that is marked, or would be if it were not filtered out."""
        return self._current

    def set_names(self, names: Sequence[str]) -> None:
        """Other variables."""
        self._current = None
        self.variables.set_names(names)
        self.scrollToTop()

    def keep(self, words: str) -> None:
        """Filter."""
        self._choosing = True
        self.variables.keep(words)
        self._choosing = False
        self._mark()

    def choose(self, variable: int | None) -> None:
        """Mark a variable; nobody is told."""
        self._current = variable
        self._mark()

    def choose_first(self) -> bool:
        """As if the user had chosen the first row; is there one?"""
        if self.variables.rowCount():
            self._go_to(self.variables.index(0))
        return self.variables.rowCount() > 0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activated_variable.emit(self.currentIndex().data(VARIABLE))
        else:
            super().keyPressEvent(event)

    def _mark(self) -> None:
        self._choosing = True
        self._go_to(self.variables.index_of(self._current))
        self._choosing = False

    def _go_to(self, index: QModelIndex) -> None:
        # By the view's own method, the focus would not be seen any more where nothing is current.
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, flags)

    def _on_current(self, index: QModelIndex) -> None:
        if not self._choosing and index.isValid():
            self._current = index.data(VARIABLE)
            self.selected.emit(self._current)
