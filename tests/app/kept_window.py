"""One window for the tests of a module: each of them borrows it as it was when it was made.

To make a window, and to open something in it, takes longer than most tests that look at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.registry import PRINTED
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.model.setting_table import SETTINGS
from elcs_gui.app.model.settings import Settings
from elcs_gui.app.runs.feature import RunsFeature
from elcs_gui.app.shell.main_window import MainWindow
from tests.app.window import log_is_level, put_firmness_off
from tests.leftovers import active_timers
from tests.patience import wait_until
from tests.traces import trace_of

Open = Callable[[MainWindow], object]
SIZE = (1440, 900)


def the_paper_trace(window: MainWindow) -> None:
    """Opens the recorded run of the paper's example; its data are not there."""
    window.session.open_trace(trace_of("fig3"))


def keeps_window(open_it: Open = the_paper_trace, *, inquiries: bool = False) -> Any:
    """A fixture of a module, whose tests borrow one `KeptWindow`; `open_it` makes a run be shown.

    With `inquiries` there is the process for what takes many replays, too, and how firm a run is gets known.
    """

    @pytest.fixture(scope="module")
    def kept(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KeptWindow]:
        made = KeptWindow(tmp_path_factory.mktemp("window"), open_it, inquiries=inquiries)
        yield made
        made.end()

    return kept


class KeptWindow:
    """Hidden, until a test borrows it."""

    def __init__(self, folder: Path, open_it: Open, *, inquiries: bool) -> None:
        self._folder, self._open, self._inquiries = folder, open_it, inquiries
        self._make()

    def _make(self) -> None:
        settings = Settings(self._folder / "settings.ini")
        settings._store.clear()
        settings.set("algorithm", PRINTED)
        settings.set("autosave", "off")  # its timer would outlive the tests
        self.window = window = MainWindow(settings, LIGHT)
        window.controller.algorithm = PRINTED  # examples have their own
        window.resize(*SIZE)
        window.graph.set_reduced_motion(True)
        window.show()
        window.session.start_worker()  # a test must not leave one behind that it has started
        if self._inquiries:
            window.inquiry_client.process.start()
        else:
            put_firmness_off(window)
        run_in(window, self._open)
        self._session = {
            name: getattr(window.session, name) for name in ("source", "header", "trace", "links")
        }
        self._path = window.controller.path
        self._view = window.context.remember()
        self._known = described(window)
        self._put_away()

    @contextmanager
    def lent(self, qtbot: QtBot) -> Iterator[MainWindow]:
        """Shown and active, at the first step of its run, whatever other tests have done to it."""
        window = self.window
        if (handle := window.windowHandle()) is not None:
            handle.destroy()  # offscreen, a window that was hidden gets the focus again only as a new one
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        yield window
        try:
            self._bring_back()
        except BaseException:
            self.end()
            self._make()
            raise

    def end(self) -> None:
        """Close the window and delete it: whatever is dressed anew later would be dressed in it, too."""
        self.window.close_now()
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _put_away(self) -> None:
        self.window.hide()
        self.window.settings._writing.stop()  # it would wait for half a minute
        wait_until(lambda: not active_timers())

    def _bring_back(self) -> None:
        window = self.window
        for other in QApplication.topLevelWidgets():
            if other is not window and other.isVisible():
                other.close()
        window.player.pause()
        window.importing.give_up()
        window.controller.algorithm = PRINTED
        window.context.feature(RunsFeature)._came_up = False
        window.inquiry_client.cancel()
        if window.isFullScreen():
            window.set_full_screen(on=False)
        if window.live["projector"].isChecked():
            window.set_projector(on=False)
        self._restore_settings()
        if window.theme != LIGHT:
            window.apply_theme(LIGHT)
        window.resize(*SIZE)
        self._reopen()
        if docks_shown(window) != self._known["docks"]:
            window.docks.reset()
        window.context.recall(self._view)
        for kind in ("local", "field"):
            window.graph.put(kind, {})
        window.graph.choose(None)
        window.log.select_test(0)
        window.player.first()
        wait_until(lambda: window.settled and log_is_level(window))
        changed = changes(described(window), self._known)
        assert not changed, f"the window is not as it was lent: {changed}"
        self._put_away()

    def _restore_settings(self) -> None:
        settings = self.window.settings
        for setting in SETTINGS:
            settings.set(
                setting.id, {"algorithm": PRINTED, "autosave": "off"}.get(setting.id, setting.default)
            )
        for key in {"recent", "imports", "export", "lessons", "drawing"}:
            settings._store.remove(key)

    def _reopen(self) -> None:
        """Its first run again, without asking the worker if that has not read something else since."""
        window, session = self.window, self.window.session
        source = self._session["source"]
        window.controller.expect(self._path, "")
        if source is None or session.source is not source:
            run_in(window, self._open)
            return
        session._replace(source)
        session.runs.clear()
        session.header = self._session["header"]
        session.opened.emit()
        session.links = self._session["links"]
        session.associated.emit(session.links)
        branch = session.runs.begin(session.header, self._session["trace"])
        branch.finished = True
        session.show_run(branch)


def described(window: MainWindow) -> dict[str, object]:
    """All that a test relies on when it borrows the window."""
    view = window.context.remember()
    return {
        **{key: said for key, said in view.items() if key not in ("places", "place", "race")},
        "docks": docks_shown(window),
        "header": window.session.header,
        "runs": len(window.session.runs),
        "step": window.player.step,
        "working": window.working,
        "edits": window.controller.edits.count(),
        "message": window.messages.isHidden(),
        "size": window.size().toTuple(),
        "theme": window.theme.name,
        "scale": window.theme.scale,
        "settings": {setting.id: window.settings.get(setting.id) for setting in SETTINGS},
        "checked": {id for id, action in window.live.items() if action.isChecked()},
        "enabled": {id for id, action in window.live.items() if action.isEnabled()},
        "recent": window.settings.recent(),
    }


def docks_shown(window: MainWindow) -> dict[str, dict[str, Any]]:
    """Where they stand and which are in front, and how large those are that do not stand behind others."""
    return {
        dock["dock"]: dock if dock["front"] and dock["behind"] is None else {**dock, "size": None}
        for dock in window.docks.plan
        if dock["shown"]
    }


def changes(now: dict[str, object], before: dict[str, object]) -> dict[str, tuple[object, object]]:
    """What is not as it was, and what it was."""
    return {key: (now.get(key), said) for key, said in before.items() if now.get(key) != said}


def run_in(window: MainWindow, act: Open) -> None:
    """Do what makes a run, and wait until it is shown."""
    finished: list[bool] = []
    told = window.session.run_finished.connect(finished.append)
    act(window)
    wait_until(lambda: bool(finished) and window.settled and log_is_level(window))
    window.session.run_finished.disconnect(told)
