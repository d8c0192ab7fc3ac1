"""The rivals that tell causes from effects: the figures of the specification, what is exact, what errs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.cpdag import compelled_arrows
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network
from elcs_gui.data.weighting import distinct_rows
from elcs_gui.trace.events import Computed
from elcs_gui.trace.metrics import measure, truth_for
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.rules import TWO_CAUSES
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header
from tests.algorithms.sound import alike_networks, held_against_the_truth, outcome_of, random_networks
from tests.graphs import Arrows, dags, network_of


def by_oracle(network: Network, algorithm: str, target: int) -> Outcome:
    header = Header(algorithm, target, network.nodes, "oracle", k=None)
    outcome = learn(Evidence(Oracle(network)), header, record=False).outcome
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("algorithm", ["pcd-by-pcd", "mb-by-mb"])
@settings(max_examples=30)
@given(dag=dags(most_nodes=8))
def test_with_the_oracle_every_arrow_that_can_be_told_is_found_and_no_other(
    algorithm: str, dag: tuple[int, Arrows]
) -> None:
    network = network_of(*dag)
    arrows = compelled_arrows(network)
    for target in range(len(network.nodes)):
        found = by_oracle(network, algorithm, target)
        parents, children = network.parents[target], network.children(target)
        assert {*found.parents} == {x for x in parents if (x, target) in arrows}
        assert {*found.children} == {x for x in children if (target, x) in arrows}
        assert {*found.undetermined} == {*parents, *children} - {*found.parents, *found.children}


def test_where_every_verdict_is_true_sound_elcs_makes_no_mistake() -> None:
    """10,000 targets, and larger networks, by tests/bench/sound_targets.py."""
    count = held_against_the_truth("elcs-sound", 500, random_networks(3, most_nodes=9))
    assert not (count["wrong neighbours"] or count["wrong arrows"] or count["arrows lost"])
    assert count["arrows"] > 500


def test_where_every_verdict_is_true_sound_cmb_makes_no_wrong_arrow_and_cmb_does() -> None:
    """What each lacks, and how often, by tests/bench/exactness.py."""
    printed, sound = (
        held_against_the_truth(algorithm, 150, alike_networks(5, nodes=7, degree=2.5))
        for algorithm in ("cmb", "cmb-sound")
    )
    assert not (sound["wrong neighbours"] or sound["wrong arrows"])
    assert sound["arrows"] > 100
    assert printed["wrong arrows"]


def test_cmb_calls_an_effect_that_shares_two_causes_a_cause() -> None:
    network = find_example("shared-causes").load_network()
    target = network.index("T")
    printed, sound = (by_oracle(network, algorithm, target) for algorithm in ("cmb", "cmb-sound"))
    a, b, d = (network.index(name) for name in "ABD")
    assert d in network.children(target)
    assert (printed.parents, printed.children, printed.undetermined) == ((a, b, d), (), ())
    assert (sound.parents, sound.children, sound.undetermined) == ((a, b), (), (d,))
    assert printed.blanket.reasons[d] == TWO_CAUSES


@pytest.mark.parametrize("algorithm", ["pcd-by-pcd-cl", "cmb-cl"])
def test_the_released_learners_call_it_a_cause_as_well(algorithm: str) -> None:
    network = find_example("shared-causes").load_network()
    assert network.index("D") in by_oracle(network, algorithm, network.index("T")).parents


def test_where_every_verdict_is_true_ldecc_finds_no_wrong_arrow() -> None:
    """And few are lost: 6 in 12,000 targets of up to six nodes. More by tests/bench/sound_targets.py."""
    count = held_against_the_truth("ldecc", 80, random_networks(5, most_nodes=7))
    assert not (count["wrong neighbours"] or count["wrong arrows"])
    assert count["arrows"] > 80


def test_ldecc_misses_a_cause_that_only_one_apart_from_the_target_alone_could_show() -> None:
    declared = find_example("missed-cause")
    network = declared.load_network()
    target, missed, shows = (network.index(name) for name in ("T", "C", "D"))
    assert {(missed, target), (shows, missed)} <= compelled_arrows(network)
    assert by_oracle(network, "ldecc", target).undetermined == (missed,)
    assert by_oracle(network, "pcd-by-pcd", target).undetermined == ()


@pytest.mark.parametrize("example", ["missed-spouse", "false-child"])
def test_sound_elcs_is_right_where_elcs_errs(example: str) -> None:
    declared = find_example(example)
    network = declared.load_network()
    target = network.index(declared.target)
    truth = truth_for(network, network.nodes)[target]
    evidence = Evidence(Oracle(network))
    printed, sound = (outcome_of(network, evidence, name, target) for name in ("elcs", "elcs-sound"))
    assert {*printed.blanket.members} != truth.parents | truth.children | truth.spouses
    assert {*sound.blanket.members} == truth.parents | truth.children | truth.spouses
    assert measure(sound, truth).shd_cpdag == 0


def test_lcs_fs_chooses_whom_no_stronger_one_tells_more_of() -> None:
    """A copy of A with noise tells of T, but A tells more of it."""
    random = np.random.default_rng(2)
    t, a, c = (random.integers(0, 2, 2000) for _ in range(3))
    a = np.where(random.random(2000) < 0.8, t, a)
    copy = np.where(random.random(2000) < 0.9, a, 1 - a)
    data = Dataset.discrete("chosen", ["T", "A", "Copy", "C"], np.array([t, a, copy, c]).T)
    trace = learn(Evidence(G2(data)), Header("lcs-fs", 0, data.columns, "g2")).trace
    told = next(fact for fact in trace.facts if isinstance(fact, Computed))
    weights = dict(zip(told.arrows, told.weights, strict=True))
    table = np.histogram2d(t, a, bins=2)[0] / 2000
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    alone = -(rows * np.log(rows)).sum() - (columns * np.log(columns)).sum()
    both = -(table * np.log(table)).sum()
    assert weights[1, 0] == pytest.approx(2 * (alone - both) / alone)
    assert {*weights} == {(1, 0), (2, 0), (1, 2)} and weights[1, 2] > weights[2, 0]
    assert final_view(trace).outcome().undetermined == (1,)


def test_lcs_fs_knows_of_gaps_and_of_rows_that_stand_for_many() -> None:
    """What two variables tell of each other is counted in the rows in which both are known."""
    random = np.random.default_rng(3)
    t = random.integers(0, 3, 400)
    a, b = (np.where(random.random(400) < share, t, random.integers(0, 3, 400)) for share in (0.7, 0.5))
    known = random.random(400) < 0.8

    def told(data: Dataset) -> Computed:
        trace = learn(Evidence(G2(data)), Header("lcs-fs", 0, data.columns, "g2")).trace
        return next(fact for fact in trace.facts if isinstance(fact, Computed))

    whole = Dataset.discrete("whole", ["T", "A", "B"], np.array([t, a, b]).T)
    gaps = replace(whole, codes=np.where([[True], [False], [True]] | known, whole.codes, 3).astype(np.uint8))
    few = Dataset.discrete("few", ["T", "A", "B"], np.array([t, a, b]).T[known])
    assert gaps.gaps == (1,)
    assert told(gaps).weights[0] == told(few).weights[0] != told(whole).weights[0]
    assert told(distinct_rows(gaps)) == told(gaps)


def test_mb_by_mb_does_not_learn_whom_arrows_cut_off() -> None:
    """1 — 0 can never be told, so that PCD-by-PCD learns all; 3, behind 0 → 4 ← 2, cannot help with it."""
    network = network_of(5, [(0, 1), (0, 4), (2, 4), (3, 4)])
    outwards, cut = (by_oracle(network, algorithm, 0) for algorithm in ("pcd-by-pcd", "mb-by-mb"))
    assert (outwards.children, outwards.undetermined) == (cut.children, cut.undetermined) == ((4,), (1,))
    assert {blanket.target for blanket in outwards.blankets} == {0, 1, 2, 3, 4}
    assert {blanket.target for blanket in cut.blankets} == {0, 1, 2, 4}
