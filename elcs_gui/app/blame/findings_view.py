"""The lower left of the blame page: its heading, the table, the smallest repair, or a notice instead."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from elcs_gui.app.blame.rows import BlameRow
from elcs_gui.app.blame.table_view import BlameTable
from elcs_gui.app.blame.words import Repair
from elcs_gui.app.kit.labels import Label, coloured, strong, tooltip
from elcs_gui.app.kit.theme import Theme, restyle
from elcs_gui.foreign import markup


class Notice(QWidget):
    """What is shown where there is nothing to list: a title, a sentence, at most one button."""

    pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._title = Label(objectName="section", alignment=Qt.AlignmentFlag.AlignHCenter)
        self._text = Label(wordWrap=True, alignment=Qt.AlignmentFlag.AlignHCenter)
        self._progress = QProgressBar(textVisible=False)
        self._progress.setRange(0, 0)
        self._progress.setFixedWidth(220)
        self.button = QPushButton()
        self.button.clicked.connect(self.pressed)
        column = QVBoxLayout(self)
        column.setContentsMargins(40, 8, 40, 8)
        column.setSpacing(10)
        column.addStretch()
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addWidget(self._progress, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch()

    @property
    def title(self) -> str:
        return str(self._title.text())

    @property
    def text(self) -> str:
        return str(self._text.text())

    def say(self, title: str, text: str, button: str = "", *, busy: bool = False) -> None:
        self._title.setText(title)
        self._text.setText(text)
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self._progress.setVisible(busy)

    def go_on(self, text: str) -> None:
        """More of the same work is done."""
        self._text.setText(text)


class BlameFindings(QWidget):
    """The table with its box, or a notice in their place."""

    close_requested = Signal()
    export_requested = Signal(str)
    """ "csv" or "md"."""
    repair_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        head = QWidget(objectName="panelHead")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._quiet = Label(objectName="quiet")
        self._quiet.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.export = QPushButton("Export")
        tooltip(self.export, "Write the table as CSV or Markdown.")
        menu = QMenu(self.export)
        menu.addAction("CSV...", lambda: self.export_requested.emit("csv"))
        menu.addAction("Markdown...", lambda: self.export_requested.emit("md"))
        self.export.setMenu(menu)
        self.close_button = QPushButton("Close", accessibleName="Back to the graph")
        tooltip(self.close_button, "Back to the graph (Esc)")
        self.close_button.clicked.connect(self.close_requested)
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        row.addWidget(Label("Blame", objectName="heading"))
        row.addWidget(self._quiet, 1)
        row.addWidget(self.export)
        row.addWidget(self.close_button)
        self.table = BlameTable(theme)
        self._box = QFrame(objectName="repair")
        self._box_text = Label(wordWrap=True)
        self.repair_button = QPushButton("Run with all corrected")
        tooltip(self.repair_button, "Run again with every verdict of the repair as it is in truth.")
        self.repair_button.clicked.connect(self.repair_requested)
        inside = QHBoxLayout(self._box)
        inside.setContentsMargins(16, 8, 12, 8)
        inside.setSpacing(12)
        self._sign = Label()
        inside.addWidget(self._sign)
        inside.addWidget(self._box_text, 1)
        inside.addWidget(self.repair_button)
        listed = QWidget()
        column = QVBoxLayout(listed)
        column.setContentsMargins(0, 0, 0, 12)
        column.setSpacing(8)
        column.addWidget(self.table, 1)
        below = QHBoxLayout()
        below.setContentsMargins(16, 0, 16, 0)
        below.addWidget(self._box)
        column.addLayout(below)
        self.notice = Notice()
        self._stack = QStackedWidget()
        self._stack.addWidget(listed)
        self._stack.addWidget(self.notice)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(head)
        whole.addWidget(self._stack, 1)
        self._possible = True
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.table.set_theme(theme)
        ink = theme.independent if self._possible else theme.unreliable
        if self._box.property("possible") != self._possible:
            self._box.setProperty("possible", self._possible)
            restyle(self._box)
        self._sign.setText(coloured(strong("✓" if self._possible else "!"), ink))

    @property
    def listing(self) -> bool:
        """The table is shown, not the notice."""
        return self._stack.currentIndex() == 0

    @property
    def repair_text(self) -> str:
        return self._box_text.text()

    def show_rows(self, headline: str, rows: Sequence[BlameRow], repair: Repair) -> None:
        self._quiet.setText(headline)
        tooltip(self._quiet, headline)
        self.export.setEnabled(True)
        self._stack.setCurrentIndex(0)
        self._box_text.setText(markup("{} {}", strong(repair.bold), repair.rest))
        self._box.setVisible(bool(repair.bold))
        self.repair_button.setVisible(repair.possible)
        self._possible = repair.possible
        self.set_theme(self._theme)
        self.table.show_rows(rows)

    def show_notice(
        self, headline: str, title: str, text: str, button: str = "", *, busy: bool = False
    ) -> None:
        self._quiet.setText(headline)
        self.export.setEnabled(False)
        self.notice.say(title, text, button, busy=busy)
        self._stack.setCurrentIndex(1)
        self.table.show_rows(())
