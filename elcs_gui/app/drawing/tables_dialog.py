"""The probability table of a variable, set by hand: every change is an edit of the drawing."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from elcs_gui.app.drawing.editor import Editor
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.data.strengths import Table


class TablesDialog(QDialog):
    """One row for every way the parents can be; what is typed into a cell is made up for by the others."""

    def __init__(self, editor: Editor, parent: QWidget) -> None:
        super().__init__(parent, windowTitle="Probability tables")
        self._editor = editor
        self._id: int | None = None
        self._showing = False
        self.variables: QComboBox = QComboBox(accessibleName="Variable")
        self.levels: QLineEdit = QLineEdit(accessibleName="Levels", toolTip="Names with commas between them")
        self.table = QTableWidget(accessibleName="P(variable given its causes)")
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._source = Label(objectName="quiet", wordWrap=True)
        self._refused = Label(objectName="refused", wordWrap=True)
        self.by_strengths = QPushButton("By strengths again")
        close = QPushButton("Close")
        close.clicked.connect(self.close)
        fields = QGridLayout()
        for row, (title, field) in enumerate((("Variable", self.variables), ("Levels", self.levels))):
            label = Label(title, objectName="label")
            label.setBuddy(field)
            fields.addWidget(label, row, 0)
            fields.addWidget(field, row, 1)
        fields.setColumnStretch(1, 1)
        column_of(
            fields,
            self._source,
            (self.table, 1),
            self._refused,
            row_of(self.by_strengths, None, close),
            inside=self,
            margins=(20, 16, 20, 14),
            spacing=8,
        )
        self.resize(520, 420)
        self.variables.activated.connect(lambda: self.show_variable(self.variables.currentData()))
        self.levels.editingFinished.connect(self._take_levels)
        self.table.itemChanged.connect(self._take_cell)
        self.by_strengths.clicked.connect(self._forget)
        editor.changed.connect(self.refresh)
        editor.chosen_changed.connect(self._follow)
        self._follow()

    @property
    def refusal(self) -> str:
        return str(self._refused.text())

    def show_variable(self, id: int | None) -> None:
        self._id = id
        self.refresh()

    def _follow(self) -> None:
        """Show the variable that is chosen, or the head of the arrow; else what was shown, or the target."""
        chosen, drawing = self._editor.chosen, self._editor.drawing
        id = chosen[1] if isinstance(chosen, tuple) else chosen
        if id is None:
            id = self._id if drawing.has(self._id) else drawing.target
        self.show_variable(id)

    def refresh(self) -> None:
        drawing = self._editor.drawing
        if not drawing.has(self._id):
            self._id = drawing.target
        self._showing = True
        self.variables.clear()
        for variable in drawing.variables:
            self.variables.addItem(variable.name, variable.id)
        self.variables.setCurrentIndex(self.variables.findData(self._id))
        for part in (self.levels, self.table, self.by_strengths):
            part.setEnabled(self._id is not None)
        if self._id is None:
            self.table.setRowCount(0)
        else:
            self._show_table(self._id)
        self._showing = False

    def _show_table(self, id: int) -> None:
        drawing = self._editor.drawing
        variable, parents = drawing.variable(id), [drawing.variable(p) for p in drawing.parents_of(id)]
        if not self.levels.hasFocus():
            self.levels.setText(", ".join(variable.levels))
        self.by_strengths.setEnabled(variable.table is not None)
        self._source.setText(
            "Set by hand." if variable.table is not None
            else "From the strengths of its arrows; type into a cell to set it by hand." if parents
            else "All levels are equally likely; type into a cell to set it by hand."
        )  # fmt: skip
        rows = drawing.table(id).reshape(-1, len(variable.levels))
        shape = [len(parent.levels) for parent in parents]
        self.table.setColumnCount(len(variable.levels))
        self.table.setRowCount(len(rows))
        self.table.setHorizontalHeaderLabels([f"P({level})" for level in variable.levels])
        titles = []
        for place in range(len(rows)):
            given = np.unravel_index(place, shape) if shape else ()
            titles.append(
                ", ".join(f"{p.name} = {p.levels[int(i)]}" for p, i in zip(parents, given, strict=True))
            )
        self.table.setVerticalHeaderLabels(titles)
        self.table.verticalHeader().setVisible(bool(parents))
        for row, figures in enumerate(rows.tolist()):
            for column, figure in enumerate(figures):
                item = QTableWidgetItem(f"{figure:.3f}")
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)

    def _take_cell(self, item: QTableWidgetItem) -> None:
        """What is left of the row is shared by its other cells as before."""
        if self._showing or self._id is None:
            return
        try:
            share = float(item.text().replace(",", "."))
        except ValueError:
            share = -1.0
        if not 0.0 <= share <= 1.0:
            self._say("A probability lies between 0 and 1.")
            self.refresh()
            return
        drawing = self._editor.drawing
        variable = drawing.variable(self._id)
        table = drawing.table(self._id).copy()
        row = table.reshape(-1, len(variable.levels))[item.row()]
        others = [column for column in range(len(row)) if column != item.column()]
        rest = row[others].sum()
        row[others] = row[others] / rest * (1 - share) if rest > 0 else (1 - share) / len(others)
        row[item.column()] = share
        self._edit(variable.levels, table)

    def _take_levels(self) -> None:
        if self._id is None:
            return
        variable = self._editor.drawing.variable(self._id)
        levels = tuple(level.strip() for level in self.levels.text().split(","))
        if levels != variable.levels:
            kept = variable.table is not None and len(levels) == len(variable.levels)
            self._edit(levels, self._editor.drawing.table(self._id) if kept else None)

    def _forget(self) -> None:
        if self._id is not None:
            self._edit(self._editor.drawing.variable(self._id).levels, None)

    def _edit(self, levels: tuple[str, ...], table: Table | None) -> None:
        assert self._id is not None
        done = self._editor.tabulate(self._id, levels, table)
        self._say("" if done or self._editor.refusal is None else self._editor.refusal.sentence)
        self.refresh()

    def _say(self, words: str) -> None:
        self._refused.setText(words)
        self._refused.setVisible(bool(words))
