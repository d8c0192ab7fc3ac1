"""Beside the table: the plot of one measure or of mean ranks, the notes, and the way to a row's runs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from elcs_gui.app.benchmarking.dot_plot_view import DotPlot
from elcs_gui.app.benchmarking.rows import TableRow, dot_rows, rank_rows
from elcs_gui.app.kit.labels import Label, strong
from elcs_gui.app.kit.layouts import column_of, row_of, scrolled, styled
from elcs_gui.app.kit.segments import OneLine, Segments
from elcs_gui.app.kit.theme import Theme
from elcs_gui.benchmark.measures import MEASURES
from elcs_gui.benchmark.ranks import ranking
from elcs_gui.benchmark.remarks import Remark
from elcs_gui.benchmark.results import RunResult
from elcs_gui.benchmark.wording import ranking_sentence

_TOO_FEW = "Mean ranks need two algorithms on two networks or sizes, with every run of them done."


class BenchmarkSide(QWidget):
    """Shows what the table shows, one measure at a time."""

    row_clicked = Signal(object)
    """The key of a row."""
    run_wanted = Signal(object)
    """A RunResult to be opened."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(objectName="panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._rows: Sequence[TableRow] = ()
        self._measure = ""
        self._ranked = False
        self._choices: list[RunResult] = []
        self._title = Label(objectName="section")
        self._about = OneLine("quiet")
        self.measures = Segments("Measure that is drawn")
        self.plot = DotPlot(theme)
        self.plot.setAccessibleName("Means with their spread, beside the paper's")
        self._legend = Label(objectName="quiet")
        self.ranks = QPushButton("Critical difference view", objectName="link")
        self._sentence = Label(wordWrap=True, objectName="quiet")
        self._notes = QWidget()
        self._notes_column = QVBoxLayout(self._notes)
        self._note_labels: list[Label] = []
        self.runs = QComboBox(accessibleName="Run to open")
        self.open = QPushButton(
            "Open this run", toolTip="Its data, network and target, as the main run. Enter"
        )
        self._chosen = OneLine("quiet")
        self._lay_out()
        self.measures.chosen.connect(self._choose)
        self.ranks.clicked.connect(self._turn)
        self.plot.row_clicked.connect(self.row_clicked)
        self.open.clicked.connect(self.ask_for_run)
        self.show_choices("", [])

    def _lay_out(self) -> None:
        head = row_of(self._title, (self._about, 1), self.measures, margins=(14, 8, 14, 4), spacing=8)
        self._scroll = _scrolled(self.plot)
        foot = row_of((self._legend, 1), self.ranks, margins=(14, 4, 14, 8))
        self._sentence.setContentsMargins(14, 0, 14, 8)
        self._notes_column.setContentsMargins(14, 10, 14, 10)
        self._notes_column.setSpacing(3)
        self._notes_scroll = _scrolled(self._notes)
        line = row_of((self.runs, 1), self.open)
        bar = styled("panelFoot", column_of(self._chosen, line, margins=(14, 8, 14, 10), spacing=6))
        rule = QFrame(objectName="hairline")
        rule.setFixedHeight(1)
        column_of(
            head,
            (self._scroll, 3),
            foot,
            self._sentence,
            rule,
            (self._notes_scroll, 2),
            bar,
            inside=self,
            margins=0,
            spacing=0,
        )

    def set_theme(self, theme: Theme) -> None:
        self.plot.set_theme(theme)

    def show_rows(self, rows: Sequence[TableRow], measures: Sequence[str]) -> None:
        """What the table shows."""
        self._rows = rows
        if tuple(self.measures.buttons) != tuple(measures):
            self._offer(measures)
        if self._measure not in measures:
            self._measure = "shd" if "shd" in measures else measures[0]
        self.measures.show_value(self._measure)
        self._draw()

    def show_notes(self, remarks: Sequence[Remark], general: Sequence[str]) -> None:
        """The remarks on the rows, numbered, then what concerns all."""
        while (item := self._notes_column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self._note_labels = []
        for place, remark in enumerate(remarks, 1):
            title = Label(strong(f"{place}\N{NO-BREAK SPACE} {remark.title}"), wordWrap=True)
            text = Label(remark.text, wordWrap=True, objectName="termLine")
            text.setContentsMargins(0, 0, 0, 8)
            self._note_labels.append(title)
            for label in (title, text):
                self._notes_column.addWidget(label)
        for sentence in general:
            self._notes_column.addWidget(Label(sentence, wordWrap=True, objectName="quiet"))
        self._notes_column.addStretch(1)

    def scroll_to_note(self, number: int) -> None:
        if 0 < number <= len(self._note_labels):
            self._notes_scroll.ensureWidgetVisible(self._note_labels[number - 1], 0, 60)

    def show_choices(self, of: str, choices: Sequence[tuple[str, RunResult]]) -> None:
        """The runs of the row that is selected, worst answers first."""
        self._choices = [result for _, result in choices]
        self.runs.clear()
        self.runs.addItems([title for title, _ in choices])
        self.runs.setEnabled(bool(choices))
        self.open.setEnabled(bool(choices))
        self._chosen.say(
            f"Runs of {of}, the worst answers first" if choices else "Select a row to open its runs."
        )

    def ask_for_run(self) -> None:
        """Open what the field shows."""
        if 0 <= self.runs.currentIndex() < len(self._choices):
            self.run_wanted.emit(self._choices[self.runs.currentIndex()])

    def _offer(self, measures: Sequence[str]) -> None:
        for value, button in tuple(self.measures.buttons.items()):
            del self.measures.buttons[value]
            button.deleteLater()
        for id in measures:
            if id != "seconds":
                self.measures.add(id, MEASURES[id].title, MEASURES[id].sentence)

    def _choose(self, id: str) -> None:
        self._measure = id
        self._draw()

    def _turn(self) -> None:
        self._ranked = not self._ranked
        self._draw()

    def _draw(self) -> None:
        measure = MEASURES[self._measure]
        self._title.setText(measure.title)
        better = "higher" if measure.better > 0 else "lower"
        self.ranks.setText("Means and spread" if self._ranked else "Critical difference view")
        found = ranking([row.summary for row in self._rows], self._measure) if self._ranked else None
        if self._ranked:
            self._about.say("mean ranks")
            self._sentence.setText(_TOO_FEW if found is None else ranking_sentence(found))
            self._legend.setText("" if found is None else "Two differ where their whiskers do not meet.")
            self.plot.show_rows([] if found is None else rank_rows(found), begins_at=0.0)
        else:
            self._about.say(f"mean ± std, {better} is better")
            self._legend.setText("●  this run     ○  the paper")
            self.plot.show_rows(dot_rows(self._rows, self._measure))
        self._sentence.setVisible(self._ranked)


def _scrolled(widget: QWidget) -> QScrollArea:
    area = scrolled(widget, focus=True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
    area.viewport().setAutoFillBackground(False)
    widget.setAutoFillBackground(False)
    return area
