"""A link of the guide opens exactly its step, or its lesson, in the window in which Help stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui import gui
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.guide.pages import guide
from elcs_gui.markdown import COMMAND
from tests.app.window import empty_window, run_by
from tests.guide.test_guide import links_of


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with empty_window(qtbot, tmp_path / "settings.ini") as made:
        yield made


def test_a_link_opens_its_step_whatever_the_user_has_set(window: MainWindow, qtbot: QtBot) -> None:
    window.settings.set("algorithm", "iamb")
    window.controller.algorithm = "iamb"
    run_by(window, qtbot, lambda: gui.follow(window, "--example earthquake --seek 40"))
    qtbot.waitUntil(lambda: window.player.step == 40)
    assert window.player.trace is not None
    assert window.player.trace.header.algorithm == "elcs-sound"
    assert window.controller.algorithm == "iamb"
    run_by(window, qtbot, lambda: gui.follow(window, "--example earthquake --seek end --select Alarm"))
    qtbot.waitUntil(lambda: window.player.step == window.player.length)


def test_a_link_opens_a_lesson_or_a_page(window: MainWindow) -> None:
    gui.follow(window, "--lesson spouses")
    assert window.tools.shown == "lessons"
    gui.follow(window, "--page draw")
    assert window.tools.shown == "draw"


def test_a_link_of_another_version_is_refused_in_a_line(
    window: MainWindow, capsys: pytest.CaptureFixture[str]
) -> None:
    gui.follow(window, "--no-such-option")
    assert "This version cannot open: elcs-gui --no-such-option" in window.messages.text
    capsys.readouterr()


def test_a_link_that_names_a_file_opens_none(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("a,b\n1,2\n")
    gui.follow(window, str(tmp_path / "data.csv"))
    assert window.session.source is None and "cannot open" in window.messages.text


def test_every_link_for_the_window_is_understood() -> None:
    commands = [
        address.removeprefix(f'href="{COMMAND}').rstrip('"')
        for page in guide().pages.values()
        for address in links_of(page)
        if address.startswith(f'href="{COMMAND}')
    ]
    for command in commands:
        args = gui.parser().parse_args(command.split())
        assert args.example or args.lesson or args.page, command
