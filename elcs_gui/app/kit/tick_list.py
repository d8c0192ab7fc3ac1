"""A list of names of which some are ticked, with a field to find them in: for many names and few ticks."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QPushButton, QWidget

from elcs_gui.app.kit.labels import Label, lettered
from elcs_gui.app.kit.layouts import column_of, row_of

_ROW = 26
_NAME = Qt.ItemDataRole.UserRole


class TickedList(QWidget):
    """`what` is the word for one that is ticked: "hidden"."""

    changed = Signal()

    def __init__(self, title: str, what: str) -> None:
        super().__init__()
        self._what = what
        self._filling = False
        self._scale = 1.0
        self._count = Label(objectName="quiet")
        self.clear = QPushButton(
            lettered(f"Let none be {what}"), objectName="link", toolTip="Take all ticks away"
        )
        self.clear.setAutoDefault(False)
        self.clear.clicked.connect(lambda: self._tick_only(()))
        self.search = QLineEdit(
            placeholderText="Find a variable", accessibleName=f"Find a variable to be {what}"
        )
        self.search.textChanged.connect(self._filter)
        self.list = QListWidget(objectName="ticked", accessibleName=title, uniformItemSizes=True)
        self.list.itemChanged.connect(self._on_ticked)
        self.list.itemActivated.connect(_switch)
        self._none = Label("No variable has that in its name.", objectName="quiet")
        self._none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column_of(
            row_of(Label(title, objectName="section"), self._count, None, self.clear, spacing=10),
            self.search,
            (self.list, 1),
            (self._none, 1),
            inside=self,
            margins=0,
            spacing=8,
        )
        self._show_state()

    @property
    def ticked(self) -> tuple[str, ...]:
        """The names that are ticked, in order."""
        items = (self.list.item(row) for row in range(self.list.count()))
        return tuple(item.data(_NAME) for item in items if item.checkState() is Qt.CheckState.Checked)

    def set_scale(self, scale: float) -> None:
        """Rows as high as the letters are large."""
        self._scale = scale
        for row in range(self.list.count()):
            self.list.item(row).setSizeHint(QSize(0, round(_ROW * scale)))

    def set_names(self, names: Sequence[str], ticked: Collection[str] = ()) -> None:
        """Other names, of which these are ticked."""
        kept = set(ticked)
        self._filling = True
        self.list.clear()
        for name in names:
            item = QListWidgetItem(" ".join(name.split()))
            item.setData(_NAME, name)
            item.setSizeHint(QSize(0, round(_ROW * self._scale)))
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
            )
            item.setCheckState(Qt.CheckState.Checked if name in kept else Qt.CheckState.Unchecked)
            self.list.addItem(item)
        self._filling = False
        self._filter(self.search.text())
        self._show_state()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down leads from the field into the list."""
        if event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self.list.setFocus(Qt.FocusReason.TabFocusReason)
            first = next((row for row in range(self.list.count()) if not self.list.isRowHidden(row)), -1)
            self.list.setCurrentRow(first)
            return
        super().keyPressEvent(event)

    def _tick_only(self, names: Sequence[str]) -> None:
        self._filling = True
        for row in range(self.list.count()):
            item = self.list.item(row)
            wanted = Qt.CheckState.Checked if item.data(_NAME) in names else Qt.CheckState.Unchecked
            item.setCheckState(wanted)
        self._filling = False
        self._on_ticked()

    def _filter(self, text: str) -> None:
        wanted = text.strip().casefold()
        shown = 0
        for row in range(self.list.count()):
            fits = wanted in self.list.item(row).data(_NAME).casefold()
            self.list.setRowHidden(row, not fits)
            shown += fits
        self.list.setVisible(bool(shown) or not self.list.count())
        self._none.setVisible(not shown and bool(self.list.count()))

    def _on_ticked(self) -> None:
        if not self._filling:
            self._show_state()
            self.changed.emit()

    def _show_state(self) -> None:
        ticked = len(self.ticked)
        self._count.setText(
            f"{ticked:,} of {self.list.count():,} {self._what}" if ticked else f"none {self._what}"
        )
        self.clear.setVisible(bool(ticked))


def _switch(item: QListWidgetItem) -> None:
    """Enter ticks, as Space and a click do."""
    ticked = item.checkState() is Qt.CheckState.Checked
    item.setCheckState(Qt.CheckState.Unchecked if ticked else Qt.CheckState.Checked)
