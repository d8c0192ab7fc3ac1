"""Colliders that contradict each other: the five rules, beside a second implementation of each."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from elcs_gui.algorithms.learning import Learnt, learn, parameters_of
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.proof.why import why_edge
from elcs_gui.proof.words import proof_lines
from elcs_gui.storage.retrace import retrace
from elcs_gui.storage.trace_file import read_trace, write_trace
from elcs_gui.trace.events import Ambiguous, Conflicted, Oriented, Tested
from elcs_gui.trace.outcome import pair
from elcs_gui.trace.rules import COLLIDER
from elcs_gui.trace.script import script_of
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header
from tests.proof.checker_edges import EdgeChecker

FILES = Path(__file__).resolve().parents[1] / "files"
RULES = ("first", "whole", "overwrite", "max-p", "conservative")
WALKING = ("pc", "pcd-by-pcd", "mb-by-mb")
Arrows = dict[tuple[int, int], tuple[int, int]]
"""By pair, (tail, head)."""


@cache
def data_of(name: str, rows: int, seed: int) -> Dataset:
    return sample(find_example(name).load_network(), rows, seed)


def header_of(data: Dataset, algorithm: str, how: str, **changes: object) -> Header:
    told = parameters_of(algorithm, [("colliders", how)])
    header = Header(algorithm, 0, data.columns, "g2", alpha=0.05, parameters=told)
    return replace(header, **changes)  # type: ignore[arg-type]


def run_on(data: Dataset, algorithm: str, how: str, **changes: object) -> Learnt:
    return learn(Evidence(G2(data)), header_of(data, algorithm, how, **changes))


# A second implementation, by the definitions alone: from a skeleton and what separates, to arrows


class Plain:
    """The skeleton of a PC run, and tests asked one by one."""

    def __init__(self, data: Dataset, how: str, k: int) -> None:
        self.how, self.k, self.n = how, k, data.variables
        self.test = G2(data)
        outcome = run_on(data, "pc", "first", k=k).outcome
        assert outcome is not None
        self.near = {
            x: {y for ends in outcome.edges for y in ends if x in ends and y != x} for x in range(self.n)
        }
        blankets = {blanket.target: blanket for blanket in outcome.blankets}
        self.sep = {
            (a, c): set(blankets[a].separators[c]) for a in range(self.n) for c in blankets[a].separators
        }
        self.arrows: Arrows = {}
        self.ambiguous: set[tuple[int, int, int]] = set()

    def p(self, a: int, c: int, z: tuple[int, ...]) -> tuple[bool, float]:
        """Independent?, and p: 0 where too few rows leave it to the policy."""
        from scipy.stats import chi2

        statistic, df = self.test.measure(Question.of(a, c, z))
        if math.isnan(statistic):
            return not z, 0.0
        value = 1.0 if df == 0 else float(chi2.sf(statistic, df))
        return value > 0.05, value

    def sets(self, a: int, c: int) -> list[tuple[int, ...]]:
        found = [tuple(sorted(self.sep[a, c]))]
        for x, other in ((a, c), (c, a)):
            for size in range(self.k + 1):
                found += [z for z in combinations(sorted(self.near[x] - {other}), size) if z not in found]
        return found

    def colliders(self) -> list[tuple[int, int, int]]:
        found: list[tuple[float, tuple[int, int, int]]] = []
        for b in range(self.n):
            for a, c in combinations(sorted(self.near[b]), 2):
                if c in self.near[a]:
                    continue
                if self.how in ("first", "whole", "overwrite"):
                    if b not in self.sep[a, c]:
                        found.append((0.0, (a, b, c)))
                    continue
                asked = [(z, *self.p(a, c, z)) for z in self.sets(a, c)]
                apart = [(z, p) for z, independent, p in asked if independent]
                if self.how == "max-p":
                    best = max(p for _, p in apart)
                    z = next(z for z, p in apart if p == best)
                    if b not in z:
                        found.append((best, (a, b, c)))
                elif all(b not in z for z, _ in apart):
                    found.append((0.0, (a, b, c)))
                elif any(b not in z for z, _ in apart):
                    self.ambiguous |= {(a, b, c), (c, b, a)}
        return [triple for _, triple in sorted(found, key=lambda one: -one[0])]

    def points(self, tail: int, head: int) -> bool:
        return self.arrows.get(pair(tail, head)) == (tail, head)

    def draw(self, a: int, b: int, c: int) -> None:
        blocked = self.points(b, a) or self.points(b, c)
        if blocked and self.how in ("whole", "max-p", "conservative"):
            return
        for x in (a, c):
            if self.how == "overwrite" or not self.points(b, x):
                self.arrows[pair(x, b)] = (x, b)

    def meek(self) -> None:
        """R1 to R3 until nothing changes. On noisy data the order matters: by edge in column order."""
        changed = True
        while changed:
            changed = False
            for low, high in sorted(pair(x, y) for x in self.near for y in self.near[x] if x < y):
                if (low, high) in self.arrows:
                    continue
                for tail, head in ((low, high), (high, low)):
                    if self.follows(tail, head):
                        self.arrows[low, high] = (tail, head)
                        changed = True
                        break

    def follows(self, tail: int, head: int) -> bool:
        everyone = range(self.n)
        open_ = [x for x in self.near[tail] if pair(x, tail) not in self.arrows]
        return (
            any(
                self.points(a, tail)
                and a != head
                and a not in self.near[head]
                and (a, tail, head) not in self.ambiguous
                for a in everyone
            )
            or any(self.points(tail, b) and self.points(b, head) for b in everyone)
            or any(
                self.points(c, head)
                and self.points(d, head)
                and d not in self.near[c]
                and (c, tail, d) not in self.ambiguous
                for c, d in combinations(sorted(open_), 2)
            )
        )

    def learn(self) -> Arrows:
        for triple in self.colliders():
            self.draw(*triple)
        self.meek()
        return self.arrows


NOISY = [(name, rows, seed) for name in ("asia", "sachs") for rows in (60, 200, 800) for seed in range(4)]


@pytest.mark.parametrize("how", RULES)
def test_pc_draws_what_a_second_implementation_draws(how: str) -> None:
    drawn = 0
    for name, rows, seed in NOISY:
        data, k = data_of(name, rows, seed), 1 + seed % 3
        outcome = run_on(data, "pc", how, k=k).outcome
        assert outcome is not None
        found = {ends: (edge.tail, edge.head) for ends, edge in outcome.edges.items() if edge.rule}
        plain = Plain(data, how, k)
        assert found == plain.learn(), (name, rows, seed)
        drawn += len(found)
    assert drawn > 50


def test_the_rules_differ_on_noisy_data_and_the_skeleton_never_does() -> None:
    differing: dict[str, int] = dict.fromkeys(RULES, 0)
    for name, rows, seed in NOISY:
        found = {}
        for how in RULES:
            outcome = run_on(data_of(name, rows, seed), "pc", how).outcome
            assert outcome is not None
            found[how] = outcome.edges
        assert len({frozenset(edges) for edges in found.values()}) == 1
        for how in RULES:
            differing[how] += found[how] != found["whole"]
    assert all(differing[how] for how in RULES if how != "whole")


@pytest.mark.parametrize("algorithm", WALKING)
def test_with_true_verdicts_all_rules_draw_the_same(algorithm: str) -> None:
    network = find_example("asia").load_network()
    for target in range(len(network.nodes)):
        found = []
        for how in RULES:
            told = parameters_of(algorithm, [("colliders", how)])
            header = Header(algorithm, target, network.nodes, "oracle", k=None, parameters=told)
            outcome = learn(Evidence(Oracle(network)), header).outcome
            assert outcome is not None and not outcome.conflicts
            found.append(outcome.edges)
        assert all(edges == found[0] for edges in found)


@pytest.mark.parametrize("algorithm", WALKING)
@pytest.mark.parametrize("how", RULES)
def test_a_run_says_in_events_what_it_drew_and_can_be_opened_and_made_again(
    algorithm: str, how: str, tmp_path: Path
) -> None:
    kinds: set[str] = set()
    for name, rows, seed in NOISY[1::2]:
        data = data_of(name, rows, seed)
        learnt = run_on(data, algorithm, how, alpha=0.2)
        assert learnt.outcome is not None
        assert final_view(learnt.trace).outcome() == learnt.outcome
        silent = learn(Evidence(G2(data)), learnt.trace.header, record=False)
        assert silent.outcome == learnt.outcome
        assert silent.counts.requested == learnt.counts.requested
        kinds |= {conflict.kind for conflict in learnt.outcome.conflicts}
        kinds |= {"ambiguous" for fact in learnt.trace.facts if isinstance(fact, Ambiguous)}
        path = tmp_path / "run.jsonl"
        write_trace(learnt.trace, path)
        again = read_trace(path)
        retrace(again)
        assert again == learnt.trace and again.header == learnt.trace.header
        assert (
            f"'colliders': '{how}'" in script_of(again, "a run")
            or how == ALGORITHMS[algorithm].parameters[0].usual
        )
    told = {"first": "reversal", "whole": "reversal", "max-p": "reversal", "overwrite": "overwritten"}
    assert told.get(how, "ambiguous") in kinds
    assert ("overwritten" in kinds) == (how == "overwrite")
    assert ("ambiguous" in kinds) == (how == "conservative")


def test_half_a_collider_is_drawn_by_first_alone() -> None:
    halves = dict.fromkeys(RULES, 0)
    for how in RULES:
        for name, rows, seed in NOISY:
            trace = run_on(data_of(name, rows, seed), "pc", how).trace
            drawn = [e for e in trace.facts if isinstance(e, Oriented) and e.rule == COLLIDER]
            for event in drawn:
                (other,) = event.because
                partner = {(e.tail, e.head) for e in drawn}
                halves[how] += (other, event.head) not in partner
    assert halves["first"] and not any(halves[how] for how in RULES if how != "first")


def test_what_was_overwritten_was_drawn_before_and_is_told_after() -> None:
    seen = 0
    for name, rows, seed in NOISY:
        facts = run_on(data_of(name, rows, seed), "pc", "overwrite").trace.facts
        for place, event in enumerate(facts):
            if isinstance(event, Conflicted) and event.kind == "overwritten":
                new, before = facts[place - 1], facts[: place - 1]
                assert isinstance(new, Oriented) and (new.tail, new.head) == (event.head, event.tail)
                assert any(
                    isinstance(e, Oriented) and (e.tail, e.head) == (event.tail, event.head) for e in before
                )
                seen += 1
    assert seen


@pytest.mark.parametrize("how", RULES)
def test_proofs_hold_at_any_step_and_with_turned_verdicts(how: str) -> None:
    rng = random.Random(RULES.index(how))
    for algorithm in WALKING:
        for seed in range(2):
            data = data_of("asia", 150, 10 + seed)
            evidence, header = (
                Evidence(G2(data)),
                header_of(data, algorithm, how, alpha=0.2, target=rng.randrange(8)),
            )
            trace = learn(evidence, header).trace
            tests = [event for event in trace if isinstance(event, Tested)]
            turned = {
                Question.of(t.x, t.y, t.z): Verdict.DEPENDENT if t.independent else Verdict.INDEPENDENT
                for t in rng.sample(tests, min(3, len(tests)))
            }
            forced = replace(header, forced=tuple(sorted(turned.items())))
            for run in (trace, learn(evidence, forced).trace):
                for step in (len(run), rng.randrange(len(run))):
                    checker = EdgeChecker(run, step)
                    for a, b in combinations(range(data.variables), 2):
                        proof = why_edge(run, step, a, b)
                        checker.check_asked(proof)
                        assert all(line.sentence for line in proof_lines(run, proof))


def test_the_default_and_what_each_algorithm_says_of_it() -> None:
    usual = {name: {p.id: p.usual for p in ALGORITHMS[name].parameters}["colliders"] for name in WALKING}
    assert usual == {"pc": "whole", "pcd-by-pcd": "first", "mb-by-mb": "first"}
    for name in WALKING:
        (parameter,) = ALGORITHMS[name].parameters
        assert parameter.words == RULES
    assert not any(ALGORITHMS[name].parameters for name in ALGORITHMS if name.endswith("-cl"))


@pytest.mark.parametrize("ending", ["jsonl", "elcs"])
def test_a_run_of_pc_from_before_there_was_a_choice_stays_what_it_was(ending: str, tmp_path: Path) -> None:
    trace = read_trace(FILES / f"trace-0.4.0-pc.{ending}")
    assert trace.header.settings == {"colliders": "first"}
    data = data_of("asia", 300, 33)
    again = learn(Evidence(G2(data)), trace.header).trace
    assert again == trace
    outcome, now = final_view(trace).outcome(), run_on(data, "pc", "whole").outcome
    assert now is not None and outcome.edges != now.edges
    retrace(trace)
    write_trace(trace, tmp_path / "again.jsonl")
    assert read_trace(tmp_path / "again.jsonl").header == trace.header
