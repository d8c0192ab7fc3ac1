"""What came of the repetitions: the sentence, the two tables, and what can be done with them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from elcs_gui.app.kit.dialogs import asked_new_file
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of, stacked
from elcs_gui.app.kit.segments import Segments
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.stability.bar_painter import EDGE_LEGEND, BarLegend
from elcs_gui.app.stability.rows import WORDS, Row, edge_rows, variable_rows
from elcs_gui.app.stability.table_view import FOUND, StabilityTable
from elcs_gui.app.stability.words import same_answer, state
from elcs_gui.data.files import replacing
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.stability import Stability
from elcs_gui.trace.roles import FinalRole

EMPTY_TITLE = "No replicates yet."
EMPTY = (
    "Start repeats it and fills this page as the replicates come: how often each variable comes back, and as "
    "what, and how often each edge points which way. A finding that always comes back may still be wrong; "
    "one that often fails to come back is doubtful."
)
WAITING_TITLE = "The first replicate is under way."
WAITING = "The run itself is made first, then its repetitions."
HINT = "Select a row to see its edge in the graph."


class StabilityResults(QWidget):
    """The right half of the page."""

    row_selected = Signal(object)
    said = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(objectName="panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self.sentence = Label(objectName="section", wordWrap=True)
        self.state = Label(objectName="quiet")
        self.variables = StabilityTable("Variable", theme)
        self.edges = StabilityTable("Edge", theme)
        self.edges.hideColumn(FOUND)  # the edge is written as this run has it
        self.reading = Label(HINT, objectName="quiet", wordWrap=True)
        self._legend = BarLegend(theme)
        self._told: Sequence[FinalRole] = ()
        self._tabs = Segments(
            "Which table",
            {0: "Variables", 1: "Edges"},
            {
                0: "What each variable is to the target",
                1: "Every edge of the local graphs, and which way it stood",
            },
        )
        self._tabs.show_value(0)
        self._tables = QStackedWidget()
        self._copy = QPushButton("Copy", toolTip="Copy the table as it is sorted. Ctrl+C in the table")
        self._export = QPushButton("Export CSV...", toolTip="Write the table as it is sorted to a file.")
        self._empty_title = Label(EMPTY_TITLE, objectName="section")
        self._empty = Label(EMPTY, wordWrap=True, objectName="stabilityEmpty")
        self._stack = stacked(self._make_empty(), self._make_full())
        column_of(self._stack, inside=self, margins=0)
        self._tabs.chosen.connect(self._choose_table)
        for table in (self.variables, self.edges):
            table.row_selected.connect(self._on_row)
        self._copy.clicked.connect(self._copy_table)
        self._export.clicked.connect(self._ask_and_export)
        self.set_theme(theme)

    def _make_empty(self) -> QWidget:
        made: QWidget = QWidget()
        column_of(
            (None, 2),
            self._empty_title,
            self._empty,
            (None, 3),
            inside=made,
            margins=(40, 0, 40, 40),
            spacing=8,
        )
        return made

    def _make_full(self) -> QWidget:
        for table in (self.variables, self.edges):
            self._tables.addWidget(table)
        tools = row_of(self._tabs, (None, 0), self._copy, self._export, spacing=8)
        made: QWidget = QWidget()
        column_of(
            self.sentence,
            self.state,
            tools,
            (self._tables, 1),
            self.reading,
            self._legend,
            inside=made,
            margins=(16, 14, 16, 10),
            spacing=8,
        )
        return made

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.variables.set_theme(theme)
        self.edges.set_theme(theme)
        self._legend.set_theme(theme)
        self.setMinimumWidth(round(500 * theme.scale) if theme.scale < 1.2 else round(440 * theme.scale))
        self.reading.setMinimumHeight(round(34 * theme.scale))

    @property
    def by_variable(self) -> bool:
        """Is the table of variables shown?"""
        return self._tables.currentIndex() == 0

    @property
    def table(self) -> StabilityTable:
        return self.variables if self.by_variable else self.edges

    def show_found(self, found: Stability | None, *, running: bool) -> None:
        """Another result, or more of it; None where there is none."""
        self._empty_title.setText(WAITING_TITLE if running else EMPTY_TITLE)
        self._empty.setText(WAITING if running else EMPTY)
        self._stack.setCurrentIndex(0 if found is None else 1)
        if found is None:
            self.variables.set_rows(())
            self.edges.set_rows(())
            return
        self.sentence.setText(same_answer(found))
        self.state.setText(state(found, running=running))
        self.variables.set_rows(variable_rows(found))
        self.edges.set_rows(edge_rows(found))
        self._told = found.told
        self._show_legend()
        self._read()

    def select_edge(self, edge: tuple[int, int] | None) -> None:
        """From outside: mark the rows of an edge."""
        self.variables.select_edge(edge)
        self.edges.select_edge(edge)
        self._read()

    def export(self, path: Path) -> None:
        """Write the table that is shown."""
        try:
            with replacing(path) as part:
                part.write_text(self.table.text(), encoding="utf-8", newline="")
        except ElcsError as error:
            self.said.emit(str(error))
            return
        self.said.emit(f"{len(self.table.rows_model.rows)} rows written to {path.name}.")

    def _choose_table(self, place: int) -> None:
        self._tables.setCurrentIndex(place)
        self._show_legend()
        self._read()

    def _show_legend(self) -> None:
        told = tuple((role.word, WORDS[role.word]) for role in self._told)
        self._legend.show_entries(told if self.by_variable else EDGE_LEGEND)

    def _on_row(self, row: Row) -> None:
        (self.edges if self.by_variable else self.variables).select_edge(row.edge)
        self._read()
        self.row_selected.emit(row)

    def _read(self) -> None:
        current = self.table.current
        self.reading.setText(HINT if current is None else current.described)

    def _copy_table(self) -> None:
        self.table.copy()
        self.said.emit(f"{len(self.table.rows_model.rows)} rows copied.")

    def _ask_and_export(self) -> None:
        if path := asked_new_file(self, "Export stability", "stability.csv", "CSV (*.csv)"):
            self.export(path)
