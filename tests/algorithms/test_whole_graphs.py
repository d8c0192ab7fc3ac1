"""The learners of one graph of all variables."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from itertools import combinations, pairwise, permutations, product
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import expm
from scipy.optimize import minimize

from elcs_gui.algorithms.learning import learn, parameters_of
from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.algorithms.whole_graphs import notears
from elcs_gui.algorithms.whole_graphs.bdeu import BDeu
from elcs_gui.algorithms.whole_graphs.hill_climbing import HillClimbing
from elcs_gui.algorithms.whole_graphs.notears import acyclicity
from elcs_gui.algorithms.whole_graphs.numbers import numbers
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.fisher_z import FisherZ
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.cpdag import compelled_arrows
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.errors import ElcsError
from elcs_gui.proof.export import as_json, as_latex, as_markdown, as_text
from elcs_gui.proof.why import cited_tests, fragility, why_edge, why_member
from elcs_gui.proof.words import proof_lines
from elcs_gui.storage.trace_file import TraceFileError, read_trace, write_trace
from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.events import Computed
from elcs_gui.trace.outcome import seen_from
from elcs_gui.trace.result import as_json as result_of
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Header, Trace
from tests.graphs import Arrows, dags, network_of
from tests.optional import needing
from tests.reference.wholes import bdeu
from tests.traces import trace_of


def linear_data(rows: int = 1000) -> Dataset:
    """a → b, a → c, b → d, c → d, of measurements."""
    noise = np.random.default_rng(5).normal(size=(4, rows))
    a = noise[0]
    b, c = 1.2 * a + noise[1], -0.9 * a + noise[2]
    d = 0.8 * b + 1.1 * c + noise[3]
    return Dataset.continuous("linear", list("abcd"), np.array([a, b, c, d]).T)


@pytest.fixture(scope="module")
def fitted() -> Trace:
    header = Header("notears", 3, tuple("abcd"), "fisher-z", parameters=(("scaling", "centred"),))
    return learn(Evidence(FisherZ(linear_data())), header).trace


def test_notears_finds_a_small_linear_network(fitted: Trace) -> None:
    outcome = timeline_of(fitted).view(len(fitted)).outcome()
    arrows = {(edge.tail, edge.head) for edge in outcome.edges.values()}
    assert arrows == {(0, 1), (0, 2), (1, 3), (2, 3)}
    assert outcome.parents == (1, 2) and outcome.children == ()
    last = [fact for fact in fitted.facts if isinstance(fact, Computed)][-1]
    weights = dict(zip(last.arrows, last.weights, strict=True))
    assert weights[0, 1] == pytest.approx(1.2, abs=0.15) and weights[0, 2] == pytest.approx(-0.9, abs=0.15)


@pytest.fixture(scope="module")
def climbed() -> Trace:
    return trace_of("asia", "mmhc")


def test_mmhc_climbs_among_those_that_found_each_other(climbed: Trace) -> None:
    outcome = timeline_of(climbed).view(len(climbed)).outcome()
    found = {blanket.target: set(blanket.pc_candidates) for blanket in outcome.blankets}
    assert all(a in found[b] and b in found[a] for a, b in outcome.edges)
    arrows = [(edge.tail, edge.head) for edge in outcome.edges.values()]
    assert networkx.is_directed_acyclic_graph(networkx.DiGraph(arrows))


def test_every_step_is_told_with_the_score_of_its_graph_and_the_best_is_kept(climbed: Trace) -> None:
    data = find_example("asia").load_data()
    assert data is not None
    steps = [fact for fact in climbed.facts if isinstance(fact, Computed)]
    scores = [step.figures[0] for step in steps]
    for step in (steps[0], steps[len(steps) // 2], steps[-1]):
        parents = {x: [tail for tail, head in step.arrows if head == x] for x in range(data.variables)}
        assert step.figures[0] == pytest.approx(sum(bdeu(data.codes.T, x, parents[x], 10.0) for x in parents))
    assert not steps[0].arrows and scores[-1] == max(scores) > scores[0]
    graphs = [frozenset(step.arrows) for step in steps[:-1]]
    assert len({*graphs}) == len(graphs)  # none comes again
    assert all(len(a ^ b) <= 2 for a, b in pairwise(graphs))


def test_climbing_finds_the_best_graph_there_is_of_a_few_variables() -> None:
    data = find_example("cancer").load_data()
    assert data is not None
    score = BDeu(data, 10.0)
    pairs = list(combinations(range(4), 2))
    found = list(HillClimbing(4, pairs, score.part).climb(100, 15, lambda: None))[-1]
    graphs = (
        networkx.DiGraph([arrow for arrow in arrows if arrow])
        for arrows in product(*[(None, (a, b), (b, a)) for a, b in pairs])
    )
    best = max(
        sum(score.part(x, [*graph.predecessors(x)] if x in graph else []) for x in range(4))
        for graph in graphs
        if networkx.is_directed_acyclic_graph(graph)
    )
    assert found.score == pytest.approx(best)


def test_why_says_what_an_arrow_adds_to_the_score_or_what_separates(climbed: Trace) -> None:
    names, end = climbed.header.names, len(climbed)
    arrow = why_edge(climbed, end, names.index("lung"), names.index("either"))
    assert as_text(climbed, arrow)[0].startswith(
        "lung → either by the score: the step that drew it raised the BDeu"
    )
    apart = why_edge(climbed, end, names.index("asia"), names.index("xray"))
    assert apart.status == "absent" and cited_tests(apart)
    for a, b in permutations(range(len(names)), 2):
        for step in (end, end - 3, end // 2, 20):
            assert as_text(climbed, why_edge(climbed, step, a, b))
            assert as_text(climbed, why_member(climbed, step, "PC", a, b))


def test_without_its_library_an_algorithm_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, find_algorithm("dag-gnn").library, None)
    with pytest.raises(ElcsError, match="pip install"):
        trace_of.__wrapped__("cancer", "dag-gnn")


@needing("torch")
def test_dag_gnn_fits_a_small_network() -> None:
    parameters = (("scaling", "centred"), ("epochs", 10.0))
    header = Header("dag-gnn", 3, tuple("abcd"), "fisher-z", parameters=parameters)
    outcome = learn(Evidence(FisherZ(linear_data(400))), header).outcome
    assert outcome is not None and outcome.parents
    arrows = [(edge.tail, edge.head) for edge in outcome.edges.values()]
    assert networkx.is_directed_acyclic_graph(networkx.DiGraph(arrows))
    joined = {(min(arrow), max(arrow)) for arrow in arrows}
    assert joined <= {(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)}  # or b and c as well


@pytest.mark.parametrize(("a", "b", "c"), [(0.7, -1.1, 0.0), (0.3, 0.9, 1.2), (-1.4, 0.5, 0.8)])
def test_h_and_its_slope_are_those_of_the_closed_form(a: float, b: float, c: float) -> None:
    """A circle of two: 2 cosh(ab) - 2. A circle of three: 3 (m³/3! + m⁶/6! + …), where m³ = (abc)²."""
    assert acyclicity(np.triu(np.ones((4, 4)), 1))[0] == pytest.approx(0)
    h, slope = acyclicity(np.array([[0, a, c], [b, 0, c], [0, 0, 0]]))
    assert h == pytest.approx(2 * math.cosh(a * b) - 2)
    assert slope[0, 1] == pytest.approx(2 * b * math.sinh(a * b))
    assert slope[1, 0] == pytest.approx(2 * a * math.sinh(a * b)) and not slope[:, 2].any()
    power = (a * b * c) ** 2
    h, _ = acyclicity(np.array([[0, a, 0], [0, 0, b], [c, 0, 0]]))
    assert h == pytest.approx(3 * sum(power**k / math.factorial(3 * k) for k in range(1, 8)), abs=1e-12)


def computed(data: Dataset, parameters: tuple[tuple[str, float | str], ...]) -> list[Computed]:
    header = Header("notears", 0, data.columns, "fisher-z", parameters=parameters)
    return [fact for fact in learn(Evidence(FisherZ(data)), header).trace.facts if isinstance(fact, Computed)]


def test_notears_follows_the_slope_of_what_it_minimises(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every round, at random weights; the objective is that of the paper, computed from the rows."""
    random, data = np.random.default_rng(1), linear_data(50)
    rows, checked = numbers(data, "centred"), list[float]()
    fitted_by: Callable[..., Any] = minimize

    def watched(objective: Callable[..., Any], start: Any, **options: Any) -> Any:
        at = random.uniform(0, 0.6, start.size)
        value, slope = objective(at)
        steps = 1e-6 * np.eye(at.size)
        around = [(objective(at + step)[0] - objective(at - step)[0]) / 2e-6 for step in steps]
        assert np.allclose(slope, around, rtol=1e-5, atol=1e-5 * np.abs(slope).max())
        w = (at[:16] - at[16:]).reshape(4, 4)
        circles = np.trace(expm(w * w)) - 4
        smooth = 0.5 / 50 * ((rows - rows @ w) ** 2).sum() + 0.1 * at.sum()
        checked.append((value - smooth) / circles)  # half of rho times h, and the multiplier
        checked.append(circles)
        return fitted_by(objective, start, **options)

    monkeypatch.setattr(notears, "minimize", watched)
    parameters = (("scaling", "centred"), ("lambda1", 0.1))
    told = computed(data, parameters)
    assert checked[0] == pytest.approx(0.5 * checked[1])  # at first rho is 1, and the multiplier 0
    before = 0.0
    for rho, multiplier, h, _ in (fact.figures for fact in told):
        assert multiplier == pytest.approx(before + rho * h)
        last, before = 0.5 * rho * checked[-1] + before, multiplier
    assert checked[-2] == pytest.approx(last)


@pytest.mark.parametrize("lambda1", [0.0, 0.1, 0.5])
def test_notears_of_two_variables_finds_the_weight_that_is_best(lambda1: float) -> None:
    """Along one arrow ½ (s₂₂ - 2 w s₁₂ + w² s₁₁) + lambda1 |w| is least where w = (|s₁₂| - lambda1) / s₁₁."""
    rows = np.random.default_rng(2).normal(size=(2, 300))
    rows[1] -= 2 * rows[0]
    parameters = (("scaling", "centred"), ("lambda1", lambda1))
    last = computed(Dataset.continuous("two", ["a", "b"], rows.T), parameters)[-1]
    weights, s = dict(zip(last.arrows, last.weights, strict=True)), np.cov(rows, bias=True)
    best = (s[0, 1] + lambda1) / s[0, 0]
    assert weights == {(0, 1): pytest.approx(best, abs=2e-3)}
    loss = 0.5 * (s[0, 0] + s[1, 1] - 2 * best * s[0, 1] + best**2 * s[0, 0])
    assert dict(zip(last.names, last.figures, strict=True))["loss"] == pytest.approx(loss, rel=2e-3)


@pytest.mark.parametrize("graph", ["fitted", "climbed"])
def test_what_is_said_of_a_computed_graph_is_what_it_has(graph: str, request: pytest.FixtureRequest) -> None:
    """Every arrow among the margins; spouses through a child, and what is missing where there is none."""
    trace: Trace = request.getfixturevalue(graph)
    step, names = len(trace), trace.header.names
    edges = timeline_of(trace).view(step).outcome().edges.values()
    arrows = {(edge.tail, edge.head) for edge in edges if edge.rule}
    assert arrows and {(found.tail, found.head) for found in fragility(trace, step)} == arrows
    for owner, child, x in permutations(range(len(names)), 3):
        proof = why_member(trace, step, "SP", owner, x, through=child)
        wanted = {(owner, child), (x, child)}
        inside = wanted <= arrows
        assert (proof.claim.kind, proof.claim.of) == ("in SP" if inside else "not in SP", (owner, child, x))
        drawn = {premise.claim.of for premise in proof.premises if premise.claim.kind == "arrow"}
        assert drawn == wanted if inside else not drawn & wanted
        if not inside:
            (missing,) = proof.premises
            assert missing.claim.of in wanted | {end[::-1] for end in wanted - arrows}
        assert all(line.sentence.endswith(".") for line in proof_lines(trace, proof))


def test_every_round_is_told_and_stepping_back_restores_the_graph(fitted: Trace) -> None:
    rounds = [fact for fact in fitted.facts if isinstance(fact, Computed)]
    assert [fact.round for fact in rounds] == list(range(1, len(rounds) + 1))
    assert rounds[0].names == ("rho", "multiplier", "h", "loss")
    h = [fact.figures[2] for fact in rounds]
    assert h == sorted(h, reverse=True) and h[-1] <= 1e-8
    timeline = timeline_of(fitted)
    before = [timeline.view(step) for step in range(len(fitted) + 1)]
    assert [timeline.view(step) for step in reversed(range(len(fitted) + 1))] == before[::-1]
    # Playing stops wherever the target's surroundings change.
    seen = [None if view.blanket is None else view.blanket for view in before]
    changing = {step for step in range(2, len(seen)) if seen[step] != seen[step - 1]}
    assert changing <= {*changes_of(fitted).tolist()}


def test_the_result_has_its_parameters_and_no_tests(fitted: Trace) -> None:
    learnt = learn(Evidence(FisherZ(linear_data())), fitted.header)
    assert learnt.outcome is not None
    found = result_of(fitted.header, learnt.outcome, learnt.counts, 0.1, None, [])
    assert found["parameters"] == {"lambda1": 0.1, "scaling": "centred", "threshold": 0.3}
    assert found["values"] == "measurements"
    assert all(found[part] is None for part in ("test", "alpha", "k", "tests"))


def test_targets_share_what_was_computed() -> None:
    evidence = Evidence(FisherZ(linear_data()))
    first = learn(evidence, Header("notears", 0, tuple("abcd"), "fisher-z"))
    evidence.test.data = None  # type: ignore[attr-defined]  # nothing to compute on
    second = learn(evidence, Header("notears", 1, tuple("abcd"), "fisher-z"))
    assert first.outcome is not None and second.outcome is not None
    assert first.outcome.edges == second.outcome.edges


@pytest.mark.parametrize("ending", ["jsonl", "elcs"])
@pytest.mark.parametrize("algorithm", ["pc", "mmhc", "notears"])
def test_a_file_brings_the_run_back(ending: str, algorithm: str, tmp_path: Path) -> None:
    told, path = trace_of("asia", algorithm), tmp_path / f"run.{ending}"
    write_trace(told, path)
    assert read_trace(path) == told


@pytest.mark.parametrize(
    "damage",
    [
        lambda fact: fact | {"round": 7},
        lambda fact: fact | {"figures": fact["figures"][:-1]},
        lambda fact: fact | {"arrows": [[0, 99], *fact["arrows"][1:]]},
        lambda fact: fact | {"arrows": [[1, 1], *fact["arrows"][1:]]},
        lambda fact: fact | {"weights": [0.0 for _ in fact["weights"]]},
    ],
    ids=["another round", "a figure less", "an unknown variable", "a loop", "other weights"],
)
def test_a_round_that_cannot_be_is_refused(
    fitted: Trace, damage: Callable[[dict[str, object]], object], tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    write_trace(fitted, path)
    lines = path.read_text().splitlines()
    place = next(i for i, line in enumerate(lines) if '"Computed"' in line)
    lines[place] = json.dumps(damage(json.loads(lines[place])))
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(TraceFileError, match="this cannot follow what stands before it"):
        read_trace(path)


def test_why_says_the_number_and_claims_no_test(fitted: Trace) -> None:
    end = len(fitted)
    arrow = why_edge(fitted, end, 3, 1)
    assert arrow.claim.of == (1, 3) and arrow.rule == "weight" and not arrow.tests
    said, *rest = as_text(fitted, arrow)
    assert said.startswith("b → d by its weight: 0.") and said.endswith("not below 0.3.")
    assert rest == ["Weakest link: It rests on no test."]
    missing = why_edge(fitted, end, 0, 3)
    assert missing.status == "absent"
    assert "not adjacent" in as_text(fitted, missing)[0]


def test_every_edge_and_membership_can_be_asked_about_at_every_step(fitted: Trace) -> None:
    for step in range(len(fitted) + 1):
        view = timeline_of(fitted).view(step)
        for a, b in ((0, 1), (1, 3), (0, 3), (3, 0)):
            proof = why_edge(fitted, step, a, b)
            assert (proof.status == "directed") == ((min(a, b), max(a, b)) in view.edges)
            for shape in (as_text, as_json, as_markdown, as_latex):
                assert shape(fitted, proof)
            for name in ("PC", "P", "C", "UN", "MB", "SP"):
                member = why_member(fitted, step, name, a, b)
                assert as_text(fitted, member)
                around = view.blanket
                if name == "PC" and around is not None and a == around.target:
                    assert (member.claim.kind == "in PC") == (b in around.pc)
    assert "without such sets" in as_text(fitted, why_member(fitted, len(fitted), "Sep", 3, 0))[0]


@pytest.mark.parametrize("algorithm", ["notears", "mmhc", "dag-gnn", "lcs-fs"])
def test_what_cannot_be_learnt_from_is_refused_in_one_sentence(algorithm: str) -> None:
    network = find_example("fig3").load_network()
    with pytest.raises(ElcsError, match=f"{find_algorithm(algorithm).title} cannot run here") as refused:
        learn(Evidence(Oracle(network)), Header(algorithm, 0, network.nodes, "oracle"))
    assert str(refused.value).count(".") == 1


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (("lambda", 1.0), "no parameter 'lambda'"),
        (("threshold", -1.0), "from 0.01 to 1000"),
        (("scaling", "no"), "standardised or centred"),
    ],
)
def test_parameters_are_checked(told: tuple[str, float | str], words: str) -> None:
    with pytest.raises(ElcsError, match=words):
        parameters_of("notears", [told])
    assert parameters_of("notears", [("lambda1", "0.05"), ("threshold", 0.3)]) == (("lambda1", 0.05),)


def test_parameters_of_another_algorithm_do_not_count() -> None:
    header = Header("pc", 0, tuple("abcd"), "fisher-z", parameters=(("lambda1", 0.05),))
    assert header.settings == {"colliders": "whole"}
    assert learn(Evidence(FisherZ(linear_data())), header).outcome is not None


@settings(max_examples=80)
@given(dags(most_nodes=9), st.data())
def test_pc_finds_the_cpdag_from_true_verdicts(graph: tuple[int, Arrows], data: st.DataObject) -> None:
    network = network_of(*graph)
    target = data.draw(st.integers(0, len(network.nodes) - 1))
    header = Header("pc", target, network.nodes, "oracle", k=None)
    outcome = learn(Evidence(Oracle(network)), header).outcome
    assert outcome is not None
    arrows = {(edge.tail, edge.head) for edge in outcome.edges.values() if edge.rule}
    lines = {ends for ends, edge in outcome.edges.items() if not edge.rule}
    compelled = compelled_arrows(network)
    assert arrows == compelled
    assert lines == {(min(a, b), max(a, b)) for a, b in {*network.edges} - compelled}
    assert not outcome.conflicts
    assert {*seen_from(outcome, target).blanket.reasons} == {*outcome.parents, *outcome.children}
    assert {*outcome.undetermined} == {x for ends in lines if target in ends for x in ends} - {target}
    assert outcome.parents == tuple(sorted(a for a, b in compelled if b == target))
    assert outcome.children == tuple(sorted(b for a, b in compelled if a == target))


@pytest.mark.parametrize("algorithm", ["notears", "mmhc", "lcs-fs"])
def test_whoever_listens_may_end_a_computation_within_a_round(algorithm: str) -> None:
    """The listener is called though nothing has been told."""
    discrete = algorithm != "notears"
    data = sample(find_example("asia").load_network(), 200, seed=1) if discrete else linear_data(100)
    header = Header(algorithm, 1, data.columns, "g2" if discrete else "fisher-z", rows=data.rows)
    lengths: list[int] = []
    test = G2(data) if discrete else FisherZ(data)
    learn(Evidence(test), header, listener=lambda trace: lengths.append(len(trace)))
    assert any(one == other for one, other in pairwise(lengths))
