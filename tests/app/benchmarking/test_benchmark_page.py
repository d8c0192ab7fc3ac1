"""The benchmark page: results of a folder shown, gone on with, stopped, and their runs opened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.benchmarking.feature import BenchmarkingFeature
from elcs_gui.app.benchmarking.page import BenchmarkPage
from elcs_gui.app.benchmarking.rows import BLANKETS, LOCAL, kind_of, left_words
from elcs_gui.app.kit.theme import DARK, LIGHT, Theme
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.benchmark.benchmark import begin
from elcs_gui.benchmark.plan import Plan, cells_of
from elcs_gui.benchmark.results import DONE, ResultsWriter, RunResult, read_results
from elcs_gui.packaged import packaged
from tests.app.window import LONG, empty_window

PLAN = Plan(("asia", "cancer"), ("elcs", "elcs-ii", "iamb", "mmmb"), (200,), 1, 2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results that nobody measured: MMMB has none yet."""
    place = tmp_path_factory.mktemp("results")
    begin(PLAN, place)
    with ResultsWriter(place) as writer:
        for cell in cells_of(PLAN):
            for number, key in enumerate(cell.runs()):
                figures = {"f1": 0.5, "requested": 10.0, "computed": 8.0, "seconds": 0.1, "memory": 90.0}
                if cell.algorithm != "iamb":
                    figures |= {"shd": number + (cell.algorithm == "elcs"), "arrr": 1.0, "fdr": 0.0}
                if cell.algorithm != "mmmb":
                    writer.append(RunResult(key, "simulated", DONE, figures))
    return place


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with empty_window(qtbot, tmp_path / "settings.ini") as made:
        yield made


def shown(window: MainWindow) -> BenchmarkPage:
    return window.context.feature(BenchmarkingFeature).show_page()


def titles(page: BenchmarkPage) -> list[tuple[str, str]]:
    return [(row.group, row.summary.title) for row in page.table.rows_model.rows]


def test_a_folder_of_results_is_opened_as_any_file_is(window: MainWindow, folder: Path) -> None:
    window.open_path(folder)
    page = window.page
    assert isinstance(page, BenchmarkPage)
    assert titles(page) == [("asia", "ELCS"), ("", "ELCS-II"), ("cancer", "ELCS"), ("", "ELCS-II")]
    assert [row.about for row in page.table.rows_model.rows[:2]] == [
        "200 rows, 1 set",
        "simulated; 2 of 8 targets",
    ]
    page.kinds.buttons[BLANKETS].click()
    assert [row.state for row in page.table.rows_model.rows] == ["", "waiting", "", "waiting"]
    assert page.go_on.isVisible() and not page.stop.isVisible()
    assert page._now.whole == "Stopped: 12 of 16 runs are kept"
    page.grab()  # everything can be painted, what is waited for too


def test_the_plot_and_the_table_select_each_other_and_ranks_take_its_place(
    window: MainWindow, folder: Path, qtbot: QtBot
) -> None:
    page = shown(window)
    page.open_folder(folder)
    page.side.row_clicked.emit(("cancer", 200, "elcs-ii"))
    assert page.table.current is not None and page.table.current.key == ("cancer", 200, "elcs-ii")
    assert page.side.plot.selected == ("cancer", 200, "elcs-ii")
    page.side.ranks.click()
    assert [(row.title, row.ours and row.ours.mean) for row in page.side.plot.rows[1:]] == [
        ("ELCS-II", 1.0),
        ("ELCS", 2.0),
    ]
    page.side.measures.buttons["requested"].click()
    assert [row.ours and row.ours.mean for row in page.side.plot.rows[1:]] == [1.5, 1.5]
    qtbot.keyClick(page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "asia, 200 rows: 1 set, simulated" in QGuiApplication.clipboard().text()


def test_any_run_becomes_the_main_run_with_its_algorithm_and_truth(
    window: MainWindow, folder: Path, qtbot: QtBot
) -> None:
    page = shown(window)
    page.open_folder(folder)
    page.table.select(("asia", 200, "elcs-ii"))
    assert [page.side.runs.itemText(0).rpartition(" · ")[2]] == ["SHD 1.00"]  # the worst first
    target = page.side.runs.itemText(0).partition(",")[0]

    def there() -> bool:
        header = window.session.header
        running = header is None or window.session.running
        return not running and header is not None and header.algorithm == "elcs-ii"

    page.side.open.click()
    qtbot.waitUntil(there, timeout=LONG)
    header = window.session.header
    assert header is not None and header.names[header.target] == target
    assert (header.rows, header.alpha, header.k) == (200, 0.01, 3)
    assert window.session.truth is not None and window.working
    (data,) = cells_of(PLAN)[0].data.load()[:1]
    assert header.names == data.columns


def test_it_measures_in_the_background_stops_and_goes_on(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    page = shown(window)
    plan = Plan(("asia", "alarm"), ("elcs", "iamb"), (500,), 3)
    page.begin(plan, tmp_path / "to")
    assert page.runner.busy and page.stop.isVisible()
    qtbot.waitUntil(lambda: bool(page._results), timeout=LONG)
    page.stop.click()
    qtbot.waitUntil(lambda: not page.runner.busy, timeout=LONG)
    kept = read_results(tmp_path / "to")
    assert 0 < len(kept) == len(page._results) < 270
    assert (tmp_path / "to" / "report.html").exists()
    page.go_on.click()
    qtbot.waitUntil(lambda: not page.runner.busy, timeout=LONG)
    assert len(page._results) == 270 == len(read_results(tmp_path / "to"))
    assert not page.go_on.isVisible()


def test_what_cannot_be_opened_is_said_on_the_page(window: MainWindow, tmp_path: Path) -> None:
    page = shown(window)
    page.open_folder(tmp_path)
    assert "holds no benchmark" in page._complaint.text() and page._complaint.isVisible()
    assert page.folder is None and page.presets.isVisible()


def test_algorithms_stand_in_the_papers_tables() -> None:
    assert {kind_of(each) for each in ("elcs", "elcs-without-n", "pcd-by-pcd")} == {LOCAL}
    assert {kind_of(each) for each in ("emb", "iamb", "mmmb", "hiton-mb-sym", "hiton-pc")} == {BLANKETS}
    assert [left_words(each) for each in (None, 3.2, 600, 7200)] == [
        "", "about 3 s left", "about 10 min left", "about 2.0 h left",
    ]  # fmt: skip


@pytest.mark.parametrize(("theme", "block"), [(LIGHT, 0), (DARK, 1)])
def test_the_report_has_the_colours_of_the_window(theme: Theme, block: int) -> None:
    sheet = packaged("benchmark.css").read_text(encoding="utf-8")
    tokens = re.findall(r":root\{(.*?)\}", sheet)[block]
    found = dict(re.findall(r"--([\w-]+):(#\w+)", tokens))
    assert len(found) > 8
    assert found == {name: getattr(theme, name.replace("-", "_")).name().upper() for name in found}
