"""The export page: every kind of file by real clicks, the preview, and what is kept."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from elcs_gui.app.exporting.choices import Choices, proposed, with_ending
from elcs_gui.app.exporting.film_steps import MOST_FRAMES
from elcs_gui.app.exporting.formats import GROUPS, form_of
from elcs_gui.app.exporting.page import ExportPage
from elcs_gui.app.graph.sheet import Layout, Look, Sheet
from elcs_gui.app.kit.theme import CONTRAST, DARK, LIGHT, style_sheet
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.settings import Settings
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.storage.trace_file import read_trace
from tests.app.window import window_with_trace
from tests.traces import trace_of


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with window_with_trace(qtbot, tmp_path / "settings.ini", (1280, 720)) as made:
        yield made


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path) -> Iterator[ExportPage]:
    """The page by itself: a whole window takes long to make."""
    context = Context(Settings(tmp_path / "settings.ini"), LIGHT)
    context.player.load(trace_of("fig3"))
    made = ExportPage(context, LIGHT, Look)
    made.resize(1280, 640)
    qtbot.addWidget(made)
    made.show()
    made.enter()
    qtbot.waitUntil(lambda: made.settled)
    yield made
    made.leave()
    made.end()
    context.inquiry_client.close()
    context.session.close()


def opened(window: MainWindow, qtbot: QtBot) -> ExportPage:
    window.live["export"].trigger()
    page = window.tools.current
    assert isinstance(page, ExportPage)
    qtbot.waitUntil(lambda: page.settled)
    return page


def click_kind(page: ExportPage, qtbot: QtBot, group: str) -> None:
    item = page.kinds.item(list(GROUPS).index(group))
    qtbot.mouseClick(
        page.kinds.viewport(), Qt.MouseButton.LeftButton, pos=page.kinds.visualItemRect(item).center()
    )
    qtbot.waitUntil(lambda: page.settled)


def click_format(page: ExportPage, qtbot: QtBot, title: str) -> None:
    button = next(found for found in page.options.findChildren(QPushButton) if found.text() == title)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.settled)


def export(page: ExportPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, path: Path) -> str:
    """Click the button and name the file; the name that was proposed."""
    asked: list[str] = []

    def answer(_: object, __: str, name: str, ___: str) -> tuple[str, str]:
        asked.append(name)
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    with qtbot.waitSignal(page.wrote) as wrote:
        qtbot.mouseClick(page.export, Qt.MouseButton.LeftButton)
    assert wrote.args == [path]
    assert not page.messages.isVisible()
    return asked[0]


@pytest.mark.parametrize("form", ["SVG", "PDF", "PNG"])
def test_a_picture_by_clicks(
    page: ExportPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, form: str
) -> None:
    click_format(page, qtbot, form)
    assert page.preview.sheet is not None
    path = tmp_path / f"graph.{form.lower()}"
    assert Path(export(page, qtbot, monkeypatch, path)).name == f"trace-T.{form.lower()}"
    assert path.stat().st_size > 2000
    assert "is written" in page.state.text()


def test_pixels_are_offered_for_png_only(page: ExportPage, qtbot: QtBot) -> None:
    assert not page.options.scale.isVisible()
    click_format(page, qtbot, "PNG")
    assert page.options.scale.isVisible()


def test_the_preview_follows_what_is_chosen(page: ExportPage, qtbot: QtBot) -> None:
    assert page.preview.sheet is not None and page.preview.sheet.layout.legend
    check = page.options.marks["legend"]
    qtbot.mouseClick(check, Qt.MouseButton.LeftButton, pos=QPoint(8, check.height() // 2))
    qtbot.keyClicks(page.options.title, "My run")
    qtbot.waitUntil(lambda: page.settled)
    layout = page.preview.sheet.layout
    assert (layout.legend, layout.title) == (False, "My run")
    assert page.grab().width() == page.width()


def test_a_picture_is_as_large_as_the_graph_in_the_window_and_its_title_comes_on_top(
    window: MainWindow, qtbot: QtBot
) -> None:
    size = window.graph.size()
    page = opened(window, qtbot)
    assert page.preview.sheet is not None and page.preview.sheet.size.toSize() == size
    qtbot.keyClicks(page.options.title, "My run")
    qtbot.waitUntil(lambda: page.settled)
    assert page.preview.sheet.size.width() == size.width()
    assert page.preview.sheet.size.height() > size.height()


def test_a_step_or_the_end_is_drawn(window: MainWindow, qtbot: QtBot) -> None:
    window.player.seek(300)
    page = opened(window, qtbot)
    assert page.preview.sheet is not None and page.preview.sheet.step == 300
    page.options.end.setFocus()
    qtbot.keyClick(page.options.end, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: page.settled)
    assert page.preview.sheet.step == len(trace_of("fig3"))


def test_the_cursor_moves_on_behind_the_page(page: ExportPage, qtbot: QtBot) -> None:
    page.options.last.setValue(400)
    page.context.player.seek(42)
    qtbot.waitUntil(lambda: page.settled)
    assert page.preview.sheet is not None and page.preview.sheet.step == 42
    assert page.options.end.itemText(0) == "This step (42)"
    assert page.options.last.value() == 400


def test_a_map_that_was_never_made_is_not_waited_for(qtbot: QtBot) -> None:
    trace = trace_of("fig3")
    links = [(0, x, 0.5 + x / 100) for x in range(1, 13)]  # a map that no other test has made
    made = Sheet(trace, Layout(LIGHT, "field"), Look(associations=links), wait=False)
    assert not made.ready
    with qtbot.waitSignal(made.changed):
        assert b"Drawing the map" in made.picture.data("svg")
    assert made.ready and b"Drawing the map" not in made.picture.data("svg")


@pytest.mark.parametrize(("group", "ending"), [("structure", "dot"), ("log", "csv"), ("script", "py")])
def test_text_is_previewed_as_it_will_be_written(
    page: ExportPage,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    group: str,
    ending: str,
) -> None:
    page.choose(group, replace(page.choices, end=True))
    qtbot.waitUntil(lambda: page.settled)
    shown = page.preview.text
    assert shown
    path = tmp_path / f"out.{ending}"
    export(page, qtbot, monkeypatch, path)
    assert path.read_text(encoding="utf-8").startswith(shown.removesuffix("…"))


def test_a_report_by_clicks(
    page: ExportPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    click_kind(page, qtbot, "report")
    assert page.export.text() == "Export report..."
    export(page, qtbot, monkeypatch, tmp_path / "run.html")
    assert "<!DOCTYPE html>" in (tmp_path / "run.html").read_text(encoding="utf-8")


def test_a_player_by_clicks(
    page: ExportPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    click_kind(page, qtbot, "player")
    assert page.export.text() == "Export player..."
    export(page, qtbot, monkeypatch, tmp_path / "run.html")
    text = (tmp_path / "run.html").read_text(encoding="utf-8")
    assert 'id="scrubber"' in text and "<title>ELCS · T · G²</title>" in text


def test_a_trace_by_clicks(
    page: ExportPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    click_kind(page, qtbot, "trace")
    export(page, qtbot, monkeypatch, tmp_path / "run.jsonl")
    assert read_trace(tmp_path / "run.jsonl").header == trace_of("fig3").header


def test_a_film_by_clicks(
    page: ExportPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    click_kind(page, qtbot, "film")
    page.options.every.setCurrentIndex(page.options.every.findData("stage"))
    page.options.every.activated.emit(page.options.every.currentIndex())
    page.options.last.setValue(500)
    order = page.order()
    assert order is not None
    assert page.estimate.text().startswith(f"{len(order.film.steps)} frames")
    export(page, qtbot, monkeypatch, tmp_path / "run.gif")
    with Image.open(tmp_path / "run.gif") as found:
        assert getattr(found, "n_frames", 0) > 2


def test_a_film_can_be_cancelled(
    page: ExportPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    click_kind(page, qtbot, "film")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "run.gif"), ""))
    qtbot.mouseClick(page.export, Qt.MouseButton.LeftButton)
    assert page.cancel.isVisible() and not page.export.isEnabled()
    with qtbot.waitSignal(page.jobs.ended):
        qtbot.mouseClick(page.cancel, Qt.MouseButton.LeftButton)
    assert page.state.text() == "No film was written."
    assert page.export.isEnabled() and not page.cancel.isVisible()
    assert not (tmp_path / "run.gif").exists()


def test_closing_the_window_gives_a_film_up(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = opened(window, qtbot)
    click_kind(page, qtbot, "film")
    with qtbot.waitSignal(page.jobs.progressed):
        page.export_to(tmp_path / "run.webp")
    window.close()
    assert not page.jobs.busy
    assert not list(tmp_path.glob("*.webp"))


def test_a_film_of_too_many_frames_is_not_offered(
    page: ExportPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elcs_gui.app.exporting.page.MOST_FRAMES", 50)
    monkeypatch.setattr("elcs_gui.app.exporting.film_steps.MOST_FRAMES", 50)
    click_kind(page, qtbot, "film")
    page.options.every.setCurrentIndex(page.options.every.findData("step"))
    page.options.every.activated.emit(page.options.every.currentIndex())
    assert not page.export.isEnabled() and page.fewer.isVisible()
    qtbot.mouseClick(page.fewer, Qt.MouseButton.LeftButton)
    assert page.export.isEnabled() and not page.fewer.isVisible()
    order = page.order()
    assert order is not None and len(order.film.steps) <= 50 < MOST_FRAMES


def test_what_cannot_be_written_is_said_in_the_bar(
    page: ExportPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "x.svg"), ""))
    qtbot.mouseClick(page.export, Qt.MouseButton.LeftButton)
    assert page.messages.isVisible() and "cannot be written" in page.messages.text
    assert page.export.isEnabled()


def test_no_name_no_file(page: ExportPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    qtbot.mouseClick(page.export, Qt.MouseButton.LeftButton)
    assert not page.jobs.busy and not page.state.text()


def test_the_picture_goes_to_the_clipboard(page: ExportPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().image().width() == 1920
    assert "1,920 × 1,200" in page.state.text()
    QGuiApplication.clipboard().clear()


def test_the_graph_is_copied_from_the_workspace(window: MainWindow, qtbot: QtBot) -> None:
    window.live["copy-picture"].trigger()
    assert QGuiApplication.clipboard().image().size() == window.graph.size() * 2
    QGuiApplication.clipboard().clear()


def test_choices_are_kept_from_one_time_to_the_next(window: MainWindow, qtbot: QtBot) -> None:
    page = opened(window, qtbot)
    click_kind(page, qtbot, "log")
    click_format(page, qtbot, "JSON lines")
    qtbot.keyClick(page.kinds, Qt.Key.Key_Escape)
    assert window.working
    again = opened(window, qtbot)
    assert (again.choices.group, again.choices.log) == ("log", "jsonl")
    assert Choices.of(window.settings.export_choices) == again.choices


def test_kept_choices_that_make_no_sense_are_as_usual() -> None:
    kept = Choices.of({"group": "cake", "scale": "2", "nth": 0, "legend": False, "more": 1, "picture": "png"})
    assert kept == Choices(legend=False, picture="png")
    assert Choices.of(None) == Choices.of([]) == Choices()
    assert Choices.of(Choices(scale=3.0).to_json()) == Choices(scale=3.0)


def test_names_for_files_hold_nothing_a_system_would_refuse() -> None:
    assert proposed("alarm.csv", "HR", "svg") == "alarm-HR.svg"
    assert proposed("../a b", "<x>/y", "tetrad.txt") == "a-b-x-y.tetrad.txt"
    assert proposed("", "", "png") == "run.png"
    assert len(proposed("x" * 500, "y" * 500, "svg")) < 140
    assert with_ending(Path("a/b"), "svg") == Path("a/b.svg")
    assert with_ending(Path("b.SVG"), "svg") == Path("b.SVG")
    assert with_ending(Path("b.txt"), "tetrad.txt") == Path("b.txt.tetrad.txt")


def test_longer_endings_come_first() -> None:
    found = [form_of(Path(name)) for name in ("x.csv", "x.edges.csv", "X.SVG", "x.tetrad.txt", "x.txt")]
    assert [form and form.group for form in found] == ["log", "structure", "picture", "structure", None]


def test_direct_actions_open_the_page_at_their_kind(window: MainWindow, qtbot: QtBot) -> None:
    window.live["export-report"].trigger()
    page = window.tools.current
    assert isinstance(page, ExportPage) and page.choices.group == "report"
    window.live["export-picture"].trigger()
    assert page.choices.group == "picture"
    qtbot.waitUntil(lambda: page.settled)


def test_everything_has_a_name_and_can_be_reached_by_tab(page: ExportPage, qtbot: QtBot) -> None:
    click_kind(page, qtbot, "film")
    seen = set()
    page.kinds.setFocus()
    for _ in range(40):
        focused = QApplication.focusWidget()
        if focused is None or not page.isAncestorOf(focused):
            break
        seen.add(focused)
        assert focused.accessibleName() or getattr(focused, "text", str)()
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    for field in (page.options.nth, page.options.theme, page.options.marks["legend"], page.export):
        assert field in seen


def test_it_is_painted_in_the_colours_of_its_theme(page: ExportPage, qtbot: QtBot) -> None:
    for group in GROUPS:
        click_kind(page, qtbot, group)
        pictures = []
        for theme in (LIGHT, DARK, CONTRAST):
            page.setStyleSheet(style_sheet(theme))
            page.set_theme(theme)
            seen = np.frombuffer(page.kinds.grab().toImage().constBits(), np.uint32)
            assert theme.selection_bg.rgb() in seen, (group, theme.name)
            pictures.append(page.grab().toImage())
        assert pictures[0] != pictures[1] != pictures[2] != pictures[0]


def test_a_script_from_the_window_makes_the_run_again(qtbot: QtBot, tmp_path: Path) -> None:
    from tests.app.window import empty_window

    with empty_window(qtbot, tmp_path / "settings.ini") as window:
        with qtbot.waitSignal(window.session.run_finished):
            window.open_example("cancer")
        page = opened(window, qtbot)
        page.choose("script")
        with qtbot.waitSignal(page.wrote):
            page.export_to(tmp_path / "run.py")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "run.py")],
        cwd=Path(__file__).resolve().parents[3],
        env={"PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "The same as the recorded run." in done.stdout, done.stderr
