"""The program as it is, which also writes into a file how it stands, whenever that changes:

    python -m tests.watched_gui FILE [ARGUMENTS OF elcs-gui]

So whoever presses keys from outside can wait for what they bring about. The program's processes import this
module too, so it imports nothing of the program by itself.
"""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from argparse import Namespace

    from PySide6.QtWidgets import QApplication

    from elcs_gui.app.shell.main_window import MainWindow

EVERY = 30
"""Milliseconds between two looks."""


def state_of(window: "MainWindow") -> dict[str, Any]:
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtWidgets import QDockWidget

    trace, focused = window.player.trace, QGuiApplication.focusWindow()
    header = window.session.header
    return {
        "title": window.windowTitle(),
        "focused": "" if focused is None else focused.title(),
        "loaded": window.workspace is not None,
        "working": window.working,
        "running": window.session.running,
        "target": "" if header is None else header.names[header.target],
        "forced": 0 if header is None else len(header.forced),
        "steps": 0 if trace is None else len(trace),
        "step": window.player.step,
        "playing": window.player.playing,
        "breakpoints": len(window.context.breakpoints) if window.workspace else 0,
        "floating": sum(dock.isFloating() and dock.isVisible() for dock in window.findChildren(QDockWidget)),
    }


def watch(window: "MainWindow", file: str) -> None:
    from PySide6.QtCore import QTimer

    last: dict[str, Any] = {}

    def look() -> None:
        now = state_of(window)
        if now != last:
            last.update(now)
            part = Path(f"{file}.part")
            part.write_text(json.dumps(now), encoding="utf-8")
            part.replace(file)

    timer = QTimer(window, interval=EVERY)
    timer.timeout.connect(look)
    timer.start()


def main(file: str, arguments: list[str]) -> int:
    from elcs_gui import gui

    make = gui.make_window

    def make_watched(args: "Namespace", settings: Path | None = None) -> "tuple[QApplication, MainWindow]":
        app, window = make(args, settings)
        watch(window, file)
        return app, window

    gui.make_window = make_watched
    return gui.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
