"""The Qt model of the test log: a thin face over `LogRows`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from elcs_gui.app.kit.labels import tip
from elcs_gui.app.kit.quiet_table import Index
from elcs_gui.app.log.columns import LogColumns, Record, short_line, stage_of
from elcs_gui.app.log.rows import Condition, LogRows, Sort
from elcs_gui.app.model.setting_table import COLUMNS
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.ci.registry import Needs, find_test, usual
from elcs_gui.trace.explain import SMALLEST_P, braced, p_value
from elcs_gui.trace.listings import BETWEEN, STAGES
from elcs_gui.trace.trace import Trace

Separated = Callable[[Question], bool]
_NOWHERE = QModelIndex()

SHOWN = (*COLUMNS, "truth")
RIGHT = frozenset({"n", "stat", "df", "p"})
"""Columns of figures."""

TITLES = {
    "n": "#",
    "stage": "Stage",
    "x": "x",
    "y": "y",
    "z": "given Z",
    "df": "df",
    "p": "p",
    "verdict": "Verdict",
    "answer": "Answer",
    "line": "Line",
    "truth": "Truth",
}

_KEPT = 4096
"""Rows kept as records; more are forgotten all at once."""


class LogModel(QAbstractTableModel):
    """The shown tests as a table. `current` is the number of the test at the cursor."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = LogRows(LogColumns())
        self.current = 0
        self._condition: Condition | None = None
        self._records: dict[int, Record] = {}
        self._texts: dict[int, dict[str, str]] = {}
        self._separated: Separated | None = None
        self._truths: dict[Question, bool] = {}

    @property
    def columns(self) -> LogColumns:
        return self.rows.columns

    @property
    def trace(self) -> Trace | None:
        return self.columns.trace

    @property
    def truth_known(self) -> bool:
        return self._separated is not None

    # What the panel changes

    @contextmanager
    def _reset(self) -> Iterator[None]:
        """Around whatever puts the rows anew; Qt's views wait for its end, whatever becomes of it."""
        self.beginResetModel()
        try:
            yield
        finally:
            self.endResetModel()

    def set_trace(self, trace: Trace | None, condition: Condition | None) -> None:
        """Show another trace, in the order asked."""
        with self._reset():
            self.rows = LogRows(LogColumns(trace))
            self._records.clear()
            self._texts.clear()
            self._truths.clear()
            self._condition = condition
            self.rows.show(condition, None)

    def show(self, condition: Condition | None, sort: Sort | None) -> None:
        """Filter and sort anew."""
        self._condition = condition
        with self._reset():
            self.rows.show(condition, sort)

    def sort_by(self, sort: Sort | None) -> None:
        self.show(self._condition, sort)

    def grow(self) -> None:
        """Take over what the trace has got since."""
        if self.trace is None:
            return
        if self.rows.sort is not None:
            with self._reset():
                self.rows.grow()
            return
        before = len(self.rows)
        # Qt must hear of new rows before they are there, and how many will pass the filter is known only
        # after; so the rows grow first and Qt goes by `_told`.
        added = self.rows.grow()
        if added:
            self._told = before
            self.beginInsertRows(_NOWHERE, before, before + added - 1)
            self._told = None
            self.endInsertRows()

    def set_truth(self, separated: Separated | None) -> None:
        self._separated = separated
        self._truths.clear()
        if len(self.rows):
            truth = SHOWN.index("truth")
            self.dataChanged.emit(self.index(0, truth), self.index(len(self.rows) - 1, truth))

    # What the view draws

    def record(self, row: int) -> Record:
        """The test in a row."""
        number = self.rows.number(row)
        record = self._records.get(number)
        if record is None:
            if len(self._records) >= _KEPT:
                self._records.clear()
                self._texts.clear()
            record = self._records[number] = self.columns.record(number)
        return record

    def text(self, record: Record, column: str) -> str:
        """What a cell says."""
        if column == "truth":
            agrees = self.agrees(record)
            return "" if agrees is None else "agrees" if agrees else "wrong"
        texts = self._texts.get(record.number)
        if texts is None:
            texts = self._texts[record.number] = {name: self._text(record, name) for name in COLUMNS}
        return texts[column]

    def _text(self, record: Record, column: str) -> str:
        names = self.columns.names
        match column:
            case "n":
                return str(record.number)
            case "stage":
                return STAGES.get(stage_of(record.at), BETWEEN).log
            case "x":
                return names[record.x]
            case "y":
                return names[record.y]
            case "z":
                return braced(names, record.z)
            case "stat":
                return "–" if record.statistic is None else _statistic(record.statistic)
            case "df":
                return "–" if record.df is None else str(record.df)
            case "p":
                return "–" if record.p is None or not record.compared else p_value(record.p)
            case "verdict":
                return record.verdict.word
            case "answer":
                return record.answer
        return short_line(record.at)

    def agrees(self, record: Record) -> bool | None:
        """Does the verdict agree with the truth? None while the truth is not known."""
        if self._separated is None:
            return None
        question = record.question
        if question not in self._truths:
            self._truths[question] = bool(self._separated(question))
        return self._truths[question] == record.independent

    # QAbstractTableModel

    _told: int | None = None

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        if parent.isValid():
            return 0
        return len(self.rows) if self._told is None else self._told

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(SHOWN)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ToolTipRole,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            return None
        record, column = self.record(index.row()), SHOWN[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(self._hint(record, column) or "")
        return self.text(record, column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = SHOWN[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return TITLES[column] if column != "stat" else self._sign
        return None

    @property
    def _sign(self) -> str:
        return (usual(Needs.LEVELS) if self.trace is None else find_test(self.trace.header.test)).sign

    def _hint(self, record: Record, column: str) -> str | None:
        if column in ("x", "y", "z"):
            return self.text(record, column)
        if column == "n":
            stage = STAGES.get(stage_of(record.at), BETWEEN).title
            return " · ".join(part for part in (stage, short_line(record.at), record.answer) if part)
        if column == "stage":
            return STAGES.get(stage_of(record.at), BETWEEN).title or None
        if column == "line":
            return record.at
        if column in ("p", "verdict") and not record.compared:
            return f"No information: {self.rows.columns.reason(record)}; counted as independent."
        if column == "p" and record.p is not None:
            return f"p = {record.p:.6g}" if record.p >= SMALLEST_P else f"p {p_value(record.p)}"
        if column == "stat" and record.statistic is not None:
            return f"{self._sign} = {record.statistic!r}"
        if column == "verdict" and record.verdict is Verdict.UNRELIABLE:
            return (
                f"Too few rows to decide; counted as {'independent' if record.independent else 'dependent'}."
            )
        return None


def _statistic(value: float) -> str:
    """As wide as its column at most: those of millions of rows are large."""
    return f"{value:.2f}" if value < 99_999.5 else f"{value:.0f}"
