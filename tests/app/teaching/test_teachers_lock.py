"""The teacher's lock: whatever is tried, neither the truth is shown nor more than was predicted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QInputDialog,
    QLabel,
    QMessageBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.model.actions import LOCKED, declared
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.teaching.feature import LessonsFeature
from elcs_gui.trace.trace import Prefix
from tests.app.window import window_with_example
from tests.traces import trace_of

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SEEN = 40
"""Events that were seen before the lock was switched on."""
UNTRIED = {
    "quit": "closes the window",
    "teacher-lock": "is the lock itself",
    "predict": "is the way on, and tested with the page of lessons",
}


@pytest.fixture
def window(
    qtbot: QtBot, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MainWindow]:
    """An example that has run, locked early in its run; dialogs are cancelled as soon as they come up."""
    monkeypatch.setattr(QDialog, "exec", lambda *_: 0)
    monkeypatch.setattr(QMessageBox, "exec", lambda *_: 0)
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_: (0, False))
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("", False))
    for name in ("getOpenFileName", "getSaveFileName", "getExistingDirectory"):
        monkeypatch.setattr(QFileDialog, name, lambda *_, **__: ("", ""))
    with window_with_example(qtbot, tmp_path_factory.mktemp("lock") / "settings.ini") as made:
        made.settings.set("reduced-motion", True)
        made.player.seek(SEEN)
        made.live["truth"].setChecked(True)
        made.live["teacher-lock"].trigger()
        yield made
        made.autosaving.close()


def words(widget: QWidget) -> str:
    """All that can be read of a window."""
    found = []
    for part in widget.findChildren(QWidget):
        if not part.isVisible():
            continue
        if isinstance(part, OneLine):
            found.append(part.whole)
        elif isinstance(part, QLabel | QAbstractButton):
            found.append(part.text())
        found += [part.accessibleName(), part.toolTip()]
    return "\n".join(filter(None, found))


def shows_ahead(window: MainWindow) -> str:
    """What is there to be seen that the lock is to hide; nothing if all is well."""
    whole = window.session.trace
    assert whole is not None
    QApplication.processEvents()
    shown, player = words(window), window.player
    for total in (len(whole), len(whole.test_steps), whole.performed(len(whole.test_steps))):
        if f"{total:,}" in shown:
            return f"how long the run is: {total:,}"
    if player.trace is None or len(player.trace) > SEEN or player.step > SEEN:
        return "more of the run"
    if window.context.truth_shown is not None:
        return "the truth"
    if any(window.live[action.id].isChecked() for action in declared(window.context) if ahead(action)):
        return "something switched on"
    page = window.tools.shown
    if page is not None and any(action.id == page for action in declared(window.context) if ahead(action)):
        return page
    return "the runs" if window.docks["Runs"].isVisible() else ""


def ahead(action: object) -> bool:
    return bool(getattr(action, "ahead", False))


def test_no_action_of_any_feature_shows_more_than_was_predicted(window: MainWindow) -> None:
    assert shows_ahead(window) == ""
    refused = []
    for action in declared(window.context):
        live = window.live[action.id]
        if action.id in UNTRIED or not live.isEnabled():
            continue
        window.status.say("")
        live.trigger()
        assert shows_ahead(window) == "", action.id
        if action.ahead:
            assert window.status.text == LOCKED, action.id
            refused.append(action.id)
        if action.toggles and live.isChecked():
            live.trigger()
        for dialog in window.findChildren(QDialog):
            dialog.close()
        for other in QApplication.topLevelWidgets():
            if other is not window and other.isVisible():
                other.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        window.show_workspace()
    assert {"truth", "blame", "alpha-explorer", "all-view", "race", "export", "save-trace"} <= {*refused}


def test_the_lock_opens_by_predicting_and_lets_all_be_seen_when_it_is_switched_off(
    window: MainWindow, qtbot: QtBot
) -> None:
    whole, player = window.session.trace, window.player
    assert whole is not None and player.trace is not None
    player.last()
    assert window.status.text == LOCKED and player.step == SEEN
    lessons = window.context.feature(LessonsFeature)
    lessons.predict()
    page = lessons._page
    assert page.player.trace is whole
    page.predicting.next()
    seen = page.player.step
    assert len(player.trace) == seen > SEEN, "what was gone through there is to be seen here"
    window.live["teacher-lock"].trigger()
    assert player.trace is whole and player.limit is None
    player.last()
    assert player.step == len(whole)
    window.live["truth"].trigger()
    assert window.context.truth_shown is not None


def test_a_prefix_has_the_events_of_the_whole_and_no_more() -> None:
    whole = trace_of("fig3", "emb")
    prefix = Prefix(whole, 0)
    assert len(prefix.trace) == 0
    for steps in (1, 40, 41, 333, 200, len(whole) + 5):
        prefix.reach(steps)
        assert list(prefix.trace) == whole[: len(prefix.trace)]
    assert prefix.trace == whole
