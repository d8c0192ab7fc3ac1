"""Stability: what comes back when a run is repeated on resamples or in another order of columns."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.fisher_z import FisherZ
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.replicate_kinds import KINDS
from elcs_gui.inquiry.replicates import (
    AS_THEY_ARE,
    Plan,
    Replicates,
    Resampler,
    drawn_counts,
    drawn_rows,
    renumbered,
)
from elcs_gui.inquiry.stability import Frequency, stability
from elcs_gui.native.library import SWITCH
from elcs_gui.trace.roles import FinalRole
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header
from tests.graphs import network_of
from tests.inquiry.repeated import child, child_header
from tests.optional import BY_TESTS
from tests.stress import many


@cache
def collider(rows: int = 2000, *, continuous: bool = False) -> Dataset:
    """A -> T <- B with links that no resample can hide, and N that has nothing to do with them."""
    generator = np.random.default_rng(1)
    if continuous:
        a, b, n, noise = generator.normal(size=(4, rows))
        b -= a * (a @ b) / (a @ a)  # as independent in the sample as they are outside it
        return Dataset.continuous("collider", ["A", "B", "T", "N"], [a, b, a + b + noise / 4, n])
    a, b, n = generator.integers(2, size=(3, rows))
    return Dataset.discrete("collider", ["A", "B", "T", "N"], [a, b, a + b, n])


def test_frequencies_add_up() -> None:
    found = stability(child(), child_header(), replicates=20)
    assert [row.variable for row in found.rows()] == [
        v for v in range(child().variables) if v != found.header.target
    ]
    for row in found.rows():
        assert sum(row.of(role).count for role in FinalRole) == found.done == 20
        assert row.neighbour.share == pytest.approx(1 - row.spouse.share - row.absent.share)
    assert found.edges()
    for edge in found.edges():
        counts = [edge.forwards, edge.backwards, edge.undirected, edge.absent]
        assert sum(one.count for one in counts) == 20
        assert edge.x < edge.y
    assert any(0 < row.neighbour.count < 20 for row in found.rows()), "400 rows leave something open"


def test_the_run_on_the_data_themselves_stands_beside_the_replicates() -> None:
    header = child_header()
    plain = learn(Evidence(G2(child())), header)
    found = stability(child(), header, replicates=3)
    assert plain.outcome is not None
    by_role = {role: [row.variable for row in found.rows() if row.found is role] for role in FinalRole}
    assert tuple(by_role[FinalRole.PARENT]) == plain.outcome.parents
    assert tuple(by_role[FinalRole.CHILD]) == plain.outcome.children
    assert tuple(by_role[FinalRole.UNDECIDED]) == plain.outcome.undetermined
    assert tuple(by_role[FinalRole.SPOUSE]) == plain.outcome.blanket.all_spouses
    assert found.found is not None
    edges = final_view(plain.trace).edges.values()
    assert found.found.arrows == tuple(sorted((edge.tail, edge.head) for edge in edges if edge.rule))
    assert found.found.lines == tuple(sorted((edge.tail, edge.head) for edge in edges if not edge.rule))


@pytest.mark.parametrize("kind", many(["column-order"], suite=["bootstrap"]))
def test_the_number_of_processes_changes_nothing(kind: str) -> None:
    alone = stability(child(), child_header(), kind=kind, replicates=7, seed=3)
    assert stability(child(), child_header(), kind=kind, replicates=7, seed=3, place=2) == alone


def test_fewer_replicates_are_the_first_of_more() -> None:
    plan = Plan(child(), child_header(), replicates=6, seed=9)
    more = list(Replicates(plan))
    assert list(Replicates(replace(plan, replicates=3))) == more[:3]
    made_alone = Replicates(plan)
    assert [made_alone.make(number) for number in (5, 1)] == [more[5], more[1]]


def test_the_generators_are_the_children_of_the_seed() -> None:
    plan = Plan(child(), child_header(), seed=4)
    for number, sequence in enumerate(np.random.SeedSequence(4).spawn(3)):
        expected = np.random.default_rng(sequence).integers(1000, size=5)
        assert plan.generator(number).integers(1000, size=5).tolist() == expected.tolist()


def test_another_seed_draws_other_rows() -> None:
    first, second = (stability(child(), child_header(), replicates=10, seed=seed) for seed in (0, 1))
    assert first.roles != second.roles
    assert first.found == second.found


# PC goes further astray where two of the three depend on each other by chance.
@pytest.mark.parametrize("algorithm", [name for name in BY_TESTS if name != "pc"])
def test_strong_structure_comes_back_every_time(algorithm: str) -> None:
    data = collider()
    found = stability(data, Header(algorithm, 2, data.columns, "g2", rows=data.rows), replicates=20)
    a, b, n = found.rows()
    expected = found.told[0]
    assert expected.word == ALGORITHMS[algorithm].roles[0]
    assert a.found is b.found is expected
    assert a.of(expected).count == b.of(expected).count == 20
    assert n.neighbour.count < 5
    edges = {(edge.x, edge.y): edge for edge in found.edges()}
    if ALGORITHMS[algorithm].tells_neighbours:
        into_target = edges[0, 2].forwards if ALGORITHMS[algorithm].rules else edges[0, 2].undirected
        assert into_target == Frequency(20, 20)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("test", ["chi2", "fisher-z"])
def test_the_other_tests_can_be_repeated_too(kind: str, test: str) -> None:
    data = collider(continuous=test == "fisher-z")
    header = Header("elcs", 2, data.columns, test, rows=data.rows)
    a, b, _ = stability(data, header, kind=kind, replicates=10).rows()
    assert a.parent == b.parent == Frequency(10, 10)


def test_spouses_are_counted() -> None:
    data = collider()
    found = stability(data, Header("elcs", 0, data.columns, "g2", rows=data.rows), replicates=10)
    b, t, _ = found.rows()
    assert (b.found, b.spouse.count) == (FinalRole.SPOUSE, 10)
    assert (t.found, t.child.count) == (FinalRole.CHILD, 10)


# Bootstrap


def test_a_resample_has_the_rows_of_the_data_and_their_levels() -> None:
    data = Dataset.discrete("rare", ["A", "B"], [["x"] * 99 + ["y"], list("pq") * 50])
    missing = 0
    for number in range(20):
        drawn = Resampler(data).draw("bootstrap", np.random.default_rng(number))
        assert drawn.rows == 100
        assert drawn.levels == data.levels
        assert {*zip(*drawn.codes.tolist(), strict=True)} <= {*zip(*data.codes.tolist(), strict=True)}
        missing += not drawn.codes[0].any()
    assert missing, "some resample lacks the rare level"


def test_a_half_sample_of_weighted_rows_has_none_more_often_than_the_data() -> None:
    counts = np.array([1, 50, 3, 47])
    drawn = drawn_counts("subsample", counts, np.random.default_rng(1))
    assert drawn.sum() == 50
    assert (drawn <= counts).all()
    assert drawn_counts("subsample", np.array([1]), np.random.default_rng(1)).tolist() == [1]
    with pytest.raises(ElcsError, match="bootstrap"):
        drawn_counts("subsample", np.array([2**31 - 1]), np.random.default_rng(1))


def test_a_subsample_is_half_of_the_rows_and_none_of_them_twice() -> None:
    drawn = drawn_rows("subsample", 101, np.random.default_rng(1)).tolist()
    assert len(drawn) == 50
    assert drawn == sorted({*drawn})
    assert drawn_rows("subsample", 1, np.random.default_rng(1)).tolist() == [0]


def test_rows_drawn_twice_make_independent_columns_look_dependent_and_subsamples_do_not() -> None:
    generator = np.random.default_rng(3)
    columns = generator.integers(4, size=(12, 800))
    data = Dataset.discrete("noise", list("ABCDEFGHIJKL"), list(columns))
    header = Header("hiton-pc", 0, data.columns, "g2", rows=data.rows)
    links = {
        kind: sum(row.neighbour.count for row in stability(data, header, kind=kind, replicates=40).rows())
        for kind in ("bootstrap", "subsample")
    }
    assert links["subsample"] <= 0.03 * 11 * 40
    assert links["bootstrap"] > 5 * links["subsample"]


def test_a_level_that_was_not_drawn_still_counts_as_a_cell_but_not_as_a_degree_of_freedom() -> None:
    # 55 rows and 2 x 5 cells: reliable; with a sixth level, 12 cells, not.
    common = [str(i % 5) for i in range(54)]
    data = Dataset.discrete("rare", ["A", "B"], [[str(i % 2) for i in range(55)], [*common, "5"]])
    drawn = replace(data, codes=data.codes[:, [*range(54), 0]])
    assert drawn.codes[1].max() == 4
    assert not G2(drawn).reliable(Question(0, 1))
    statistic, df = G2(drawn, rows_per_cell=1).measure(Question(0, 1))
    assert statistic >= 0
    assert df == 4


def test_the_kernel_and_numpy_agree_on_levels_that_do_not_occur(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(8)
    columns = [np.where(generator.random(600) < 0.003, 3, generator.integers(3, size=600)) for _ in range(5)]
    columns[4] = np.where(columns[0] == 3, 3, (columns[0] + columns[1]) % 3)
    data = Dataset.discrete("rare", list("ABCDE"), columns)
    header = Header("elcs", 4, data.columns, "g2", rows=data.rows)
    plan = Plan(data, header, replicates=10)
    fast = list(Replicates(plan))
    monkeypatch.setenv(SWITCH, "numpy")
    assert list(Replicates(plan)) == fast


def test_a_column_without_variation_in_a_resample_is_unreliable_not_a_crash() -> None:
    generator = np.random.default_rng(2)
    a, b = generator.normal(size=(2, 60))
    data = Dataset.continuous("rare", ["A", "B", "C", "T"], [a, b, np.arange(60) == 7, a + b])
    assert data.values is not None
    constant = replace(data, values=np.where(np.arange(4)[:, None] == 2, 0.1, data.values))
    test = FisherZ(constant)
    for question in (Question(0, 2), Question(0, 2, (1, 3))):
        assert np.isnan(test.measure(question)[0])
    assert test.measure(Question(0, 1, (2,))) == pytest.approx(test.measure(Question(0, 1)))
    assert test.measure(Question(0, 3))[0] > 2
    found = stability(data, Header("elcs", 3, data.columns, "fisher-z", rows=60), replicates=15)
    assert found.complete


def test_the_oracle_has_no_rows_to_draw() -> None:
    network = find_example("fig3").load_network()
    header = Header("elcs", network.index("T"), network.nodes, "oracle")
    with pytest.raises(ElcsError, match="no rows to draw"):
        stability(network, header)


@pytest.mark.parametrize("wrong", [{"kind": "jackknife"}, {"replicates": 0}, {"seed": -1}])
def test_what_cannot_be_done_is_said(wrong: dict[str, object]) -> None:
    with pytest.raises(ElcsError):
        stability(child(), child_header(), **wrong)  # type: ignore[arg-type]


def test_an_unknown_algorithm_is_said_before_anything_starts() -> None:
    with pytest.raises(ElcsError, match="No algorithm"):
        stability(child(), child_header(algorithm="nobody"), place=2)


# Column order


@st.composite
def polytrees(draw: st.DrawFn) -> Network:
    """Directed graphs without any cycle, directed or not: there the algorithms are right in every order."""
    nodes = draw(st.integers(3, 8))
    names = draw(st.permutations(range(nodes)))
    arrows = []
    for node in range(1, nodes):
        other = draw(st.integers(0, node - 1))
        forwards = draw(st.booleans())
        arrows.append((names[other], names[node]) if forwards else (names[node], names[other]))
    return network_of(nodes, arrows)


@settings(max_examples=40)
@given(polytrees(), st.sampled_from(["elcs", "elcs-ii", "emb", "hiton-pc"]), st.data())
def test_with_the_oracle_on_a_polytree_the_order_does_not_matter(
    network: Network, algorithm: str, data: st.DataObject
) -> None:
    target = data.draw(st.integers(0, len(network.nodes) - 1))
    header = Header(algorithm, target, network.nodes, "oracle", k=None)
    found = stability(network, header, kind="column-order", replicates=4)
    plain = learn(Evidence(Oracle(network)), header).outcome
    assert plain is not None
    assert found.same_answer == Frequency(4, 4)
    parents = [row.variable for row in found.rows() if row.parent.count == 4]
    neighbours = [row.variable for row in found.rows() if row.neighbour.count == 4]
    assert tuple(parents) == plain.parents
    assert neighbours == sorted((*network.parents[target], *network.children(target)))


def test_where_a_tie_decides_the_order_shows() -> None:
    """Two equal columns: either makes the other superfluous, and the first one stays."""
    data = collider()
    twice = Dataset.discrete("twice", ["A", "B", "T", "A again"], [*data.codes[:3], data.codes[0]])
    header = Header("hiton-pc", 2, twice.columns, "g2", rows=twice.rows)
    found = stability(twice, header, kind="column-order", replicates=40)
    a, b, again = found.rows()
    assert a.undecided.count + again.undecided.count == 40
    assert 10 <= a.undecided.count <= 30
    assert b.undecided.count == 40
    assert (a.found, again.found) == (FinalRole.UNDECIDED, FinalRole.ABSENT)


def test_the_false_child_of_the_published_algorithm_is_one_in_some_orders_only() -> None:
    example = find_example("false-child")
    network = example.load_network()
    header = Header("emb", network.index(example.target), network.nodes, "oracle", k=None)
    found = stability(network, header, kind="column-order", replicates=40)
    false_child = next(row for row in found.rows() if row.variable == network.index("7"))
    assert false_child.found is FinalRole.CHILD
    assert 0 < false_child.child.count < 40
    assert false_child.child.count + false_child.absent.count == 40


def test_shuffled_answers_are_those_of_the_data_to_the_last_bit() -> None:
    """So that only the order can make a difference: sums of floating-point numbers would depend on it too."""
    data = collider(continuous=True)
    header = Header("elcs", 2, data.columns, "fisher-z", rows=data.rows)
    replicates = Replicates(Plan(data, header, "column-order"))
    order = np.array([3, 1, 0, 2])
    shuffled = replicates._shuffled(order)
    assert shuffled.test.measure(Question(1, 2, (3,))) == FisherZ(data).measure(Question.of(1, 0, (2,)))
    assert shuffled.test.measure(Question(1, 2, (3,)))[0] > 2


def test_a_shuffled_header_keeps_its_target_and_its_overrides() -> None:
    header = Header(
        "elcs", 2, ("A", "B", "T", "N"), "g2", forced=((Question(0, 2, (1,)), Verdict.DEPENDENT),)
    )
    shuffled = renumbered(header, np.array([3, 2, 0, 1]))
    assert shuffled.names == ("N", "T", "A", "B")
    assert shuffled.target == 1
    assert shuffled.forced == ((Question(1, 2, (3,)), Verdict.DEPENDENT),)


@pytest.mark.parametrize("kind", KINDS)
def test_overrides_hold_in_every_replicate(kind: str) -> None:
    data = collider()
    cut = Header(
        "elcs", 2, data.columns, "g2", rows=data.rows, forced=((Question(0, 2), Verdict.INDEPENDENT),)
    )
    a, *_ = stability(data, cut, kind=kind, replicates=5).rows()
    assert a.absent.count + a.spouse.count == 5


# Intervals


@pytest.mark.parametrize(
    ("count", "of", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)]
)
def test_wilsons_interval(count: int, of: int, low: float, high: float) -> None:
    assert Frequency(count, of).interval == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 1000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_interval_holds_the_share(counted: tuple[int, int]) -> None:
    frequency = Frequency(*counted)
    low, high = frequency.interval
    assert 0 <= low <= frequency.share <= high <= 1


def test_the_number_of_the_plain_run_is_none_of_a_replicate() -> None:
    assert AS_THEY_ARE not in range(len(Replicates(Plan(child(), child_header()))))


def test_what_happened_sometimes_is_neither_never_nor_always() -> None:
    said = [Frequency(count, 400).percent for count in (0, 1, 2, 3, 200, 397, 398, 399, 400)]
    assert said == ["0 %", "<1 %", "<1 %", "1 %", "50 %", "99 %", ">99 %", ">99 %", "100 %"]
