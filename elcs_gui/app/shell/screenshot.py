"""Pictures of the whole window, for manuals, tests and machines without a screen."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from elcs_gui.app.model.selection import Edge, Variable
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.data.files import replacing
from elcs_gui.errors import ElcsError
from elcs_gui.trace.listings import STAGES
from elcs_gui.trace.trace import Trace

PATIENCE = 600.0
"""Seconds a run may take before the picture is given up."""


class UnknownPlace(ElcsError):
    """The user named a step, stage or variable that the trace does not have."""


def seek(window: MainWindow, where: str) -> bool:
    """Put the cursor at a step, at the middle of a stage, or at the end; False if there is no such place."""
    player = window.player
    if where == "end":
        player.last()
        return True
    if where.isdecimal():
        player.seek(int(where))
        return True
    for stretch in player.stretches:
        if where.casefold() in (stretch.stage, stretch.title.casefold()):
            player.seek((stretch.first + stretch.last + 1) // 2)
            return True
    return False


def select(window: MainWindow, what: str) -> bool:
    """Select a variable by its name, or an edge by two names with a comma; False if there is no such name."""
    trace = window.player.trace
    names = () if trace is None else trace.header.names
    found = [what] if what in names else [name.strip() for name in what.split(",")]
    if len(found) > 2 or any(name not in names for name in found):
        return False
    places = sorted(names.index(name) for name in found)
    window.graph.announce(Variable(places[0]) if len(places) == 1 else Edge((places[0], places[1])))
    return True


def seek_when_finished(window: MainWindow, where: str) -> None:
    """Once, after the first run."""
    window.session.run_finished.connect(lambda _: QTimer.singleShot(0, lambda: seek(window, where)))


def select_when_finished(window: MainWindow, what: str) -> None:
    """Once, after the first run; a name that is not there is said so."""

    def choose() -> None:
        if not select(window, what):
            window.messages.say(_no_such(what))

    once = Qt.ConnectionType.SingleShotConnection
    window.session.run_finished.connect(lambda _: QTimer.singleShot(0, window, choose), once)


def _no_such(what: str) -> str:
    return f"There is no variable or edge {what!r}: name one variable, or two with a comma between them."


def show_page_when_finished(window: MainWindow, page: str) -> None:
    """Once, after the first run; that it is not to be had is said so."""

    def show() -> None:
        if window.context.actions[page].isEnabled():
            window.tools.show(page)
        else:
            window.messages.say(_not_here(window, page))

    once = Qt.ConnectionType.SingleShotConnection
    window.session.run_finished.connect(lambda _: QTimer.singleShot(0, window, show), once)


def _not_here(window: MainWindow, page: str) -> str:
    return f"There is nothing to show on the page {page!r} here. {window.tools.sentences[page]}"


def take(
    window: MainWindow,
    path: Path,
    where: str | None,
    *,
    wait: bool,
    page: str | None = None,
    chosen: str | None = None,
) -> Trace | None:
    """Wait until the window has settled and write the picture, with a tool page or a selection; its trace.

    Raises ElcsError where there is nothing to take a picture of, UnknownPlace where `where` or `chosen` is
    nowhere.
    """
    window.build_workspace()
    failures: list[str] = []
    # A trace from a file is there at once.
    finished = [False] if window.session.trace is not None and not window.session.running else []
    window.session.failed.connect(failures.append)
    window.session.run_finished.connect(finished.append)
    deadline = time.monotonic() + PATIENCE
    coming, asking = window.session_files.restoring, window.importing
    while wait and not failures and not asking.is_asking and time.monotonic() < deadline:
        if finished and not coming.busy:
            break
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        time.sleep(0.005)
    if failures and not finished:
        raise ElcsError(failures[0])
    if asking.refusal:
        raise ElcsError(asking.refusal)
    if where is not None and wait and not seek(window, where):
        raise UnknownPlace(f"There is no step or stage {where!r}: {', '.join(STAGES)}, a number, or end.")
    if chosen is not None and not select(window, chosen):
        raise UnknownPlace(_no_such(chosen))
    if page is not None and not asking.is_asking:
        if not window.context.actions[page].isEnabled():
            raise ElcsError(_not_here(window, page))
        window.tools.show(page)
    _settle(window)
    with replacing(path) as part:
        window.grab().save(str(part), "PNG")
    return window.player.trace


def _settle(window: MainWindow) -> None:
    """Let layouts, maps and animations come to rest."""
    started = time.monotonic()
    window.graph.finish_animations()
    while time.monotonic() - started < (PATIENCE if _is_working(window) else 6):
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        if time.monotonic() - started > 0.4 and window.settled:
            break
        time.sleep(0.01)
    window.graph.finish_animations()
    QApplication.processEvents()


def _is_working(window: MainWindow) -> bool:
    """Is something shown that is found out in the background?"""
    return window.tools.current is not None or not window.context.firmness.settled
