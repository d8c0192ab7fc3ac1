"""The drawing as a list, to be read and changed without a picture: every variable with its causes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from elcs_gui.app.drawing.editor import Editor
from elcs_gui.app.kit.labels import tooltip

_NAME, _CAUSES, _ROLE = range(3)


class DrawingList(QTableWidget):
    """A row for each variable, and one to add another. Causes are names with commas between them."""

    def __init__(self, editor: Editor) -> None:
        super().__init__(0, 3)
        self._editor = editor
        self._showing = False
        self.setAccessibleName("Variables and their causes")
        self.setHorizontalHeaderLabels(["Variable", "Causes", ""])
        self.verticalHeader().hide()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(_CAUSES, QHeaderView.ResizeMode.Stretch)
        self.itemChanged.connect(self._take)
        self.itemSelectionChanged.connect(self._choose)
        editor.changed.connect(self._on_changed)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _on_changed(self) -> None:
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Show the drawing as it is."""
        drawing = self._editor.drawing
        self._showing = True
        self.setRowCount(len(drawing.variables) + 1)
        for row, variable in enumerate(drawing.variables):
            causes = ", ".join(drawing.variable(parent).name for parent in drawing.parents_of(variable.id))
            self._write(row, variable.name, causes, "target" if variable.id == drawing.target else "")
            if variable.id == self._editor.chosen:
                self.selectRow(row)
        self._write(len(drawing.variables), "", "", "")
        cell = self.cell(len(drawing.variables), _NAME)
        tooltip(cell, "Type a name to add a variable.")
        cell.setData(Qt.ItemDataRole.AccessibleTextRole, "Add a variable")
        self._showing = False

    def cell(self, row: int, column: int) -> QTableWidgetItem:
        """What stands there; made if nothing does."""
        found = self.item(row, column)
        if found is None:
            found = QTableWidgetItem()
            self.setItem(row, column, found)
        return found

    def _write(self, row: int, name: str, causes: str, role: str) -> None:
        for column, text in ((_NAME, name), (_CAUSES, causes), (_ROLE, role)):
            item = self.cell(row, column)
            item.setText(text)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, text or "none")
        fixed = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        self.cell(row, _ROLE).setFlags(fixed)
        self.cell(row, _CAUSES).setFlags(fixed | Qt.ItemFlag.ItemIsEditable if name else fixed)

    def _take(self, item: QTableWidgetItem) -> None:
        """A cell was changed by hand; what cannot be is put back."""
        if self._showing:
            return
        variables, row = self._editor.drawing.variables, item.row()
        if row == len(variables):
            self._add(item.text())
        elif item.column() == _NAME:
            self._editor.rename(variables[row].id, item.text())
        else:
            names = [name.strip() for name in item.text().split(",") if name.strip()]
            self._editor.set_causes(variables[row].id, names)
        self.refresh()

    def _add(self, name: str) -> None:
        if name.strip():
            taken = len(self._editor.drawing.variables)
            id = self._editor.add(90.0 + 110.0 * (taken % 4), 70.0 + 90.0 * (taken // 4))
            if id is not None:
                self._editor.rename(id, name)

    def _choose(self) -> None:
        variables, row = self._editor.drawing.variables, self.currentRow()
        if not self._showing and 0 <= row < len(variables):
            self._editor.choose(variables[row].id)
