"""The test page: its sentence, figures, tables and what it offers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.citest import words
from elcs_gui.app.citest.panel import TestDetail
from elcs_gui.app.citest.reference_plot_view import Reference, ReferencePlot
from elcs_gui.app.citest.strata import Shares, shares
from elcs_gui.app.citest.strata_grid import Axes, Grid
from elcs_gui.app.citest.strata_view import StrataTables
from elcs_gui.app.kit.theme import DARK, LIGHT, font
from elcs_gui.app.model.player import Player, pace_of
from elcs_gui.ci.discrete import G2, Chi2
from elcs_gui.ci.distributions import ChiSquare, TwoSidedNormal
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.fisher_z import FisherZ
from elcs_gui.ci.oracle import Oracle, connecting_path
from elcs_gui.ci.questions import CiTest, Question, Verdict
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network
from elcs_gui.trace.events import Tested
from elcs_gui.trace.trace import Header, Trace

# The offscreen platform says so of every window shown.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@cache
def data(example: str = "fig3") -> Dataset:
    found = find_example(example).load_data()
    assert found is not None
    return found


@cache
def recorded(test: str = "g2", example: str = "fig3", rows_per_cell: float = 5.0) -> tuple[Trace, CiTest]:
    network = find_example(example).load_network()
    target = find_example(example).target
    made: CiTest
    if test == "oracle":
        made = Oracle(network)
        header = Header("elcs", network.index(target), network.nodes, test)
    else:
        made = (G2 if test == "g2" else Chi2)(data(example), rows_per_cell)
        header = Header("elcs", network.index(target), network.nodes, test, rows=data(example).rows)
    return learn(Evidence(made), header).trace, made


@pytest.fixture
def player(qapp) -> Player:
    return Player()


@pytest.fixture
def page(qtbot, player: Player) -> TestDetail:
    made = TestDetail(player, LIGHT)
    qtbot.addWidget(made)
    made.resize(344, 800)
    made.show()
    return made


def show(page: TestDetail, player: Player, number: int, *recording, **named) -> Tested:
    trace, test = recorded(*recording, **named)
    levels = data(named.get("example", "fig3")).levels if not isinstance(test, Oracle) else ()
    player.load(trace)
    page.set_test(test, levels)
    page.show_test(number)
    event = trace[int(trace.test_steps[number - 1])]
    assert isinstance(event, Tested)
    return event


def said(page: TestDetail) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def button(page: TestDetail, text: str) -> QPushButton:
    return next(b for b in page.findChildren(QPushButton) if b.isVisible() and b.text().startswith(text))


def first(trace: Trace, wanted) -> int:
    return next(e.number for e in trace if isinstance(e, Tested) and wanted(e))


def test_the_question_is_a_sentence_with_its_answer(page: TestDetail, player: Player) -> None:
    event = show(page, player, 340)
    plain = words.question(event, recorded()[0].header.names).replace('<span style="font-weight:600">', "")
    assert plain.replace("</span>", "") == "Are C and T independent once A and E are known? No."
    assert "Test 340" in said(page)


@pytest.mark.parametrize("test", ["g2", "chi2"])
def test_the_shares_of_the_strata_add_up_to_the_statistic(test: str) -> None:
    trace, made = recorded(test)
    assert isinstance(made, G2 | Chi2)
    for event in trace:
        if isinstance(event, Tested) and event.statistic is not None and event.number % 7 == 0:
            found = shares(made, event.x, event.y, event.z, largest_first_above=12)
            assert found is not None
            assert found.share.sum() == pytest.approx(event.statistic, rel=1e-6, abs=1e-6)
            assert found.observed.sum() == data().rows
            np.testing.assert_allclose(found.expected.sum(axis=(1, 2)), found.observed.sum(axis=(1, 2)))


def test_tables_have_x_down_and_y_across_whichever_way_it_was_asked() -> None:
    _, made = recorded()
    assert isinstance(made, G2)
    one = shares(made, 3, 7, (1,), largest_first_above=12)
    other = shares(made, 7, 3, (1,), largest_first_above=12)
    assert one is not None and other is not None
    np.testing.assert_array_equal(one.observed, other.observed.transpose(0, 2, 1))
    assert one.cell(1, 0, 1) == other.cell(1, 1, 0)


def test_of_many_strata_the_largest_shares_come_first_and_the_rest_on_demand(
    page: TestDetail, player: Player
) -> None:
    trace, _ = recorded(example="alarm")
    number = first(trace, lambda e: len(e.z) == 3 and e.statistic is not None)
    show(page, player, number, example="alarm")
    tables = page._tables
    assert tables.shown == 12 and tables.hidden_tables > 0
    assert tables._shares is not None
    assert (np.diff(tables._shares.share) <= 0).all()
    before = tables.height()
    button(page, "and ").click()
    assert tables.hidden_tables == 0 and tables.height() > before


def test_a_table_tells_its_cells_in_full_under_the_mouse(page: TestDetail, player: Player) -> None:
    show(page, player, 340)
    tables = page._tables
    grid = tables._grid()
    hint = tables.hint(QPoint(grid.label + 5, 19 + grid.head + 5))
    assert hint.startswith("C=") and "observed" in hint and "given A=" in hint


def test_a_table_too_wide_for_figures_becomes_a_heat_map(qapp) -> None:
    many = tuple(str(level) for level in range(40))
    grid = Grid.fitting(Axes("x", "y", (), many, many, ()), 100, 1, 312)
    assert grid.dense and grid.label + 40 * grid.cell <= 312


def test_cells_of_very_many_rows_are_told_apart_by_their_tint(qapp: QApplication) -> None:
    levels = ("0", "1", "2")
    observed = np.array([[[90_000, 5_000, 0], [40_000, 60_000, 0], [30_000, 20_000, 0]]])
    expected = observed.sum(2, keepdims=True) * observed.sum(1, keepdims=True) / observed.sum()
    given = np.zeros((1, 0), dtype=np.int64)
    tables = StrataTables(LIGHT)
    tables.resize(312, 200)
    tables.set_shares(
        Shares(observed, expected, np.ones(1), given, 0), Axes("x", "y", (), levels, levels, ())
    )
    grid, picture = tables._grid(), tables.grab().toImage()
    left, top = grid.label + 2, grid.head + 2
    tints = {
        picture.pixelColor(left + x * grid.cell, top + y * grid.row).name()
        for x in range(2)
        for y in range(3)
    }
    assert len(tints) == 6  # not all as strong as can be, which they are by chance's measure
    assert picture.pixelColor(left + 2 * grid.cell, top).name() == picture.pixelColor(310, top).name()


def test_an_unreliable_test_says_why_and_how_it_counted(page: TestDetail, player: Player) -> None:
    trace, _ = recorded(rows_per_cell=400)
    number = first(trace, lambda e: e.verdict == "unreliable" and e.z)
    event = show(page, player, number, rows_per_cell=400)
    assert "too few to decide; counted as dependent." in said(page)
    assert not event.independent
    assert page._pill.accessibleName() == "unreliable"
    assert not page._plot.isVisible()


@pytest.mark.parametrize(
    ("p", "words_"),
    [
        (0.346, "p is a factor 35 above alpha."),
        (0.005, "p is a factor 2.0 below alpha."),
        (0.0099, "very close call"),
        (0.012, "only a factor 1.2 above alpha: a close call"),
        (1e-31, "p is far below alpha (10²⁹ ×)."),
        (0.0, "too small to be told from 0"),
    ],
)
def test_the_margin_of_p_to_alpha_is_said_in_words(p: float, words_: str) -> None:
    assert words_ in words.margin(p, 0.01)


def test_what_follows_tells_the_next_fact_and_links_to_the_test_before(
    qtbot, page: TestDetail, player: Player
) -> None:
    show(page, player, 340)
    text = page._follows.text()
    assert "C joins CSP(A)" in text
    linked = int(text.split('href="')[1].split('"')[0])
    before = recorded()[0][int(recorded()[0].test_steps[linked - 1])]
    assert isinstance(before, Tested) and before.independent
    with qtbot.waitSignal(page.test_link_activated) as told:
        page._follows.linkActivated.emit(str(linked))
    assert told.args == [linked] and page.shown == linked


@pytest.mark.parametrize(
    ("number", "said", "unsaid"),
    [
        (885, "I leaves PC", "DistinguishPC|K is an effect"),  # what comes after rests on other tests
        (24, "the search for a set that does goes on", "enters PC"),  # the next candidate's turn
        (888, "Next", "effect"),
        (889, "J and E are causes of T", "L is an effect"),
    ],
)
def test_what_follows_is_what_the_test_led_to_and_not_what_comes_later(
    page: TestDetail, player: Player, number: int, said: str, unsaid: str
) -> None:
    show(page, player, number)
    text = page._follows.text()
    assert said in text
    assert not any(word in text for word in unsaid.split("|"))


def test_while_a_question_is_asked_its_answer_is_held_back(qtbot, page: TestDetail, player: Player) -> None:
    trace, _ = recorded()
    player.load(trace)
    player.set_pace(pace_of("changes"))
    with qtbot.waitSignal(player.moved):
        player.play()
    player.pause()
    qtbot.waitUntil(lambda: page.shown == player.tests_so_far)
    assert player.asking
    assert page._question.text().endswith("independent?")
    assert not page._pill.isVisible() and not page._figures.isVisible()
    player.forward()
    qtbot.waitUntil(lambda: page._pill.isVisible())
    assert page._figures.isVisible() and "No." in page._question.text()


def test_where_no_fact_follows_the_next_test_is_named(page: TestDetail, player: Player) -> None:
    trace, _ = recorded()
    steps = trace.test_steps
    number = next(n for n in range(1, len(steps)) if steps[n] == steps[n - 1] + 1)
    show(page, player, number)
    assert f'href="{number + 1}"' in page._follows.text()


def test_every_test_of_a_run_can_be_shown(page: TestDetail, player: Player) -> None:
    trace, _ = recorded()
    for number in range(1, len(trace.test_steps) + 1, 23):
        show(page, player, number)
        assert page.shown == number


def test_a_reused_answer_names_the_test_that_asked_first(page: TestDetail, player: Player) -> None:
    trace, _ = recorded()
    event = show(page, player, first(trace, lambda e: e.reused))
    number = int(page._before.text().split('href="')[1].split('"')[0])
    earlier = trace[int(trace.test_steps[number - 1])]
    assert isinstance(earlier, Tested)
    assert Question.of(earlier.x, earlier.y, earlier.z) == Question.of(event.x, event.y, event.z)
    assert not earlier.reused


def test_what_if_asks_for_the_other_verdict(qtbot, page: TestDetail, player: Player) -> None:
    event = show(page, player, 340)
    with qtbot.waitSignal(page.what_if_requested) as asked:
        qtbot.mouseClick(button(page, "What if independent?"), Qt.MouseButton.LeftButton)
    assert asked.args == [Question.of(event.x, event.y, event.z), Verdict.INDEPENDENT]


def test_break_here_names_the_test(qtbot, page: TestDetail, player: Player) -> None:
    show(page, player, 340)
    with qtbot.waitSignal(page.break_requested) as asked:
        qtbot.mouseClick(button(page, "Break here"), Qt.MouseButton.LeftButton)
    assert asked.args == [340]


def test_the_page_follows_the_cursor_and_an_inspected_test_gives_way_to_it(
    qtbot, page: TestDetail, player: Player
) -> None:
    trace, _ = recorded()
    show(page, player, 340)
    assert page.shown == 340
    player.seek(int(trace.test_steps[9]) + 1)
    qtbot.waitUntil(lambda: page.shown == 10)
    page.show_test(0)
    assert page.shown == 10


def test_before_the_first_test_the_page_says_how_to_get_there(page: TestDetail, player: Player) -> None:
    player.load(recorded()[0])
    page.show_test(0)
    assert page.shown == 0 and "No test yet" in said(page)


def test_without_the_data_the_page_still_has_figures_and_curve(page: TestDetail, player: Player) -> None:
    player.load(recorded()[0])
    page.set_test(None, ())
    page.show_test(340)
    assert page._plot.isVisible() and not page._tables.isVisible()
    assert "G² 141.94" in page._figures.accessibleName()


def test_the_oracle_names_an_open_path_exactly_where_it_says_dependent(
    page: TestDetail, player: Player
) -> None:
    trace, oracle = recorded("oracle")
    assert isinstance(oracle, Oracle)
    for event in trace:
        if isinstance(event, Tested):
            path = connecting_path(oracle, event.x, event.y, event.z)
            assert (path is None) == event.independent
            if path is not None:
                assert (path[0][0], path[-1][0]) == (event.x, event.y)
    show(page, player, first(trace, lambda e: e.independent), "oracle")
    assert "Every path" in said(page) and not page._figures.isVisible()


def test_fisher_z_shows_its_correlation(page: TestDetail, player: Player) -> None:
    rng = np.random.default_rng(0)
    a = rng.normal(size=500)
    b = a + rng.normal(size=500)
    values = np.stack([a, b, b + rng.normal(size=500)])
    columns = ("a", "b", "c")
    continuous = Dataset.continuous("made", columns, values.T)
    made = FisherZ(continuous)
    player.load(learn(Evidence(made), Header("elcs", 1, columns, "fisher-z", rows=500)).trace)
    page.set_test(made, ())
    page.show_test(1)
    r = abs(float(np.corrcoef(values[0], values[1]).ravel()[1]))
    assert f"|r| {r:.3f}" in page._figures.accessibleName()
    assert "|z|" in page._plot.accessibleName()


def test_what_variables_that_determine_one_another_leave_is_said(page: TestDetail, player: Player) -> None:
    x, noise = np.random.default_rng(1).normal(size=(2, 300))
    columns = ("x", "twice", "effect", "still")
    made = FisherZ(Dataset.continuous("made", columns, [x, 2 * x + 1, x + noise, noise * x]))
    trace = learn(Evidence(made), Header("elcs", 2, columns, "fisher-z", rows=300)).trace
    player.load(trace)
    page.set_test(made, ())
    tests = [event for event in trace if isinstance(event, Tested)]
    determined = next(event for event in tests if event.z and event.statistic == 0.0)
    page.show_test(determined.number)
    assert "What is given determines one of the two" in said(page)
    assert "|r| 0.000" in page._figures.accessibleName()
    trace = learn(Evidence(made), Header("elcs", 0, columns, "fisher-z", rows=300)).trace
    player.load(trace)
    perfect = next(event for event in trace if isinstance(event, Tested) and event.p == 0.0)
    page.show_test(perfect.number)
    assert "A perfect correlation: each is a linear function of the other." in said(page)
    assert "|r| 1.000" in page._figures.accessibleName()
    assert "p <1e−300" in page._figures.accessibleName()
    page.set_test(None, ())
    assert "A perfect correlation" in said(page)


def test_names_are_never_taken_for_markup(page: TestDetail, player: Player) -> None:
    event = Tested("EMB:4", 1, 0, 1, (), 1.0, 1, 0.3, "independent", True, False, False)
    text = words.question(event, ["<b>x</b>", "a & b"])
    assert "&lt;b&gt;x&lt;/b&gt;" in text and "a &amp; b" in text


def test_a_statistic_far_out_breaks_the_axis() -> None:
    curve = ChiSquare().curve(4)
    assert curve is not None
    near = Reference("G²", 14.0, 13.28, 0.01, curve, independent=False)
    far = Reference("G²", 158.0, 13.28, 0.01, curve, independent=False)
    assert not near.far_out and far.far_out


@pytest.mark.parametrize("df", [1, 2, 4, 47, 900, None])
@pytest.mark.parametrize("statistic", [0.0, 1.3, 60.0, 5000.0])
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_curve_can_be_drawn_for_any_test(qtbot, df, statistic, theme) -> None:
    law = TwoSidedNormal() if df is None else ChiSquare()
    critical, curve = law.critical(0.01, (df or 0) + 1)[df or 0], law.curve(df)
    assert curve is not None
    plot = ReferencePlot(theme)
    qtbot.addWidget(plot)
    plot.resize(312, 128)
    plot.show_reference(Reference("G²", statistic, float(critical), 0.01, curve, statistic < critical))
    assert not plot.grab().isNull()


def test_scrubbing_ends_with_the_test_at_the_cursor_on_the_page(
    page: TestDetail, player: Player, qtbot
) -> None:
    trace, test = recorded()
    player.load(trace)
    page.set_test(test, data().levels)
    drawn: list[int] = []
    for step in range(1, len(trace), 7):
        player.seek(step)
        QApplication.processEvents()
        if not drawn or drawn[-1] != page.shown:
            drawn.append(page.shown)
    moves = len(range(1, len(trace), 7))
    assert len(drawn) < moves / 2  # most of them were not worth a page
    qtbot.waitUntil(lambda: page.shown == player.tests_so_far > 0)
    player.back()
    qtbot.waitUntil(lambda: page.shown == player.tests_so_far)


@pytest.mark.usefixtures("qapp")
def test_the_name_of_the_rows_has_its_room_or_tables_stand_one_by_one() -> None:
    levels, long = ("0", "1", "2"), "p630798688"
    axes = Axes(long, "y", ("z",), levels, levels, (levels,))
    grid = Grid.fitting(axes, 999, 3, 300)
    width = QFontMetricsF(font(11)).horizontalAdvance
    assert grid.across == 1
    assert grid.label - 6 >= width(long)
    beside = Grid.fitting(replace(axes, x="p6307"), 999, 3, 360)
    assert beside.across == 2
    assert beside.label + beside.cell - 12 - width("0") >= width("p6307")


def test_a_path_through_hidden_variables_is_told_without_their_names() -> None:
    drawn = Network.from_edges(
        "n", ["X", "Z", "W", "L", "M"], [("L", "Z"), ("L", "W"), ("M", "X"), ("M", "W")]
    )
    for hidden, named in ((["L"], "a hidden variable"), (["L", "M"], "hidden variable 1"), ([], "L")):
        network = drawn.hiding(hidden)
        z, w = network.index("Z"), network.index("W")
        event = Tested("PC:1", 1, z, w, (), None, None, None, "dependent", False, False, False)
        assert f"Z ← {named} → W" in words.by_the_graph(Oracle(network), event, network.measured)
