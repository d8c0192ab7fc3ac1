"""Stability as it is shown: rows, bars, words, shares on edges; without a window."""

from __future__ import annotations

import csv
import io
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.app.graph.edge_shares import EdgeShares
from elcs_gui.app.model.inquiry_client import MOST_KEPT, Measurements
from elcs_gui.app.stability.rows import SORTS, Row, as_text, bar, edge_rows, sort_key, variable_rows
from elcs_gui.app.stability.words import (
    KINDS,
    expected_seconds,
    interval,
    processes_for,
    progress,
    same_answer,
    state,
)
from elcs_gui.commands.stability_report import as_json, report
from elcs_gui.inquiry import replicate_kinds
from elcs_gui.inquiry.replicates import Replicate
from elcs_gui.inquiry.stability import Frequency, Stability
from elcs_gui.picture.scene import Link, LinkKind
from elcs_gui.storage.study import Study
from elcs_gui.trace.roles import FinalRole
from elcs_gui.trace.trace import Header

NAMES = ("A", "B", "C", "T", "S", "N")
A, B, C, T, S, N = range(6)


@cache
def found(done: int = 10, asked: int = 10, unreliable: int = 0) -> Stability:
    """A → T always; T → B in this run but B → T more often; C in 3 of 10; S a spouse; N never anything."""
    k = done // 10
    absent, roles = FinalRole.ABSENT.value, [FinalRole.ABSENT.value] * 6
    roles[A], roles[B], roles[S] = FinalRole.PARENT, FinalRole.CHILD, FinalRole.SPOUSE
    counts = {
        A: (10, 0, 0, 0, 0, 0),
        B: (6, 4, 0, 0, 0, 0),
        C: (0, 2, 1, 0, 0, 7),
        T: (0, 0, 0, 0, 0, 10),
        S: (0, 0, 0, 9, 0, 1),
        N: (0, 0, 0, 0, 0, 10),
    }
    assert roles[N] == absent
    return Stability(
        Header("elcs", T, NAMES, "g2", rows=100),
        "bootstrap",
        7,
        asked,
        done,
        Replicate(-1, bytes(roles), ((A, T), (T, B), (S, B)), (), 50, 0),
        tuple(tuple(k * count for count in counts[variable]) for variable in range(6)),
        (((A, T), 10 * k), ((B, T), 6 * k), ((T, B), 4 * k), ((T, C), 2 * k), ((S, B), 9 * k)),
        (((C, T), k),),
        2 * k,
        500,
        unreliable,
    )


def test_those_of_this_run_come_first_then_who_comes_up_elsewhere() -> None:
    rows = variable_rows(found())
    assert [row.title for row in rows] == ["A", "B", "S", "C"]
    assert [row.found for row in rows] == ["parent", "child", "spouse", "absent"]
    assert "N" not in [row.title for row in rows], "it was never anything"


def test_came_back_is_the_share_of_what_this_run_says() -> None:
    by_name = {row.title: row for row in variable_rows(found())}
    assert by_name["B"].came_back == Frequency(4, 10)
    assert by_name["C"].came_back == Frequency(7, 10)
    assert by_name["B"].described == "B: cause in 6 and effect in 4 of 10; this run says effect."


def test_an_edge_is_read_from_the_tail_of_this_runs_arrow() -> None:
    rows = {row.edge: row for row in edge_rows(found())}
    assert rows[B, T].title == "T → B"
    assert dict(rows[B, T].parts)["forwards"] == Frequency(4, 10)
    assert dict(rows[B, T].parts)["backwards"] == Frequency(6, 10)
    assert rows[C, T].title == "T ⋯ C", "not in this run; more often from T than to it"
    assert rows[C, T].found == "absent"
    assert rows[A, T].came_back.share == 1


def test_a_bar_has_no_gaps_and_is_as_wide_as_asked() -> None:
    for row in (*variable_rows(found()), *edge_rows(found())):
        pieces = bar(row, 200.0)
        assert pieces[0][1] == 0
        assert pieces[-1][2] == pytest.approx(200)
        for (_, _, right), (_, left, _) in pairwise(pieces):
            assert left == right
    c = next(row for row in variable_rows(found()) if row.title == "C")
    assert [part for part, *_ in bar(c, 100)] == ["child", "undecided", "absent"]


@pytest.mark.parametrize(
    ("column", "first"), [("title", "A"), ("found", "A"), ("bar", "A"), ("share", "B"), ("interval", "B")]
)
def test_rows_sort_by_every_column(column: str, first: str) -> None:
    assert column in SORTS
    rows = sorted(variable_rows(found()), key=lambda row: sort_key(row, column))
    assert rows[0].title == first


def test_csv_has_counts_and_full_figures() -> None:
    lines = list(csv.DictReader(io.StringIO(as_text(variable_rows(found())))))
    b = next(line for line in lines if line["variable"] == "B")
    assert (b["found"], b["cause"], b["effect"], b["of"]) == ("effect", "6", "4", "10")
    low, high = Frequency(4, 10).interval
    assert float(b["came_back"]) == 0.4
    assert (float(b["low"]), float(b["high"])) == (low, high)
    assert as_text(edge_rows(found()), "\t").splitlines()[0].split("\t")[:3] == ["edge", "found", "forwards"]
    assert as_text(()).startswith("variable,")


def test_a_link_has_the_share_of_what_it_is_drawn_as() -> None:
    shares = EdgeShares(found())
    assert shares.of(Link(A, T, LinkKind.PARENT, directed=True)) == Frequency(10, 10)
    assert shares.of(Link(T, B, LinkKind.CHILD, directed=True)) == Frequency(4, 10)
    assert shares.of(Link(T, B, LinkKind.UNDECIDED)) == Frequency(0, 10)
    assert shares.at_all(Link(T, B, LinkKind.CHILD, directed=True)) == Frequency(10, 10)
    assert shares.of(Link(S, B, LinkKind.SPOUSE, directed=True)) == Frequency(9, 10)
    assert shares.of(Link(S, A, LinkKind.SPOUSE, directed=True)) == Frequency(9, 10), "by its role"
    assert shares.of(Link(S, B, LinkKind.CANDIDATE, directed=True)) is None
    assert shares.of(Link(N, A, LinkKind.OTHER)) is None


def test_edges_that_this_run_lacks_are_told_if_they_came_up_often_enough() -> None:
    shares = EdgeShares(found())
    assert [(extra.tail, extra.head, extra.directed, extra.share.count) for extra in shares.extras] == [
        (T, C, True, 3)
    ]
    assert list(shares.guests) == [C]
    assert shares.note(C) == "in 30 %"


def test_nothing_done_says_nothing() -> None:
    nothing = found(0, 10)
    assert variable_rows(nothing) == edge_rows(nothing) == []
    assert not EdgeShares(nothing)
    assert EdgeShares(nothing).of(Link(A, T, LinkKind.PARENT, directed=True)) is None
    assert same_answer(nothing) == "No replicate is done yet."


@given(st.integers(1, 5000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_percent_never_calls_sometimes_never_or_always(pair: tuple[int, int]) -> None:
    frequency = Frequency(*pair)
    assert (frequency.percent == "0 %") == (frequency.count == 0)
    assert (frequency.percent == "100 %") == (frequency.count == frequency.of)


def test_words() -> None:
    assert same_answer(found()) == "The whole answer came back in 2 of 10 (6–51 %)."
    assert interval(Frequency(87, 100)) == "79–92 %"
    assert state(found(), running=False) == "10 replicates, seed 7"
    assert state(found(10, 40), running=False).startswith("Cancelled after 10 of 40 replicates")
    assert state(found(10, 40), running=True) == "10 of 40 replicates so far"
    assert progress(10, 40, 2.0) == "10 of 40 replicates, about 6 s left"
    assert progress(0, 40, 2.0) == "0 of 40 replicates"
    assert progress(39, 40, 2.0).endswith("nearly done")
    assert progress(10, 4000, 2.0).endswith("about 13 min left")


def test_every_kind_of_the_engine_is_offered_with_its_caution() -> None:
    assert [kind.id for kind in KINDS] == list(replicate_kinds.KINDS)
    bootstrap = KINDS[0]
    assert "favours links" in bootstrap.explained
    for kind in KINDS:
        assert kind.done.endswith(".")
        assert kind.caution.endswith(".")


def test_more_processes_only_where_they_pay_for_their_start() -> None:
    assert processes_for(2.0, cores=16) == 1
    assert processes_for(60.0, cores=16) == 8
    assert processes_for(60.0, cores=4) == 3
    assert processes_for(60.0, cores=2) == 1, "the other core is the window's"
    assert processes_for(1e6, cores=1) == 1
    assert expected_seconds(1000, 100, "column-order") == pytest.approx(1.0)
    assert expected_seconds(1000, 100, "bootstrap") > expected_seconds(1000, 100, "subsample")


def test_measurements_belong_to_a_run_on_what_is_open() -> None:
    here, elsewhere = opened("here"), opened("elsewhere")
    kept = Measurements()
    kept.keep(here, found(0, 10))
    assert kept.of(here, found().header) is None, "without a replicate it says nothing"
    kept.keep(here, found())
    kept.keep(here, found(20, 20))
    assert kept.of(here, found().header) == found(20, 20)
    assert kept.of(elsewhere, found().header) is None, "another file, though its run is called the same"
    assert kept.of(None, found().header) is None
    kept.keep(elsewhere, found())
    assert kept.of(here, found().header) is None
    assert MOST_KEPT > 1


def opened(title: str) -> Study:
    return Study(title, None, None, "g2")


def test_a_row_is_a_sentence_also_when_one_thing_happened() -> None:
    row: Row = variable_rows(found())[0]
    assert row.described == "A: cause in 10 of 10; this run says cause."


def test_where_most_tests_had_too_few_rows_the_same_answer_is_no_comfort() -> None:
    assert same_answer(found(unreliable=250)).endswith("%).")
    assert same_answer(found(unreliable=251)).endswith(", but most tests had too few rows to tell.")
    assert "251 of 500 tests had too few rows to tell" in report("data", found(unreliable=251))
    assert as_json(found(unreliable=251))["too_few_rows"] is True
