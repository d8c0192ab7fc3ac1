"""The sets beside the pseudo-code are those of the state, and say what the last event did to them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.live_sets import NOTHING, LiveSet, by_member, live_sets
from elcs_gui.picture.scene import local_scene
from elcs_gui.trace import events as ev
from elcs_gui.trace.events import Tested
from elcs_gui.trace.explain import braced, told
from elcs_gui.trace.listings import stage
from elcs_gui.trace.timeline import Timeline, timeline_of
from elcs_gui.trace.trace import Trace
from tests.traces import trace_of


def sets_at(trace: Trace, step: int) -> dict[str, LiveSet]:
    timeline = Timeline(trace)
    rows = live_sets(trace, step, timeline.view(step), timeline.view(max(step - 1, 0)))
    return {row.name: row for row in rows}


def step_of(trace: Trace, kind: type[ev.Event]) -> int:
    return next(step for step, event in enumerate(trace, 1) if isinstance(event, kind))


@pytest.mark.parametrize("example, algorithm", [("fig3", "elcs"), ("fig4", "elcs-ii"), ("child", "emb")])
def test_values_are_those_of_the_view_at_every_fact(example: str, algorithm: str) -> None:
    trace = trace_of(example, algorithm)
    names, timeline = trace.header.names, Timeline(trace)
    for step in (trace.fact_steps + 1).tolist():
        view = timeline.view(step)
        rows = {row.name: row for row in live_sets(trace, step, view, timeline.view(step - 1))}
        if algorithm != "emb":
            taken = [e.x for e in trace[:step] if isinstance(e, ev.Taken) and e.new]
            queue, done = braced(names, view.queue), braced(names, tuple(taken))
            assert rows["Que, W"].value == f"{queue}, {done}"
        if (blanket := view.blanket) is None:
            continue
        expected = {
            "PC": braced(names, blanket.pc),
            "SP": by_member(names, blanket.spouses),
            "CSP": by_member(names, blanket.candidate_spouses),
            "P": braced(names, blanket.parents),
            "C": braced(names, blanket.children),
            "UN": braced(names, blanket.undetermined),
        }
        for y in blanket.pc_candidates:
            of = "CSP" if stage(trace.at(step - 1)) == "candidates" else "SP"
            sets = blanket.candidate_spouses if of == "CSP" else blanket.spouses
            expected[f"{of}({names[y]})"] = braced(names, sets.get(y, ()))
        for name, row in rows.items():
            assert expected.get(name, row.value) == row.value, (step, name)


def test_every_step_of_a_stage_has_the_same_rows() -> None:
    trace = trace_of("fig4")
    rows: dict[str, set[tuple[int, ...]]] = {}
    timeline = Timeline(trace)
    for step in range(1, len(trace) + 1):
        view = timeline.view(step)
        shown = live_sets(trace, step, view, timeline.view(step - 1))
        rows.setdefault(stage(trace.at(step - 1)), set()).add((len(shown),))
    assert all(len(counts) == 1 for counts in rows.values())


def test_before_the_first_step_there_is_nothing() -> None:
    assert sets_at(trace_of("fig3"), 0) == {}


def test_a_new_candidate_spouse_shows_as_a_change_of_csp() -> None:
    trace = trace_of("fig3")
    rows = sets_at(
        trace, next(s for s, e in enumerate(trace, 1) if isinstance(e, ev.Entered) and e.set == "CSP")
    )
    assert replace(rows["CSP(A)"], members=()) == LiveSet("CSP(A)", "{C}", "CSP(Y)", before="∅")
    [member] = rows["CSP(A)"].members
    assert rows["CSP(A)"].value[member.first : member.last] == "C"
    assert rows["X, Y"].value == "X = C, Y = A"
    assert rows["Sep(C)"].value == "{E}"
    assert rows["PC"].before is None


def test_what_leaves_pc_changes_pc_and_its_separator() -> None:
    trace = trace_of("fig3")
    step = step_of(trace, ev.Left)
    fact = trace[step - 1]
    assert isinstance(fact, ev.Left)
    names, rows = trace.header.names, sets_at(trace, step)
    assert rows["PC"].before is not None
    assert rows[f"Sep({names[fact.x]})"].before == NOTHING
    assert rows[f"Sep({names[fact.x]})"].value == rows["Z"].value == braced(names, fact.z)


def test_temp_gathers_what_depends_on_x() -> None:
    """Told by the later event: what was ruled out names the Temp it was ruled out by."""
    for example in ("fig3", "fig4", "child"):
        trace = trace_of(example)
        for step in (trace.fact_steps + 1).tolist():
            fact = trace[step - 1]
            if isinstance(fact, ev.RuledOut):
                assert sets_at(trace, step)["Temp"].value == braced(trace.header.names, fact.temp)


def test_y_of_line_11_is_the_member_that_then_gets_the_candidate() -> None:
    for example in ("fig3", "fig4", "child"):
        trace = trace_of(example)
        for step in (trace.fact_steps + 1).tolist():
            fact = trace[step - 1]
            if isinstance(fact, ev.Entered) and fact.through is not None:
                names = trace.header.names
                expected = f"X = {names[fact.x]}, Y = {names[fact.through]}"
                assert sets_at(trace, step - 1)["X, Y"].value == expected
                assert sets_at(trace, step)["X, Y"].value == expected


def test_a_test_that_adds_to_temp_shows_it() -> None:
    trace = trace_of("fig3")
    step = next(
        step
        for step, event in enumerate(trace, 1)
        if isinstance(event, ev.Tested) and event.at == "RecogSpouses:5" and not event.independent
    )
    temp = sets_at(trace, step)["Temp"]
    assert (temp.before, temp.value) == ("∅", "{K}")


def test_waiting_candidates_are_the_ranked_ones_that_have_not_entered() -> None:
    trace = trace_of("fig3")
    ranked = next(fact for fact in trace.facts if isinstance(fact, ev.Ranked))
    entered: list[int] = []
    for step, fact in zip((trace.fact_steps + 1).tolist(), trace.facts, strict=True):
        if isinstance(fact, ev.Entered) and fact.set == "PC":
            entered.append(fact.x)
            rows = sets_at(trace, step)
            assert rows["Waiting"].value == braced(trace.header.names, ranked.order[len(entered) :])
            assert rows["X, V"].value.endswith(f"V = {trace.header.names[fact.x]}")


def test_a_meek_rule_names_its_variables_and_closes_an_edge() -> None:
    trace = trace_of("fig4")
    step = next(s for s, e in enumerate(trace, 1) if isinstance(e, ev.Oriented) and e.at == "Meek:4")
    rows = sets_at(trace, step)
    assert rows["a, b, c"].value == "a = X, b = Y, c = T"
    assert rows["Open"].before == "{T—Y}"
    assert rows["Open"].value == "∅"


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS.keys() - {"dag-gnn"}))
def test_every_algorithm_has_its_sets_and_a_sentence_wherever_its_lines_lead(algorithm: str) -> None:
    trace = trace_of("fig3", algorithm)
    timeline, lines = Timeline(trace), trace.lines()[1]
    tests = [int(np.flatnonzero(lines == at)[-1]) for at in set(lines.tolist())]
    facts = zip(trace.fact_steps.tolist(), trace.facts, strict=True)
    one_each = {(type(fact), fact.at, getattr(fact, "rule", "")): step for step, fact in facts}
    for step in (before + 1 for before in (*tests, *one_each.values())):
        assert live_sets(trace, step, timeline.view(step), timeline.view(step - 1))
        assert told(trace, trace[step - 1])


def test_who_is_found_once_more_given_a_neighbour_is_tried_through_that_alone() -> None:
    """Not through what separated it, which was given as well."""
    trace, tried = trace_of("fig3"), 0
    by_target = FactsByTarget(trace)
    for step, event in enumerate(trace, 1):
        if isinstance(event, Tested) and event.at == "RecogSpouses:11" and not event.independent:
            view = timeline_of(trace).view(step)
            assert view.blanket is not None
            (x,) = {event.x, event.y} - {view.blanket.target}
            (y,) = {*event.z} - {*view.blanket.separators[x]}
            if not any(x in xs for xs in view.blanket.candidate_spouses.values()):
                assert local_scene(by_target, view, step, event).standings[x].through == (y,)
                tried += len(event.z) > 1
    assert tried
