"""A race: every lane is the run alone, and the axis only says how far each has come."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.race import Axis, Counting, Lane, Race, preparing, run_race, timed
from elcs_gui.inquiry.race_words import as_csv, as_json, in_doubt, sentence, state, status
from elcs_gui.storage.study import Study
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.metrics import outcome_so_far, truth_for
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace

NAMES = ("elcs", "elcs-without-n", "elcs-ii", "emb", "mmmb", "iamb")


def study_of(example: str) -> Study:
    found = find_example(example)
    return Study(found.title, found.load_data(), found.load_network(), found.test, target=found.target)


@pytest.fixture(scope="module")
def study() -> Study:
    return study_of("alarm")


@pytest.fixture(scope="module")
def race(study: Study) -> Race:
    """On data, with the truth beside them and a clock in every lane."""
    header = study.header("HR")
    assert study.network is not None
    truth = truth_for(study.network, header.names)[header.target]
    run = run_race(study.evidence(header), header, NAMES, truth)
    clocks = {name: timed(study.evidence(header), replace(header, algorithm=name)) for name in NAMES}
    return run.with_clocks(clocks)


def test_lanes_count_what_their_runs_alone_count(race: Race, study: Study) -> None:
    for lane in race.lanes:
        alone = learn(study.evidence(lane.trace.header), lane.trace.header)
        assert (lane.tests, lane.computed) == (alone.counts.requested, alone.counts.performed)
        assert lane.outcome == alone.outcome
    assert [lane.algorithm.id for lane in race.lanes] == list(NAMES)


@pytest.mark.parametrize("algorithm", ["elcs-sound", "pcd-by-pcd", "cmb", "mmmb-sym", "pc"])
def test_what_a_lane_has_at_a_step_is_what_the_run_has_there(study: Study, algorithm: str) -> None:
    """Though facts of other variables' blankets are passed over."""
    header = replace(study.header("HR"), algorithm=algorithm)
    lane = Lane(learn(study.evidence(header), header).trace)
    timeline = timeline_of(lane.trace)
    for step in range(0, len(lane.trace) + 1, 7):
        found = outcome_so_far(timeline.view(step), header.target)
        assert lane.at(step).known == tuple(sorted((*found.parents, *found.children, *found.undetermined)))


@pytest.mark.parametrize("axis", Axis)
def test_lanes_go_forward_along_the_axis_and_end_at_their_ends(race: Race, axis: Axis) -> None:
    whole = race.length(axis)
    places = [whole * share / 60 for share in range(61)]
    for lane in race.lanes:
        steps = [lane.step(axis, place) for place in places]
        assert all(before <= after for before, after in pairwise(steps))
        assert steps[-1] == lane.step(axis, lane.length(axis)) == len(lane.trace)
        assert axis is Axis.SECONDS or len(set(steps)) > 10
        for place, step in zip(places, steps, strict=True):
            assert lane.position(axis, step) <= place
    assert max(lane.length(axis) for lane in race.lanes) == race.changes(axis)[-1] == whole


def test_what_a_lane_needs_is_found_piece_by_piece_and_kept(race: Race, study: Study) -> None:
    """So that the window goes on meanwhile, however long the run is."""
    lane = race.lanes[0]
    trace = learn(study.evidence(lane.trace.header), lane.trace.header).trace
    own = sum(getattr(fact, "target", trace.header.target) == trace.header.target for fact in trace.facts)
    assert sum(1 for _ in preparing(trace)) > own
    assert Lane(trace, lane.truth).moments == lane.moments
    assert Lane(trace).end.right == ()  # the truth is no part of what is kept
    assert sum(1 for _ in preparing(trace)) == 1


def test_on_tests_a_position_is_right_before_the_next_test(race: Race) -> None:
    lane = race.lanes[0]
    assert lane.step(Axis.REQUESTED, 100) == lane.trace.test_steps[100]
    assert lane.step(Axis.REQUESTED, 100.9) == lane.trace.test_steps[100]
    step = lane.step(Axis.COMPUTED, 100)
    asked = int(lane.trace.test_steps.searchsorted(step))
    assert lane.trace.performed(asked) == 100 < lane.trace.performed(asked + 1)


def test_what_is_found_ends_as_the_outcome(race: Race) -> None:
    for lane in race.lanes:
        outcome, end = lane.outcome, lane.end
        assert lane.at(len(lane.trace)) == end
        neighbours = {*outcome.parents, *outcome.children, *outcome.undetermined}
        match lane.counting:
            case Counting.ARROWS:
                assert set(end.counted) == {*outcome.parents, *outcome.children}
                assert set(end.known) == neighbours
            case Counting.NEIGHBOURS:
                assert set(end.counted) == neighbours
            case Counting.MEMBERS:
                assert end.counted == outcome.blanket.members
        assert all(before.step < after.step for before, after in pairwise(lane.moments))
    assert [lane.counting for lane in race.lanes[-2:]] == [Counting.NEIGHBOURS, Counting.MEMBERS]


def test_the_truth_tells_right_from_wrong(race: Race) -> None:
    elcs, emb, iamb = race.lanes[0], race.lanes[3], race.lanes[5]
    assert state(elcs, len(elcs.trace)) == "5 of 5 right"
    assert state(emb, len(emb.trace)) == "4 of 5 right"
    assert iamb.true_count == 8  # with spouses: it does not tell them apart
    turned = Lane(elcs.trace, replace(race.truth, parents=frozenset(), children=frozenset({0})))  # type: ignore[type-var]
    assert len(turned.end.wrong) == 5
    assert sentence(Race(race.header, (turned, emb), truth=turned.truth), turned).text.endswith(
        "5 arrows are wrong: HRBP, HREKG, HRSAT and 2 more."
    )


def test_sentences_hold_the_numbers_of_both_runs() -> None:
    study = study_of("fig3")
    header = study.header()
    fig3 = run_race(study.evidence(header), header, ["elcs", "elcs-without-n", "iamb"])
    elcs, without, iamb = fig3.lanes
    saved = without.tests - elcs.tests
    assert saved > 0
    said = sentence(fig3, elcs)
    assert said.text == f"N-structures saved {saved} tests here, for the same arrows."
    assert said.figure == f"{saved} tests"
    computed = without.computed - elcs.computed
    assert f"saved {computed} performed tests" in sentence(fig3, elcs, Axis.COMPUTED).text
    assert f"{saved} tests more than ELCS" in sentence(fig3, without).text
    assert f"{elcs.tests - iamb.tests} tests fewer than ELCS" in sentence(fig3, iamb).text
    assert "does not tell causes from effects" in sentence(fig3, iamb).text
    assert state(elcs, len(elcs.trace)) == "6 decided"


def test_a_pair_that_saves_nothing_says_so(race: Race) -> None:
    elcs, without, _, emb, *_ = race.lanes
    assert elcs.tests == without.tests
    assert sentence(race, elcs).text.startswith("N-structures save nothing here: ")
    assert sentence(race, emb).text == f"{elcs.tests - emb.tests} tests fewer than ELCS, CATECHOL left open."


def test_who_is_ahead_and_who_was_first(race: Race) -> None:
    assert race.ahead(Axis.REQUESTED, 0) is None
    two = Race(race.header, (race.lanes[0], race.lanes[3]), truth=race.truth)
    assert two.winner(Axis.REQUESTED) is two.lanes[0]  # EMB ends earlier, but leaves an edge open
    assert two.ahead(Axis.REQUESTED, two.length(Axis.REQUESTED)) is two.lanes[0]
    alike = Race(race.header, race.lanes[:2], truth=race.truth)
    assert alike.winner(Axis.REQUESTED) is None


def test_the_status_tells_how_many_are_done_and_who_was_first(race: Race) -> None:
    assert Race(race.header, ()).length(Axis.REQUESTED) == 0
    two = Race(race.header, (race.lanes[0], race.lanes[3]), truth=race.truth)
    first, last = sorted(lane.length(Axis.REQUESTED) for lane in two.lanes)
    ahead = status(two, Axis.REQUESTED, 0)
    assert "nobody" in ahead and "finished" not in ahead
    assert f"{round(first):,}" in (said := status(two, Axis.REQUESTED, first)) and "EMB has finished" in said
    assert "All lanes" not in said and status(two, Axis.REQUESTED, first, missing=2) == said
    done = status(two, Axis.REQUESTED, last)
    assert "All lanes" in done and f"ELCS is first, at {round(last):,}" in done
    assert "2 of 5 lanes" in (said := status(two, Axis.REQUESTED, last, missing=3)) and "first" not in said


def test_a_lane_without_tests_has_its_result_at_once_and_wins_no_race_of_tests(race: Race) -> None:
    elcs, emb = race.lanes[0], race.lanes[3]
    untested = Trace(elcs.trace.header, elcs.trace.judge)
    for fact in elcs.trace.facts:
        untested.add_fact(fact)
    lane = Lane(untested, race.truth)
    both = Race(race.header, (lane, emb), truth=race.truth)
    assert lane.step(Axis.REQUESTED, 0) == len(untested) and lane.length(Axis.COMPUTED) == 0
    assert lane.end.counted == elcs.end.counted
    assert both.winner(Axis.REQUESTED) is None and both.ahead(Axis.REQUESTED, 10) is None
    assert sentence(both, lane).text == "It requests no tests. It finds 5 arrows."


def test_who_cannot_take_part_says_why_and_the_others_run(study: Study) -> None:
    header = study.header("HR")
    co = header.names.index("CO")
    knowing = replace(header, knowledge=Knowledge(required=((header.target, co),)))
    race = run_race(study.evidence(knowing), knowing, ["iamb", "elcs"])
    assert [lane.algorithm.id for lane in race.lanes] == ["elcs"]
    assert "no use of background knowledge" in race.refused["iamb"]
    assert "iamb" in as_csv(race).splitlines()[-1]


def test_cancelling_keeps_the_lanes_that_are_done(study: Study) -> None:
    header = study.header("HR")

    def stop_in_the_second(done: int, events: int) -> None:
        if done:
            raise Cancelled

    race = run_race(study.evidence(header), header, ["emb", "elcs", "iamb"], progress=stop_in_the_second)
    assert [lane.algorithm.id for lane in race.lanes] == ["emb"]

    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        timed(study.evidence(header), header, stop)


@pytest.mark.parametrize("names", [["elcs"], ["elcs", "elcs"], ["elcs", "nobody"], list(ALGORITHMS)[:7]])
def test_a_race_has_two_to_six_different_algorithms(study: Study, names: list[str]) -> None:
    header = study.header("HR")
    with pytest.raises(ElcsError):
        run_race(study.evidence(header), header, names)


def test_table_and_json_say_the_same(race: Race) -> None:
    table = [line.split(",") for line in as_csv(race).splitlines()]
    lanes = as_json(race)["lanes"]
    for row, lane, run in zip(table[1:], lanes, race.lanes, strict=True):
        assert row[0] == lane["algorithm"]
        assert [int(row[1]), int(row[2])] == [lane["tests"]["requested"], lane["tests"]["performed"]]
        assert float(row[4]) == lane["seconds"] > 0
        last = lane["series"]["requested"][-1]
        assert last[1:] == [lane["found"], lane["right"]]
        assert last[0] <= run.tests


def test_a_lane_names_what_is_doubtful_about_its_result() -> None:
    network = find_example("sachs").load_network()
    study = Study("sachs", sample(network, 400, 1), network, "g2")
    header = study.header("Jnk")
    found = run_race(study.evidence(header), header, ("elcs", "emb"))
    said = [in_doubt(lane) for lane in found.lanes]
    assert "contradictions" in said[0]
    for lane, words in zip(as_json(found)["lanes"], said, strict=True):
        assert all(doubt["short"] in words for doubt in lane["doubts"] if doubt["computed"])
    assert said[0] in as_csv(found)
