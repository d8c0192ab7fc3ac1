"""Where data sets come from."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from elcs_gui.benchmark.catalogue import Catalogue
from elcs_gui.errors import ElcsError
from elcs_gui.packaged import packaged


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Asia with tables, a graph without, and data of several sizes."""
    place = tmp_path_factory.mktemp("sets")
    (place / "networks").mkdir()
    (place / "samples").mkdir()
    shutil.copy(packaged("networks", "asia.bif"), place / "networks" / "asia.bif")
    shutil.copy(packaged("networks", "asia.bif"), place / "networks" / "cancer_fit.bif")
    (place / "networks" / "pair.json").write_text('{"nodes": ["A", "B", "C"], "edges": [["A", "B"]]}')
    drawn = np.random.default_rng(1).integers(0, 2, (250, 3)).astype(np.uint8)
    names = np.array(["A", "B", "C"])
    np.savez(place / "samples" / "Pair_s100.npz", columns=names, v1=drawn[:100], v2=drawn[100:200])
    np.savez(place / "samples" / "Pair_pool.npz", columns=names, pool=drawn)
    (place / "pair_last.csv").write_text("A,B,C\n" + "0,1,1\n1,0,0\n" * 20)
    return place


def test_rows_of_bundled_networks_are_drawn_by_seeds_that_can_be_named() -> None:
    first, second = Catalogue(None).sets("Asia", 50, 2, seed=7)
    assert [(each.number, each.seed, each.origin) for each in (first, second)] == [
        (1, 7, "simulated"),
        (2, 8, "simulated"),
    ]
    (data, network), (again, _) = first.load(), first.load()
    assert data.rows == 50 and data.columns == network.nodes
    assert (data.codes == again.codes).all()
    assert data.codes.tobytes() != second.load()[0].codes.tobytes()


def test_copies_are_linked_alike_in_every_set() -> None:
    first, second = Catalogue(None).sets("child3", 20, 2, seed=1)
    assert first.origin == "simulated, 3 linked copies"
    assert len(first.true_network().nodes) == 60
    assert first.true_network().edges == second.true_network().edges


def test_sets_of_the_size_come_before_cuts_and_these_before_the_pool(folder: Path) -> None:
    catalogue = Catalogue(folder)
    assert [(each.part, each.origin) for each in catalogue.sets("pair", 100, 9, 1)] == [
        ("v1", "original"),
        ("v2", "original"),
    ]
    cuts = catalogue.sets("pair", 60, 9, 1)
    assert [each.origin for each in cuts] == ["original, cut"] * 2
    assert cuts[0].load()[0].rows == 60
    pools = catalogue.sets("pair", 120, 9, 1)
    assert [each.origin for each in pools] == ["pool, rows 1 to 120", "pool, rows 121 to 240"]
    one, other = (each.load()[0] for each in pools)
    assert one.rows == other.rows == 120
    assert [each.origin for each in catalogue.sets("pair", 300, 9, 1)] == ["pool, rows 1 to 250"]
    assert len(catalogue.sets("pair", 100, 1, 1)) == 1


def test_a_table_that_is_no_archive_is_one_set(folder: Path) -> None:
    (only,) = Catalogue(folder).sets("pair", 40, 9, 1)[:1]
    assert only.data is not None and only.data.name == "pair_last.csv"
    assert only.load()[0].rows == 40


def test_without_data_rows_are_drawn_where_there_are_tables(folder: Path) -> None:
    catalogue = Catalogue(folder)
    assert [each.origin for each in catalogue.sets("asia", 30, 2, 1)] == ["simulated"] * 2
    assert catalogue.sets("cancer", 30, 1, 1)[0].origin == "simulated, fitted tables"
    with pytest.raises(ElcsError, match="no 1,000 rows of pair, and no probability tables"):
        catalogue.sets("pair", 1000, 1, 1)
    with pytest.raises(ElcsError, match=r"no network 'alarm' in .*There are: asia, cancer, pair"):
        catalogue.sets("alarm", 30, 1, 1)


def test_a_folder_without_networks_says_so(tmp_path: Path) -> None:
    with pytest.raises(ElcsError, match="holds no networks"):
        Catalogue(tmp_path)
    with pytest.raises(ElcsError, match="There is no folder"):
        Catalogue(tmp_path / "nowhere")
