"""Filter and sort of the test log, checked on a real run against what its events say."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.log.columns import LogColumns, stage_of
from elcs_gui.app.log.filter import parse, with_term
from elcs_gui.app.log.rows import LogRows, Sort
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.data.examples import find_example
from elcs_gui.trace.events import Tested
from elcs_gui.trace.trace import Header, Prefix, Trace


@cache
def evidence() -> Evidence:
    data = find_example("fig3").load_data()
    assert data is not None
    return Evidence(G2(data))


@cache
def trace(forced: tuple = ()) -> Trace:
    data = find_example("fig3").load_data()
    assert data is not None
    header = Header("elcs", data.index("T"), data.columns, "g2", rows=data.rows, forced=forced)
    return learn(evidence(), header).trace


def asked_in(trace: Trace) -> list[Tested]:
    return [event for event in trace if isinstance(event, Tested)]


def shown(text: str, sort: Sort | None = None, trace: Trace = trace()) -> list[Tested]:  # noqa: B008
    columns = LogColumns(trace)
    rows = LogRows(columns)
    chosen = parse(text, columns.names)
    assert not chosen.complaints
    rows.show(chosen if chosen.terms else None, sort)
    events = asked_in(trace)
    return [events[rows.number(row) - 1] for row in range(len(rows))]


def var(name: str) -> int:
    return trace().header.names.index(name)


def test_records_say_what_the_events_say() -> None:
    columns = LogColumns(trace())
    for record, event in zip(
        columns.records(np.arange(len(columns), dtype=np.int32)), asked_in(trace()), strict=True
    ):
        assert (record.number, record.at, record.x, record.y, record.z) == (
            event.number, event.at, event.x, event.y, event.z,
        )  # fmt: skip
        assert (record.statistic, record.df, record.p) == (event.statistic, event.df, event.p)
        assert (record.verdict.word, record.independent) == (event.verdict, event.independent)
        assert record.answer == ("reused" if event.reused else "tested")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", lambda _: True),
        ("x:C", lambda e: e.x == var("C")),
        ("y:T", lambda e: e.y == var("T")),
        ("x:C,E", lambda e: e.x in (var("C"), var("E"))),
        ("z:A", lambda e: var("A") in e.z),
        ("z:∅", lambda e: not e.z),
        ("C", lambda e: var("C") in (e.x, e.y, *e.z)),
        ("C–T", lambda e: {e.x, e.y} == {var("C"), var("T")}),
        ("T — C", lambda e: {e.x, e.y} == {var("C"), var("T")}),
        ("stage:lemma", lambda e: stage_of(e.at) == "lemma-1"),
        ("stage:pc", lambda e: stage_of(e.at) == "pc"),
        ("verdict:ind", lambda e: e.verdict == "independent"),
        ("dependent", lambda e: e.verdict == "dependent"),
        ("spouses", lambda e: stage_of(e.at) in ("candidates", "pruned")),
        ("line:11", lambda e: e.at == "RecogSpouses:11"),
        ("line:EMB:4", lambda e: e.at == "EMB:4"),
        ('line:"Alg. 3 : 20"', lambda e: e.at == "RecogSpouses:20"),
        ("answer:reused", lambda e: e.reused),
        ("p<0.05", lambda e: e.p < 0.05),
        ("p>=0.05", lambda e: e.p >= 0.05),
        ("df≥3", lambda e: e.df >= 3),
        ("stat>10", lambda e: e.statistic > 10),
        ("n>100", lambda e: e.number > 100),
        ("#340", lambda e: e.number == 340),
        ("size=2", lambda e: len(e.z) == 2),
        ("x:C p<0.05", lambda e: e.x == var("C") and e.p < 0.05),
        ("!verdict:ind", lambda e: e.verdict != "independent"),
        ("nothing-is-called-so", lambda _: False),
    ],
)
def test_a_filter_shows_exactly_the_tests_that_meet_it(text: str, wanted) -> None:
    assert shown(text) == [event for event in asked_in(trace()) if wanted(event)]


@pytest.mark.parametrize(
    "text", ["p<", "p<a", "foo:1", "verdict:maybe", "stage:nowhere", "x:", "x:Q", "q<3", "answer:no"]
)
def test_a_bad_term_is_said_and_the_others_still_count(text: str) -> None:
    names = trace().header.names
    chosen = parse(f"{text} y:T", names)
    assert len(chosen.complaints) == 1
    assert chosen.complaints[0].endswith((".", "?"))
    columns = LogColumns(trace())
    assert (chosen.matches(columns) == parse("y:T", names).matches(columns)).all()


def test_hostile_names_can_be_filtered() -> None:
    names = ("a b", "x:1", "p<2", "–", "A,B")
    assert not parse('x:"a b"', names).complaints
    assert not parse("x:1 p<2", names).complaints
    assert len(parse("a b–A,B", names).terms) == 1
    assert not parse("x:A,B", names).complaints


def test_an_overridden_verdict_is_called_forced() -> None:
    question = Question.of(var("A"), var("T"))
    changed = trace(((question, Verdict.INDEPENDENT),))
    found = shown("answer:forced", trace=changed)
    assert found and all(event.forced for event in found)


def key_of(column: str, event: Tested) -> Any:
    names = trace().header.names
    return {
        "n": event.number,
        "x": names[event.x].casefold(),
        "y": names[event.y].casefold(),
        "z": (len(event.z), tuple(names[v].casefold() for v in event.z)),
        "stat": event.statistic,
        "df": event.df,
        "p": event.p,
        "verdict": event.verdict == "dependent",
        "answer": event.reused,
    }[column]


@pytest.mark.parametrize("column", ["n", "x", "y", "z", "stat", "df", "p", "verdict", "answer"])
@pytest.mark.parametrize("descending", [False, True])
def test_sorting_keeps_equal_tests_in_the_order_asked(column: str, descending: bool) -> None:
    wanted = sorted(asked_in(trace()), key=lambda e: key_of(column, e), reverse=descending)
    assert shown("", Sort(column, descending)) == wanted


def test_unreliable_tests_come_last_whichever_way_p_is_sorted() -> None:
    data = find_example("fig3").load_data()
    assert data is not None
    header = Header("elcs", data.index("T"), data.columns, "g2", rows=data.rows)
    weak = learn(Evidence(G2(data, rows_per_cell=400)), header).trace
    for descending in (False, True):
        verdicts = [event.verdict == "unreliable" for event in shown("", Sort("p", descending), trace=weak)]
        assert any(verdicts) and verdicts == sorted(verdicts)
    assert not shown("p>=0 verdict:unreliable", trace=weak)


def test_a_filter_and_a_sort_go_together_and_rows_can_be_found() -> None:
    columns = LogColumns(trace())
    rows = LogRows(columns)
    rows.show(parse("x:C", columns.names), Sort("p"))
    for row in range(len(rows)):
        assert rows.row_of(rows.number(row)) == row
    hidden = next(event.number for event in asked_in(trace()) if event.x != var("C"))
    assert rows.row_of(hidden) is None


def test_without_a_sort_the_row_before_a_hidden_test_is_known() -> None:
    columns = LogColumns(trace())
    rows = LogRows(columns)
    rows.show(parse("answer:reused", columns.names), None)
    for number in range(1, len(columns) + 1):
        row = rows.row_before(number)
        before = [n + 1 for n in rows.numbers().tolist() if n + 1 <= number]
        assert row == (len(before) - 1 if before else None)


@pytest.mark.parametrize(
    ("text", "sort"), [("", None), ("x:C p<0.05", None), ("z:A", Sort("p")), ("line:20", None)]
)
def test_a_log_that_grew_shows_what_one_made_at_once_shows(text: str, sort: Sort | None) -> None:
    whole = trace()
    prefix = Prefix(whole, 0)
    columns = LogColumns(prefix.trace)
    rows = LogRows(columns)
    chosen = parse(text, columns.names)
    rows.show(chosen if chosen.terms else None, sort)
    for step in (*range(97, len(whole), 97), len(whole)):
        prefix.reach(step)
        rows.grow()
    events = asked_in(whole)
    assert [events[n] for n in rows.numbers().tolist()] == shown(text, sort)


def test_how_many_were_computed_is_counted_up_to_any_test() -> None:
    columns = LogColumns(trace())
    events = asked_in(trace())
    for count in (0, 1, 340, len(events)):
        assert columns.computed(count) == sum(not event.reused for event in events[:count])


def test_p_values_prepared_in_pieces_are_the_same() -> None:
    columns = LogColumns(trace())
    while columns.prepare(100):
        pass
    np.testing.assert_array_equal(columns.p, LogColumns(trace()).p)


def test_an_empty_log_has_no_rows() -> None:
    rows = LogRows(LogColumns())
    rows.show(None, Sort("p"))
    assert len(rows) == 0 and rows.row_before(3) is None and rows.grow() == 0


def test_a_term_replaces_those_on_the_same_column() -> None:
    assert with_term("x:C p<0.05", 'x:"A"') == 'p<0.05 x:"A"'
    assert with_term("x:C p<0.05", "x:") == "p<0.05"
