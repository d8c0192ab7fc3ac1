"""The compiled kernel and numpy give the same numbers, to the last bit, in the same order."""

import time
from collections.abc import Sequence
from statistics import median

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.asking import Asked, Asker, Asking, Batch, Counts, Search, subsets_of
from elcs_gui.ci.compiled import CompiledAsker, KernelData
from elcs_gui.ci.discrete import G2, Chi2, TableTest
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Answer, Policy, Question, Verdict
from elcs_gui.ci.tape import Tape
from elcs_gui.data.dataset import Dataset
from elcs_gui.errors import ElcsError
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header, Trace


@st.composite
def data_sets(draw: st.DrawFn) -> Dataset:
    levels = draw(st.lists(st.integers(2, 7), min_size=3, max_size=7))
    rows = draw(st.integers(1, 700))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    skew = random.dirichlet(np.full(7, 0.5))
    table = np.column_stack([random.choice(7, rows, p=skew) % count for count in levels])
    return Dataset.discrete("random", [f"v{i}" for i in range(len(levels))], table)


Either = Asker | CompiledAsker


def askers(data: Dataset, rows_per_cell: float = 5.0) -> tuple[Either, Either, Evidence, Evidence]:
    pair: list[tuple[Either, Evidence]] = []
    for fast in (False, True):
        evidence = Evidence(G2(data, rows_per_cell))
        judge = Judge(evidence.tape, evidence.test.distribution, 0.01, Policy())
        serial = evidence.tape.new_run()
        counts = Counts()
        if fast:
            asker = evidence.asker(judge, counts, serial)
            assert isinstance(asker, CompiledAsker)
            pair.append((asker, evidence))
        else:
            pair.append((Asker(evidence.test, evidence.tape, judge, counts, serial), evidence))
    (slow, slow_evidence), (quick, quick_evidence) = pair
    return slow, quick, slow_evidence, quick_evidence


def answered(asker: Asking, questions: Sequence[Asked]) -> tuple[Batch, list[Answer]]:
    """All answers to a list of questions, as one batch."""
    batches, answers = [], []
    for batch, some in asker.listed(questions):
        batches.append((batch.answers.copy(), batch.flags.copy()))
        answers += some
    return Batch(*map(np.concatenate, zip(*batches, strict=True))), answers


def assert_same_tapes(one: Evidence, other: Evidence) -> None:
    length = len(one.tape)
    assert length == len(other.tape)
    assert np.array_equal(one.tape.statistic[:length], other.tape.statistic[:length], equal_nan=True)
    for column in ("asked", "df", "last_run"):
        assert np.array_equal(getattr(one.tape, column)[:length], getattr(other.tape, column)[:length])


@settings(max_examples=80)
@given(data_sets(), st.data(), st.sampled_from([1.0, 5.0]))
def test_lists_are_answered_alike(data: Dataset, draw: st.DataObject, rows_per_cell: float) -> None:
    variables = list(range(data.variables))
    questions = [
        (order[0], order[1], order[2 : 2 + size])
        for order, size in draw.draw(
            st.lists(st.tuples(st.permutations(variables), st.integers(0, data.variables - 2)), max_size=12)
        )
    ]
    slow, quick, one, other = askers(data, rows_per_cell)
    if not questions:
        return
    slow_batch, slow_answers = answered(slow, questions)
    quick_batch, quick_answers = answered(quick, questions)
    assert slow_answers == quick_answers
    assert slow_batch.answers.tolist() == quick_batch.answers.tolist()
    assert slow_batch.flags.tolist() == quick_batch.flags.tolist()
    assert slow.counts.ledger[:3].tolist() == quick.counts.ledger[:3].tolist()
    assert_same_tapes(one, other)


@settings(max_examples=60)
@given(data_sets(), st.integers(0, 5), st.booleans(), st.integers(0, 4))
def test_subsets_are_asked_alike(data: Dataset, k: int, containing: bool, least: int) -> None:
    slow, quick, one, other = askers(data)
    pool = list(range(data.variables - 1, 1, -1))
    must = pool[len(pool) // 2] if containing else None
    xs = (0,) if least else (0, *(x for x in pool if x != must))
    search = Search(xs, 1, tuple(pool), k, must, least)
    asked = [
        [(batch.answers.tolist(), batch.flags.tolist(), separated) for batch, separated in found]
        for found in (slow.subsets(search), quick.subsets(search))
    ]
    assert asked[0] == asked[1]
    assert_same_tapes(one, other)


@settings(max_examples=60)
@given(data_sets())
def test_screens_are_asked_alike(data: Dataset) -> None:
    slow, quick, one, other = askers(data)
    xs, members = list(range(2, data.variables)), [1]
    found = [
        [(answer, apart) for batch, aparts in asker.screen(xs, members, 0)
         for answer, apart in zip(batch.answers.tolist(), aparts, strict=True)]
        for asker in (slow, quick)
    ]  # fmt: skip
    assert found[0] == found[1]
    assert_same_tapes(one, other)


class Guarded(CompiledAsker):
    """Behind what the kernel may write stands what it must leave alone."""

    def _make_room(self, answers: int) -> None:
        super()._make_room(answers + 16)
        self._run.room = answers
        for whole in (self._answers, self._flags, self._strength):
            whole[:] = 77

    def intact(self) -> bool:
        room = self._run.room
        return all((whole[room:] == 77).all() for whole in (self._answers, self._flags, self._strength))


@settings(max_examples=60)
@given(data_sets(), st.data())
def test_small_buffers_give_the_same_answers_in_shorter_batches(data: Dataset, draw: st.DataObject) -> None:
    """Of sizes that fit exactly, that are one too small, and of one."""
    pool = list(range(2, data.variables))
    room, at_once = draw.draw(st.integers(1, 3 * len(pool) + 3)), draw.draw(st.integers(1, 9))
    slow, _, one, _ = askers(data)
    test, tape = G2(data), Tape(room=draw.draw(st.sampled_from([1, 2, 8])))
    judge = Judge(tape, test.distribution, 0.01, Policy())
    arrays = KernelData(test, at_once)
    quick = Guarded(arrays, tape, judge, Counts(), tape.new_run(), room=room)
    patient = Asker(test, one.tape, judge_of(one), Counts(), one.tape.new_run(), patience=room)
    search = Search((0, *pool), 1, tuple(pool), 3)
    asked = [[batch.answers.tolist() for batch, _ in asker.subsets(search)] for asker in (patient, quick)]
    assert asked[0] == asked[1]
    assert all(0 < len(answers) <= room for answers in asked[1])
    members = [1, *pool[:2]]
    screened = [
        [pair for batch, apart in asker.screen(pool[2:], members, 0)
         for pair in zip(batch.answers.tolist(), apart, strict=True)]
        for asker in (slow, quick)
    ]  # fmt: skip
    assert screened[0] == screened[1]
    questions = [(x, 1, tuple(pool[:size])) for x in (0,) for size in range(len(pool) + 1)]
    assert answered(slow, questions)[1] == answered(quick, questions)[1]
    assert quick.intact()
    assert np.array_equal(one.tape.statistic[: len(tape)], tape.statistic[: len(tape)], equal_nan=True)


def judge_of(evidence: Evidence) -> Judge:
    return Judge(evidence.tape, evidence.test.distribution, 0.01, Policy())


@pytest.mark.parametrize("beyond", [-1, 0, 1, 2])
def test_counts_at_the_end_of_the_table_are_looked_up_or_computed_alike(beyond: int) -> None:
    """The largest cell, row or total is the last that is tabled, or the first that is not."""
    counts = np.array([[1500, 40], [60, 1100]])
    rows = np.repeat(np.array([(a, b, a) for a in (0, 1) for b in (0, 1)]), counts.ravel(), axis=0)
    data = Dataset.discrete("counted", "abc", rows)
    for whole in (1100, 1140, 1160, 1500, 1540, 1560, 2700):
        test = G2(data, tabled=whole + beyond - 1)
        tape = Tape()
        judge = Judge(tape, test.distribution, 0.01, Policy())
        asker = CompiledAsker(KernelData(test), tape, judge, Counts(), tape.new_run())
        questions = [(0, 1, ()), (0, 1, (2,)), (1, 2, ())]
        batch, _ = answered(asker, questions)
        for question, answer in zip(questions, batch.answers.tolist(), strict=True):
            statistic, df = test.measure(Question.of(*question))
            assert (tape.statistic[answer], tape.df[answer]) == (statistic, df)
            assert statistic == pytest.approx(G2(data).measure(Question.of(*question))[0], abs=1e-9)


def test_many_rows_and_many_levels_are_counted_in_wider_types() -> None:
    """Beyond 327,000 rows a cell's code needs 32 bits; beyond 256 levels a column needs 16."""
    random = np.random.default_rng(7)
    wide = np.column_stack([random.integers(0, n, 400_000) for n in (300, 250, 2)])
    data = Dataset.discrete("wide", "abc", wide)
    slow, quick, one, other = askers(data)
    questions = [(0, 1, ()), (0, 2, (1,)), (1, 2, ())]
    assert answered(slow, questions)[1] == answered(quick, questions)[1]
    assert_same_tapes(one, other)


def test_a_search_longer_than_the_patience_goes_on_where_it_stopped() -> None:
    random = np.random.default_rng(8)
    copies = random.integers(0, 2, 3000)
    noisy = [np.where(random.random(3000) < 0.25, 1 - copies, copies) for _ in range(24)]
    data = Dataset.discrete("copies", [f"v{i}" for i in range(24)], np.column_stack(noisy))
    slow, quick, _, _ = askers(data)
    pool = list(range(2, 24))
    counts = []
    for asker in (slow, quick):
        batches = [len(batch.answers) for batch, _ in asker.subsets(Search((0,), 1, tuple(pool), 3))]
        assert max(batches) <= 1024
        counts.append(sum(batches))
    assert counts[0] == counts[1] == sum(1 for _ in subsets_of(pool, 3)) > 1024


def test_a_forced_verdict_stands_above_the_measured_one_in_both() -> None:
    data = Dataset.discrete("two", "ab", np.array([[0, 0], [1, 1]] * 50))
    for use_kernel in (False, True):
        evidence = Evidence(G2(data))
        judge = Judge(evidence.tape, evidence.test.distribution, 0.01, Policy())
        judge.force(evidence.answer(Question.of(0, 1)), Verdict.INDEPENDENT)
        serial = evidence.tape.new_run()
        asker = (
            evidence.asker(judge, Counts(), serial)
            if use_kernel
            else Asker(evidence.test, evidence.tape, judge, Counts(), serial)
        )
        assert answered(asker, [(0, 1, ())])[1][0].independent


def test_an_answer_that_the_data_cannot_give_is_not_reliable_unless_it_is_overridden() -> None:
    data = Dataset.discrete("few", ["a", "b", "c"], np.random.default_rng(1).integers(3, size=(40, 3)))
    for asker in askers(data)[:2]:
        marginal, conditional = answered(asker, [(0, 1, ()), (0, 1, (2,))])[1]
        assert (marginal.independent, marginal.reliable) == (True, False)
        assert (conditional.independent, conditional.strength, conditional.reliable) == (False, 0.0, False)
        judge = asker.judge
        judge.force(1, Verdict.INDEPENDENT)
        assert answered(asker, [(0, 1, (2,))])[1][0] == (True, 0.0, True)


@settings(max_examples=40)
@given(data_sets(), st.sampled_from([G2, Chi2]), st.sampled_from([1, 8, 50]), st.sampled_from([0.0, 0.5]))
def test_tables_that_are_sorted_give_what_tables_that_are_counted_give(
    data: Dataset, kind: type[TableTest], dense_cells: int, rows_per_cell: float
) -> None:
    """Whatever is asked: without a rule of rows per cell there are tables of any size."""
    test = kind(data, rows_per_cell)
    questions = [(0, 1, tuple(range(2, size))) for size in range(2, data.variables + 1)]
    for held in (dense_cells, None):
        tape = Tape()
        judge = Judge(tape, test.distribution, 0.01, Policy())
        asker = CompiledAsker(KernelData(test, 8, held), tape, judge, Counts(), tape.new_run(), pause=0.0)
        for (x, y, z), number in zip(questions, answered(asker, questions)[0].answers.tolist(), strict=True):
            measured = tape.statistic[number], tape.df[number]
            assert np.array_equal(measured, test.measure(Question.of(x, y, z)), equal_nan=True)
            assert (
                np.isnan(measured[0])
                or pytest.approx(measured[0], rel=1e-9, abs=1e-9)
                == kind(data, 0.0).shares(*in_full(test, Question.of(x, y, z))).sum()
            )


def in_full(test: TableTest, question: Question) -> tuple[np.ndarray, np.ndarray]:
    table = test.table(question)
    there = table.expected() > 0 if isinstance(test, Chi2) else table.cells > 0
    return table.cells[there], table.expected()[there]


def test_a_table_that_memory_would_not_hold_is_counted_in_a_memory_of_its_rows() -> None:
    """300 x 300 levels in thousands of strata: 10¹² cells, of which 5,000 have a row."""
    random = np.random.default_rng(4)
    data = Dataset.discrete("wide", "abcd", [random.integers(0, n, 5000) for n in (300, 300, 60, 200)])
    for kind in (G2, Chi2):
        test = kind(data, 0.0)
        tape = Tape()
        judge = Judge(tape, test.distribution, 0.01, Policy())
        held = KernelData(test)
        asker = CompiledAsker(held, tape, judge, Counts(), tape.new_run())
        answered(asker, [(0, 1, (2, 3))])
        assert (tape.statistic[0], tape.df[0]) == test.measure(Question.of(0, 1, (2, 3)))
        assert sum(array.nbytes for array in held._arrays.values()) < 25e6


def test_a_long_question_is_left_and_taken_up_again() -> None:
    """A clock that is always over: every look at it ends the call, and nothing is counted twice or lost."""
    random = np.random.default_rng(6)
    columns = [random.integers(0, n, 900_000) for n in (40, 40, 9, 2)]
    data = Dataset.discrete("long", "abcd", columns)
    test = G2(data, 0.0)
    for held in (KernelData(test), KernelData(test, dense_cells=100)):
        tape = Tape()
        judge = Judge(tape, test.distribution, 0.01, Policy())
        asker = CompiledAsker(held, tape, judge, Counts(), tape.new_run(), pause=0.0)
        batches = [len(batch.answers) for batch, _ in asker.listed([(0, 1, (2, 3)), (0, 2, (1,))])]
        assert sum(batches) == 2 and len(batches) > 3
        for number, question in enumerate((Question.of(0, 1, (2, 3)), Question.of(0, 2, (1,)))):
            assert (tape.statistic[number], tape.df[number]) == test.measure(question)
        assert asker.counts.requested == 2


def test_a_run_is_cancelled_in_the_midst_of_a_long_search() -> None:
    """Between two times that it may be heard, no more than the pause and one look at the clock pass."""
    random = np.random.default_rng(6)
    base = random.integers(0, 8, 300_000)
    columns = [np.where(random.random(300_000) < 0.4, random.integers(0, 8, 300_000), base) for _ in range(9)]
    data = Dataset.discrete("long", [f"v{i}" for i in range(9)], columns)
    heard: list[float] = []

    def listen(trace: Trace) -> None:
        heard.append(time.process_time())
        if len(heard) > 12:
            raise Cancelled

    header = Header("elcs", 0, data.columns, "g2", rows=data.rows)
    learnt = learn(Evidence(G2(data)), header, listener=listen)
    assert learnt.outcome is None
    assert median(np.diff(heard)) < 0.05


def test_what_is_no_variable_and_what_is_no_level_is_an_error() -> None:
    data = Dataset.discrete("d", "abc", np.random.default_rng(1).integers(3, size=(300, 3)))
    _, quick, _, _ = askers(data)
    for asked in ((0, 3, ()), (-1, 0, ()), (0, 1, (7,)), (0, 1, (2, 2, 2, 2))):
        with pytest.raises(ElcsError, match="a variable that the data do not have"):
            answered(quick, [asked])
    for rows_per_cell, sets in ((5.0, True), (0.0, False)):
        test = G2(data, rows_per_cell)
        test.codes = np.where(np.arange(300) == 7, 9, test.codes).astype(np.uint8)
        test.weights = None if sets else np.ones(300, dtype=np.int64)
        tape = Tape()
        judge = Judge(tape, test.distribution, 0.01, Policy())
        with pytest.raises(ElcsError, match="none of their variable's levels"):
            held = KernelData(test, dense_cells=None if sets else 5)
            answered(CompiledAsker(held, tape, judge, Counts(), tape.new_run()), [(0, 1, ())])
