"""How a run is to be repeated: kind, replicates, seed and processes; start and cancel."""

from __future__ import annotations

import os

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QProgressBar, QPushButton, QSizePolicy, QWidget

from elcs_gui.app.kit.fields import LARGEST_SEED, NumberField, choice_box
from elcs_gui.app.kit.labels import Label, strong, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.segments import Segments
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.stability.words import KINDS, MOST_PROCESSES, SAME_SEED, expected_seconds, processes_for
from elcs_gui.foreign import markup
from elcs_gui.parallel.cluster import Scheduler
from elcs_gui.trace.trace import Header
from elcs_gui.worker.inquiry_process import MeasureStability

MOST_REPLICATES = 100_000


class StabilityForm(QWidget):
    """Holds what is asked for; it starts nothing itself."""

    start_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._tests = 0
        self._kinds = Segments(
            "Kind of repetition",
            {kind.id: kind.title for kind in KINDS},
            {kind.id: kind.explained for kind in KINDS},
        )
        self._kinds.show_value(KINDS[0].id)
        self.replicates = NumberField("Replicates", 1, MOST_REPLICATES, 100)
        self.seed = NumberField("Seed", 0, LARGEST_SEED, 0)
        tooltip(self.seed, f"A whole number from 0 on. {SAME_SEED}")
        numbers = {number: str(number) if number else "Automatic" for number in range(MOST_PROCESSES + 1)}
        self.processes = choice_box("Processes", numbers)
        self.start = QPushButton("Start", objectName="primary", toolTip="Repeat the run. Enter")
        self.cancel = QPushButton("Cancel", toolTip="Stop here; what was counted stays.")
        self.cancel.hide()
        self._progress = QProgressBar(textVisible=False, accessibleName="Replicates done")
        self._progress.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._done = Label(objectName="statusCounts")
        self._explained = Label(wordWrap=True, objectName="stabilityKind")

        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        fields: tuple[tuple[str, QWidget], ...] = (
            ("Kind of repetition", self._kinds),
            ("Replicates", self.replicates),
            ("Seed", self.seed),
            ("Processes", self.processes),
        )
        for column, (title, field) in enumerate(fields):
            label = Label(title, objectName="label")
            label.setBuddy(field)
            grid.addWidget(label, 0, column)
            grid.addWidget(field, 1, column, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self.start, 1, 4)
        grid.addWidget(self.cancel, 1, 4)
        under_way = row_of((self._progress, 0, Qt.AlignmentFlag.AlignVCenter), self._done, spacing=10)
        grid.addLayout(under_way, 1, 5)
        grid.setColumnStretch(6, 1)
        column_of(grid, self._explained, inside=self, margins=0, spacing=8)

        self._kinds.chosen.connect(self._explain)
        self.replicates.changed.connect(self._explain)
        for number_field in (self.replicates, self.seed):
            number_field.returnPressed.connect(self._enter)
        self.start.clicked.connect(self.start_requested)
        self.cancel.clicked.connect(self.cancel_requested)
        self.set_theme(theme)
        self.show_progress(None)
        self._explain()

    def set_theme(self, theme: Theme) -> None:
        k = theme.scale
        self.replicates.setFixedWidth(round(84 * k))
        self.seed.setFixedWidth(round(84 * k))
        self.processes.setMinimumWidth(round(112 * k))
        self._progress.setFixedSize(round(150 * k), round(6 * k))

    @property
    def kind(self) -> str:
        return str(self._kinds.value)

    def choose_kind(self, id: str) -> None:
        self._kinds.show_value(id)
        self._explain()

    def set_tests(self, tests: int) -> None:
        """How many tests the run asks for: from it follows how many processes are of use."""
        self._tests = tests
        self._explain()

    def question(self, header: Header) -> MeasureStability:
        """What the form asks."""
        chosen = self.processes.currentData()
        place = chosen if isinstance(chosen, Scheduler) else int(chosen) or self._useful()
        return MeasureStability(header, self.kind, self.replicates.value, self.seed.value, place)

    def offer_cluster(self, scheduler: Scheduler | None) -> None:
        """As the settings have it: chosen where it is new, gone where there is none any more."""
        last = self.processes.count() - 1
        offered = self.processes.itemData(last)
        if offered == scheduler:
            return
        if isinstance(offered, Scheduler):
            self.processes.removeItem(last)
        if scheduler is not None:
            self.processes.addItem(f"Cluster {scheduler}", scheduler)
            self.processes.setCurrentIndex(self.processes.count() - 1)

    def show_running(self, *, running: bool) -> None:
        had = self.cancel if self.cancel.hasFocus() else self.start if self.start.hasFocus() else None
        self.start.setVisible(not running)
        self.cancel.setVisible(running)
        for field in (self._kinds, self.replicates, self.seed, self.processes):
            field.setEnabled(not running)
        if had is not None:
            (self.cancel if running else self.start).setFocus()

    def show_progress(self, text: str | None, done: int = 0, asked: int = 1) -> None:
        """How far it is; None when nothing is under way."""
        self._progress.setVisible(text is not None)
        self._done.setVisible(text is not None)
        self._progress.setMaximum(asked)
        self._progress.setValue(done)
        self._done.setText(text or "")

    def _useful(self) -> int:
        seconds = expected_seconds(self._tests, self.replicates.value, self.kind)
        return processes_for(seconds, os.cpu_count() or 1)

    def _enter(self) -> None:
        if self.start.isVisible():
            self.start_requested.emit()

    def _explain(self) -> None:
        kind = next(kind for kind in KINDS if kind.id == self.kind)
        self._explained.setText(markup("{} {} {}", strong(f"{kind.title}."), kind.explained, SAME_SEED))
        useful = self._useful()
        tooltip(
            self.processes,
            f"Automatic: {useful} for so many replicates of this run. "
            "A further process takes about three seconds to start, so a short measurement is done in one.",
        )
