"""A lesson as a page for any browser, made beside the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from elcs_gui.app.exporting.player_export import player_maker
from elcs_gui.app.graph.sheet import Layout
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.kit.thread_task import ThreadTask
from elcs_gui.app.model.context import Context
from elcs_gui.data.files import replacing
from elcs_gui.lessons.lesson_file import Lesson
from elcs_gui.trace.trace import Trace


class Sharing(QObject):
    """One page at a time; how it ended is told in the status row, or in the message bar."""

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._task = ThreadTask("share a lesson", self)
        self._task.done.connect(
            lambda path: context.status.say(f"The lesson is in {path.name}: open it anywhere.")
        )
        self._task.failed.connect(context.messages.say)

    @property
    def busy(self) -> bool:
        return self._task.busy

    def wait(self) -> None:
        """Until the page is written."""
        self._task.wait()

    def write(self, lesson: Lesson, trace: Trace, path: Path) -> None:
        """The picture for browsers without scripts is drawn here, the rest in a thread."""
        page = player_maker(trace, Layout(LIGHT), title=lesson.title, lesson=lesson)

        def work() -> Path:
            text = page(trace)
            with replacing(path) as part:
                part.write_text(text, encoding="utf-8", newline="\n")
            return path

        self._task.start(work)
