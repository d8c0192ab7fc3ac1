"""What each action does: the table's ids on the left, the doing on the right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox

from elcs_gui import __version__
from elcs_gui.app.shell.command_palette import CommandPalette, ShortcutSheet
from elcs_gui.errors import ElcsError
from elcs_gui.storage.file_kinds import NETWORK_ENDINGS
from elcs_gui.worker.program_log import log_folder

if TYPE_CHECKING:
    from elcs_gui.app.model.player import Player
    from elcs_gui.app.shell.main_window import MainWindow

_NETWORKS = " ".join(f"*{ending}" for ending in NETWORK_ENDINGS)
OPENABLE = (
    "Data, networks, traces, sessions (*.csv *.tsv *.tab *.txt *.dat *.data *.xlsx *.xlsm *.parquet *.pq "
    f"*.arff *.npz {_NETWORKS} *.jsonl *.trace *.elcs);;All files (*)"
)
NETWORKS = f"Networks ({_NETWORKS} *.txt *.csv);;All files (*)"


def handlers(window: MainWindow) -> dict[str, Callable[[], object]]:
    """By action id. Panels are looked up when called: they are made after the actions."""
    return {
        "open": lambda: _open(window),
        "import-options": lambda: window.importing.show_options(),
        "open-truth": lambda: _open_truth(window),
        "simulate": lambda: _simulate(window),
        "start-page": lambda: _start_page(window),
        "open-session": lambda: _open_session(window),
        "save": lambda: window.session_files.save(),
        "save-as": lambda: window.session_files.save_as(),
        "save-trace": lambda: _save_trace(window),
        "export": lambda: window.tools.show("export"),
        "export-picture": lambda: _export(window, "picture"),
        "export-report": lambda: _export(window, "report"),
        "copy-picture": lambda: _copy_picture(window),
        "export-log": lambda: window.log.ask_and_export("csv"),
        "quit": window.close,
        "undo": lambda: window.controller.undo(),
        "redo": lambda: window.controller.redo(),
        "drop-overrides": window.drop_overrides,
        "knowledge": lambda: window.what_ifs.show_knowledge(),
        "drop-knowledge": lambda: window.what_ifs.drop_knowledge(),
        "find-action": lambda: _palette(window),
        "palette": lambda: _palette(window),
        "filter-log": lambda: window.log.focus_filter(),
        "find-variable": lambda: _find_variable(window),
        "forward": lambda: _stepper(window).forward(),
        "back": lambda: _stepper(window).back(),
        "next-change": lambda: _stepper(window).next_change(),
        "previous-change": lambda: _stepper(window).previous_change(),
        "next-stage": lambda: _stepper(window).next_stage(),
        "previous-stage": lambda: _stepper(window).previous_stage(),
        "first": lambda: _stepper(window).first(),
        "last": lambda: _stepper(window).last(),
        "play": lambda: _stepper(window).toggle(),
        "go-to-step": lambda: _go_to_step(window),
        "breakpoint": lambda: _breakpoints(window),
        "run-on": lambda: _run_to_breakpoint(window, 1),
        "run-back": lambda: _run_to_breakpoint(window, -1),
        "what-if": lambda: window.detail.ask_what_if(),
        "alpha-explorer": lambda: window.tools.show("alpha-explorer"),
        "stability": lambda: window.tools.show("stability"),
        "blame": lambda: _blame(window),
        "break-test": lambda: window.detail.ask_break(),
        "parting": lambda: window.what_ifs.go_to_parting(),
        "cancel": window.session.cancel,
        "local-view": lambda: window.set_kind("local"),
        "field-view": lambda: window.set_kind("field"),
        "truth": window.show_truth,
        "show-stability": lambda: window.stability_overlay.switch(),
        "difference": lambda: window.what_ifs.show_difference(),
        "reset-positions": lambda: window.graph.reset_positions(),
        "margin-width": lambda: window.graph.set_margin_width(on=window.live["margin-width"].isChecked()),
        "fit": lambda: window.graph.fit(),
        "zoom-in": lambda: window.graph.zoom_in(),
        "zoom-out": lambda: window.graph.zoom_out(),
        "dark": window.switch_theme,
        "reduced-motion": lambda: window.settings.set(
            "reduced-motion", window.live["reduced-motion"].isChecked()
        ),
        "projector": lambda: window.set_projector(on=window.live["projector"].isChecked()),
        "full-screen": lambda: window.set_full_screen(on=window.live["full-screen"].isChecked()),
        "reset-layout": window.reset_layout,
        "settings": lambda: _settings(window),
        "shortcuts": lambda: ShortcutSheet(window).show(),
        "program-log": lambda: _program_log(window),
        "about": lambda: _about(window),
    }


def _stepper(window: MainWindow) -> Player:
    """What the keys for stepping move: the run that is shown, or what a tool page shows instead."""
    page = window.tools.current if window.workspace is not None else None
    return window.player if page is None else page.stepper


def _open(window: MainWindow) -> None:
    path, _ = QFileDialog.getOpenFileName(window, "Open", "", OPENABLE)
    if path:
        window.open_path(Path(path))


def _open_session(window: MainWindow) -> None:
    from elcs_gui.app.sessions.file_dialog import FILES

    path, _ = QFileDialog.getOpenFileName(window, "Open session", "", FILES)
    if path:
        window.open_path(Path(path))


def _open_truth(window: MainWindow) -> None:
    path, _ = QFileDialog.getOpenFileName(window, "Open truth", "", NETWORKS)
    if path:
        window.controller.open_truth(Path(path))


def _simulate(window: MainWindow) -> None:
    from elcs_gui.app.simulating.dialog import SimulateDialog

    window.build_workspace()
    shown = window.findChild(SimulateDialog)
    if shown is None:
        shown = SimulateDialog(
            window.session, window.controller.simulate, window.session_files.leaving, window
        )
    shown.set_theme(window.theme)
    shown.show()
    shown.raise_()
    shown.activateWindow()


def _blame(window: MainWindow) -> None:
    window.live["truth"].setChecked(True)  # that is what it is about, here and back in the graph
    window.show_truth()
    window.tools.show("blame")


def _start_page(window: MainWindow) -> None:
    window.session.cancel()
    window.show_start_page()


def _save_trace(window: MainWindow) -> None:
    from elcs_gui.storage.study import with_origin
    from elcs_gui.storage.trace_file import write_trace

    trace = window.player.trace
    path, _ = QFileDialog.getSaveFileName(window, "Save trace", "trace.jsonl", "Trace (*.jsonl *.elcs)")
    if path and trace is not None:
        _or_say(window, lambda: write_trace(with_origin(trace, window.session.source), Path(path)))


def _export(window: MainWindow, group: str) -> None:
    from elcs_gui.app.exporting.page import ExportPage

    window.tools.show("export")
    page = window.tools.current
    assert isinstance(page, ExportPage)
    page.choose(group)


def _copy_picture(window: MainWindow) -> None:
    """As it is shown, sharp enough for a page."""
    from elcs_gui.app.exporting.picture import image
    from elcs_gui.app.graph.sheet import Layout, Sheet
    from elcs_gui.app.kit.picture import SCREEN_SCALE

    trace = window.player.trace
    if trace is None:
        return
    look = window.graph.shown
    sheet = Sheet(trace, Layout(window.theme, look.view, look.size), look)
    sheet.seek(window.player.step)
    made = image(sheet, SCREEN_SCALE)
    QGuiApplication.clipboard().setImage(made)
    window.status.say(f"A picture of {made.width():,} × {made.height():,} pixels is on the clipboard.")


def _or_say(window: MainWindow, work: Callable[[], object]) -> None:
    try:
        work()
    except ElcsError as error:
        window.messages.say(str(error))


def _palette(window: MainWindow) -> None:
    chooser = CommandPalette(window.live, window)
    chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    corner = window.mapToGlobal(window.rect().topLeft())
    chooser.move(corner.x() + (window.width() - chooser.width()) // 2, corner.y() + 60)
    chooser.show()
    chooser.search.setFocus()


def _find_variable(window: MainWindow) -> None:
    window.docks.data.show()
    window.docks.data.raise_()
    window.data_panel.focus_search()


def _go_to_step(window: MainWindow) -> None:
    player = _stepper(window)
    label = f"Step (0 to {player.length:,})"
    step, ok = QInputDialog.getInt(window, "Go to step", label, player.step, 0, player.length)
    if ok:
        player.seek(step)


def _breakpoints(window: MainWindow) -> None:
    from elcs_gui.app.transport.breakpoint_dialog import BreakpointDialog

    trace, known = window.player.trace, window.session.truth
    if trace is None:
        return
    truth = None if known is None else known.oracle.separated
    dialog = BreakpointDialog(window.breakpoints, trace.header.names, truth, window.player.step, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.exec()


def _run_to_breakpoint(window: MainWindow, direction: int) -> None:
    player = _stepper(window)
    if player.trace is None:
        return
    step = window.breakpoints.next(player.trace, player.step, direction)
    if step is not None:
        player.seek(step)
    elif not len(window.breakpoints):
        window.status.say("No breakpoint is set: press F9 to choose where to stop.")
    else:
        window.status.say(f"No breakpoint holds {'after' if direction > 0 else 'before'} this step.")


def _settings(window: MainWindow) -> None:
    from elcs_gui.app.shell.settings_dialog import SettingsDialog

    shown = window.findChild(SettingsDialog)
    if shown is None:
        shown = SettingsDialog(window.settings, window.clear_recent, window)
        shown.show()
    shown.raise_()
    shown.activateWindow()


def _program_log(window: MainWindow) -> None:
    from elcs_gui.app.shell.program_log_dialog import ProgramLogDialog

    shown = window.findChild(ProgramLogDialog)
    if shown is None:
        shown = ProgramLogDialog(log_folder(window.settings.state_folder), window)
        shown.show()
    shown.refresh()
    shown.raise_()
    shown.activateWindow()


def _about(window: MainWindow) -> None:
    QMessageBox.about(
        window,
        "About ELCS Explorer",
        f"ELCS Explorer {__version__}, MIT licence.\n\n"
        "The algorithms are those of “Towards Efficient Local Causal Structure Learning” "
        "(Yang, Wang, Yu, Cao, Wu).",
    )
