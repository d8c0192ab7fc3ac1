"""Pictures of the whole window, for manuals, tests and machines without a screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from elcs_gui.app.model.selection import Edge, Variable
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.data.files import replacing
from elcs_gui.errors import ElcsError
from elcs_gui.trace.stages import step_named
from elcs_gui.trace.trace import Trace

PATIENCE, SHORT = 600.0, 60.0
"""Seconds a run may take before the picture shows it on its way; fewer where no place in it is named, for
then the picture shows its beginning."""
TOLD_AFTER = (10.0, 30.0, 60.0, 120.0, 240.0, 480.0)
"""After so many seconds what is waited for is told."""


class UnknownPlace(ElcsError):
    """The user named a step, stage or variable that the trace does not have."""


def seek(window: MainWindow, where: str) -> None:
    """Put the cursor at a step, at the middle of a stage, or at the end; else UnknownPlace."""
    trace = window.player.trace
    if trace is None:
        return
    try:
        window.player.seek(step_named(trace, where))
    except ElcsError as error:
        raise UnknownPlace(str(error)) from None


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
    """Once, after the first run; a place that is not there is said so."""

    def go() -> None:
        try:
            seek(window, where)
        except UnknownPlace as error:
            window.messages.say(str(error))

    once = Qt.ConnectionType.SingleShotConnection
    window.session.run_finished.connect(lambda _: QTimer.singleShot(0, window, go), once)


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
    say: Callable[[str], object] = lambda _: None,
) -> Trace | None:
    """Wait until the window has settled and write the picture, with a tool page or a selection; its trace.

    A run that takes long is said so, and after a while the picture is taken of what there is of it. Raises
    ElcsError where there is nothing to take a picture of, UnknownPlace where `where` or `chosen` is nowhere.
    """
    window.build_workspace()
    asking = window.importing
    finished = True
    if wait:
        named = where is not None or page is not None or chosen is not None
        finished = _finished(window, PATIENCE if named else SHORT, say)
    if asking.refusal:
        raise ElcsError(asking.refusal)
    if where is not None and wait:
        seek(window, where)
    if chosen is not None and not select(window, chosen):
        raise UnknownPlace(_no_such(chosen))
    if page is not None and not asking.is_asking:
        if not window.context.actions[page].isEnabled():
            raise ElcsError(_not_here(window, page))
        window.tools.show(page)
    _settle(window, PATIENCE if finished else 0.0)
    with replacing(path) as part:
        window.grab().save(str(part), "PNG")
    return window.player.trace


def _finished(window: MainWindow, patience: float, say: Callable[[str], object]) -> bool:
    """Wait for the run, or for a question that has to be answered first; has it come to its end?

    Raises ElcsError if it failed.
    """
    failures: list[str] = []
    # A trace from a file is there at once.
    ends = [False] if window.session.trace is not None and not window.session.running else []
    window.session.failed.connect(failures.append)
    window.session.run_finished.connect(ends.append)
    coming, asking = window.session_files.restoring, window.importing
    started, told = time.monotonic(), list(TOLD_AFTER)
    while not failures and not asking.is_asking and not (ends and not coming.busy):
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        time.sleep(0.005)
        waited = time.monotonic() - started
        if waited > (PATIENCE if window.session.trace is None else patience):
            say(f"{_waited_for(window)} after {waited:,.0f} s: the picture shows how far it has come.")
            return False
        if told and waited > told[0]:
            say(f"{_waited_for(window)} after {told.pop(0):,.0f} s; a picture is taken by {patience:,.0f} s.")
    if failures and not ends:
        raise ElcsError(failures[0])
    return True


def _waited_for(window: MainWindow) -> str:
    """What the picture has to wait for."""
    session = window.session
    if session.trace is None or not session.running:
        return "What is opened is not read"
    header, tests = session.trace.header, len(session.trace.test_steps)
    return f"The run about {header.names[header.target]} is not finished ({tests:,} tests so far)"


def _settle(window: MainWindow, patience: float) -> None:
    """Let layouts, maps and animations come to rest; what the background finds out, within `patience`."""
    started = time.monotonic()
    window.graph.finish_animations()
    while time.monotonic() - started < max(patience if _is_working(window) else 0.0, 6.0):
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        if time.monotonic() - started > 0.4 and window.settled:
            break
        time.sleep(0.01)
    window.graph.finish_animations()
    QApplication.processEvents()


def _is_working(window: MainWindow) -> bool:
    """Is something shown that is found out in the background?"""
    return window.tools.current is not None or not window.context.firmness.settled
