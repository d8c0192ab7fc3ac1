"""Sessions: all that is open, in a file and back; and what a crash would have lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.actions import Action, has_trace
from elcs_gui.app.model.feature import Feature, Part

if TYPE_CHECKING:
    from elcs_gui.app.model.context import Context
    from elcs_gui.app.sessions.autosave import Autosaving
    from elcs_gui.app.sessions.controller import SessionFileController


class SessionsFeature(Feature):
    """Saves, opens and autosaves."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Sessions",
            "",
            "One file brings everything back: data, runs and their forks, knowledge, overrides, layout, "
            "cursor and breakpoints. What was not saved when the program ended is offered at the next "
            "start.",
        ),
    )

    files: SessionFileController
    autosaving: Autosaving

    actions: ClassVar[tuple[Action[SessionsFeature], ...]] = (
        Action("open-session", "File", 20, "Open session...", "Go on where a session was saved.",
               lambda sessions: sessions.ask_and_open(), "Ctrl+Shift+O"),
        Action("save", "File", 70, "Save session",
               "Save all that is open: data, runs, overrides, layout and cursor.",
               lambda sessions: sessions.files.save(), "Ctrl+S", has_trace),
        Action("save-as", "File", 80, "Save session as...", "Save it in another file.",
               lambda sessions: sessions.files.save_as(), "Ctrl+Shift+S", has_trace),
        Action("save-trace", "File", 90, "Save trace...", "Write the recorded trace to a file.",
               lambda sessions: sessions.save_trace(), when=has_trace, ahead=True),
    )  # fmt: skip

    def __init__(self, context: Context) -> None:
        from elcs_gui.app.sessions.autosave import Autosaving
        from elcs_gui.app.sessions.controller import SessionFileController

        super().__init__(context)
        self.files = SessionFileController(context)
        self.autosaving = Autosaving(context, self.files)

    def connect(self) -> None:
        self.files.watch()

    def on_setting(self, id: str) -> None:
        if id == "autosave":
            self.autosaving.set_timer()

    def ask_and_open(self) -> None:
        from elcs_gui.app.kit.dialogs import asked_file
        from elcs_gui.app.sessions.file_dialog import FILES

        path = asked_file(self.context.widget, "Open session", FILES)
        if path is not None:
            self.context.window.open_path(path)

    def save_trace(self) -> None:
        from elcs_gui.app.kit.dialogs import asked_new_file
        from elcs_gui.errors import ElcsError
        from elcs_gui.storage.study import with_origin
        from elcs_gui.storage.trace_file import write_trace

        context = self.context
        trace = context.player.trace
        path = asked_new_file(context.widget, "Save trace", "trace.jsonl", "Trace (*.jsonl *.elcs)")
        if path is None or trace is None:
            return
        try:
            write_trace(with_origin(trace, context.session.source), path)
        except ElcsError as error:
            context.messages.say(str(error))
