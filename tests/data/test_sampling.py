import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network
from elcs_gui.data.readers import read_table, write_table
from elcs_gui.data.sampling import blank_cells, hide, sample, tile
from elcs_gui.errors import DataError

ROOT = Path(__file__).resolve().parents[2]


def codes_of(data: Dataset, network: Network) -> np.ndarray:
    """The data in the network's own numbering of levels."""
    return np.stack(
        [
            np.array([network.levels[node].index(label) for label in data.levels[node]])[data.codes[node]]
            for node in range(data.variables)
        ]
    )


@pytest.mark.parametrize("name", ["asia", "survey", "sachs", "alarm"])
def test_frequencies_follow_the_tables(name: str) -> None:
    network = find_example(name).load_network()
    assert network.tables is not None
    data = sample(network, 40_000, seed=3)
    assert data.columns == network.nodes
    codes = codes_of(data, network)
    chi2, freedom = 0.0, 0
    for node, table in enumerate(network.tables):
        for configuration in product(*(range(size) for size in table.shape[:-1])):
            chosen = np.ones(data.rows, dtype=bool)
            for parent, level in zip(network.parents[node], configuration, strict=True):
                chosen &= codes[parent] == level
            counts = np.bincount(codes[node][chosen], minlength=table.shape[-1])
            assert not counts[table[configuration] == 0].any()
            expected = table[configuration] * chosen.sum()
            large = expected >= 5
            chi2 += float(((counts - expected)[large] ** 2 / expected[large]).sum())
            freedom += max(int(large.sum()) - 1, 0)
    assert abs(chi2 - freedom) < 4 * np.sqrt(2 * freedom)


def test_a_level_of_probability_zero_is_never_drawn() -> None:
    tables = (np.array([0.0, 0.1, 0.9, 0.0]), np.full((4, 2), 0.5))
    network = Network("net", ("A", "B"), ((), (0,)), (tuple("wxyz"), tuple("pq")), tables)
    assert sample(network, 5000, seed=0).levels[0] == ("x", "y")


def test_a_sample_may_be_constant() -> None:
    tables = (np.array([1.0, 0.0]), np.array([0.5, 0.5]))
    network = Network("net", ("A", "B"), ((), ()), (("x", "y"), ("p", "q")), tables)
    data = sample(network, 100, seed=0)
    assert data.levels == (("x",), ("p", "q"))
    assert data.name == "net"


def test_the_seed_decides_everything() -> None:
    network = find_example("child").load_network()
    one, same, other = (sample(network, 200, seed) for seed in (7, 7, 8))
    assert np.array_equal(one.codes, same.codes)
    assert not np.array_equal(one.codes, other.codes)


def test_the_hash_seed_decides_nothing() -> None:
    program = (
        "from elcs_gui.data.examples import find_example\n"
        "from elcs_gui.data.sampling import sample, tile\n"
        "print(sample(tile(find_example('asia').load_network(), 3, 1), 50, 1).codes.tolist())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_a_sample_comes_back_from_a_file(tmp_path: Path) -> None:
    data = sample(find_example("child").load_network(), 2000, seed=1)
    for name in ("child.csv", "child.tsv", "child.npz"):
        write_table(data, tmp_path / name)
        again = read_table(tmp_path / name)
        assert again.levels == data.levels
        assert np.array_equal(again.codes, data.codes)


def test_what_cannot_be_sampled_is_said_so() -> None:
    graph = Network.from_edges("net", ["A", "B"], [("A", "B")])
    with pytest.raises(
        DataError, match="net has no probability tables: only a network that has them can be sampled"
    ):
        sample(graph, 10, seed=0)
    with pytest.raises(DataError, match="net has no probability tables"):
        tile(graph, 2, seed=0)
    asia = find_example("asia").load_network()
    with pytest.raises(DataError, match="A sample of asia needs at least one row, not 0"):
        sample(asia, 0, seed=0)
    with pytest.raises(DataError, match="The seed must be 0 or a positive whole number, not -1"):
        sample(asia, 10, seed=-1)
    with pytest.raises(
        DataError, match="A sample of asia would hold 1,000,000,000 rows x 8 columns, more than"
    ):
        sample(asia, 10**9, seed=0)
    with pytest.raises(DataError, match="A tiling of asia needs at least one copy, not 0"):
        tile(asia, 0, seed=0)
    with pytest.raises(DataError, match="A tiling of asia would hold"):
        tile(asia, 10**6, seed=0)


def test_tiles_are_copies_whose_roots_hang_on_earlier_ones() -> None:
    base = find_example("alarm").load_network()
    network = tile(base, 4, seed=2)
    assert base.tables is not None
    assert network.tables is not None
    assert network.nodes[:2] == ("HISTORY_1", "CVP_1")
    assert network.nodes[-1].endswith("_4")
    size = len(base.nodes)
    assert len(network.nodes) == 4 * size
    hung = 0
    for node in range(4 * size):
        start = node - node % size
        within = tuple(start + parent for parent in base.parents[node % size])
        if within or network.parents[node] == ():
            assert network.parents[node] == within
            assert network.tables[node] is base.tables[node % size]
        else:
            hung += 1
            assert 1 <= len(network.parents[node]) <= 3
            assert max(network.parents[node]) < start
            np.testing.assert_allclose(network.tables[node].sum(axis=-1), 1)
    assert hung >= 3


def test_one_tile_is_the_network_itself() -> None:
    base = find_example("asia").load_network()
    network = tile(base, 1, seed=0)
    assert network.nodes == tuple(f"{node}_1" for node in base.nodes)
    assert network.edges == base.edges


@pytest.mark.parametrize("name", ["asia", "insurance", "alarm"])
def test_tiles_keep_the_marginals_of_their_roots(name: str) -> None:
    base = find_example(name).load_network()
    assert base.tables is not None
    network = tile(base, 4, seed=5)
    codes = codes_of(sample(network, 100_000, seed=6), network)
    for node, parents in enumerate(network.parents):
        root = node % len(base.nodes)
        if parents and not base.parents[root]:
            found = np.bincount(codes[node], minlength=len(base.levels[root])) / codes.shape[1]
            np.testing.assert_allclose(found, base.tables[root], atol=0.01)


def test_hung_roots_depend_on_their_new_parents() -> None:
    network = tile(find_example("alarm").load_network(), 3, seed=1)
    assert network.tables is not None
    hung = [
        n for n, parents in enumerate(network.parents) if parents and n >= 37 and min(parents) < n - n % 37
    ]
    spreads = [
        network.tables[node].reshape(-1, network.tables[node].shape[-1]).std(axis=0).max() for node in hung
    ]
    assert min(spreads) > 0.001
    assert max(spreads) > 0.05


def test_hidden_variables_are_gone() -> None:
    data = Dataset.discrete("d", ["a", "b", "c"], [list(range(300)), [0, 1] * 150, [0, 1, 2] * 100])
    left = hide(data, ["a"])
    assert left.columns == ("b", "c")
    assert left.codes.dtype == np.uint8
    assert left.codes.tolist() == data.codes[1:].tolist()
    numbers = hide(Dataset.continuous("d", ["a", "b", "c"], np.arange(9.0).reshape(3, 3)), ["b"])
    assert numbers.values is not None
    assert numbers.values.tolist() == [[0, 3, 6], [2, 5, 8]]
    with pytest.raises(DataError, match="No variable 'z' in d"):
        hide(data, ["z"])
    with pytest.raises(DataError, match="d needs at least two columns of data, but has 1"):
        hide(data, ["a", "b"])
    with pytest.raises(DataError, match="d needs at least two columns of data, but has 0"):
        hide(data, ["a", "b", "c"])


def test_cells_go_missing_at_the_given_rate() -> None:
    data = sample(find_example("alarm").load_network(), 2000, seed=1)
    blank = blank_cells(data, 0.1, seed=4)
    assert blank.shape == data.codes.shape
    assert abs(blank.mean() - 0.1) < 0.005
    assert np.array_equal(blank, blank_cells(data, 0.1, seed=4))
    assert not blank_cells(data, 0, seed=4).any()
    for rate in (-0.1, 1.0, float("nan")):
        with pytest.raises(DataError, match="The rate of missing values must be at least 0 and below 1"):
            blank_cells(data, rate, seed=4)


def test_cells_go_missing_whatever_they_hold_also_under_the_seed_of_the_sample() -> None:
    data = sample(find_example("asia").load_network(), 20_000, seed=3)
    blank = blank_cells(data, 0.1, seed=3)
    for codes, holes in zip(data.codes, blank, strict=True):
        for level in (0, 1):
            rate = holes[codes == level].mean()
            assert abs(rate - 0.1) < 0.05, "a rare level goes missing as often as a frequent one"
