"""A window for tests: at its start page, with a recorded trace, or with an example and its worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.registry import PRINTED
from elcs_gui.app.kit.theme import LIGHT, Theme
from elcs_gui.app.model.firmness_client import FirmnessState
from elcs_gui.app.model.settings import Settings
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.trace.trace import Header
from tests.patience import LONG as LONG
from tests.patience import wait_until
from tests.traces import trace_of


@contextmanager
def empty_window(
    qtbot: QtBot,
    settings: Path,
    size: tuple[int, int] = (1440, 900),
    theme: Theme | None = LIGHT,
    algorithm: str = PRINTED,
) -> Iterator[MainWindow]:
    """Shown, at its start page; closed at the end. Data are opened with ELCS as printed."""
    kept = Settings(settings)
    kept.set("algorithm", algorithm)
    made = MainWindow(kept, theme)
    made.controller.algorithm = algorithm if algorithm == PRINTED else None  # examples have their own
    made.resize(*size)
    qtbot.addWidget(made)
    made.graph.set_reduced_motion(True)
    with qtbot.waitExposed(made):
        made.show()
    try:
        yield made
    finally:
        made.close()


@contextmanager
def window_with_trace(
    qtbot: QtBot, settings: Path, size: tuple[int, int] = (1440, 900), theme: Theme | None = LIGHT
) -> Iterator[MainWindow]:
    """Shown, at the first step of the paper's example; no worker is started unless a run is asked for."""
    with empty_window(qtbot, settings, size, theme) as made:
        made.session.open_trace(trace_of("fig3"))
        QApplication.processEvents()
        yield made


@contextmanager
def window_with_example(
    qtbot: QtBot, settings: Path, example: str = "fig3", test: str | None = None
) -> Iterator[MainWindow]:
    """Shown and active, at the first step of an example that can be run anew."""
    with empty_window(qtbot, settings) as made:
        run_by(made, qtbot, lambda: made.open_example(example, test=test))
        made.activateWindow()
        yield made


def run_by(window: MainWindow, qtbot: QtBot, act: Callable[[], object]) -> None:
    """Do what makes a run, and wait for it and for the log, which follows by a timer."""
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        act()
    wait_until(lambda: log_is_level(window))


def put_firmness_off(window: MainWindow) -> None:
    """How firm a run is gets known only when the user asks for it: a second process looks into every run."""
    client = window.context.firmness

    def put_off() -> None:
        header = window.session.header
        if header is not None and client.state is FirmnessState.NEEDED:
            client._put_off[header] = FirmnessState.ON_DEMAND
            client.changed.emit()

    client._look = put_off  # type: ignore[method-assign]


def log_is_level(window: MainWindow) -> bool:
    """Does the log list every test of the run that is shown?"""
    trace = window.player.trace
    return trace is None or len(window.log.model.columns) == len(trace.test_steps)


def header_of(window: MainWindow) -> Header:
    """Of the run that is shown."""
    assert window.session.header is not None
    return window.session.header
