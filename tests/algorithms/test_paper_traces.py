"""The paper's two worked traces (Figs. 3 and 4), step by step, with the oracle."""

import json
from pathlib import Path
from typing import Any

import pytest

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.algorithms.run_title import transcript
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Question
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network
from elcs_gui.trace.events import (
    Entered,
    FalseNeighbour,
    Found,
    Left,
    Oriented,
    RuledOut,
    Started,
    Tested,
)
from elcs_gui.trace.explain import premises
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Header

GOLDEN = Path(__file__).parents[1] / "golden"
PAPER = Path(__file__).parents[1] / "files" / "paper"


class Traced:
    """A run on one of the figures, spoken of by names."""

    def __init__(self, path: Path, algorithm: str) -> None:
        found = json.loads(path.read_text(encoding="utf-8"))
        self.expect: dict[str, Any] = found["expect"]
        self.network = Network.from_edges(path.stem, found["nodes"], [tuple(edge) for edge in found["edges"]])
        self.names = self.network.nodes
        self.target = self.network.index(found["target"])
        self.oracle = Oracle(self.network)
        header = Header(algorithm, self.target, self.names, "oracle")
        self.learnt: Learnt = learn(Evidence(self.oracle), header)

    @property
    def blanket(self) -> Blanket:
        assert self.learnt.outcome is not None
        return self.learnt.outcome.blanket

    def named(self, members: Any) -> set[str]:
        return {self.names[member] for member in members}

    def by_name(self, sets: Any) -> dict[str, set[str]]:
        return {self.names[key]: self.named(members) for key, members in sets.items()}

    def told(self, kind: type) -> list[Any]:
        return [event for event in self.learnt.trace if isinstance(event, kind)]


@pytest.fixture(scope="module")
def fig3() -> Traced:
    return Traced(PAPER / "fig3_emb.json", "emb")


@pytest.fixture(scope="module")
def fig4() -> Traced:
    return Traced(PAPER / "fig4_elcs.json", "elcs")


def sets(found: dict[str, list[str]]) -> dict[str, set[str]]:
    return {key: set(members) for key, members in found.items()}


def test_the_oracle_confirms_every_fact_of_the_text(fig3: Traced) -> None:
    for x, y, z, verdict in fig3.expect["ci_facts"]:
        question = Question.of(fig3.names.index(x), fig3.names.index(y), map(fig3.names.index, z))
        assert (fig3.oracle.measure(question)[0] == 0.0) == (verdict == "independent")


def test_step_1_finds_the_neighbours_and_one_descendant(fig3: Traced) -> None:
    assert fig3.named(fig3.blanket.pc_candidates) == set(fig3.expect["step1_pc"])
    separators = fig3.by_name(fig3.blanket.separators)
    for variable, separator in fig3.expect["sep"].items():
        assert separators[variable] == set(separator)


def test_step_2_rules_out_what_temp_blocks_and_finds_the_candidates(fig3: Traced) -> None:
    ruled_out = {fig3.names[event.x]: fig3.named(event.temp) for event in fig3.told(RuledOut)}
    assert set(fig3.expect["not_candidate_spouses"]) == set(ruled_out)
    assert ruled_out["X"] == set(fig3.expect["temp_of_X"])
    temp_of_c = next(
        event.z for event in fig3.told(Tested) if event.at == "RecogSpouses:9" and fig3.names[event.x] == "C"
    )
    assert fig3.named(temp_of_c) == set(fig3.expect["temp_of_C"])
    assert fig3.by_name(fig3.blanket.candidate_spouses) == sets(fig3.expect["csp"])
    assert sum(event.set == "CSP" for event in fig3.told(Entered)) == sum(
        map(len, fig3.expect["csp"].values())
    )


def test_step_2_prunes_c_from_b_by_a_and_t(fig3: Traced) -> None:
    assert fig3.by_name(fig3.blanket.pruned_spouses) == sets(fig3.expect["step2_sp"])
    (pruned,) = (event for event in fig3.told(Left) if event.set == "SP")
    assert (fig3.names[pruned.x], fig3.names[pruned.through], fig3.named(pruned.z)) == ("C", "B", {"A", "T"})


def test_step_3_removes_i_by_k_and_d(fig3: Traced) -> None:
    removed = {fig3.names[event.x]: fig3.named(event.z) for event in fig3.told(FalseNeighbour)}
    assert list(removed) == fig3.expect["step3_removed"]
    assert removed["I"] == {"K", "D"}
    assert fig3.named(fig3.blanket.pc) == set(fig3.expect["step3_pc"])
    assert fig3.named(fig3.blanket.all_spouses) == set(fig3.expect["spouses"])
    assert fig3.named(fig3.blanket.members) == set(fig3.expect["mb"])


def test_step_4_tells_parents_from_children_each_by_its_rule(fig3: Traced) -> None:
    step4 = fig3.expect["step4"]
    children: dict[str, set[str]] = {}
    parents: set[str] = set()
    for event in fig3.told(Found):
        children.setdefault(event.rule, set()).update(fig3.named(event.children))
        parents |= fig3.named(event.parents)
    assert children == {
        "spouse": set(step4["children_by_spouse"]),
        "n-structure": set(step4["children_by_n_structure"]),
        "lemma-1a": set(),
        "lemma-1b": set(step4["children_by_lemma1b"]),
    }
    assert parents == set(step4["parents_by_lemma1a"])
    assert fig3.named(fig3.blanket.undetermined) == set(step4["undetermined"])


def test_fig_4_learns_t_then_y_and_lets_a_meek_rule_settle_the_rest(fig4: Traced) -> None:
    outcome = fig4.learnt.outcome
    assert outcome is not None
    assert [fig4.names[blanket.target] for blanket in outcome.blankets] == fig4.expect["emb_order"]
    of_t, of_y = outcome.blankets
    after_t, after_y = fig4.expect["after_emb_T"], fig4.expect["after_emb_Y"]
    assert fig4.named(of_t.pc) == set(after_t["pc"])
    assert fig4.named(of_t.all_spouses) == set(after_t["spouses"])
    for part in ("parents", "children", "undetermined"):
        assert fig4.named(getattr(of_t, part)) == set(after_t[part])
    assert fig4.named(of_y.parents) >= set(after_y["parents_include"])
    assert fig4.named(of_y.undetermined) == set(after_y["undetermined"])
    (meek,) = [event for event in fig4.told(Oriented) if event.rule.startswith("meek")]
    (expected,) = fig4.expect["meek"]
    assert meek.rule == f"meek-{expected['rule'].lower()}"
    assert [fig4.names[meek.tail], fig4.names[meek.head]] == expected["edge"]
    assert premises(meek, fig4.names) == [p.replace(" and ", ",") for p in expected["premises"]]
    for part in ("parents", "children", "undetermined"):
        assert fig4.named(getattr(outcome, part)) == set(fig4.expect["result"][part])


def test_the_first_blanket_can_be_seen_at_the_step_where_the_second_begins(fig4: Traced) -> None:
    trace = fig4.learnt.trace
    second = next(
        step
        for step, event in enumerate(trace)
        if isinstance(event, Started) and event.procedure == "EMB" and fig4.names[event.target] == "Y"
    )
    view = Timeline(trace).view(second)
    assert fig4.named(view.blankets[fig4.target].undetermined) == {"Y"}
    assert fig4.named(view.blankets) == {"T"}


@pytest.mark.parametrize(("figure", "algorithm"), [("fig3", "emb"), ("fig4", "elcs")])
def test_the_bundled_figures_read_as_the_golden_traces_do(figure: str, algorithm: str) -> None:
    """Whole runs in prose. After a wanted change, write the new text there and read the difference."""
    network = find_example(figure).load_network()
    header = Header(algorithm, network.index("T"), network.nodes, "oracle")
    told = "\n".join(transcript(learn(Evidence(Oracle(network)), header).trace)) + "\n"
    assert told == (GOLDEN / f"{figure}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("figure", ["fig3", "fig4"])
def test_the_simulated_figures_tell_the_papers_story(figure: str) -> None:
    """5,000 rows and G² lead to the same arrows, by the same rules, as the oracle."""
    example = find_example(figure)
    data = example.load_data()
    assert data is not None
    network = example.load_network()
    target = network.index("T")
    found = learn(Evidence(G2(data)), Header("elcs", target, data.columns, "g2")).outcome
    true = learn(Evidence(Oracle(network)), Header("elcs", target, data.columns, "oracle")).outcome
    assert found is not None
    assert true is not None
    assert found.blanket.reasons == true.blanket.reasons
    assert (found.parents, found.children) == (true.parents, true.children)
    assert [(o.tail, o.head, o.rule) for o in found.orientations] == [
        (o.tail, o.head, o.rule) for o in true.orientations
    ]
