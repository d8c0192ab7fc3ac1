"""The alpha explorer finds every result there is between two alphas, and the exact places between them."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.discrete import G2, Chi2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.fisher_z import FisherZ
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.alpha import alpha_steps, explore_alpha
from elcs_gui.inquiry.alpha_map import AlphaMap, Interval, Step, Surroundings
from elcs_gui.inquiry.alpha_walk import AlphaWalk
from elcs_gui.trace.roles import FinalRole
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header
from tests.inquiry.sampled import asking, drawn
from tests.stress import many, often


def run_at(alpha: float, evidence: Evidence, header: Header) -> tuple[Surroundings, int, int]:
    learnt = learn(evidence, replace(header, alpha=alpha), record=False)
    assert learnt.outcome is not None
    return Surroundings.of(learnt.outcome), learnt.counts.requested, learnt.counts.performed


def told(step: Step) -> tuple[Surroundings, int, int]:
    return step.surroundings, step.requested, step.performed


def alphas_to_try(found: AlphaMap) -> Iterator[float]:
    """A grid, both sides of every boundary as close as floats go, and of those that matter a little off."""
    yield from np.geomspace(found.low, found.high, often(40, suite=15)).tolist()
    for step in found.steps:
        yield from (step.low, math.nextafter(step.high, 0))
    for interval in found.intervals:
        beside = (interval.low * (1 + 1e-11), interval.high * (1 - 1e-11))
        yield from (alpha for alpha in beside if interval.low < alpha < interval.high)
    yield found.high


def check_by_running(evidence: Evidence, header: Header, low: float = 1e-6, high: float = 0.2) -> AlphaMap:
    """Explore, and run everywhere on a tape of its own to see whether it is true."""
    found = explore_alpha(evidence, header, low, high)
    assert found.complete
    assert (found.steps[0].low, found.steps[-1].high) == (low, high)
    for before, after in pairwise(found.steps):
        assert before.low < before.high == after.low
        assert not before.closed
        assert after.turned
    for one, other in pairwise(found.intervals):
        assert one.high == other.low
        assert one.steps[0].surroundings.answer != other.steps[0].surroundings.answer
    fresh = Evidence(evidence.test)
    for alpha in alphas_to_try(found):
        assert told(found.at(alpha)) == run_at(alpha, fresh, header), alpha
    return found


@pytest.mark.parametrize(
    ("example", "target", "rows", "results"),
    many(
        [
            ("asia", "lung", 1000, 2),
            ("child", "LungParench", 1000, 2),
            ("child", "Disease", 500, 2),
            ("child", "Grunting", 2000, 2),
            ("alarm", "HR", 500, 2),
            ("alarm", "VENTLUNG", 300, 2),
            ("alarm", "CVP", 2000, 1),
        ],
        suite=[
            ("asia", "either", 2000, 1),
            ("asia", "dysp", 500, 2),
            ("child", "CO2Report", 300, 1),
            ("alarm", "CATECHOL", 500, 2),
        ],
    ),
)
def test_the_intervals_are_what_running_everywhere_gives(
    example: str, target: str, rows: int, results: int
) -> None:
    found = check_by_running(*asking(drawn(example, rows, 3), target))
    assert len(found.intervals) >= results


@pytest.mark.parametrize(
    ("example", "rows", "target"), many([("child", 500, "LungParench")], suite=[("survey", 1000, "E")])
)
@pytest.mark.parametrize("algorithm", ["elcs-ii", "elcs-without-n", "emb", "emb-ii", "hiton-pc"])
def test_every_algorithm_can_be_explored(algorithm: str, example: str, rows: int, target: str) -> None:
    found = check_by_running(*asking(drawn(example, rows, 3), target, algorithm=algorithm))
    assert len(found.intervals) > 1


def chained(rows: int) -> Dataset:
    """Weak links between ten continuous variables: many p-values of the size people choose alpha from."""
    random = np.random.default_rng(5)
    values = random.normal(size=(rows, 10))
    for child in range(2, 10):
        values[:, child] += 0.2 * values[:, child - 1] + 0.15 * values[:, child // 2]
    return Dataset.continuous("chained", [f"v{i}" for i in range(10)], values)


def test_continuous_data_have_a_map_too() -> None:
    data = chained(400)
    header = Header("elcs", 4, data.columns, "fisher-z", rows=data.rows)
    found = check_by_running(Evidence(FisherZ(data)), header)
    assert len(found.intervals) > 3


def test_pearsons_test_has_a_map_too() -> None:
    data = drawn("asia", 800, 6)
    header = Header("elcs", data.index("either"), data.columns, "chi2", rows=data.rows)
    assert len(check_by_running(Evidence(Chi2(data)), header).intervals) > 1


@pytest.mark.parametrize(
    ("marginal", "conditional"),
    many(
        [(Verdict.INDEPENDENT, Verdict.INDEPENDENT), (Verdict.DEPENDENT, Verdict.DEPENDENT)],
        suite=[(Verdict.INDEPENDENT, Verdict.DEPENDENT), (Verdict.DEPENDENT, Verdict.INDEPENDENT)],
    ),
)
def test_unreliable_tests_count_the_same_at_every_alpha(marginal: Verdict, conditional: Verdict) -> None:
    evidence, header = asking(drawn("child", 150, 7), "LungParench", policy=Policy(marginal, conditional))
    found = check_by_running(evidence, header)
    assert np.isnan(evidence.tape.statistic[: len(evidence.tape)]).any()
    assert len(found.intervals) > 1


def test_forced_verdicts_stand_at_every_alpha() -> None:
    evidence, header = asking(drawn("asia", 500, 3), "dysp")
    free = explore_alpha(evidence, header)
    turned = [step.turned[0] for step in free.steps if step.turned]
    forced = tuple((question, Verdict.INDEPENDENT) for question in turned[:3])
    forced += tuple((question, Verdict.DEPENDENT) for question in turned[3:6])
    found = check_by_running(evidence, replace(header, forced=forced))
    asked_to_turn = {question for step in found.steps for question in step.turned}
    assert asked_to_turn.isdisjoint(question for question, _ in forced)
    assert [told(step) for step in found.steps] != [told(step) for step in free.steps]


@pytest.mark.parametrize(("low", "high"), [(1e-300, 1e-12), (1e-12, 0.5), (0.2, 0.999), (0.01, 0.0100001)])
def test_extreme_ranges_are_explored_as_exactly(low: float, high: float) -> None:
    found = check_by_running(*asking(drawn("asia", 1000, 8), "either"), low, high)
    assert (found.intervals[0].low, found.intervals[-1].high) == (low, high)


def test_a_boundary_at_the_end_of_the_range_belongs_to_it() -> None:
    evidence, header = asking(drawn("asia", 500, 3), "dysp")
    boundary = explore_alpha(evidence, header).intervals[1].low
    check_by_running(evidence, header, 1e-6, boundary)
    ending = explore_alpha(evidence, header, 1e-6, boundary)
    assert (ending.intervals[-1].low, ending.intervals[-1].high) == (boundary, boundary)
    assert len(explore_alpha(evidence, header, 1e-6, math.nextafter(boundary, 0)).intervals) == 1
    assert explore_alpha(evidence, header, boundary, 0.2).steps[0].low == boundary


def test_a_step_begins_at_the_p_value_of_what_turned() -> None:
    evidence, header = asking(drawn("child", 500, 3), "Disease")
    found = explore_alpha(evidence, header)
    assert len(found.steps) > 20
    for before, after in pairwise(found.steps):
        for question in after.turned:
            answer = evidence.answer(question)
            statistic, df = evidence.tape.statistic[[answer]], evidence.tape.df[[answer]]
            (p,) = evidence.test.distribution.p_values(statistic, df)
            assert after.low == pytest.approx(p, rel=1e-10)
            assert before.low < p


def test_variables_that_are_copies_turn_together() -> None:
    """Two equal columns give equal p-values: one boundary, both questions."""
    random = np.random.default_rng(9)
    cause = random.integers(0, 2, 300)
    effect = np.where(random.random(300) < 0.58, cause, 1 - cause)
    data = Dataset.discrete("copies", "abc", np.column_stack([cause, effect, effect]))
    found = check_by_running(*asking(data, "a", algorithm="hiton-pc"))
    together = [step.turned for step in found.steps if Question(0, 1) in step.turned]
    assert together == [(Question(0, 1), Question(0, 2))]


def test_bands_say_how_each_variable_stands_at_every_alpha() -> None:
    found = explore_alpha(*asking(drawn("child", 500, 3), "Disease"))
    for variable in (*found.members, 0):
        bands = found.bands(variable)
        assert (bands[0].low, bands[-1].high) == (found.low, found.high)
        for before, after in pairwise(bands):
            assert before.high == after.low
            assert (before.status, before.rule) != (after.status, after.rule)
        for step in found.steps:
            (band,) = (band for band in bands if band.low <= step.low < band.high)
            here = step.surroundings
            assert (band.status is FinalRole.PARENT) == (variable in here.parents)
            assert (band.status is FinalRole.CHILD) == (variable in here.children)
            assert (band.status is FinalRole.UNDECIDED) == (variable in here.undetermined)
            if band.status in (FinalRole.PARENT, FinalRole.CHILD):
                assert band.rule == dict(here.rules).get(variable)
    never = [x for x in range(20) if x not in found.members]
    assert all(found.bands(x)[0].status is FinalRole.ABSENT and len(found.bands(x)) == 1 for x in never)


def test_every_cause_and_effect_is_named_with_its_rule() -> None:
    found = explore_alpha(*asking(drawn("alarm", 500, 3), "HR"))
    assert any(step.surroundings.rules for step in found.steps)
    for step in found.steps:
        here = step.surroundings
        assert [x for x, _ in here.rules] == sorted((*here.parents, *here.children))


def test_d_separation_gives_the_same_at_every_alpha() -> None:
    network = find_example("fig3").load_network()
    assert network is not None
    header = Header("elcs", network.nodes.index("T"), network.nodes, "oracle")
    found = explore_alpha(Evidence(Oracle(network)), header)
    assert (found.complete, found.replays, len(found.intervals)) == (True, 1, 1)
    assert told(found.steps[0]) == run_at(0.01, Evidence(Oracle(network)), header)


def test_the_tape_may_hold_answers_of_other_runs() -> None:
    evidence, header = asking(drawn("asia", 1000, 8), "either")
    alone = explore_alpha(evidence, header)
    busy = Evidence(evidence.test)
    for target in range(8):
        learn(busy, replace(header, target=target, alpha=0.3), record=False)
    assert explore_alpha(busy, header) == alone
    assert explore_alpha(busy, replace(header, alpha=0.5)) == alone


# Ending early


def stopping_at(number: int) -> Callable[[float, int], None]:
    calls = 0

    def progress(alpha: float, replays: int) -> None:
        nonlocal calls
        calls += 1
        if calls == number:
            raise Cancelled

    return progress


def test_a_cancelled_map_is_right_as_far_as_it_goes() -> None:
    evidence, header = asking(drawn("asia", 500, 3), "dysp")
    whole = explore_alpha(evidence, header)
    for calls in (1, 2, 40, 200, 300):
        part = explore_alpha(Evidence(evidence.test), header, progress=stopping_at(calls))
        assert not part.complete
        assert part.steps == whole.steps[: len(part.steps)]
        assert part.reached == (part.steps[-1].high if part.steps else whole.low)
        with pytest.raises(ElcsError, match="not in the range explored"):
            part.at(part.reached)
    assert part.replays > 5
    assert part.intervals[:-1] == whole.intervals[: len(part.intervals) - 1]


def test_steps_come_one_by_one() -> None:
    evidence, header = asking(drawn("asia", 500, 3), "dysp")
    coming = alpha_steps(evidence, header)
    first = [next(coming) for _ in range(4)]
    assert first == list(explore_alpha(Evidence(evidence.test), header).steps[:4])


def test_progress_hears_how_far_it_is() -> None:
    evidence, header = asking(drawn("asia", 500, 3), "dysp")
    heard: list[tuple[float, int]] = []
    found = explore_alpha(evidence, header, progress=lambda alpha, replays: heard.append((alpha, replays)))
    assert heard == sorted(heard)
    assert heard[-1] == (found.steps[-1].low, found.replays - 1)


# What cannot be explored


@pytest.mark.parametrize("alpha", [0.0, -0.1, 1.0, 2.0, math.nan, math.inf, 1e-301])
def test_what_is_no_alpha_is_refused(alpha: float) -> None:
    evidence, header = asking(drawn("asia", 100, 1), "dysp")
    with pytest.raises(ElcsError, match="cannot be explored"):
        explore_alpha(evidence, header, alpha, 0.2)
    with pytest.raises(ElcsError, match="cannot be explored"):
        explore_alpha(evidence, header, 1e-6, alpha)


@pytest.mark.parametrize(("low", "high"), [(0.2, 0.1), (0.1, 0.1)])
def test_a_range_goes_upwards(low: float, high: float) -> None:
    with pytest.raises(ElcsError, match="smaller one first"):
        alpha_steps(*asking(drawn("asia", 100, 1), "dysp"), low, high)


def test_alphas_outside_of_the_map_are_not_answered() -> None:
    found = explore_alpha(*asking(drawn("asia", 500, 3), "dysp"), 0.001, 0.1)
    assert found.at(0.1) is found.steps[-1]
    for alpha in (0.0009, 0.11, math.nan):
        with pytest.raises(ElcsError, match="not in the range"):
            found.at(alpha)


# Boundaries


@pytest.mark.parametrize("test", ["g2", "fisher-z"])
def test_a_verdict_turns_exactly_at_its_p_value(test: str) -> None:
    data = drawn("asia", 500, 3)
    if test == "fisher-z":
        a, b, c, d = np.random.default_rng(7).normal(size=(4, 60))
        data = Dataset.continuous("close", "abcde", [a, b, a + b + c, d, a + 0.3 * d + b * c])
    evidence = Evidence(FisherZ(data) if test == "fisher-z" else G2(data))
    header = Header("elcs", 2, data.columns, test, rows=data.rows)
    steps = list(alpha_steps(evidence, header, 1e-6, 0.9))
    assert len(steps) > 3
    for before, after in pairwise(steps):
        assert before.high == after.low
        for question in after.turned:
            answer = evidence.answer(question)
            (p,) = evidence.test.distribution.p_values(
                evidence.tape.statistic[[answer]], evidence.tape.df[[answer]]
            )
            assert p == after.low
        at, below = (run_at(alpha, evidence, header) for alpha in (after.low, math.nextafter(after.low, 0)))
        assert (at, below) == (told(after), told(before))


def test_an_interval_tells_the_fewest_and_the_most_tests_of_its_runs() -> None:
    surroundings = run_at(0.01, *asking(drawn("asia", 300, 1), "lung"))[0]
    steps = [Step(low, low + 1, False, surroundings, asked, 1) for low, asked in ((1, 7), (2, 3), (3, 5))]
    assert Interval(tuple(steps)).requested == (3, 7)
    assert Interval(tuple(steps[1:])).requested == (3, 5)


@pytest.mark.parametrize("algorithm", [name for name, entry in ALGORITHMS.items() if entry.walk is not None])
def test_a_walk_over_kept_blankets_finds_all_that_a_run_finds(algorithm: str) -> None:
    """Blankets, edges and contradictions, at both ends of every stretch of alphas."""
    for seed, (example, target, rows) in enumerate([("survey", "E", 60), ("asia", "dysp", 300)]):
        evidence, header = asking(drawn(example, rows, seed), target, algorithm=algorithm)
        fresh = Evidence(evidence.test)
        for stretch in AlphaWalk(evidence, header, 1e-4, 0.2).upwards(1e-4):
            for alpha in (max(stretch.since, 1e-4), math.nextafter(min(stretch.until, 0.2), 0)):
                assert stretch.outcome == learn(fresh, replace(header, alpha=alpha), record=False).outcome
