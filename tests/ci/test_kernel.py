"""The compiled kernel and numpy give the same numbers, to the last bit, in the same order."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.ci import compiled, kept_kernel
from elcs_gui.ci.asking import Asker, Asking, Counts, Search, subsets_of
from elcs_gui.ci.compiled import CompiledAsker, KernelData
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.ci.tape import Tape
from elcs_gui.data.dataset import Dataset


@pytest.fixture(scope="module", autouse=True)
def _compiled_kernel() -> None:
    compiled.warm_up()
    if compiled.kernel_if_ready() is None:
        pytest.skip("no compiled kernel on this machine")


@st.composite
def data_sets(draw: st.DrawFn) -> Dataset:
    levels = draw(st.lists(st.integers(2, 7), min_size=3, max_size=7))
    rows = draw(st.integers(1, 700))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    skew = random.dirichlet(np.full(7, 0.5))
    table = np.column_stack([random.choice(7, rows, p=skew) % count for count in levels])
    return Dataset.discrete("random", [f"v{i}" for i in range(len(levels))], table)


def askers(data: Dataset, rows_per_cell: float = 5.0) -> tuple[Asking, Asking, Evidence, Evidence]:
    pair = []
    for fast in (False, True):
        evidence = Evidence(G2(data, rows_per_cell))
        judge = Judge(evidence.tape, evidence.test.distribution, 0.01, Policy())
        serial = evidence.tape.new_run()
        counts = Counts()
        if fast:
            asker = evidence.asker(judge, counts, serial)
            assert not isinstance(asker, Asker)
        else:
            asker = Asker(evidence.test, evidence.tape, judge, counts, serial)
        pair.append((asker, evidence))
    (slow, slow_evidence), (quick, quick_evidence) = pair
    return slow, quick, slow_evidence, quick_evidence


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
    slow_batch, slow_answers = slow.listed(questions)
    quick_batch, quick_answers = quick.listed(questions)
    assert slow_answers == quick_answers
    assert slow_batch.answers.tolist() == quick_batch.answers.tolist()
    assert slow_batch.flags.tolist() == quick_batch.flags.tolist()
    assert_same_tapes(one, other)


@settings(max_examples=60)
@given(data_sets(), st.integers(0, 5), st.booleans(), st.integers(0, 4))
def test_subsets_are_asked_alike(data: Dataset, k: int, containing: bool, least: int) -> None:
    slow, quick, one, other = askers(data)
    pool = list(range(data.variables - 1, 1, -1))
    must = pool[len(pool) // 2] if containing else None
    search = Search((0,) if least else (0, *pool), 1, tuple(pool), k, must, least)
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
        self._whole = self._answers, self._flags, self._strength
        for whole in self._whole:
            whole[:] = 77
        self._answers, self._flags, self._strength = (
            self._answers[:answers],
            self._flags[:answers],
            self._strength[:answers],
        )

    def intact(self) -> bool:
        return all((whole[len(self._answers) :] == 77).all() for whole in self._whole)


@settings(max_examples=60)
@given(data_sets(), st.data())
def test_small_buffers_give_the_same_answers_in_shorter_batches(data: Dataset, draw: st.DataObject) -> None:
    """Of sizes that fit exactly, that are one too small, and of one."""
    pool = list(range(2, data.variables))
    room, at_once = draw.draw(st.integers(1, 3 * len(pool) + 3)), draw.draw(st.integers(1, 9))
    slow, _, one, _ = askers(data)
    test, tape = G2(data), Tape(room=draw.draw(st.sampled_from([1, 2, 8])))
    judge = Judge(tape, test.distribution, 0.01, Policy())
    kernel = compiled.kernel_if_ready()
    assert kernel is not None
    arrays = KernelData(test, at_once)
    quick = Guarded(kernel, arrays, tape, judge, Counts(), tape.new_run(), room=room)
    patient = Asker(test, one.tape, judge_of(one), Counts(), one.tape.new_run(), patience=room)
    search = Search((0, *pool), 1, tuple(pool), 3)
    asked = [[batch.answers.tolist() for batch, _ in asker.subsets(search)] for asker in (patient, quick)]
    assert asked[0] == asked[1]
    assert all(0 < len(answers) <= room for answers in asked[1])
    members = [1, *pool[:2]]
    screened = [
        [pair for batch, apart in asker.screen(pool, members, 0)
         for pair in zip(batch.answers.tolist(), apart, strict=True)]
        for asker in (slow, quick)
    ]  # fmt: skip
    assert screened[0] == screened[1]
    questions = [(x, 1, tuple(pool[:size])) for x in (0,) for size in range(len(pool) + 1)]
    assert slow.listed(questions)[1] == quick.listed(questions)[1]
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
        kernel = compiled.kernel_if_ready()
        assert kernel is not None
        asker = CompiledAsker(kernel, KernelData(test), tape, judge, Counts(), tape.new_run())
        questions = [(0, 1, ()), (0, 1, (2,)), (1, 2, ())]
        batch, _ = asker.listed(questions)
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
    assert slow.listed(questions)[1] == quick.listed(questions)[1]
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
        assert asker.listed([(0, 1, ())])[1][0].independent


def test_without_a_working_numba_numpy_goes_on_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    def broken(folder: Path) -> None:
        raise RuntimeError("no locator available")

    monkeypatch.setattr(compiled, "_kernel", None)  # all put back at the end
    monkeypatch.setattr(compiled, "_failed", False)
    monkeypatch.setattr(compiled, "_warmed", None)
    monkeypatch.setattr(compiled, "_loaded", broken)
    monkeypatch.setattr(kept_kernel, "folder", lambda: tmp_path / "kept")
    assert not compiled.warm_up().ready
    assert compiled.kernel_if_ready() is None
    assert "numpy answers instead" in caplog.text
    assert "Traceback" not in caplog.text
    assert not compiled.allowed()


def test_nothing_is_compiled_for_data_of_another_kind() -> None:
    """Few rows, many rows, many levels, gaps, read-only tables: each entry has one signature for all."""
    random = np.random.default_rng(3)
    many = np.column_stack([random.integers(0, n, 400_000) for n in (300, 250, 2, 9)])
    holes = np.where(random.random((4, 900)) < 0.1, 3, many.T[:, :900] % 3)
    few = Dataset.discrete("few", "abcd", many[:60] % 2)
    gaps = Dataset.coded("gaps", "abcd", list(holes), [["x", "y", "z", None]] * 4)
    assert gaps.gaps
    for data in (few, Dataset.discrete("many", "abcd", many), gaps):
        data.codes.flags.writeable = False
        _, quick, _, _ = askers(data, 1.0)
        quick.listed([(0, 1, ()), (0, 2, (1, 3))])
        list(quick.subsets(Search((0,), 1, (2, 3), 2)))
        list(quick.screen([0, 1], [2], 3))
    kernel = compiled.kernel_if_ready()
    assert kernel is not None
    for entry in kernel.ENTRIES:
        assert len(entry.signatures) == 1
    # What they share has one too, where it was compiled just now; loaded from the disk, it is a part of them.
    assert len(kernel._give.signatures) == compiled.warm_up().compiled


def test_an_answer_that_the_data_cannot_give_is_not_reliable_unless_it_is_overridden() -> None:
    data = Dataset.discrete("few", ["a", "b", "c"], np.random.default_rng(1).integers(3, size=(40, 3)))
    for asker in askers(data)[:2]:
        marginal, conditional = asker.listed([(0, 1, ()), (0, 1, (2,))])[1]
        assert (marginal.independent, marginal.reliable) == (True, False)
        assert (conditional.independent, conditional.strength, conditional.reliable) == (False, 0.0, False)
        judge = asker.judge  # type: ignore[attr-defined]
        judge.force(1, Verdict.INDEPENDENT)
        if not isinstance(asker, Asker):
            asker._gathered_at = -1  # type: ignore[attr-defined]  # as at the start of a run
        assert asker.listed([(0, 1, (2,))])[1][0] == (True, 0.0, True)
