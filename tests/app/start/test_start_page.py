"""The start page offers examples, recent files and a place to drop one's own, and is there at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.dialogs import dropped_files
from elcs_gui.app.kit.theme import DARK, LIGHT, style_sheet
from elcs_gui.app.start.page import StartPage
from elcs_gui.app.start.thumbnails import thumbnails
from elcs_gui.data.examples import Example, examples

# The offscreen platform says so whenever a window or a tooltip is shown.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

RECENT = (("/data/ward.csv", "4,212 rows · 24 variables", "today"), ("/nets/alarm.bif", "network", "Friday"))


WITH_A_CARD = [example for example in examples() if example.start]


@pytest.fixture
def page(qtbot: QtBot) -> StartPage:
    made = StartPage(LIGHT)
    qtbot.addWidget(made)
    made.resize(1440, 830)
    made.show()
    return made


def test_every_example_has_a_card_in_the_declared_order(page: StartPage) -> None:
    assert [card.id for card in page.cards] == [example.id for example in WITH_A_CARD]


def test_cards_count_the_variables(page: StartPage) -> None:
    for card, example in zip(page.cards, WITH_A_CARD, strict=True):
        count = len(example.load_network().nodes)
        assert card.caption() == f"{count} variables · target {example.target}"


def test_a_click_on_a_card_chooses_the_example(qtbot: QtBot, page: StartPage) -> None:
    chosen: list[str] = []
    page.example_chosen.connect(chosen.append)
    for card in page.cards:
        qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    assert chosen == [card.id for card in page.cards]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_enter_and_space_open_the_card_that_has_the_focus(qtbot: QtBot, page: StartPage, key: Qt.Key) -> None:
    with qtbot.waitSignal(page.example_chosen) as told:
        qtbot.keyClick(page.cards[4], key)
    assert told.args == [page.cards[4].id]


def test_arrow_keys_walk_over_the_cards(qtbot: QtBot, page: StartPage) -> None:
    with qtbot.waitActive(page):
        page.activateWindow()
    page.cards[0].setFocus()
    for key, place in (
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Down, 5),
        (Qt.Key.Key_Left, 4),
        (Qt.Key.Key_Up, 0),
        (Qt.Key.Key_Up, 0),
    ):
        focused = next(card for card in page.cards if card is page.focusWidget() or card.hasFocus())
        qtbot.keyClick(focused, key)
        assert page.focusWidget() is page.cards[place] or page.cards[place].hasFocus()


def test_recent_files_are_listed_and_open_on_a_click(qtbot: QtBot, page: StartPage) -> None:
    page.set_recent(RECENT)
    assert [row.name for row in page.recent] == ["ward.csv", "alarm.bif"]
    with qtbot.waitSignal(page.file_chosen) as told:
        qtbot.mouseClick(page.recent[1], Qt.MouseButton.LeftButton)
    assert told.args == ["/nets/alarm.bif"]
    with qtbot.waitSignal(page.recent_cleared):
        qtbot.mouseClick(page.clear, Qt.MouseButton.LeftButton)
    page.set_recent(())
    assert page.recent == []
    assert not page.clear.isVisible()


def test_a_file_that_is_dropped_is_chosen(qtbot: QtBot, page: StartPage, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/x.csv"), QUrl.fromLocalFile(str(tmp_path / "ward.csv"))])
    actions, buttons, keys = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter = QDragEnterEvent(QPoint(9, 9), actions, data, buttons, keys)
    QApplication.sendEvent(page, enter)
    assert enter.isAccepted()
    assert page.drop_area.over
    with qtbot.waitSignal(page.file_chosen) as told:
        QApplication.sendEvent(page, QDropEvent(QPointF(9, 9), actions, data, buttons, keys))
    assert Path(told.args[0]) == tmp_path / "ward.csv"
    assert not page.drop_area.over


def test_what_is_no_file_cannot_be_dropped(page: StartPage) -> None:
    data = QMimeData()
    data.setText("just words")
    enter = QDragEnterEvent(
        QPoint(9, 9),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter.ignore()
    QApplication.sendEvent(page, enter)
    assert not page.drop_area.over


@pytest.mark.parametrize("link", ["https://a.invalid/d.csv", "file:ibis:/postgres/x%3Ftable=y", "file:d.csv"])
def test_a_link_to_elsewhere_is_no_file(link: str, tmp_path: Path) -> None:
    """The second would be taken for the address of a server that a person has named."""
    data = QMimeData()
    data.setUrls([QUrl(link), QUrl.fromLocalFile(str(tmp_path / "d.csv"))])
    assert dropped_files(data) == [tmp_path / "d.csv"]


def test_opening_and_shortcuts_are_asked_for(qtbot: QtBot, page: StartPage) -> None:
    with qtbot.waitSignal(page.open_requested):
        qtbot.mouseClick(page.drop_area.open, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(page.shortcuts_requested):
        qtbot.mouseClick(page.all_shortcuts, Qt.MouseButton.LeftButton)


def corner(page: StartPage, part: QWidget) -> QPoint:
    """Beyond its last pixel."""
    return part.mapTo(page, QPoint(part.width(), part.height()))


def all_fits(page: StartPage) -> bool:
    room = page.rect().adjusted(0, 0, 1, 1)
    return all(room.contains(corner(page, part)) for part in (*page.cards, *page.recent, page.all_shortcuts))


def test_everything_fits_a_small_window_without_scrolling(qtbot: QtBot, page: StartPage) -> None:
    page.set_recent(RECENT)
    for width, height in ((1440, 830), (1280, 650), (1920, 1010)):
        page.resize(width, height)
        qtbot.waitUntil(lambda: all_fits(page))


def test_nothing_is_cut_off_at_the_side_of_a_narrow_window(qtbot: QtBot, page: StartPage) -> None:
    """Above the bar by which it is then scrolled."""
    page.set_recent(RECENT)
    page.setStyleSheet(style_sheet(LIGHT))
    page.resize(1000, 560)
    bars = page.findChildren(QScrollBar)
    qtbot.waitUntil(lambda: any(bar.isVisible() for bar in bars))
    right = 1000 - max(bar.width() for bar in bars if bar.isVisible())
    parts = (*page.cards, *page.recent, page.drop_area, page.all_shortcuts)
    qtbot.waitUntil(lambda: all(corner(page, part).x() <= right for part in parts))


def test_colours_can_be_changed(page: StartPage) -> None:
    page.set_theme(DARK)
    assert page.cards[0].grab().toImage().pixelColor(60, 110) != LIGHT.raised


@pytest.mark.parametrize("example", WITH_A_CARD, ids=lambda example: example.id)
def test_the_stored_picture_is_that_of_the_network(example: Example) -> None:
    """If not, `python tests/bench/draw_thumbnails.py` makes it so."""
    network, picture = example.load_network(), thumbnails()[example.id]
    target = network.index(example.target)
    drawn = [network.index(name) for name in picture.nodes]
    assert picture.variables == len(network.nodes)
    assert len(picture.points) == len(picture.roles) == len(set(drawn)) == len(drawn)
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in picture.points)
    roles = dict(zip(drawn, picture.roles, strict=True))
    assert [x for x, role in roles.items() if role == "target"] == [target]
    edges = sorted((drawn[a], drawn[b]) for a, b in picture.edges)
    around = {*network.parents[target], *network.children(target), *network.spouses(target)}
    if len(drawn) < len(network.nodes):  # the blanket alone
        assert set(drawn) == {target, *around}
        into = {target, *network.children(target)}
        assert edges == [edge for edge in network.edges if edge[1] in into and edge[0] in roles]
    else:
        assert edges == network.edges
    if picture.shapes:
        assert {x for x, role in roles.items() if role == "parent"} == set(network.parents[target])
        assert {x for x, role in roles.items() if role == "child"} == set(network.children(target))
        assert {x for x, role in roles.items() if role} == {target, *around}


def test_every_picture_belongs_to_an_example() -> None:
    assert list(thumbnails()) == [example.id for example in WITH_A_CARD]


FIRST_PAINT = """
import sys
from PySide6.QtWidgets import QApplication
app = QApplication([])
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.start.page import StartPage
page = StartPage(LIGHT)
page.resize(1440, 830)
page.show()
page.grab()
heavy = [name for name in ("numpy", "networkx", "pandas", "pyqtgraph", "scipy") if name in sys.modules]
assert not heavy, heavy
"""


def test_the_page_is_painted_before_anything_heavy_is_imported() -> None:
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", FIRST_PAINT], cwd=root, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
