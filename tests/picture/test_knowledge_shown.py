"""What knowledge does in a run can be seen wherever the run is shown."""

from __future__ import annotations

from functools import cache

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.model.breakpoints import Conflict, EdgeChanges
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.live_sets import live_sets
from elcs_gui.picture.scene import concerned, field_scene, local_scene
from elcs_gui.trace import events as ev
from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.explain import braced
from elcs_gui.trace.knowledge_text import knowledge_of
from elcs_gui.trace.listings import stage
from elcs_gui.trace.roles import Role, shown_target, standings
from elcs_gui.trace.rules import badge
from elcs_gui.trace.timeline import Timeline, final_view
from elcs_gui.trace.trace import Header, Trace

NETWORK = find_example("child").load_network()
DISEASE = NETWORK.index("Disease")
KNOWLEDGE = knowledge_of(  # not all of it true, so that it has something to contradict
    NETWORK.nodes,
    require=["Disease->LVH", "LVHreport->LVH", "Disease--Grunting"],
    forbid=[
        "Disease--LungFlow",
        "Disease--HypDistrib",
        "Disease->CardiacMixing",
        "Disease->ChestXray",
        "LungParench->Grunting",
    ],
)
BY_KNOWLEDGE = (ev.Barred, ev.Separated, ev.NotSeparated)


@cache
def known_trace() -> Trace:
    data = sample(NETWORK, 1000, seed=4)
    header = Header("elcs", DISEASE, data.columns, "g2", rows=1000, knowledge=KNOWLEDGE)
    return learn(Evidence(G2(data)), header).trace


def test_every_event_of_knowledge_is_in_this_run() -> None:
    told = {type(fact) for fact in known_trace().facts}
    assert told >= set(BY_KNOWLEDGE)
    assert any(isinstance(fact, ev.Conflicted) and fact.kind == "knowledge" for fact in known_trace().facts)


def test_the_sets_follow_every_fact_and_no_row_jumps() -> None:
    trace = known_trace()
    names, timeline = trace.header.names, Timeline(trace)
    rows: dict[str, set[int]] = {}
    for step in (trace.fact_steps + 1).tolist():
        view = timeline.view(step)
        shown = live_sets(trace, step, view, timeline.view(step - 1))
        rows.setdefault(stage(trace.at(step - 1)), set()).add(len(shown))
        if view.blanket is not None:
            values = {row.name: row.value for row in shown}
            assert values["PC"] == braced(names, view.blanket.pc)
            assert values.get("P", braced(names, view.blanket.parents)) == braced(names, view.blanket.parents)
    assert all(len(counts) == 1 for counts in rows.values())


def test_required_neighbours_do_not_count_as_candidates_whose_turn_came() -> None:
    trace = known_trace()
    timeline = Timeline(trace)
    ranked = next(fact for fact in trace.facts if isinstance(fact, ev.Ranked))
    for step, event in enumerate(trace, 1):
        if event.at == "HITON-PC:5a":
            rows = {r.name: r for r in live_sets(trace, step, timeline.view(step), timeline.view(step - 1))}
            assert rows["Waiting"].value == braced(trace.header.names, ranked.order)
            assert rows["PC"].before is not None
            return
    raise AssertionError("no required neighbour entered")


def test_what_knowledge_keeps_out_is_dismissed_with_or_without_a_separator() -> None:
    view = final_view(known_trace())
    blanket = view.blankets[DISEASE]
    assert blanket.barred
    found = standings(view, DISEASE, len(NETWORK.nodes))
    for x in blanket.barred:
        assert found[x].role in (Role.DISMISSED, Role.SPOUSE)
        assert found[x].separator == blanket.separators.get(x)


def test_arrows_by_knowledge_wear_their_badge_in_both_views() -> None:
    trace = known_trace()
    view, step = final_view(trace), len(trace)
    local = local_scene(FactsByTarget(trace), view, step, trace[-1])
    for scene in (local, field_scene(local, view)):
        badges = {(link.tail, link.head): link.badge for link in scene.links}
        assert badges[DISEASE, NETWORK.index("LVH")] == "BK"
        assert badges[NETWORK.index("CardiacMixing"), DISEASE] == "BK"
    assert [badge(rule) for rule in ("meek-r4", "knowledge", "never heard of")] == ["R4", "BK", ""]


def test_every_fact_can_be_drawn_and_says_whom_it_concerns() -> None:
    trace = known_trace()
    by_target, timeline = FactsByTarget(trace), Timeline(trace)
    for step, fact in zip((trace.fact_steps + 1).tolist(), trace.facts, strict=True):
        view = timeline.view(step)
        assert local_scene(by_target, view, step, fact).standings
        if isinstance(fact, BY_KNOWLEDGE):
            assert concerned(fact) == (fact.x,)
        if isinstance(fact, ev.Conflicted) and fact.kind == "knowledge":
            assert shown_target(view, fact, -1) == view.current


def test_breakpoints_stop_where_knowledge_acts() -> None:
    trace = known_trace()
    conflicts = Conflict().hits(trace).tolist()
    changes = set(changes_of(trace).tolist())
    for step, event in enumerate(trace, 1):
        match event:
            case ev.Barred(set="PC", target=a, x=b) | ev.Barred(set="SP", through=int(a), x=b):
                assert step in EdgeChanges(a, b).hits(trace)
            case ev.Found(target=a, parents=(b,)):
                assert step in EdgeChanges(a, b).hits(trace)
            case ev.Conflicted():
                assert step in conflicts
        if isinstance(event, ev.Found) or (isinstance(event, ev.Barred) and event.set == "SP"):
            assert step in changes
