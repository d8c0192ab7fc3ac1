"""Weighted rows are answered as the same rows written out, to the last bit, however they are counted."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2, TABLED, Chi2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import MOST_DF, Question
from elcs_gui.data.columns.spilling import on_disk
from elcs_gui.data.dataset import MOST_ROWS, Dataset
from elcs_gui.data.weighting import distinct_rows, expanded
from elcs_gui.trace.trace import Header
from tests.ci.test_kernel import answered, askers, assert_same_tapes, data_sets
from tests.ci.test_missing_values import holey, questions


def spilled(data: Dataset) -> Dataset:
    """The same rows in a file."""
    codes = on_disk(data.codes.shape, data.codes.dtype)
    codes[:] = data.codes
    return replace(data, codes=codes)


@settings(max_examples=40, deadline=None)
@given(holey() | data_sets(), st.data(), st.sampled_from([1.0, 5.0]))
def test_numpy_and_kernel_give_what_the_rows_give_written_out(
    data: Dataset, draw: st.DataObject, rows_per_cell: float
) -> None:
    weighted, asked = distinct_rows(data), questions(data, draw)
    plain, compiled_plain, one, other = askers(data, rows_per_cell)
    by_weight, compiled_by_weight, third, fourth = askers(weighted, rows_per_cell)
    _, from_disk, _, fifth = askers(spilled(data), rows_per_cell)
    listed = [(question.x, question.y, question.z) for question in asked]
    expected = answered(plain, listed)[1]
    for asker, evidence in (
        (compiled_plain, other),
        (by_weight, third),
        (compiled_by_weight, fourth),
        (from_disk, fifth),
    ):
        assert answered(asker, listed)[1] == expected
        assert_same_tapes(one, evidence)
    for question in asked:
        assert G2(weighted).available(question) == G2(data).available(question)
        assert np.array_equal(Chi2(weighted).measure(question), Chi2(data).measure(question), equal_nan=True)
        assert np.array_equal(G2(weighted).table(question).cells, G2(data).table(question).cells)


@pytest.mark.parametrize("test", [G2, Chi2])
def test_traces_are_the_same(test: type[G2] | type[Chi2]) -> None:
    random = np.random.default_rng(4)
    a, b, noise = random.integers(2, size=(3, 3000))
    data = Dataset.discrete("d", list("abct"), np.column_stack([a, b, a & noise, a ^ (b & noise)]))
    header = Header("elcs", 3, data.columns, "g2", rows=data.rows)
    told = [learn(Evidence(test(some)), header) for some in (data, distinct_rows(data))]
    assert list(told[0].trace) == list(told[1].trace)
    assert told[0].counts.performed > 5


def weighted(counts: np.ndarray) -> Dataset:
    """A data set with so many rows of each combination of levels."""
    places = np.argwhere(counts > 0)
    codes = np.ascontiguousarray(places.T.astype(np.uint8))
    levels = tuple(tuple(map(str, range(size))) for size in counts.shape)
    names = tuple("abcdef"[: counts.ndim])
    return Dataset("weighted", names, codes, levels, counts=counts[counts > 0].astype(np.int64))


@pytest.mark.parametrize("rows", [10**8, MOST_ROWS])
def test_the_sums_hold_all_the_rows_there_may_be(rows: int) -> None:
    """Two equal halves that go together: G² = 2 n ln 2, more than any other 2 x 2 table of n rows has."""
    half = rows // 2
    data = weighted(np.array([[half, 0], [0, half]]))
    statistic, df = G2(data).measure(Question.of(0, 1))
    assert df == 1
    assert statistic == pytest.approx(2 * 2 * half * math.log(2), rel=1e-12)
    assert abs(G2(data).summed(np.array([2 * half]))) < 2**60


def test_large_counts_are_computed_alike_by_numpy_and_by_the_kernel() -> None:
    random = np.random.default_rng(9)
    counts = np.exp(random.uniform(0, 17.5, size=(3, 3, 2, 4, 2))).astype(np.int64)
    data = weighted(counts)
    assert data.rows > 10 * TABLED
    asked = [(x, y, [z for z in range(5) if z not in (x, y)][:size]) for x, y, size in
             [(0, 1, 0), (1, 2, 1), (0, 4, 2), (2, 3, 3), (3, 4, 0)]]  # fmt: skip
    plain, quick, one, other = askers(data)
    assert answered(plain, asked)[1] == answered(quick, asked)[1]
    assert_same_tapes(one, other)
    expected = 0.0
    table = G2(data).table(Question.of(0, 1))
    expected = 2 * (table.cells * np.log(table.cells / table.expected())).sum()
    assert one.tape.statistic[0] == pytest.approx(expected, rel=1e-9)


def test_h_of_large_counts_goes_on_where_the_table_ends() -> None:
    test = G2(weighted(np.array([[10**8, 1], [1, 1]])))
    n = np.unique(np.geomspace(TABLED + 1, 10**8, 5000).astype(np.int64))
    expected = np.array([int(x) * math.log(int(x)) for x in n])
    assert np.allclose(test._computed(n) * (test.unit / 2), expected, rtol=1e-15, atol=0)
    assert (np.diff(test._computed(n)) > 0).all()
    assert len(test.entropies) == TABLED + 1


def test_tables_of_too_many_degrees_of_freedom_are_unreliable_in_the_kernel_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = np.random.default_rng(2)
    data = Dataset.discrete("d", list("ab"), random.integers(0, 12, size=(2000, 2)))
    for module in ("elcs_gui.ci.discrete", "elcs_gui.ci.compiled"):
        monkeypatch.setattr(f"{module}.MOST_DF", 100)
    plain, quick, one, other = askers(data)
    assert answered(plain, [(0, 1, ())])[1] == answered(quick, [(0, 1, ())])[1]
    assert_same_tapes(one, other)
    assert np.isnan(one.tape.statistic[0]) and MOST_DF > 100


def test_critical_values_are_tabled_when_they_are_needed() -> None:
    random = np.random.default_rng(2)
    data = Dataset.discrete("d", list("abc"), random.integers(0, 25, size=(20_000, 3)))
    slow, quick, one, other = askers(data)
    asked = [(0, 1, ()), (1, 2, ()), (0, 2, ())]
    assert len(quick.judge.critical) < 24 * 24
    assert answered(slow, asked)[1] == answered(quick, asked)[1]
    assert_same_tapes(one, other)
    assert one.tape.df[0] > 256


def test_writing_rows_out_undoes_the_weights() -> None:
    random = np.random.default_rng(1)
    data = Dataset.discrete("d", list("ab"), random.integers(0, 3, size=(100, 2)))
    again = expanded(distinct_rows(data))
    assert again.rows == again.stored == 100 and distinct_rows(data).stored == 9
    assert sorted(zip(*again.codes.tolist(), strict=True)) == sorted(zip(*data.codes.tolist(), strict=True))
