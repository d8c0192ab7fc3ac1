"""Pictures of the graph as files: what they hold, how large they are, and that they are the same twice."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.exporting.film_painter import Painting
from elcs_gui.app.exporting.film_steps import Film
from elcs_gui.app.graph.sheet import SIZES, Layout, Look, Sheet
from elcs_gui.app.kit.svg import svg
from elcs_gui.app.kit.theme import CONTRAST, DARK, LIGHT
from elcs_gui.app.model.selection import Edge
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.firmness import certain_firmness
from elcs_gui.picture.scene import Edges
from elcs_gui.trace.trace import Header, Trace
from tests.traces import trace_of

N_FIRES = 922
HOSTILE = {"A": "<b>\"&amp;'", "T": "]]>&", "E": "🧪", "J": "x\\{y}", "K": "名前"}


def sheet(qtbot: QtBot, layout: Layout | None = None, trace: Trace | None = None, **more: object) -> Sheet:
    return Sheet(trace or trace_of("fig3"), layout or Layout(LIGHT), Look(**more))  # type: ignore[arg-type]


def with_names(names: dict[str, str]) -> Trace:
    network = find_example("fig3").load_network()
    nodes = tuple(names.get(node, node) for node in network.nodes)
    renamed = replace(network, nodes=nodes)
    return learn(Evidence(Oracle(renamed)), Header("elcs", nodes.index(names["T"]), nodes, "oracle")).trace


def labels(data: bytes) -> set[str]:
    root = ET.fromstring(data)
    written = {element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")}
    return written | {element.get("aria-label", "") for element in root.iter()}


def test_svg_holds_every_name_and_needs_no_font(qtbot: QtBot) -> None:
    made = sheet(qtbot)
    data = made.picture.data("svg")
    assert {"T", "A", "B", "E", "J", "K", "L", "C", "D"} <= labels(data)
    assert b"<text" not in data and b"font-family" not in data
    used = set(re.findall(rb'xlink:href="#(\w+)"', data))
    assert used == set(re.findall(rb'<path id="(\w+)"', data))


def test_hostile_names_survive_in_svg(qtbot: QtBot) -> None:
    data = sheet(qtbot, trace=with_names(HOSTILE)).picture.data("svg")
    assert set(HOSTILE.values()) <= labels(data)
    assert b"<b>" not in data


def test_what_no_font_has_stays_text_for_whoever_has_one(qtbot: QtBot) -> None:
    def paint(painter: QPainter) -> None:
        painter.drawText(5, 20, "\U000e0fff")  # no font has this one

    assert "<text" in svg(paint, sheet(qtbot).size, title="t")


def test_svg_is_as_large_as_asked_and_can_be_scaled(qtbot: QtBot) -> None:
    made = sheet(qtbot, Layout(LIGHT, size=(700, 500)))
    root = ET.fromstring(made.picture.data("svg", 3.0))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("2100", "1500", "0 0 700 500")


@pytest.mark.parametrize("scale", [None, 1.0, 1.5, 3.0])
def test_a_png_has_the_pixels_of_its_scale(qtbot: QtBot, scale: float | None) -> None:
    made = sheet(qtbot, Layout(LIGHT, size=(600, 400)))
    found = QImage.fromData(made.picture.data("png", scale))
    times = 2.0 if scale is None else scale
    assert (found.width(), found.height()) == (600 * times, 400 * times)


def test_a_pdf_is_one_page_that_fits_the_drawing(qtbot: QtBot) -> None:
    data = sheet(qtbot, Layout(LIGHT, size=(800, 400))).picture.data("pdf")
    found = re.findall(rb"/MediaBox \[([\d. ]+)\]", data)
    assert len(found) == 1
    assert [float(side) for side in found[0].split()] == [0.0, 0.0, 600.0, 300.0]
    assert b"/Subtype /Image" not in data  # vectors


@pytest.mark.parametrize("view", ["local", "field"])
def test_text_in_a_pdf_can_be_found(qtbot: QtBot, tmp_path: Path, view: str) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("needs pdftotext")
    names = {"A": "p82140988", "T": "{T, 1}", "C": "<C>", "X": "x.5"}
    made = sheet(qtbot, Layout(LIGHT, view, caption=True), with_names(names))
    made.picture.write(tmp_path / "graph.pdf")
    command = ["pdftotext", str(tmp_path / "graph.pdf"), "-"]
    text = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    assert all(name in text for name in names.values())
    assert f"{len(made.trace):,} / {len(made.trace):,}" in text


@pytest.mark.parametrize("kind", ["svg", "pdf", "png"])
def test_the_same_sheet_gives_the_same_bytes(qtbot: QtBot, kind: str) -> None:
    assert sheet(qtbot).picture.data(kind) == sheet(qtbot).picture.data(kind)


def test_a_file_does_not_tell_when_it_was_made(qtbot: QtBot) -> None:
    data = sheet(qtbot).picture.data("pdf")
    assert set(re.findall(rb"Date \(D:(\d{8})", data)) == {b"20000101"}
    assert set(re.findall(rb'Date="([-\d]{10})', data)) <= {b"2000-01-01"}


def test_the_running_test_is_drawn_only_if_wanted(qtbot: QtBot) -> None:
    trace = trace_of("fig3")
    step = int(trace.test_steps[300]) + 1
    with_test, without = (sheet(qtbot, Layout(LIGHT, test=test)) for test in (True, False))
    for made in (with_test, without):
        made.seek(step)
    now = LIGHT.now.name().encode()
    assert now in with_test.picture.data("svg")
    assert now not in without.picture.data("svg")


def test_legend_title_and_caption_are_there_if_wanted(qtbot: QtBot) -> None:
    plain = labels(sheet(qtbot, Layout(LIGHT, legend=False)).picture.data("svg"))
    rich = labels(sheet(qtbot, Layout(LIGHT, title="My <title>", caption=True)).picture.data("svg"))
    assert "cause → effect" not in plain and "cause → effect" in rich
    assert "My <title>" in rich
    assert any(label.startswith("T is done: causes") for label in rich)


@pytest.mark.parametrize("view", ["local", "field"])
def test_a_transparent_picture_has_no_ground(qtbot: QtBot, view: str) -> None:
    clear, solid = (
        QImage.fromData(sheet(qtbot, Layout(LIGHT, view, transparent=wanted)).picture.data("png"))
        for wanted in (True, False)
    )
    assert clear.pixelColor(2, 2).alpha() == 0
    assert solid.pixelColor(2, 2) == LIGHT.canvas


@pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST])
def test_every_theme_paints_its_own_ground(qtbot: QtBot, theme: object) -> None:
    made = sheet(qtbot, Layout(theme))  # type: ignore[arg-type]
    assert made.layout.theme.canvas.name().encode() in made.picture.data("svg")


def test_the_field_view_shows_every_variable_and_no_minimap(qtbot: QtBot) -> None:
    data = sheet(qtbot, Layout(LIGHT, "field")).picture.data("svg")
    assert set(trace_of("fig3").header.names) <= labels(data)
    assert LIGHT.selection.name().encode() not in data


def test_every_step_can_be_drawn(qtbot: QtBot) -> None:
    made = sheet(qtbot, Layout(LIGHT, caption=True))
    for step in range(0, len(made.trace) + 1, 97):
        made.seek(step)
        assert b"</svg>" in made.picture.data("svg")


@pytest.mark.parametrize("view", ["local", "field"])
def test_a_sheet_in_another_style_is_as_if_made_so(qtbot: QtBot, view: str) -> None:
    wanted = Layout(DARK, view, (700, 500), title="T", caption=True, legend=False, test=False)
    made = sheet(qtbot, Layout(LIGHT, view, transparent=True))
    made.picture.data("svg")
    assert made.can_be(made.trace, wanted, Look())
    made.restyle(wanted)
    made.seek(300)
    new = sheet(qtbot, wanted)
    new.seek(300)
    assert made.picture.data("svg") == new.picture.data("svg")
    assert not made.can_be(made.trace, replace(wanted, view="other"), Look())
    assert not made.can_be(made.trace, wanted, Look(firmness=certain_firmness(made.trace)))


def test_a_small_graph_takes_a_small_sheet(qtbot: QtBot) -> None:
    assert (sheet(qtbot).size.width(), sheet(qtbot).size.height()) == SIZES[0]


def test_truth_and_dragged_nodes_are_seen_as_in_the_window(qtbot: QtBot) -> None:
    trace = trace_of("fig3")
    network = find_example("fig3").load_network()
    truth: Edges = frozenset(network.edges)
    target, a = trace.header.target, trace.header.names.index("A")
    plain = sheet(qtbot).picture.data("svg")
    assert sheet(qtbot, truth=truth).picture.data("svg") != plain
    assert sheet(qtbot, kept={"local": {(target, a): (250.0, 120.0)}}).picture.data("svg") != plain


def test_other_endings_are_refused_and_nothing_is_written(qtbot: QtBot, tmp_path: Path) -> None:
    with pytest.raises(ElcsError, match="svg"):
        sheet(qtbot).picture.write(tmp_path / "graph.bmp")
    assert not list(tmp_path.iterdir())


def test_a_picture_beyond_all_reason_is_refused(qtbot: QtBot) -> None:
    with pytest.raises(ElcsError, match="pixels"):
        sheet(qtbot, replace(Layout(LIGHT), size=(8000, 8000))).picture.data("png", 20.0)


@pytest.mark.parametrize("view", ["local", "field"])
def test_a_picture_draws_the_rule_that_fires_and_that_of_the_chosen_arrow(qtbot: QtBot, view: str) -> None:
    trace = trace_of("fig3")
    names = trace.header.names
    fired, chosen = (colour.name().encode() for colour in (LIGHT.fired_premise, LIGHT.chosen_premise))
    layout = Layout(LIGHT, view)
    made = sheet(qtbot, layout)
    assert fired not in made.picture.data("svg")
    made.seek(N_FIRES)
    assert fired in made.picture.data("svg")
    made.restyle(replace(layout, test=False))  # nothing of what happens now
    made.seek(N_FIRES)
    assert fired not in made.picture.data("svg")
    b, t = sorted((names.index("B"), names.index("T")))
    assert chosen in sheet(qtbot, layout, about=Edge((b, t))).picture.data("svg")


def test_a_film_is_about_what_happens_not_about_the_chosen_arrow(qtbot: QtBot) -> None:
    trace = trace_of("fig3")
    names = trace.header.names
    b, t = sorted((names.index("B"), names.index("T")))
    looks = (Look(), Look(about=Edge((b, t))))
    shown = Film((len(trace),), 0.5, 2.0)
    one, other = (
        Painting.of_trace(trace, Layout(LIGHT, size=(480, 320)), shown, look, 1.0).frame(0) for look in looks
    )
    assert one == other
