"""How a test with too few rows counts: folded away below the form, for those who want to change it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QSizePolicy, QToolButton, QWidget

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.app.kit.fields import choice_box
from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.layouts import column_of
from elcs_gui.app.kit.terms import explain
from elcs_gui.app.model.runs import digits
from elcs_gui.ci.discrete import ROWS_PER_CELL
from elcs_gui.ci.questions import Policy, Verdict
from elcs_gui.ci.registry import find_test
from elcs_gui.trace.trace import Header


class ReliabilityForm(QWidget):
    """Rows a cell, and what an unreliable test counts as. Knows what it shows; the panel runs it, and has a
    place for `more`, which unfolds it."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.more = QToolButton(
            text="More", objectName="ghost", checkable=True, arrowType=Qt.ArrowType.RightArrow
        )
        self.more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        tooltip(self.more, "How tests with too few rows count")
        self.more.toggled.connect(self._unfold)
        self.rows = QLineEdit(accessibleName="Rows a cell")
        tooltip(self.rows, "With fewer rows a cell of its tables, a verdict is unreliable")
        self.marginal = _choice("Unreliable marginal tests count as")
        self.conditional = _choice("Unreliable conditional tests count as")
        self._rows_label = Label("Rows a cell, at least", objectName="label")
        explain(self._rows_label, "rows / cell")
        explain(self.rows, "rows / cell")
        self._shown_rows = ("", ROWS_PER_CELL)
        self._inner = QWidget()
        grid = QGridLayout(self._inner)
        grid.setContentsMargins(12, 0, 12, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        grid.addWidget(self._rows_label, 0, 0)
        grid.addWidget(self.rows, 0, 1)
        counts_as = Label("A test with too few rows counts as", objectName="label")
        for part in (counts_as, self.marginal, self.conditional):
            explain(part, "unreliable")
        grid.addWidget(counts_as, 1, 0, 1, 2)
        for column, label, field in (
            (0, "if marginal", self.marginal),
            (1, "if conditional", self.conditional),
        ):
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            grid.addWidget(field, 2, column)
            grid.addWidget(Label(label, objectName="quiet"), 3, column)
            grid.setColumnStretch(column, 1)
        self.rows.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        column_of(self._inner, inside=self, margins=0)
        self._inner.hide()
        self.rows.editingFinished.connect(self.changed.emit)
        self.marginal.activated.connect(lambda _: self.changed.emit())
        self.conditional.activated.connect(lambda _: self.changed.emit())

    def show_header(self, header: Header, *, enabled: bool) -> None:
        """What holds in the run shown. The oracle is never unreliable: there is nothing to choose, and
        nothing either where no tests are asked."""
        rows = ROWS_PER_CELL if header.rows_per_cell is None else header.rows_per_cell
        self._shown_rows = (digits(rows), rows)
        self.rows.setText(self._shown_rows[0])
        for box, verdict in (
            (self.marginal, header.policy.marginal),
            (self.conditional, header.policy.conditional),
        ):
            box.setCurrentIndex(box.findData(verdict))
        for field in (self.rows, self.marginal, self.conditional):
            field.setEnabled(enabled)
        test = find_test(header.test)
        self.rows.setVisible(test.counts_cells)
        self._rows_label.setVisible(test.counts_cells)
        there = not test.certain and find_algorithm(header.algorithm).asks_tests
        self.setVisible(there)
        self.more.setVisible(there)

    def applied(self, header: Header) -> Header:
        """The header with what the form says; a ValueError says which field makes no sense."""
        text, exact = self._shown_rows
        try:
            rows = exact if self.rows.text() == text else float(self.rows.text().replace(",", "."))
        except ValueError:
            rows = -1.0
        if not 0 <= rows < float("inf"):
            raise ValueError(f"Rows a cell is a number from 0 on, such as 5, not “{self.rows.text()}”.")
        policy = Policy(Verdict(self.marginal.currentData()), Verdict(self.conditional.currentData()))
        counted = rows if find_test(header.test).counts_cells else None
        return replace(header, rows_per_cell=counted, policy=policy)

    def _unfold(self, shown: bool) -> None:
        self._inner.setVisible(shown)
        self.more.setText("Less" if shown else "More")
        self.more.setArrowType(Qt.ArrowType.DownArrow if shown else Qt.ArrowType.RightArrow)


def _choice(name: str) -> QComboBox:
    box = choice_box(name, {each: each.word for each in (Verdict.INDEPENDENT, Verdict.DEPENDENT)}, 4)
    tooltip(box, name)
    return box
