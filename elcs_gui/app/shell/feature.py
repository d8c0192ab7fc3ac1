"""What belongs to the window as a whole: its own actions, how it looks, which panels and pages are open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from elcs_gui.app.model.actions import Action
from elcs_gui.app.model.feature import Feature, Part, View
from elcs_gui.app.start.feature import StartFeature
from elcs_gui.errors import ElcsError

if TYPE_CHECKING:
    from elcs_gui.app.kit.theme import Theme
    from elcs_gui.app.sessions.autosave_files import LeftFile
    from elcs_gui.app.shell.tool_shelf import ToolShelf
    from elcs_gui.app.shell.workspace import Workspace

_LONGEST_EDIT = 48
_EARLIER_PAGES = {"Weakest link": "How firm"}
"""Pages of the inspector that had other names in earlier versions."""


class Frame(Protocol):
    """What its own actions ask of the window, and nobody else."""

    @property
    def workspace(self) -> Workspace | None: ...

    @property
    def tools(self) -> ToolShelf: ...

    def close(self) -> bool: ...

    def apply_theme(self, theme: Theme) -> None: ...

    def switch_theme(self) -> None: ...

    def set_projector(self, *, on: bool) -> None: ...

    def set_full_screen(self, *, on: bool) -> None: ...

    def reset_layout(self) -> None: ...


class WindowFeature(Feature):
    """The window, as one feature among the others."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "The window",
            "",
            "*Find action* (Ctrl+K) finds everything that the window can do. Panels can be moved, closed "
            "and put back by *Reset layout*. *Projector mode* makes everything larger. If a background "
            "process dies, another takes its place, gets the data, and the run can be repeated with one "
            "click. SIGINT and SIGTERM close the window; its autosave is offered at the next start.",
        ),
        Part(
            "Settings",
            "SettingsDialog",
            "Theme (with high contrast), motion, speed, what new data are opened with, and limits. "
            "Changes are seen at once.",
        ),
        Part(
            "Program log",
            "ProgramLogDialog",
            "What the program noted when something went wrong, and a button that copies it for a report.",
        ),
    )

    frame: Frame

    actions: ClassVar[tuple[Action[WindowFeature], ...]] = (
        Action("open", "File", 10, "Open data...",
               "Open a data file, a network, a trace, a session or a lesson.",
               lambda window: window.ask_and_open(), "Ctrl+O"),
        Action("open-address", "File", 15, "Open URL...",
               "Open a table of a database or warehouse: ibis://BACKEND/WHERE?table=NAME.",
               lambda window: window.ask_for_address()),
        Action("quit", "File", 150, "Quit", "Close the program.",
               lambda window: window.frame.close(), "Ctrl+Q"),
        Action("undo", "Edit", 160, "Undo", "Take back the last edit; the cursor stays.",
               lambda window: window.undo(), "Ctrl+Z", lambda window: window.context.edits.canUndo()),
        Action("redo", "Edit", 170, "Redo", "Make the edit again that was taken back.",
               lambda window: window.redo(),
               "Ctrl+Shift+Z", lambda window: window.context.edits.canRedo()),
        Action("settings", "Edit", 210, "Settings...", "Choose theme, motion, speed and defaults.",
               lambda window: window.show_settings(), "Ctrl+,"),
        Action("find-action", "Edit", 220, "Find action...", "Search all actions by name.",
               lambda window: window.show_palette(), "Ctrl+K"),
        Action("cancel", "Run", 440, "Cancel the run", "Stop computing; what is recorded stays.",
               lambda window: window.context.session.cancel(),
               "Ctrl+.", lambda window: window.context.session.running),
        Action("dark", "View", 550, "Dark theme", "Switch between light and dark.",
               lambda window: window.frame.switch_theme(), "Ctrl+D", toggles=True),
        Action("reduced-motion", "View", 560, "Reduced motion",
               "Show changes at once, without animation.",
               lambda window: window.set_reduced_motion(), toggles=True),
        Action("projector", "View", 570, "Projector mode",
               "Make everything larger and hide the log and the left panels.",
               lambda window: window.frame.set_projector(on=window.is_on("projector")),
               "Shift+F11", toggles=True),
        Action("full-screen", "View", 580, "Full screen", "Use the whole screen.",
               lambda window: window.frame.set_full_screen(on=window.is_on("full-screen")),
               "F11", toggles=True),
        Action("reset-layout", "View", 590, "Reset layout", "Put all panels back in their places.",
               lambda window: window.frame.reset_layout()),
        Action("palette", "Help", 610, "Command palette", "Search all actions by name.",
               lambda window: window.show_palette(), "Ctrl+Shift+P"),
        Action("program-log", "Help", 620, "Show the log...",
               "Show what the program noted when something went wrong, and copy it for a report.",
               lambda window: window.show_program_log()),
        Action("about", "Help", 630, "About", "Version, licence and sources.",
               lambda window: window.show_about()),
    )  # fmt: skip

    def connect(self) -> None:
        self.context.changed.connect(self._name_edits)

    def is_on(self, id: str) -> bool:
        """Is an action switched on?"""
        return self.context.actions[id].isChecked()

    def set_reduced_motion(self) -> None:
        self.context.settings.set("reduced-motion", self.is_on("reduced-motion"))

    def on_setting(self, id: str) -> None:
        from elcs_gui.app.model.settings import wanted_theme

        if id in ("theme", "projector-scale"):
            self.frame.apply_theme(wanted_theme(self.context.settings))
        elif id == "reduced-motion":
            self.context.actions[id].setChecked(self.context.settings.reduced_motion)

    def undo(self) -> None:
        self.context.edits.undo()
        self.context.changed.emit()

    def redo(self) -> None:
        self.context.edits.redo()
        self.context.changed.emit()

    def _name_edits(self) -> None:
        """The menu says what would be undone."""
        live, edits = self.context.actions, self.context.edits
        live["undo"].setText(_naming("Undo", edits.undoText()))
        live["redo"].setText(_naming("Redo", edits.redoText()))

    # Dialogs

    def ask_and_open(self) -> None:
        from elcs_gui.app.kit.dialogs import asked_file
        from elcs_gui.storage.file_kinds import NETWORK_ENDINGS

        networks = " ".join(f"*{ending}" for ending in NETWORK_ENDINGS)
        kinds = (
            "Data, networks, traces, sessions, lessons (*.csv *.tsv *.tab *.txt *.dat *.data *.xlsx *.xlsm "
            f"*.parquet *.pq *.arff *.npz *.duckdb *.ddb *.sqlite *.sqlite3 *.db {networks} *.jsonl *.trace "
            "*.elcs *.md *.lesson);;All files (*)"
        )
        path = asked_file(self.context.widget, "Open", kinds)
        if path is not None:
            self.context.window.open_path(path)

    def ask_for_address(self) -> None:
        from elcs_gui.app.kit.dialogs import asked_words
        from elcs_gui.data.tables.address import FORM, PASSWORD, data_path

        told = (
            f"{FORM}, for example ibis://postgres/ada@db.example.org/clinic?table=visits\n"
            f"The password is no part of it: it comes from {PASSWORD}, or from the backend's own settings."
        )
        text = asked_words(self.context.widget, "Open URL", told, "ibis://")
        if not text:
            return
        try:
            path = data_path(text)
        except ElcsError as error:
            self.context.messages.say(str(error))
            return
        self.context.window.open_path(path)

    def show_palette(self) -> None:
        from elcs_gui.app.shell.command_palette import CommandPalette

        CommandPalette(self.context, self.context.widget).come_up()

    def show_settings(self) -> None:
        from elcs_gui.app.kit.dialogs import show_beside
        from elcs_gui.app.shell.settings_dialog import SettingsDialog

        settings, window = self.context.settings, self.context.widget
        clear_recent = self.context.feature(StartFeature).clear_recent
        show_beside(SettingsDialog, window, lambda: SettingsDialog(settings, clear_recent, window))

    def show_program_log(self) -> None:
        from elcs_gui.app.kit.dialogs import show_beside
        from elcs_gui.app.shell.program_log_dialog import ProgramLogDialog
        from elcs_gui.worker.program_log import log_folder

        folder, window = log_folder(self.context.settings.state_folder), self.context.widget
        show_beside(ProgramLogDialog, window, lambda: ProgramLogDialog(folder, window)).refresh()

    def show_report(self, left: LeftFile) -> None:
        """Of a crash, in the same place as the log."""
        from elcs_gui.app.kit.dialogs import show_beside
        from elcs_gui.app.shell.program_log_dialog import ProgramLogDialog

        folder, window = left.path.parent, self.context.widget
        show_beside(ProgramLogDialog, window, lambda: ProgramLogDialog(folder, window)).show_report(left.path)

    def show_about(self) -> None:
        from PySide6.QtWidgets import QMessageBox

        from elcs_gui.app.kit.labels import message_box
        from elcs_gui.versions import report

        message_box(
            self.context.widget,
            QMessageBox.Icon.NoIcon,
            "About ELCS Explorer",
            "ELCS Explorer, MIT licence.\n\n"
            "The algorithms are those of “Towards Efficient Local Causal Structure Learning” "
            f"(Yang, Wang, Yu, Cao, Wu).\n\n{report()}",
        ).exec()

    # What a session file keeps

    def remember(self) -> View:
        workspace, tools = self.frame.workspace, self.frame.tools
        assert workspace is not None
        return {"inspector": workspace.inspector.page, "page": tools.shown, "docks": workspace.docks.plan}

    def recall(self, view: Mapping[str, Any], variables: int) -> None:
        workspace, tools = self.frame.workspace, self.frame.tools
        assert workspace is not None
        workspace.docks.recall(view.get("docks"))
        inspected = str(view.get("inspector"))
        inspected = _EARLIER_PAGES.get(inspected, inspected)
        if inspected in workspace.inspector.pages:
            workspace.inspector.show_page(inspected)
        page = view.get("page")
        if isinstance(page, str) and tools.has(page) and self.context.actions[page].isEnabled():
            tools.show(page)


def _naming(word: str, edit: str) -> str:
    """What a menu says of an edit, in a line of bearable length."""
    from elcs_gui.app.kit.labels import lettered

    short = edit if len(edit) <= _LONGEST_EDIT else f"{edit[: _LONGEST_EDIT - 1].rstrip()}…"
    return lettered(f"{word} {short}".rstrip())
