"""G² and χ² give the numbers that scipy and the textbook give; Fisher's z: see test_fisher_z."""

import math
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from elcs_gui.ci.discrete import G2, Chi2
from elcs_gui.ci.distributions import ChiSquare, TwoSidedNormal
from elcs_gui.ci.fisher_z import FisherZ
from elcs_gui.ci.questions import UNRELIABLE_DF, Question
from elcs_gui.data.dataset import Dataset
from elcs_gui.errors import DataError

Kind = Literal["log-likelihood", "pearson"]


def random_data(seed: int, rows: int = 400, levels: tuple[int, ...] = (2, 3, 4, 2)) -> Dataset:
    """Columns that depend on each other a little, some levels rare or absent in some strata."""
    random = np.random.default_rng(seed)
    table = np.empty((rows, len(levels)), dtype=np.int64)
    for column, count in enumerate(levels):
        own = random.choice(count, size=rows, p=random.dirichlet(np.ones(count)))
        copied = table[:, column - 1] % count if column else own
        table[:, column] = np.where(random.random(rows) < 0.3, copied, own)
    return Dataset.discrete("random", [f"v{i}" for i in range(len(levels))], table)


def by_scipy(data: Dataset, question: Question, kind: Kind) -> tuple[float, int]:
    """The statistic and df, one stratum at a time, empty rows and columns left out."""
    x, y, z = question
    total, df = 0.0, 0
    strata = {tuple(row) for row in data.codes[list(z)].T.tolist()} if z else {()}
    for stratum in strata:
        inside = np.ones(data.rows, dtype=bool)
        for variable, level in zip(z, stratum, strict=True):
            inside &= data.codes[variable] == level
        table = np.zeros((len(data.levels[x]), len(data.levels[y])), dtype=int)
        np.add.at(table, (data.codes[x][inside], data.codes[y][inside]), 1)
        table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
        if min(table.shape) > 1:
            found = stats.chi2_contingency(table, correction=False, lambda_=kind)
            total += found.statistic
            df += found.dof
    return total, df


QUESTIONS = [Question.of(0, 1), Question.of(1, 2), Question.of(0, 2, (1,)), Question.of(1, 2, (0, 3))]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("question", QUESTIONS)
def test_g2_and_chi2_equal_scipy_on_random_tables(seed: int, question: Question) -> None:
    data = random_data(seed)
    both: tuple[tuple[G2 | Chi2, Kind], ...] = (
        (G2(data, 0.0), "log-likelihood"),
        (Chi2(data, 0.0), "pearson"),
    )
    for test, kind in both:
        statistic, df = test.measure(question)
        expected, expected_df = by_scipy(data, question, kind)
        assert statistic == pytest.approx(expected, rel=1e-9, abs=1e-9)
        assert df == expected_df


def test_p_values_are_those_of_the_reference_distribution() -> None:
    statistic, df = np.array([0.0, 3.84, 700.0, 1e4, np.nan]), np.array([0, 1, 12, 3, -1], dtype=np.int32)
    p = ChiSquare().p_values(statistic, df)
    assert p[0] == 1.0
    assert p[1:4] == pytest.approx(stats.chi2.sf(statistic[1:4], df[1:4]))
    assert math.isnan(p[4])
    assert TwoSidedNormal().p_values(np.array([1.96]), df[:1]) == pytest.approx(2 * stats.norm.sf(1.96))


@given(st.floats(1e-9, 0.5), st.integers(1, 300))
def test_the_critical_value_is_where_p_reaches_alpha(alpha: float, df: int) -> None:
    critical = ChiSquare().critical(alpha, 301)[df]
    assert stats.chi2.sf(critical, df) == pytest.approx(alpha, rel=1e-6)


def test_without_degrees_of_freedom_there_is_no_dependence() -> None:
    assert ChiSquare().critical(0.01, 5)[0] == math.inf


def test_fewer_than_five_rows_a_cell_are_unreliable() -> None:
    data = random_data(1, rows=59, levels=(2, 3, 2))
    assert G2(data).measure(Question.of(0, 1))[0] >= 0  # 59 / 6
    statistic, df = G2(data).measure(Question.of(0, 1, (2,)))  # 59 / 12 < 5
    assert math.isnan(statistic)
    assert df == -1


def test_a_table_of_forty_variables_is_unreliable_and_not_an_overflow() -> None:
    data = random_data(2, rows=50, levels=(3,) * 44)
    assert math.isnan(G2(data).measure(Question.of(0, 1, range(2, 44)))[0])
    # Asked to judge all the same, it counts only the strata that occur.
    assert G2(data, 0.0).measure(Question.of(0, 1, range(2, 44))) == (0.0, 0)


def test_each_test_refuses_the_other_kind_of_data() -> None:
    continuous = Dataset.continuous("c", "ab", np.random.default_rng(0).normal(size=(9, 2)))
    with pytest.raises(DataError, match="fisher-z"):
        G2(continuous)
    with pytest.raises(DataError, match="discrete"):
        FisherZ(random_data(0))


def test_a_table_beyond_the_largest_df_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elcs_gui.ci.discrete.MOST_DF", 3)
    data = Dataset.discrete("x", ["a", "b"], np.array([[i % 3, i % 5] for i in range(200)]))
    for kind in (G2, Chi2):
        statistic, df = kind(data, 0.0).measure(Question.of(0, 1))
        assert (math.isnan(statistic), df) == (True, UNRELIABLE_DF)
