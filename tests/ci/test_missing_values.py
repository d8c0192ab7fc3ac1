"""Missing values: each test sees the rows in which all it asks about is known, and no others."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.app.citest.strata import shares
from elcs_gui.ci.asking import Search
from elcs_gui.ci.discrete import G2, Chi2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.fisher_z import FisherZ
from elcs_gui.ci.questions import Question
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.sampling import blank_cells, hide
from elcs_gui.data.tables.writers import with_gaps
from elcs_gui.inquiry.replicates import with_rows
from elcs_gui.worker.associations import strongest_links
from tests.ci.test_kernel import answered, askers, assert_same_tapes


@st.composite
def holey(draw: st.DrawFn) -> Dataset:
    """Discrete data with holes, some columns whole; some large enough for every way of counting."""
    levels = draw(st.lists(st.integers(2, 7), min_size=4, max_size=6))
    rows = draw(st.integers(10, 900))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    table = np.column_stack([random.integers(count, size=rows) for count in levels])
    table[:, 1] = (table[:, 0] + (random.random(rows) < 0.3)) % levels[1]
    data = Dataset.discrete("random", [f"v{i}" for i in range(len(levels))], table)
    holes = random.random((len(levels), rows)) < draw(st.sampled_from([0.02, 0.2, 0.5]))
    holes[draw(st.integers(0, len(levels) - 1))] = False
    return with_gaps(data, holes)


def known_rows(data: Dataset, question: Question) -> np.ndarray:
    missing = [data.missing(variable) for variable in (question.x, question.y, *question.z)]
    return np.flatnonzero(~np.logical_or.reduce(missing))


def questions(data: Dataset, data_of: st.DataObject) -> list[Question]:
    draw = data_of.draw
    orders = draw(st.lists(st.permutations(range(data.variables)), min_size=3, max_size=6))
    sizes = draw(st.lists(st.integers(0, data.variables - 2), min_size=len(orders), max_size=len(orders)))
    return [
        Question.of(order[0], order[1], order[2 : 2 + size])
        for order, size in zip(orders, sizes, strict=True)
    ]


@settings(max_examples=60, deadline=None)
@given(data=holey(), draw=st.data(), rows_per_cell=st.sampled_from([1.0, 5.0]))
def test_an_answer_is_that_of_the_rows_in_which_all_is_known(
    data: Dataset, draw: st.DataObject, rows_per_cell: float
) -> None:
    for question in questions(data, draw):
        rows = known_rows(data, question)
        for kind in (G2, Chi2):
            test = kind(data, rows_per_cell)
            assert test.available(question) == len(rows)
            statistic, df = test.measure(question)
            expected, expected_df = (
                kind(with_rows(data, rows), rows_per_cell).measure(question) if len(rows) else (math.nan, -1)
            )
            assert df == expected_df
            assert statistic == pytest.approx(expected, rel=1e-9, abs=1e-6, nan_ok=True)


@settings(max_examples=60, deadline=None)
@given(data=holey(), draw=st.data(), rows_per_cell=st.sampled_from([1.0, 5.0]))
def test_the_compiled_kernel_gives_the_same_answers_to_the_last_bit(
    data: Dataset, draw: st.DataObject, rows_per_cell: float
) -> None:
    slow, fast, slow_evidence, fast_evidence = askers(data, rows_per_cell)
    asked = [(question.x, question.y, question.z) for question in questions(data, draw)]
    for asker in (slow, fast):
        answered(asker, asked)
        list(asker.subsets(Search((0, 1), 2, (1, 3), 2)))
    assert_same_tapes(slow_evidence, fast_evidence)


def test_large_tables_and_long_sets_agree_too() -> None:
    random = np.random.default_rng(3)
    data = Dataset.discrete("d", [f"v{i}" for i in range(12)], random.integers(0, 2, size=(30_000, 12)))
    data = with_gaps(data, random.random((12, 30_000)) < 0.05)
    wide = Dataset.discrete("d", ["a", "b", "c"], random.integers(0, 40, size=(30_000, 3)))
    wide = with_gaps(wide, random.random((3, 30_000)) < 0.1)
    for table, asked in ((data, [(0, 1, tuple(range(2, 11)))]), (wide, [(0, 1, ()), (0, 2, ())])):
        slow, fast, slow_evidence, fast_evidence = askers(table, 1.0)
        answered(slow, asked)
        answered(fast, asked)
        assert_same_tapes(slow_evidence, fast_evidence)
        assert not np.isnan(slow_evidence.tape.statistic[: len(asked)]).any()


def test_a_test_with_too_few_rows_left_is_unreliable() -> None:
    table = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (10, 1))
    data = Dataset.discrete("d", ["a", "b"], table)
    assert not math.isnan(G2(data).measure(Question.of(0, 1))[0])
    holes = np.zeros((2, 40), dtype=bool)
    holes[0, :21] = True
    assert math.isnan(G2(with_gaps(data, holes)).measure(Question.of(0, 1))[0])
    evidence = Evidence(G2(with_gaps(data, holes)))
    assert math.isnan(evidence.tape.statistic[evidence.answer(Question.of(0, 1))])


def test_tables_shown_hold_the_available_rows_and_add_up_to_the_statistic() -> None:
    random = np.random.default_rng(5)
    data = Dataset.discrete("d", ["a", "b", "c"], random.integers(0, 3, size=(800, 3)))
    data = with_gaps(data, random.random((3, 800)) < 0.2)
    question = Question.of(0, 1, (2,))
    for test in (G2(data), Chi2(data)):
        shown = shares(test, 0, 1, (2,), largest_first_above=100)
        assert shown is not None
        assert shown.observed.sum() == len(known_rows(data, question)) < 800
        assert shown.share.sum() == pytest.approx(test.measure(question)[0])


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10**6), rows=st.integers(5, 80), z=st.integers(0, 3), rate=st.sampled_from([0.1, 0.4])
)
def test_fisher_z_is_that_of_the_rows_in_which_all_is_known(
    seed: int, rows: int, z: int, rate: float
) -> None:
    random = np.random.default_rng(seed)
    numbers = random.normal(size=(rows, 6)) @ random.normal(size=(6, 6))
    whole = Dataset.continuous("d", list("abcdef"), numbers)
    data = with_gaps(whole, (random.random((6, rows)) < rate) & (np.arange(6) > 1)[:, None])
    question = Question.of(0, int(random.integers(1, 6)), ())
    others = [variable for variable in range(1, 6) if variable != question.y]
    question = Question.of(0, question.y, others[:z])
    known = known_rows(data, question)
    statistic, df = FisherZ(data).measure(question)
    expected = FisherZ(with_rows(whole, known)).measure(question)[0] if len(known) > 1 else math.nan
    assert FisherZ(data).available(question) == len(known)
    assert df == -1
    assert statistic == pytest.approx(expected, rel=1e-9, nan_ok=True)


def test_copies_of_data_keep_their_gaps() -> None:
    data = Dataset.discrete("d", ["a", "b", "c"], [[0, 1] * 128, list(range(256)), [0, 1] * 128])
    holes = blank_cells(data, 0.2, seed=1)
    holes[0] = False
    data = with_gaps(data, holes)
    assert data.gaps == (1, 2)
    assert hide(data, ["c"]).gaps == (1,)
    assert hide(data, ["b"]).codes.dtype == np.uint8
    assert np.array_equal(hide(data, ["a"]).missing(0), holes[1])
    assert np.array_equal(with_rows(data, np.arange(99)).missing(1), holes[1, :99])
    assert replace(
        data, codes=data.codes[[2, 0, 1]], levels=tuple(data.levels[v] for v in (2, 0, 1))
    ).gaps == (0, 2)


def test_the_map_of_the_field_is_drawn_from_what_is_known() -> None:
    random = np.random.default_rng(1)
    cause = random.normal(size=500)
    numbers = np.column_stack([cause, cause + random.normal(size=500) / 9, *random.normal(size=(3, 500))])
    holes = random.random((5, 500)) < 0.2
    table = with_gaps(Dataset.continuous("d", list("abcde"), numbers), holes)
    levels = with_gaps(Dataset.discrete("d", list("abcde"), (numbers > 0).astype(int)), holes)
    for data in (table, levels):
        strength = {(x, y): strength for x, y, strength in strongest_links(data, None)}
        assert strength[0, 1] == max(strength.values()) > 0.5
