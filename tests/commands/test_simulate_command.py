from pathlib import Path

import pytest

from elcs_gui.cli import main
from elcs_gui.data.network_files import read_network


def simulate(*arguments: object) -> int:
    return main(["simulate", *map(str, arguments), "--rows", "60", "--seed", "2"])


def test_a_bundled_network_can_be_named_and_the_tiled_one_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, network = tmp_path / "d.csv", tmp_path / "d.xdsl"
    assert simulate("--example", "asia", "--tiles", 2, "--to", data, "--network-to", network) == 0
    said = capsys.readouterr().out
    assert "d.csv: 60 rows of 16 variables." in said
    written = read_network(network)
    assert f"d.xdsl: 16 nodes and {len(written.edges)} arrows." in said
    assert data.read_text(encoding="utf-8").splitlines()[0].split(",")[:2] == ["asia_1", "tub_1"]
    assert written.tables is not None


def test_the_same_network_by_name_and_by_file_gives_the_same_data(tmp_path: Path) -> None:
    resources = Path(__file__).parents[2] / "resources" / "networks" / "asia.bif"
    assert simulate("--example", "asia", "--to", tmp_path / "a.csv") == 0
    assert simulate(resources, "--to", tmp_path / "b.csv") == 0
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_nothing_is_written_if_the_network_cannot_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "a.csv"
    assert simulate("--example", "asia", "--to", target, "--network-to", tmp_path / "n.doc") == 1
    assert "n.doc: a network is written as .bif" in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.parametrize("source", [(), ("net.bif", "--example", "asia")])
def test_one_network_must_be_named(tmp_path: Path, source: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        simulate(*source, "--to", tmp_path / "a.csv")
    assert ended.value.code == 2
