"""The inquiry process is killed while a page waits for it: the page says so, and one click asks again."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from elcs_gui.app.alpha.page import AlphaPage
from elcs_gui.app.blame.page import BlamePage
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.stability.page import StabilityPage
from tests.app.window import LONG, window_with_example

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs kill -9")


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with window_with_example(qtbot, tmp_path / "settings.ini", "asia", "g2") as made:
        # Held, so that whatever it is asked is under way when it dies.
        made.inquiry_client.process.start()
        assert made.inquiry_client.process.pid is not None
        os.kill(made.inquiry_client.process.pid, signal.SIGSTOP)
        yield made


def kill(window: MainWindow, qtbot: QtBot) -> None:
    assert window.inquiry_client.busy is not None
    assert window.inquiry_client.process.pid is not None
    with qtbot.waitSignal(window.inquiry_client.interrupted, timeout=LONG):
        os.kill(window.inquiry_client.process.pid, signal.SIGKILL)
    assert "was cut short" in window.messages.text


def look_again(window: MainWindow, qtbot: QtBot) -> None:
    [button] = [each for each in window.messages.findChildren(QPushButton) if each.text() == "Look again"]
    qtbot.waitUntil(button.isVisible, timeout=LONG)
    button.click()
    assert window.inquiry_client.busy is not None


def test_the_map_of_alphas_goes_on(window: MainWindow, qtbot: QtBot) -> None:
    window.tools.show("alpha-explorer")
    page = window.tools.current
    assert isinstance(page, AlphaPage)
    kill(window, qtbot)
    assert page._stopped, "it can be gone on with on the page, too"
    look_again(window, qtbot)
    assert page._working
    qtbot.waitUntil(lambda: page.found.complete, timeout=LONG)


def test_blame_is_looked_for_again(window: MainWindow, qtbot: QtBot) -> None:
    window.live["blame"].trigger()
    page = window.tools.current
    assert isinstance(page, BlamePage)
    kill(window, qtbot)
    assert page.findings.notice.title == "This was cut short"
    look_again(window, qtbot)
    assert page.findings.notice.title == "Looking for the verdicts to blame"
    qtbot.waitUntil(lambda: page.settled and page._header in page._found, timeout=LONG)


def test_stability_is_measured_again(window: MainWindow, qtbot: QtBot) -> None:
    window.tools.show("stability")
    page = window.tools.current
    assert isinstance(page, StabilityPage)
    page.start()
    kill(window, qtbot)
    assert "ended by itself" in page._refusal.text()
    assert not page.running
    look_again(window, qtbot)
    assert page.running
    assert page._refusal.text() == ""
    qtbot.waitUntil(lambda: page.found is not None and page.found.done > 2, timeout=LONG)
    window.inquiry_client.cancel()
    qtbot.waitUntil(lambda: window.inquiry_client.busy is None, timeout=LONG)
