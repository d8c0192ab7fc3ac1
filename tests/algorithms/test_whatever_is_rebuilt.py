"""What holds of every algorithm however it is built: the same answer to the same data in another form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.blankets import fcbf
from elcs_gui.algorithms.learning import learn
from elcs_gui.ci import tables
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.weighting import expanded
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.trace import Header
from tests.algorithms.second import asked_by
from tests.contradicting import header_of
from tests.graphs import Arrows, dags, network_of
from tests.noisy import Noisy, noisy
from tests.reference.every import ON_ROWS, REFERENCES
from tests.stress import often

EVERY = [*REFERENCES, *ON_ROWS]

EXACT = (
    "iamb", "inter-iamb", "iamb-fdr", "gsmb", "mmmb-sym", "hiton-mb-sym", "pcmb", "pc", "pcd-by-pcd",
    "mb-by-mb", "elcs-sound",
)  # fmt: skip
"""Right where every verdict is, and so the same for columns in any order. The others break ties by column
order, or ask in it, and say so in their listings."""


def run(data: Dataset, header: Header, *, rows_per_cell: float = 5.0) -> tuple[object, Outcome, int]:
    """What was asked, what was found, and how many tests had too few rows."""
    learnt = learn(Evidence(G2(data, rows_per_cell)), replace(header, names=data.columns))
    assert learnt.outcome is not None
    return asked_by(learnt.trace), learnt.outcome, learnt.counts.unreliable


def renamed(table: Noisy, random: Random) -> Dataset:
    return Dataset.discrete("other", [f"n{random.random()}" for _ in table.rows.T], table.rows)


def relabelled(table: Noisy, random: Random) -> Dataset:
    columns = []
    for column in table.rows.T:
        words = random.sample(["a", "b", "c", "d", "e"], 5)
        columns.append([words[level] for level in column.tolist()])
    return Dataset.discrete("other", table.data.columns, columns)


def in_another_order(table: Noisy, random: Random) -> Dataset:
    return Dataset.discrete(
        "other", table.data.columns, table.rows[random.sample(range(len(table.rows)), len(table.rows))]
    )


def weighted(table: Noisy, random: Random) -> Dataset:
    """Equal rows once, with how many there are; some of them in two parts."""
    rows, counts = np.unique(table.rows, axis=0, return_counts=True)
    split = [random.randrange(1, n) if n > 1 and random.random() < 0.5 else 0 for n in counts.tolist()]
    again = np.flatnonzero(split)
    counts = np.concatenate([counts - split, np.array(split, dtype=counts.dtype)[again]])
    distinct = Dataset.discrete("other", table.data.columns, np.concatenate([rows, rows[again]]))
    data = replace(distinct, counts=counts)
    assert expanded(data).rows == len(table.rows)
    return data


@pytest.mark.parametrize("form", [renamed, relabelled, in_another_order, weighted])
@settings(max_examples=often(40, suite=2))
@given(seed=st.integers(0, 2**32))
def test_the_same_data_in_another_form(form: Callable[[Noisy, Random], Dataset], seed: int) -> None:
    random = Random(seed)
    for algorithm in EVERY:
        table = noisy(random.randrange(2**32), most=6)
        header = header_of(random, algorithm, table.rows.shape[1], table.arrows)
        asked, found, unreliable = run(table.data, header)
        assert run(form(table, random), header) == (asked, found, unreliable)


@settings(max_examples=often(40, suite=2))
@given(seed=st.integers(0, 2**32))
def test_a_column_that_has_nothing_to_do_with_any_other_changes_no_answer(seed: int) -> None:
    """Every row stands there with either level of it. It is last, and there are rows enough for all."""
    random = Random(seed)
    for algorithm in EVERY:
        table = noisy(random.randrange(2**32), most=5)
        variables = table.rows.shape[1]
        header = header_of(random, algorithm, variables, table.arrows)
        twice = np.concatenate([table.rows, table.rows])
        apart = np.column_stack([twice, np.repeat([0, 1], len(table.rows))])
        _, found, _ = run(Noisy(twice, table.arrows).data, header, rows_per_cell=0.0)
        _, beside, _ = run(Noisy(apart, table.arrows).data, header, rows_per_cell=0.0)
        for part in ("parents", "children", "undetermined", "members"):
            assert getattr(beside, part) == getattr(found, part), algorithm
        assert set(beside.edges.items()) == set(found.edges.items()), algorithm


@pytest.mark.parametrize("algorithm", EXACT)
@settings(max_examples=often(60, suite=6))
@given(dag=dags(most_nodes=8), seed=st.integers(0, 2**32))
def test_where_every_verdict_is_true_the_order_of_columns_does_not_matter(
    algorithm: str, dag: tuple[int, Arrows], seed: int
) -> None:
    nodes, arrows = dag
    place = Random(seed).sample(range(nodes), nodes)
    moved = network_of(nodes, [(place[a], place[b]) for a, b in arrows])
    there = learn(Evidence(Oracle(moved)), Header(algorithm, place[0], moved.nodes, "oracle", k=None)).outcome
    network = network_of(*dag)
    here = learn(Evidence(Oracle(network)), Header(algorithm, 0, network.nodes, "oracle", k=None)).outcome
    assert here is not None and there is not None
    for part in ("parents", "children", "undetermined", "members"):
        expected: Any = getattr(here, part)
        expected = expected if expected is None else sorted(place[x] for x in expected)
        assert getattr(there, part) == (expected if expected is None else tuple(expected))


@settings(max_examples=often(40, suite=2))
@given(seed=st.integers(0, 2**32))
def test_nobody_listening_changes_nothing(seed: int) -> None:
    random = Random(seed)
    for algorithm in EVERY:
        table = noisy(random.randrange(2**32), most=6)
        header = header_of(random, algorithm, table.rows.shape[1], table.arrows)
        silent = learn(Evidence(G2(table.data)), header, record=False)
        told = learn(Evidence(G2(table.data)), header)
        assert (silent.outcome, silent.counts.requested) == (told.outcome, told.counts.requested)
        assert not len(silent.trace) and len(told.trace.test_steps) == told.counts.requested


@settings(max_examples=often(100, suite=20))
@given(seed=st.integers(0, 2**32))
def test_rows_in_blocks_are_counted_as_rows_at_once(seed: int) -> None:
    random = Random(seed)
    table = noisy(random.randrange(2**32))
    data = table.data
    variables = random.sample(range(data.variables), data.variables)
    x, y, z = variables[0], variables[1], tuple(variables[2:])
    levels = [len(labels) for labels in data.levels]
    whole = tables.count(data.codes, levels, x, y, z)
    strata = int(tables.cells_of(levels, z))
    for at_once in (1, 7, data.rows - 1, data.rows, data.rows + 1):
        blocks = tables.count(data.codes, levels, x, y, z, most_at_once=at_once)
        assert np.array_equal(blocks.cells, whole.cells)
    for dense in (1, strata - 1, strata, strata + 1):
        sparse = tables.count(data.codes, levels, x, y, z, dense_strata=dense)
        assert sparse.df() == whole.df()
        occupied = whole.cells[whole.totals > 0]
        assert np.array_equal(sparse.cells[sparse.totals > 0], occupied)


@settings(max_examples=often(40, suite=6))
@given(seed=st.integers(0, 2**32))
def test_features_compared_a_few_at_a_time_are_chosen_alike(seed: int) -> None:
    random = Random(seed)
    table = noisy(random.randrange(2**32))
    header = header_of(random, "lcs-fs", table.rows.shape[1], table.arrows)
    _, whole, _ = run(table.data, header)
    for near, at_once in ((1, 1), (2, 200), (3, 1 << 24)):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(fcbf, "_NEAR", near)
            patched.setattr(fcbf, "_AT_ONCE", at_once)
            assert run(renamed(table, random), header)[1] == whole
