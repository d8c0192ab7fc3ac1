"""Choosing where to stop: the kinds of breakpoints, and those that are set."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from elcs_gui.app.kit.fields import NumberBox
from elcs_gui.app.kit.labels import Label, lettered
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.model.breakpoints import (
    AtStep,
    Breakpoint,
    Breakpoints,
    Conflict,
    DiffersFromTruth,
    EdgeChanges,
    LargeCondition,
    MeekFires,
    NearAlpha,
    Truth,
    Unreliable,
)


class BreakpointDialog(QDialog):
    """Every change holds at once; closing the dialog loses nothing."""

    def __init__(
        self, breakpoints: Breakpoints, names: Sequence[str], truth: Truth | None, step: int, parent: QWidget
    ) -> None:
        super().__init__(parent, windowTitle="Breakpoints")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(420)
        self._breakpoints, self._names = breakpoints, names
        self._boxes: dict[Breakpoint, QCheckBox] = {}
        column = column_of(
            Label("Stop where", objectName="section"), inside=self, margins=(20, 16, 20, 16), spacing=8
        )
        simple: list[Breakpoint] = [NearAlpha(), Unreliable(), MeekFires(), Conflict()]
        if truth is not None:
            simple.insert(2, DiffersFromTruth(truth))
        for kind in simple:
            self._boxes[kind] = self._switch(kind)
            column.addWidget(self._boxes[kind])
        self._add_edge_row(column)
        self._size = NumberBox(minimum=1, maximum=99, value=3, accessibleName="Size of the conditioning set")
        self._add_row(column, "|Z| is at least", [self._size], lambda: LargeCondition(self._size.value()))
        self._step = NumberBox(minimum=1, maximum=2**31 - 1, value=max(step, 1), accessibleName="Step")
        self._add_row(column, "Step", [self._step], lambda: AtStep(self._step.value()))
        column.addSpacing(8)
        column.addWidget(Label("Set", objectName="section"))
        self._list = QListWidget(accessibleName="Breakpoints that are set", minimumHeight=110)
        self._nothing = Label("No breakpoint is set. Tick one above.", objectName="quiet")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column_of(self._nothing, inside=self._list.viewport())
        column.addWidget(self._list)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setIcon(QIcon())  # no other button has one
        remove = QPushButton("Remove")
        remove.clicked.connect(self._remove)
        clear = QPushButton("Remove all")
        clear.clicked.connect(breakpoints.clear)
        buttons.addButton(remove, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(clear, QDialogButtonBox.ButtonRole.ActionRole)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter is the row's own
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        breakpoints.changed.connect(self._fill)
        self._fill()

    def _switch(self, kind: Breakpoint) -> QCheckBox:
        box = QCheckBox(lettered(kind.sentence(self._names).rstrip(".")))
        box.clicked.connect(lambda on: (self._breakpoints.add if on else self._breakpoints.remove)(kind))
        return box

    def _add_edge_row(self, column: QVBoxLayout) -> None:
        ends = [QComboBox(accessibleName=f"{place} end of the edge") for place in ("First", "Second")]
        for place, box in enumerate(ends):
            box.addItems(list(self._names))
            box.setCurrentIndex(place)
            box.setMaximumWidth(140)
        add = self._add_row(
            column, "Edge", ends, lambda: EdgeChanges(*sorted(box.currentIndex() for box in ends))
        )
        for box in ends:
            box.currentIndexChanged.connect(
                lambda: add.setEnabled(ends[0].currentIndex() != ends[1].currentIndex())
            )

    def _add_row(
        self, column: QVBoxLayout, label: str, fields: Sequence[QWidget], make: Callable[[], Breakpoint]
    ) -> QPushButton:
        """A kind with its values; Enter in one of them adds it, as the button does."""
        row = row_of(Label(label), *fields, (None, 0))
        add: QPushButton = QPushButton("Add", accessibleName=f"Add: {label}")
        add.clicked.connect(lambda: self._breakpoints.add(make()))
        row.addWidget(add)
        for field in fields:
            if isinstance(field, NumberBox):
                field.lineEdit().returnPressed.connect(add.click)
        column.addLayout(row)
        return add

    def _fill(self) -> None:
        for kind, box in self._boxes.items():
            box.setChecked(kind in self._breakpoints.items)
        self._list.clear()
        self._nothing.setVisible(not self._breakpoints.items)
        for item in self._breakpoints.items:
            row = QListWidgetItem(item.sentence(self._names))
            row.setData(Qt.ItemDataRole.UserRole, item)
            self._list.addItem(row)

    def _remove(self) -> None:
        row = self._list.currentItem()
        if row is not None:
            self._breakpoints.remove(row.data(Qt.ItemDataRole.UserRole))
