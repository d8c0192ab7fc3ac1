"""A CI test is added by its class and its entry in the table: then all parts of the program know it.

Three tests are added here as a user of the field would: the power divergence of Cressie and Read on tables,
Spearman's rank correlation on measurements, and Student's t of a correlation, which brings a law of its own.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot
from scipy.special import stdtr, stdtrit
from scipy.stats import chi2_contingency, rankdata, spearmanr
from scipy.stats import t as student_t

from elcs_gui.algorithms.learning import learn
from elcs_gui.api import learn as learn_by_api
from elcs_gui.app.citest import words
from elcs_gui.app.citest.figures import figures_of
from elcs_gui.app.citest.panel import TestDetail
from elcs_gui.app.citest.strata import shares
from elcs_gui.app.exporting.report import report_of
from elcs_gui.app.graph.sheet import Layout
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.log.panel import LogPanel
from elcs_gui.app.log.qt_model import SHOWN
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.session import Session
from elcs_gui.app.model.setting_table import SETTINGS
from elcs_gui.app.setup.panel import DataPanel
from elcs_gui.ci.compiled import can_answer
from elcs_gui.ci.discrete import TableTest
from elcs_gui.ci.distributions import Curve, Distribution
from elcs_gui.ci.fisher_z import FisherZ
from elcs_gui.ci.questions import PERFECT, UNRELIABLE_DF, Question
from elcs_gui.ci.registry import TESTS, KnownTest, Needs, make_test
from elcs_gui.cli import main
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.gui import parser
from elcs_gui.storage.study import Study
from elcs_gui.storage.trace_file import read_trace, write_trace
from elcs_gui.trace.events import Tested
from elcs_gui.trace.explain import sentence
from elcs_gui.trace.script import script_of
from elcs_gui.trace.trace import Trace

# The offscreen platform says so of every window shown.
pytestmark = [pytest.mark.qt_log_ignore("This plugin does not support"), pytest.mark.usefixtures("declared")]


class CressieRead(TableTest):
    """The power divergence with λ = 2/3, between G² and χ²."""

    def measure(self, question: Question) -> tuple[float, int]:
        if not self.reliable(question):
            return np.nan, UNRELIABLE_DF
        table = self.table(question)
        expected = table.expected()
        occupied = expected > 0
        return float(self.shares(table.cells[occupied], expected[occupied]).sum()), table.df()

    def shares(self, observed: NDArray[np.int64], expected: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(1.8 * observed * ((observed / expected) ** (2 / 3) - 1))


class Spearman(FisherZ):
    """Fisher's z on ranks."""

    def __init__(self, data: Dataset) -> None:
        assert data.values is not None
        super().__init__(Dataset.continuous(data.name, data.columns, rankdata(data.values, axis=1).T))


class StudentT:
    """The absolute value of a variable with Student's law."""

    def critical(self, alpha: float, size: int) -> NDArray[np.float64]:
        return np.append(np.inf, stdtrit(np.arange(1, size), 1 - alpha / 2))

    def p_values(self, statistic: NDArray[np.float64], df: NDArray[np.int32]) -> NDArray[np.float64]:
        return np.asarray(2 * stdtr(df, -statistic))

    def curve(self, df: int | None) -> Curve | None:
        assert df is not None
        return Curve(f"|t| with {df} df", lambda at: np.asarray(2 * student_t.pdf(at, df)))


class CorrelationT:
    """t of a partial correlation. It is no FisherZ: it asks one."""

    distribution: Distribution = StudentT()

    def __init__(self, data: Dataset) -> None:
        self.variables, self._asked = len(data.columns), FisherZ(data)

    def measure(self, question: Question) -> tuple[float, int]:
        r, freedom, _ = self._asked.correlation(question)
        df = freedom + 1
        return (PERFECT if abs(r) == 1 else abs(r) * np.sqrt(df / (1 - r * r))), df

    def determined(self, question: Question) -> bool:
        return self._asked.determined(question)


CRESSIE_READ = KnownTest(
    "cressie-read",
    "Cressie-Read",
    "CR",
    "the power divergence of Cressie and Read, for discrete data",
    Needs.LEVELS,
    lambda: CressieRead,
    has_df=True,
    counts_cells=True,
)
SPEARMAN = KnownTest(
    "spearman",
    "Spearman",
    "|z_ρ|",
    "Spearman's rank correlation, for continuous data",
    Needs.MEASUREMENTS,
    lambda: Spearman,
    effect="|ρ|",
)
CORRELATION_T = KnownTest(
    "correlation-t",
    "Correlation t",
    "|t|",
    "Student's t of a partial correlation, for continuous data",
    Needs.MEASUREMENTS,
    lambda: CorrelationT,
    has_df=True,
    correlates=True,
)


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> None:
    for test in (CRESSIE_READ, SPEARMAN, CORRELATION_T):
        monkeypatch.setitem(TESTS, test.id, test)


def levels() -> Dataset:
    data = find_example("fig3").load_data()
    assert data is not None
    return data


def numbers() -> Dataset:
    """A chain A -> B -> C of measurements."""
    rng = np.random.default_rng(1)
    a = rng.normal(size=400)
    b = a + rng.normal(size=400)
    return Dataset.continuous("chain.csv", "ABC", [a, b, b + rng.normal(size=400)])


def run_of(test: KnownTest, data: Dataset, target: str) -> Trace:
    study = Study(data.name, data, None, test.id, target=target)
    header = study.header()
    return learn(study.evidence(header), header).trace


def first_test(trace: Trace) -> Tested:
    event = trace[int(trace.test_steps[0])]
    assert isinstance(event, Tested)
    return event


def test_the_added_tests_measure_what_scipy_does() -> None:
    data = levels()
    found = chi2_contingency(
        np.histogram2d(data.codes[0], data.codes[1], bins=[len(data.levels[0]), len(data.levels[1])])[0],
        correction=False,
        lambda_="cressie-read",
    )
    statistic, df = make_test("cressie-read", data, None).measure(Question.of(0, 1))
    assert statistic == pytest.approx(found.statistic) and df == found.dof
    measured = make_test("spearman", numbers(), None)
    assert isinstance(measured, Spearman)
    values = numbers().values
    assert values is not None
    assert measured.effect(Question.of(0, 1)) == pytest.approx(spearmanr(values[0], values[1]).statistic)


def test_it_is_learnt_by() -> None:
    """On a table through the library, by the plain asker: there is no kernel for it."""
    found = learn_by_api(levels(), "T", test="cressie-read")
    usual = learn_by_api(levels(), "T")
    assert found.header.test == "cressie-read" and found.header.rows_per_cell == 5
    assert (found.parents, found.children) == (usual.parents, usual.children)
    statistics = found.tests["statistic"].dropna(), usual.tests["statistic"].dropna()
    assert not np.isclose(statistics[0].iloc[0], statistics[1].iloc[0], rtol=1e-12)
    assert not can_answer(make_test("cressie-read", levels(), None))
    chain = learn_by_api(numbers(), "B", test="spearman")
    assert chain.header.rows_per_cell is None
    assert set(chain.parents + chain.children + chain.undetermined) == {"A", "C"}


def shown_columns(qtbot: QtBot, trace: Trace) -> tuple[set[str], str]:
    """The columns of the log, and the head of that of the statistic."""
    player = Player()
    player.load(trace)
    panel = LogPanel(player, LIGHT)
    qtbot.addWidget(panel)
    panel.resize(1200, 260)
    panel.show()
    shown = {column for section, column in enumerate(SHOWN) if not panel.view.isColumnHidden(section)}
    return shown, panel.model.headerData(SHOWN.index("stat"), panel.view.head.orientation())


def test_the_log_has_its_columns(qtbot: QtBot) -> None:
    shown, sign = shown_columns(qtbot, run_of(CRESSIE_READ, levels(), "T"))
    assert sign == "CR" and {"stat", "df", "p"} <= shown
    shown, sign = shown_columns(qtbot, run_of(SPEARMAN, numbers(), "B"))
    assert sign == "|z_ρ|" and shown & {"stat", "df", "p"} == {"stat", "p"}
    shown, sign = shown_columns(qtbot, run_of(CORRELATION_T, numbers(), "B"))
    assert sign == "|t|" and {"stat", "df", "p"} <= shown


@pytest.mark.parametrize(
    ("data", "offered"),
    [
        (levels(), ["G²", "χ²", "Cressie-Read"]),
        (numbers(), ["Fisher z", "Spearman", "Correlation t"]),
    ],
    ids=["levels", "numbers"],
)
def test_the_form_offers_it_where_it_fits(qtbot: QtBot, data: Dataset, offered: list[str]) -> None:
    session = Session()
    session.source = Study(data.name, data, None, CRESSIE_READ.id)
    panel = DataPanel(session, Player(), LIGHT, QAction("Compare"))
    qtbot.addWidget(panel)
    panel.refresh()
    box = panel._test
    assert [box.itemText(place) for place in range(box.count())] == offered


def test_the_settings_offer_all_tests_on_data() -> None:
    """They are made when the program starts: from the table as it was then."""
    (setting,) = (each for each in SETTINGS if each.id == "test")
    on_data = [test for test in TESTS.values() if test.needs is not Needs.NETWORK]
    added = {CRESSIE_READ.id, SPEARMAN.id, CORRELATION_T.id}
    others = [test.id for test in on_data if test.id not in added]
    assert [id for id, _ in setting.choices] == ["auto", *others]
    assert dict(setting.choices)["fisher-z"] == "Fisher z (continuous data)"


def test_the_page_of_a_test_shows_its_figures_and_tables() -> None:
    trace = run_of(CRESSIE_READ, levels(), "T")
    event, made = first_test(trace), make_test("cressie-read", levels(), None)
    assert [sign for sign, *_ in figures_of(trace.header, event, made)] == [
        "CR",
        "df",
        "p",
        "alpha",
        "rows / cell",
    ]
    assert isinstance(made, TableTest)
    found = shares(made, event.x, event.y, event.z, largest_first_above=12)
    assert found is not None and found.share.sum() == pytest.approx(event.statistic)
    trace = run_of(SPEARMAN, numbers(), "B")
    figures = figures_of(trace.header, first_test(trace), make_test("spearman", numbers(), None))
    assert [sign for sign, *_ in figures] == ["|z_ρ|", "|ρ|", "p", "alpha", "rows"]


def test_its_own_law_is_drawn_and_told(qtbot: QtBot) -> None:
    """Not as another that has degrees of freedom as well; alpha is the area right of the critical value."""
    a, b, c = np.random.default_rng(3).normal(size=(3, 39))
    data = Dataset.continuous("small.csv", "ABCD", [a, a + b, b + 3 * c, 2 * a])
    trace = run_of(CORRELATION_T, data, "B")
    page = TestDetail(player := Player(), LIGHT)
    qtbot.addWidget(page)
    player.load(trace)
    page.set_test(make_test(CORRELATION_T.id, data, None), ())
    event = first_test(trace)
    page.show_test(event.number)
    reference = page._plot._reference
    assert reference is not None and event.df == 37 and event.statistic is not None
    assert page._plot.accessibleName().startswith("|t| with 37 df: alpha 0.01 at 2.72, |t| = ")
    first, last = reference.span
    assert first == 0 and last == pytest.approx(1.72 * reference.critical)
    at = np.linspace(reference.critical, 60, 100_000)
    assert np.trapezoid(reference.curve.density(at), at) == pytest.approx(0.01, rel=1e-3)
    assert event.p == pytest.approx(2 * student_t.sf(event.statistic, 37))
    assert f", statistic {event.statistic:.2f}, df 37" in sentence(event, trace.header.names)
    perfect = msgspec.structs.replace(event, x=0, y=3, z=(), statistic=PERFECT)
    assert words.determining(CORRELATION_T, None, perfect).startswith("A perfect correlation")
    given = msgspec.structs.replace(event, x=0, y=1, z=(3,))
    told = words.determining(CORRELATION_T, make_test(CORRELATION_T.id, data, None), given)
    assert told.startswith("What is given determines one of the two")


def test_the_report_says_what_it_is(qtbot: QtBot) -> None:
    page = report_of(run_of(CRESSIE_READ, levels(), "T"), Layout(LIGHT))
    assert CRESSIE_READ.sentence in page and "fewer than 5 a cell" in page


def test_its_traces_can_be_kept_and_its_scripts_name_it(tmp_path: Path) -> None:
    trace = run_of(CRESSIE_READ, levels(), "T")
    write_trace(trace, tmp_path / "run.trace")
    kept = read_trace(tmp_path / "run.trace")
    assert kept.header.test == "cressie-read"
    assert list(kept.tests().verdict) == list(trace.tests().verdict)
    assert "test='cressie-read'" in script_of(kept, "a run")


def test_the_commands_take_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = levels()
    rows = [",".join(data.columns)]
    rows += [
        ",".join(labels[code] for labels, code in zip(data.levels, row, strict=True)) for row in data.codes.T
    ]
    (tmp_path / "data.csv").write_text("\n".join(rows))
    asked = [str(tmp_path / "data.csv"), "--target", "T", "--test", "cressie-read", "--json"]
    assert main(["run", *asked]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["test"] == "cressie-read"
    with pytest.raises(SystemExit):
        main(["run", "--help"])
    assert "cressie-read, spearman, correlation-t" in " ".join(capsys.readouterr().out.split())
    assert parser().parse_args(["--test", "spearman"]).test == "spearman"
