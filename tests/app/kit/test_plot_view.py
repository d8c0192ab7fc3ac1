"""What all plots share: zoom, menu and files; and that they cost nothing before they are shown."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication, QPainter, QPen, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from elcs_gui.app.importing.column_plot_view import Histogram
from elcs_gui.app.importing.histogram import Level, Shape
from elcs_gui.app.kit.plot_view import STEP, Plot
from elcs_gui.app.kit.theme import DARK, LIGHT, Theme, font

ROOT = Path(__file__).resolve().parents[3]
LEFT = Qt.MouseButton.LeftButton


class Slope(Plot):
    """A line from (0, 0) to (100, 1), and a word over it."""

    def __init__(self, theme: Theme = LIGHT, last: float = 100.0) -> None:
        super().__init__(theme)
        self.last = last
        self.drawn = 0
        self.setAccessibleName("A slope: from corner to corner")
        self.setMinimumHeight(140)

    def build(self) -> None:
        from elcs_gui.app.kit.plot_items import Curve

        self.curve = self.add(Curve())

    def draw(self) -> None:
        self.drawn += 1
        self.curve.setData([0.0, self.last], [0.0, 1.0])
        self.curve.set_line(QPen(self._theme.ink, 2 * self._theme.scale))
        self.set_home(0.0, self.last)

    def paint_over(self, painter: QPainter) -> None:
        painter.setFont(font(12))
        painter.setPen(self._theme.ink)
        painter.drawText(QPointF(20, 14), "one word")


@pytest.fixture
def plot(qtbot: QtBot) -> Iterator[Slope]:
    made = Slope()
    qtbot.addWidget(made)
    made.resize(320, 140)
    made.show()
    yield made
    made.hide()


def turn(plot: QWidget, notches: int, x: float, *, control: bool = False, sideways: bool = False) -> bool:
    """Turn the wheel over the plot; was it heard?"""
    turned = QPoint(120 * notches, 0) if sideways else QPoint(0, 120 * notches)
    keys = Qt.KeyboardModifier.ControlModifier if control else Qt.KeyboardModifier.NoModifier
    wheel = QWheelEvent(
        QPointF(x, 60), plot.mapToGlobal(QPointF(x, 60)), QPoint(), turned, Qt.MouseButton.NoButton, keys,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(plot, wheel)
    return wheel.isAccepted()


def numbers(plot: Plot) -> list[tuple[float, float, str]]:
    """The axis' numbers: where they begin and end, and what they say."""
    axis, found = plot.view.bottom, []
    painted = QPainter(picture := plot.grab())
    specs = axis.generateDrawSpecs(painted)
    painted.end()
    assert not picture.isNull() and specs is not None
    for rect, _, text in specs[2]:
        wide = QFontMetricsF(font(11)).horizontalAdvance(text)
        middle = axis.geometry().left() + rect.center().x()
        found.append((middle - wide / 2, middle + wide / 2, text))
    return found


def test_pyqtgraph_comes_with_the_first_plot_that_is_shown_and_leaves_the_program_as_it_is() -> None:
    program = """
import sys
hook = sys.excepthook
from PySide6.QtWidgets import QApplication
app = QApplication([])
from elcs_gui.app.alpha.plot_view import AlphaPlot
from elcs_gui.app.citest.reference_plot_view import Reference, ReferencePlot
from elcs_gui.app.importing.column_plot_view import Histogram
from elcs_gui.app.kit.theme import DARK, LIGHT
from elcs_gui.ci.distributions import ChiSquare
made = [AlphaPlot(LIGHT), ReferencePlot(LIGHT), Histogram(LIGHT)]
made[1].show_reference(Reference("G²", 14.0, 13.28, 0.01, ChiSquare().curve(4), independent=False))
for plot in made:
    plot.set_theme(DARK)
    plot.resize(300, 200)
assert "pyqtgraph" not in sys.modules
made[1].show()
assert "pyqtgraph" in sys.modules
assert sys.excepthook is hook
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr


def test_ctrl_and_the_wheel_zoom_about_the_pointer_and_two_clicks_show_all(plot: Slope, qtbot: QtBot) -> None:
    under = plot.value_at(80.0)
    assert turn(plot, 3, 80.0, control=True)
    first, last = plot.shown
    assert last - first == pytest.approx(100 / STEP**3)
    assert plot.value_at(80.0) == pytest.approx(under)
    assert plot.zoomed
    qtbot.mouseDClick(plot, LEFT, pos=QPoint(100, 60))
    assert plot.shown == (0.0, 100.0) and not plot.zoomed


def test_without_ctrl_the_page_scrolls(qtbot: QtBot) -> None:
    area, page, plot = QScrollArea(widgetResizable=True), QWidget(), Slope()
    qtbot.addWidget(area)
    column = QVBoxLayout(page)
    column.addWidget(plot)
    column.addSpacing(600)
    area.setWidget(page)
    area.resize(340, 200)
    area.show()
    bar, seen = area.verticalScrollBar(), plot.shown
    place = plot.mapTo(area.window(), QPoint(100, 60))
    QTest.wheelEvent(area.window().windowHandle(), QPointF(place), QPoint(0, -240))
    qtbot.waitUntil(lambda: bar.value() > 0)
    assert plot.shown == seen


def test_zooming_out_and_panning_end_where_there_is_nothing_more(plot: Slope) -> None:
    assert turn(plot, -5, 100.0, control=True)
    assert plot.shown == (0.0, 100.0)
    assert not turn(plot, 1, 100.0, sideways=True), "all is seen: the page may have it"
    plot.zoom(4.0)
    plot.pan(-1e6)
    assert plot.shown[1] == pytest.approx(100.0) and plot.shown[0] == pytest.approx(75.0)
    plot.pan(1e6)
    assert plot.shown[0] == pytest.approx(0.0) and plot.shown[1] == pytest.approx(25.0)
    for _ in range(100):
        plot.zoom(2.0)
    assert plot.shown[1] - plot.shown[0] == pytest.approx(0.5), "zooming in ends too"


def test_a_drag_pans_what_is_zoomed(plot: Slope, qtbot: QtBot) -> None:
    plot.zoom(4.0)
    held = plot.value_at(200.0)
    qtbot.mousePress(plot, LEFT, pos=QPoint(200, 60))
    qtbot.mouseMove(plot, QPoint(150, 60))
    qtbot.mouseMove(plot, QPoint(120, 60))
    assert plot.value_at(120.0) == pytest.approx(held)
    qtbot.mouseRelease(plot, LEFT, pos=QPoint(120, 60))
    qtbot.mouseMove(plot, QPoint(60, 60))
    assert plot.value_at(120.0) == pytest.approx(held)


def test_keys_zoom_and_show_where_they_go(plot: Slope, qtbot: QtBot) -> None:
    plot.activateWindow()
    qtbot.waitUntil(plot.isActiveWindow)
    plot.clearFocus()  # the only widget of a window has it from the start
    plot.setFocus(Qt.FocusReason.TabFocusReason)
    assert plot.focused
    ring = QColor(LIGHT.selection)
    assert plot.grab().toImage().pixelColor(160, 1) == ring
    qtbot.keyClicks(plot, "++")
    assert plot.shown[1] - plot.shown[0] == pytest.approx(100 / STEP**2)
    qtbot.keyClicks(plot, "-")
    assert plot.shown[1] - plot.shown[0] == pytest.approx(100 / STEP)
    qtbot.keyClicks(plot, "0")
    assert not plot.zoomed
    plot.clearFocus()
    assert plot.grab().toImage().pixelColor(160, 1) != ring


def test_what_was_zoomed_to_stays_until_another_stretch_is_drawn(plot: Slope) -> None:
    plot.zoom(4.0)
    seen = plot.shown
    plot.redraw()
    assert plot.shown == seen
    plot.set_theme(DARK.at(1.4))
    assert plot.shown == seen
    plot.last = 50.0
    plot.redraw()
    assert plot.shown == (0.0, 50.0)


@pytest.mark.parametrize("last", [1e-7, 0.03, 7.0, 123456.0, 3e9])
@pytest.mark.parametrize("wide", [90, 320, 1200])
def test_the_numbers_of_the_axis_keep_off_one_another(qtbot: QtBot, last: float, wide: int) -> None:
    plot = Slope(last=last)
    qtbot.addWidget(plot)
    plot.resize(wide, 140)
    plot.show()
    found = sorted(numbers(plot))
    assert found
    assert found[0][0] >= -2 and found[-1][1] <= wide + 2
    assert all(ours[1] < theirs[0] for ours, theirs in pairwise(found))
    assert len({text for *_, text in found}) == len(found)


@pytest.mark.parametrize(
    ("low", "high"),
    [(0.0, 5e-324), (3.0, 3.0), (0.1, 0.1 + 1e-16), (1e15, 1e15 + 1), (1e300, 1.1e300), (-1.7e308, 1.7e308)],
)
def test_numbers_at_the_ends_of_what_there_is_can_be_drawn(qtbot: QtBot, low: float, high: float) -> None:
    plot = Histogram(LIGHT)
    qtbot.addWidget(plot)
    plot.resize(240, 168)
    levels = (Level("few", 0.5), Level("many", 0.5))
    plot.show_shape(Shape(low, high, (3, 0, 5, 1), (low / 2 + high / 2,), levels))
    seen = plot.grab().toImage()
    assert seen.pixelColor(20, 120) != seen.pixelColor(80, 120), "a bar, and where there is none"
    plot.zoom(1e6)
    assert len({text for *_, text in numbers(plot)}) == len(numbers(plot))


def test_its_menu_shows_all_and_copies(plot: Slope) -> None:
    actions = {action.text(): action for action in plot.menu().actions() if action.text()}
    assert list(actions) == ["Zoom in", "Show all", "Copy picture", "Save picture…"]
    assert not actions["Show all"].isEnabled()
    actions["Zoom in"].trigger()
    assert plot.zoomed
    shown = {action.text(): action for action in plot.menu().actions()}["Show all"]
    shown.trigger()
    assert not plot.zoomed
    actions["Copy picture"].trigger()
    copied = QGuiApplication.clipboard().image()
    assert (copied.width(), copied.height()) == (640, 280)


def test_it_is_saved_by_the_menu_in_every_format(
    plot: Slope, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []

    def answer(parent: QWidget, title: str, name: str, kinds: str) -> tuple[str, str]:
        asked.append((name, kinds))
        return str(tmp_path / "made"), kinds.split(";;")[len(asked) - 1]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    save = next(action for action in plot.menu().actions() if action.text() == "Save picture…")
    for _ in range(3):
        save.trigger()
    assert asked[0] == ("a-slope.svg", "SVG (*.svg);;PDF (*.pdf);;PNG (*.png)")
    root = ET.fromstring((tmp_path / "made.svg").read_bytes())
    said = {element.get("aria-label", "") for element in root.iter()}
    assert {"one word", "0", "40"} <= said
    assert root.findtext("{http://www.w3.org/2000/svg}title") == "A slope: from corner to corner"
    assert (tmp_path / "made.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "made.png").read_bytes().startswith(b"\x89PNG")


def test_a_line_is_as_wide_in_a_file_as_on_the_screen(plot: Slope) -> None:
    def dark(scale: int) -> int:
        made = plot.picture().image(scale)
        x = 160 * scale
        return sum(made.pixelColor(x, y).lightness() < 128 for y in range(24 * scale, 114 * scale))

    assert dark(1) >= 2
    assert dark(4) == pytest.approx(4 * dark(1), abs=4)


def test_what_is_cut_off_is_not_saved_as_svg(plot: Slope) -> None:
    assert "svg" in plot.formats
    plot.zoom(2.0)
    assert plot.formats == ("pdf", "png")


def test_a_file_that_cannot_be_written_is_said(
    plot: Slope, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: said.append(box.text()))
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "nowhere" / "a.png"), "PNG (*.png)")
    )
    next(action for action in plot.menu().actions() if action.text() == "Save picture…").trigger()
    assert len(said) == 1 and "cannot be written" in said[0]
