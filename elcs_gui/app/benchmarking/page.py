"""The benchmark page: a folder of results as a table and a plot, going on in the background if wanted."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QMenu, QProgressBar, QPushButton, QWidget

from elcs_gui.app.benchmarking.presets_view import PRESETS, PresetCards
from elcs_gui.app.benchmarking.rows import (
    COLUMNS,
    KINDS,
    LOCAL,
    kind_of,
    left_words,
    open_choices,
    progress_words,
    run_words,
    table_rows,
)
from elcs_gui.app.benchmarking.runner import BenchmarkRunner
from elcs_gui.app.benchmarking.side_view import BenchmarkSide
from elcs_gui.app.benchmarking.table_view import BenchmarkTable
from elcs_gui.app.kit.dialogs import asked_folder
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.later import set_progress
from elcs_gui.app.kit.layouts import column_of, divided, row_of, stacked, styled
from elcs_gui.app.kit.segments import OneLine, Segments
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.kit.thread_task import ThreadTask
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.tool_page import ToolPage
from elcs_gui.benchmark.benchmark import Progress, begin
from elcs_gui.benchmark.catalogue import Catalogue
from elcs_gui.benchmark.output import PAGE, write_tables
from elcs_gui.benchmark.plan import Cell, Plan, RunKey, cells_of
from elcs_gui.benchmark.remarks import general_remarks, remarks_on
from elcs_gui.benchmark.results import FILE, RunResult, read_results
from elcs_gui.benchmark.summary import SummaryRow, summarise
from elcs_gui.benchmark.tables import text_table
from elcs_gui.data.plan import ImportPlan
from elcs_gui.errors import ElcsError

_LEGEND = (
    ".80 ± .01  this run, the paper's below     ≈  within one std     ▲  better     ▽  worse     "
    "dotted: the paper's figure is in doubt, see its note"
)
_SHARE = 10
"""Of the time: showing what has come may take one part in so many."""
_DATA = "data"
"""The folder beside the results for data that are in no file."""


class BenchmarkPage(ToolPage):
    """Shows one folder. What it measures goes on while other pages are shown, until the window closes."""

    def __init__(self, context: Context, theme: Theme) -> None:
        super().__init__(context, theme)
        self.folder: Path | None = None
        self._plan: Plan | None = None
        self._cells: list[Cell] = []
        self._results: dict[RunKey, RunResult] = {}
        self._summary: list[SummaryRow] = []
        self._columns: dict[str, tuple[str, ...]] = dict(COLUMNS)
        self._shown_at = self._showing_took = 0.0
        self.runner = BenchmarkRunner(self)
        self._opening = ThreadTask("open a run of a benchmark", self)
        self._wanted: RunResult | None = None
        self.kinds = Segments("Which table", KINDS)
        self.table = BenchmarkTable(theme)
        self.side = BenchmarkSide(theme)
        self.presets = PresetCards()
        self._about = OneLine("quiet", middle=True)
        self.export = QPushButton("Export", objectName="export")
        self.export.setMenu(self._export_menu())
        self.others = QPushButton("Another...", toolTip="Open other results, or begin another benchmark")
        self._close = QPushButton("Close", objectName="ghost", toolTip="Back to the workspace. Esc")
        self._now, self._count = OneLine(), Label(objectName="quiet")
        self._left = Label(objectName="quiet")
        self._bar = QProgressBar(textVisible=False, accessibleName="How far the benchmark is")
        self.go_on = QPushButton("Continue", objectName="primary")
        self.stop = QPushButton("Stop, keep results")
        self._complaint = Label(wordWrap=True, objectName="refused")
        self._lay_out()
        self._connect()
        self.set_theme(theme)
        self._complain("")
        self._show()

    def _lay_out(self) -> None:
        head = row_of(
            Label("Benchmark", objectName="section"),
            (self._about, 1),
            self.kinds,
            self.export,
            self.others,
            self._close,
            spacing=10,
        )
        self._progress = QWidget()
        row_of(
            (column_of(self._now, self._count, spacing=1), 2),
            (self._bar, 3),
            self._left,
            self.go_on,
            self.stop,
            inside=self._progress,
            margins=0,
            spacing=16,
        )
        band = styled(
            "panel", column_of(head, self._complaint, self._progress, margins=(20, 8, 16, 10), spacing=8)
        )
        legend = styled("panelFoot", column_of(Label(_LEGEND, objectName="quiet"), margins=(12, 8, 12, 8)))
        left = styled("panel", column_of((self.table, 1), legend, margins=0, spacing=0))
        self._body = divided(left, self.side)
        self._body.setStretchFactor(0, 1)
        self._pages = stacked(self.presets, self._body)
        column_of(band, (self._pages, 1), inside=self, margins=0, spacing=1)

    def _connect(self) -> None:
        self._close.clicked.connect(self.closed)
        self.on_key("Escape", self.closed.emit, anywhere=True)
        self.kinds.show_value(LOCAL)
        self.kinds.chosen.connect(lambda _: self._show())
        self.presets.chosen.connect(self._ask_where)
        self.presets.folder_wanted.connect(self._ask_folder)
        self.presets.data_wanted.connect(self._ask_data)
        self.others.clicked.connect(self.close_folder)
        self.go_on.clicked.connect(self.start)
        self.stop.clicked.connect(self.runner.stop)
        self.runner.progressed.connect(self._on_progress)
        self.runner.ended.connect(self._on_ended)
        self.table.row_selected.connect(self._on_row)
        self.table.opened.connect(lambda _: self.side.ask_for_run())
        self.table.note_wanted.connect(self.side.scroll_to_note)
        self.table.copied.connect(self._copy)
        self.table.columns_chosen.connect(self._on_columns)
        self.side.row_clicked.connect(self._on_dot)
        self.side.run_wanted.connect(self.open_run)
        self._opening.done.connect(self._on_files)
        self._opening.failed.connect(self._complain)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.table.set_theme(theme)
        self.side.set_theme(theme)
        self.side.setMinimumWidth(round(380 * theme.scale))

    @property
    def settled(self) -> bool:
        return super().settled and not self.runner.busy and not self._opening.busy

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        side = round(min(452 * self.theme.scale, 0.315 * self.width()))
        self._body.setSizes([self.width() - side, side])

    def enter(self) -> None:
        self._say_how_far()
        (self.table if self.folder is not None else self.presets.buttons["quick"]).setFocus()

    def end(self) -> None:
        self.runner.close()
        self._opening.wait()

    # Which benchmark

    def begin(self, plan: Plan, folder: Path) -> None:
        """A new one, or more of what is there; it starts at once."""
        try:
            begin(plan, folder)
        except ElcsError as error:
            self._complain(str(error))
            return
        self.open_folder(folder)
        self.start()

    def open_folder(self, folder: Path) -> None:
        """Show the results of a folder."""
        try:
            plan, results = Plan.load(folder), read_results(folder)
        except ElcsError as error:
            self._complain(str(error))
            return
        self.folder, self._plan, self._results = folder, plan, results
        try:
            self._cells = cells_of(plan)
        except ElcsError as error:  # the data have moved: what was measured is shown
            self._cells = []
            self._complain(str(error))
        else:
            self._complain("")
        kinds = {kind_of(key.algorithm) for key in results} or {kind_of(each) for each in plan.algorithms}
        if self.kinds.value not in kinds:
            self.kinds.show_value(min(kinds))
        self._show()
        if self.table.rows_model.rows and self.table.current is None:
            self.table.selectRow(0)
        self._say_how_far()

    def close_folder(self) -> None:
        """Back to the cards; what is being measured goes on only while it is shown."""
        self.runner.stop()
        self.folder, self._plan, self._results, self._cells = None, None, {}, []
        self._complain("")
        self._show()

    def start(self) -> None:
        """Go on with what is left."""
        if self.folder is not None and not self.runner.busy:
            self._complain("")
            scheduler = self.context.settings.scheduler
            if scheduler is not None:
                self.context.status.say(f"The benchmark is run by the cluster at {scheduler}.")
            self.runner.start(self.folder, scheduler)
            self._show_progress(None)

    def _ask_where(self, id: str) -> None:
        preset = next(each for each in PRESETS if each.id == id)
        if where := asked_folder(self, "An empty folder for the results, or one to add to"):
            self.begin(preset.plan(self.presets.data), where)

    def _ask_data(self) -> None:
        where = asked_folder(self, "A folder of data sets and networks")
        try:
            if where is not None:
                Catalogue(where)
                self.presets.take_data(str(where))
        except ElcsError as error:
            self._complain(str(error))
        else:
            self._complain("")

    def _ask_folder(self) -> None:
        if where := asked_folder(self, "A folder of results"):
            self.open_folder(where)

    # What is shown

    def _show(self) -> None:
        started = time.monotonic()
        there = self.folder is not None
        self._pages.setCurrentWidget(self._body if there else self.presets)
        for part in (self.kinds, self.export, self.others):
            part.setVisible(there)
        if self._plan is None or self.folder is None:
            self._about.say("")
            self._summary = []
            self._show_progress(None)
            return
        plan, kind = self._plan, self.kinds.value or LOCAL
        data = "simulated data" if plan.folder is None else Path(plan.folder).name
        k = "any k" if plan.k is None else f"k {plan.k}"
        self._about.say(f"{self.folder.name} · {data}, alpha {plan.alpha:g}, {k}", str(self.folder))
        self._summary = summarise(self._results.values(), plan, self._cells)
        self._show_progress(None)
        of_kind = [row for row in self._summary if kind_of(row.algorithm) == kind]
        remarks = remarks_on(of_kind)
        rows = table_rows(self._summary, kind, remarks)
        self.table.show_rows(rows, self._columns[kind], kind)
        self.side.show_notes(remarks, general_remarks(of_kind))
        if rows:
            self.side.show_rows(rows, [id for id in self._columns[kind] if id != "seconds"] or ["requested"])
        self._on_row()
        if self.isVisible():
            self._say_how_far()
        self._shown_at, self._showing_took = time.monotonic(), time.monotonic() - started

    def _show_progress(self, progress: Progress | None) -> None:
        busy = self.runner.busy
        total = sum(len(cell.targets) for cell in self._cells)
        done = sum(row.done + row.stopped + row.failed for row in self._summary if row.expected)
        self._progress.setVisible(self.folder is not None and (busy or done < total))
        self.stop.setVisible(busy)
        self.go_on.setVisible(not busy and done < total)
        if progress is not None:
            total, done = progress.total, progress.done
            last = progress.last
            self._now.say("Running" if last is None else f"Running: {run_words(last)}")
            self._count.setText(progress_words(progress))
            self._left.setText(left_words(progress.seconds_left))
        elif busy:
            self._now.say("Starting ...")
        else:
            self._now.say(f"Stopped: {done:,} of {total:,} runs are kept")
            self.go_on.setText(f"Continue, {total - done:,} runs left")
            self._count.setText("")
            self._left.setText("")
        self._bar.setMaximum(max(total, 1))
        set_progress(self._bar, min(done, total))

    def _say_how_far(self) -> None:
        if self.folder is None:
            self.said.emit("Choose what to measure, or open results that were measured before.")
            return
        whole = sum(row.complete for row in self._summary)
        runs = f"{len(self._results):,} runs kept, one line each, in {self.folder / FILE}"
        self.said.emit(f"{whole:,} of {len(self._summary):,} rows done · {runs}")

    def _complain(self, reason: str) -> None:
        self._complaint.setText(reason)
        self._complaint.setVisible(bool(reason))

    def _on_progress(self, progress: Progress, new: list[RunResult]) -> None:
        self._results.update((result.key, result) for result in new)
        if new and time.monotonic() - self._shown_at > max(_SHARE * self._showing_took, 0.5):
            self._show()
        self._show_progress(progress if self.runner.busy else None)

    def _on_ended(self, reason: str) -> None:
        self._complain(reason)
        self._show()
        if reason:
            self.said.emit(f"The benchmark failed: {reason}")
        else:
            self._say_how_far()

    def _on_columns(self, measures: tuple[str, ...]) -> None:
        self._columns[self.table.kind] = measures
        self._show()

    # Rows and their runs

    def _on_row(self, key: object = None) -> None:
        row = self.table.current
        self.side.plot.select(None if row is None else row.key)
        choices = [] if row is None else open_choices(self._results.values(), row, self.table.kind)
        of = "" if row is None else f"{row.summary.title} on {row.summary.network}, {row.summary.rows:,} rows"
        self.side.show_choices(of, choices)

    def _on_dot(self, key: tuple[str, int, str]) -> None:
        for row in self.table.rows_model.rows:
            if row.key == key or (not key[0] and row.key[2] == key[2]):
                self.table.select(row.key)
                return

    def open_run(self, result: RunResult) -> None:
        """The data, the network and the target of a run become the main run."""
        folder, key = self.folder, result.key
        sets = (cell.data for cell in self._cells)
        data = next(
            (s for s in sets if (s.network, s.rows, s.number) == (key.network, key.rows, key.set)), None
        )
        if data is None or folder is None:
            self._complain("The data of this run are no longer where they were.")
            return
        if not self._opening.busy:
            self._wanted = result

            def files() -> tuple[Path, str | None, Path]:
                place = folder / _DATA
                place.mkdir(exist_ok=True)
                return data.files(place)

            self._opening.start(files)

    def _on_files(self, found: tuple[Path, str | None, Path]) -> None:
        result, plan = self._wanted, self._plan
        if result is None or plan is None:
            return
        data, part, network = found
        context = self.context

        def take() -> None:
            once = Qt.ConnectionType.SingleShotConnection
            context.session.run_finished.connect(lambda _: self._take_algorithm(result, plan), once)
            context.controller.expect(None, f"Opening {result.key.target} in {result.key.network} …")
            context.session.open_files(
                data, network, result.key.target, plan.test, plan=ImportPlan(part=part)
            )
            context.window.show_workspace()

        context.leave(take)

    def _take_algorithm(self, result: RunResult, plan: Plan) -> None:
        """The first run was by the usual algorithm; the row's own follows, if it is another."""
        header = self.context.session.header
        if header is not None:
            wanted = replace(header, algorithm=result.key.algorithm, alpha=plan.alpha, k=plan.k)
            if wanted != header:
                self.context.controller.run(wanted)

    def _export_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction("Copy the tables as text", self._copy)
        menu.addAction("Open the report in the browser", lambda: self._open_outside(PAGE))
        menu.addAction("Open the folder: results.csv, table.txt, report.html", lambda: self._open_outside(""))
        return menu

    def _open_outside(self, name: str) -> None:
        if self.folder is not None:
            if not self.runner.busy:
                write_tables(self.folder)
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.folder / name)))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(text_table([row for row in self._summary if row.sets]))
        self.said.emit("The table is on the clipboard, as text.")
