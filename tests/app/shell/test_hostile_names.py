"""Names that Qt would take for something else are shown letter for letter on every page, and load nothing.

All pages and dialogs of a real window are opened on data with such names and levels, and their network as
the truth; every label, tool tip, menu and table is read.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QPixmap, QTextDocument
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QInputDialog, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.registry import SOUND
from elcs_gui.app.drawing.drawing import LONGEST_NAME, Drawing
from elcs_gui.app.drawing.page import DrawingPage
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.model.actions import declared
from elcs_gui.app.model.selection import Edge, Variable
from elcs_gui.app.practice.feature import PracticeFeature
from elcs_gui.app.race.page import RacePage
from elcs_gui.app.shell.features import PAGES
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.stability.page import StabilityPage
from elcs_gui.app.teaching.page import LessonsPage
from elcs_gui.data.network_files import read_network
from elcs_gui.data.sampling import sample
from elcs_gui.lessons.exercise import Exercise
from elcs_gui.packaged import packaged
from tests.app.shown import Shown
from tests.app.window import empty_window
from tests.hostile.names import KNOWN
from tests.patience import LONG, wait_until
from tests.stress import STRESSED, many

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

UNTRIED = {
    "quit": "closes the window",
    "dark-theme": "opens nothing",
    "full-screen": "opens nothing",
    "teacher-lock": "shows less",
}
LEVEL = "<b>yes & no"
VARIABLES = 20
"""Of the network that gets such names."""
LESSON = """---
title: <b>A&B</b> <img src="file://{sentinel}">
summary: <img src="file://{sentinel}">
example: fig3
algorithm: emb
test: g2
---

# <u>One</u> <img src="file://{sentinel}">
at: orientation T -> B
ask: orientation
hint: <img src="file://{sentinel}">

**<b>A</b>** and *<img src="file://{sentinel}">* and <a href="file://{sentinel}">C</a>.

> <img src="file://{sentinel}">

# Two & <b>three</b>
at: end

That is <b>all</b>.
"""


@pytest.fixture(scope="module")
def sentinel(tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Path:
    """A picture of which the file system says whether it was read."""
    path = tmp_path_factory.mktemp("sentinel") / "a.png"
    picture = QPixmap(3, 3)
    picture.fill()
    assert picture.save(str(path))
    return path


def make_unread(path: Path) -> None:
    os.utime(path, (1, 2))  # read after it was changed: the file system notes it


def was_read(path: Path) -> bool:
    return path.stat().st_atime != 1


@pytest.fixture
def names(sentinel: Path) -> tuple[str, ...]:
    return (
        f'<img src="file://{sentinel}">',
        f"<img src='{sentinel}'>",
        "<b>x",
        "A&B",
        "<i>R&D</i>",
        "a[*]b",
        "%1 %n",
        "line\nbreak",
        "\u202eright to left",
        "ze\u200bro wi\u2060dth",
        "x" * 1000,
        "🦊👩‍👩‍👧‍👦",
        "Z̸̧̛̗̱̳͖͎̄̈́̑͐",
        "=1+1",
        "&lt;b&gt; &amp;",
        "<a href='file:///x'>y</a>",
        "{0} {names[0]} {{",
        "<table><tr><td>x",
        "C:\\x\"y'z",
        "<!--",
    )


def table(folder: Path, names: Sequence[str]) -> Path:
    """A table with these names, and `truth.json` beside it."""
    network = read_network(packaged("networks", "child.bif"))
    assert len(network.nodes) == len(names)
    edges = [[names[parent], names[child]] for child, all in enumerate(network.parents) for parent in all]
    (folder / "truth.json").write_text(json.dumps({"nodes": names, "edges": edges}), encoding="utf-8")
    drawn = sample(network, 1000, seed=1)
    path = folder / "<b>R&D [*].csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        for row in range(drawn.rows):
            cells = [drawn.levels[x][drawn.codes[x][row]] for x in range(drawn.variables)]
            writer.writerow([LEVEL if cell == "yes" else cell for cell in cells])
    return path


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """At its start page; dialogs that wait for an answer are cancelled as soon as they come up."""
    monkeypatch.setattr(QDialog, "exec", lambda *_: 0)
    monkeypatch.setattr(QMessageBox, "exec", lambda *_: 0)
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_: (0, False))
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("", False))
    for name in ("getOpenFileName", "getSaveFileName", "getExistingDirectory"):
        monkeypatch.setattr(QFileDialog, name, lambda *_, **__: ("", ""))
    with empty_window(qtbot, tmp_path / "settings.ini", (1280, 720), algorithm=SOUND) as made:
        made.settings.set("reduced-motion", True)
        yield made
        made.autosaving.close()


def settle(window: MainWindow) -> None:
    """Let everything that is shown come to rest, and be painted: a picture would be loaded then."""
    wait_until(lambda: window.settled and not window.session.running)
    QApplication.processEvents()
    window.grab()


def close_all(window: MainWindow) -> None:
    """Whatever stands beside the window."""
    for dialog in window.findChildren(QDialog):
        dialog.close()
    for other in QApplication.topLevelWidgets():
        if other is not window and other.isVisible():
            other.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_label_of_qt_would_load_what_a_name_says(qtbot: QtBot, sentinel: Path) -> None:
    """And the file system would tell: else the other tests could not fail."""
    for kind, reads in ((QLabel, True), (Label, False)):
        make_unread(sentinel)
        label = kind(f'<img src="file://{sentinel}">')
        qtbot.addWidget(label)
        label.grab()
        if reads and not was_read(sentinel):
            pytest.skip("this file system does not note when a file is read")
        assert was_read(sentinel) == reads


class Reader:
    """Reads all that a window shows, and gathers what is wrong with it."""

    def __init__(self, window: MainWindow, names: Iterable[str]) -> None:
        self._window, self._shown = window, Shown(names)
        self.found: dict[str, list[str]] = {}

    def look(self, where: str, *, mouse: bool = True) -> None:
        """Now; `mouse`: at what there is to be pointed at, too."""
        settle(self._window)
        wrong = self._shown.offences() + (self._shown.offences_under_the_mouse() if mouse else [])
        if wrong:
            self.found[where] = wrong


def opened(window: MainWindow, qtbot: QtBot, data: Path) -> Reader:
    """The data with their truth, read while the import page shows them and when they have run."""
    with data.open(encoding="utf-8", newline="") as file:
        header = next(csv.reader(file))
    reader = Reader(window, [*header, LEVEL, data.name])
    window.open_path(data, data.with_name("truth.json"))
    wait_until(lambda: window.importing.is_asking or window.session.trace is not None)
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        if window.session.trace is not None:
            window.live["import-options"].trigger()
            wait_until(lambda: window.importing.is_asking)
        reader.look("import")
        window.importing.take()
    assert window.session.header is not None and window.session.truth is not None
    window.player.last()
    window.live["truth"].setChecked(True)
    return Reader(window, {*header, *window.session.header.names, LEVEL, data.name})


def read_every_page(window: MainWindow, qtbot: QtBot, data: Path) -> Reader:
    """And the dialogs that show names."""
    reader = opened(window, qtbot, data)
    assert window.session.header is not None
    target, variables = window.session.header.target, len(window.session.header.names)
    reader.look("workspace")
    other = (target + 1) % variables
    for what in (Variable(other), Edge.between(target, other)):
        window.graph.announce(what)
        for page in window.inspector.pages:
            window.inspector.show_page(page)
            reader.look(f"inspector {page} {what}", mouse=page == "Why")
    for id in PAGES:
        if window.live[id].isEnabled():
            tool = window.tools.show(id)
            if isinstance(tool, RacePage):
                tool.choose((SOUND, "iamb"))
            if isinstance(tool, StabilityPage):
                tool.start()
            reader.look(id)
    window.show_workspace()
    for id in ("knowledge", "breakpoint", "palette", "present", "speaker-notes", "record-lesson", "predict"):
        window.live[id].trigger()
        reader.look(id, mouse=False)
        close_all(window)
        window.show_workspace()
    window.show_start_page()
    reader.look("start", mouse=False)
    return reader


def test_every_page_shows_names_letter_for_letter(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, names: tuple[str, ...], sentinel: Path
) -> None:
    make_unread(sentinel)
    assert not read_every_page(window, qtbot, table(tmp_path, names)).found
    assert not was_read(sentinel)
    assert window.minimumSizeHint().width() <= 1280


@pytest.mark.slow
@pytest.mark.parametrize("begin", many(range(0, len(KNOWN), VARIABLES), suite=[60]))
def test_every_page_shows_every_kind_of_name_letter_for_letter(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, begin: int
) -> None:
    kinds = [*KNOWN.values()]
    some = [*kinds[begin : begin + VARIABLES], *kinds][:VARIABLES]
    assert not read_every_page(window, qtbot, table(tmp_path, some)).found
    assert window.minimumSizeHint().width() <= 1280


@pytest.mark.slow
def test_every_action_shows_names_letter_for_letter(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, names: tuple[str, ...], sentinel: Path
) -> None:
    make_unread(sentinel)
    reader = opened(window, qtbot, table(tmp_path, names))
    for action in declared(window.context):
        live = window.live[action.id]
        if action.id in UNTRIED or not live.isEnabled():
            continue
        live.trigger()
        reader.look(action.id, mouse=STRESSED)  # what can be pointed at is on pages, which are all read
        if action.toggles and live.isChecked():
            live.trigger()
        close_all(window)
        window.show_workspace()
    assert not reader.found
    assert not was_read(sentinel)


def test_a_lesson_shows_what_it_is_given_letter_for_letter(
    window: MainWindow, tmp_path: Path, sentinel: Path
) -> None:
    make_unread(sentinel)
    lesson = tmp_path / "<b>A&B.md"
    lesson.write_text(LESSON.format(sentinel=sentinel), encoding="utf-8")
    image = f'<img src="file://{sentinel}">'
    reader = Reader(window, [image, "<b>A&B</b>", "<u>One</u>", "<b>three</b>", "<b>all</b>", lesson.name])
    window.open_path(lesson)
    page = window.tools.current
    assert isinstance(page, LessonsPage)
    wait_until(lambda: page.player.trace is not None and bool(page.lessons.steps))
    reader.look("asked")
    assert image in page.panel.title.whole and plain(page.panel.caption.text()).startswith("<b>A</b> and")
    page.quiz.show_hint()
    reader.look("hint")
    page.quiz.skip()
    page.lessons.next()
    reader.look("next")
    assert plain(page.panel.caption.text()) == "That is <b>all</b>."
    window.live["present"].trigger()
    window.live["speaker-notes"].trigger()
    reader.look("notes")
    close_all(window)
    assert not reader.found
    assert not was_read(sentinel)


def test_what_is_drawn_and_practised_is_shown_letter_for_letter(
    window: MainWindow, names: tuple[str, ...], sentinel: Path
) -> None:
    make_unread(sentinel)
    called = tuple(name for name in names if name.isprintable() and len(name) <= LONGEST_NAME)[:5]
    network = read_network(packaged("networks", "sprinkler.bif"))
    levels = tuple(tuple(f"<b>R&D {level}" for level in each) for each in network.levels)
    network = replace(network, name=names[0], nodes=called, levels=levels)
    reader = Reader(window, [*called, *levels[0], levels[0][0]])
    drawing = window.tools.show("draw")
    assert isinstance(drawing, DrawingPage)
    drawing.begin(Drawing.of(network, called[1]))
    reader.look("drawing")
    tail, head = next((arrow.tail, arrow.head) for arrow in drawing.editor.drawing.arrows)
    drawing.editor.choose(tail)
    drawing.editor.connect_arrow(head, tail)
    assert drawing.refusal.isVisible()
    reader.look("refused")
    drawing.show_tables()
    reader.look("tables")
    close_all(window)
    practice = window.context.feature(PracticeFeature)
    for exercise in Exercise:
        practice.practise_on(names[0], network, called[1], exercise)
        reader.look(f"practice {exercise}")
    assert not reader.found
    assert not was_read(sentinel)


def plain(text: str) -> str:
    document = QTextDocument()
    document.setHtml(text)
    return str(document.toPlainText())
