from pathlib import Path

import numpy as np
import pytest

from elcs_gui import packaged as packaged_module
from elcs_gui.data.dataset import check_usable
from elcs_gui.data.examples import Example, examples, find_example
from elcs_gui.errors import DataError, ElcsError
from elcs_gui.packaged import packaged

every_example = pytest.mark.parametrize("example", examples(), ids=lambda example: example.id)


def test_the_bundled_examples_are_these() -> None:
    ids = "fig3 fig4 missed-spouse false-child asia cancer earthquake survey sachs child insurance alarm"
    assert [example.id for example in examples() if example.start] == ids.split()
    rules = [example.id for example in examples() if not example.start]
    assert rules == [
        "rule-collider",
        "rule-r2",
        "rule-r3",
        "rule-r4",
        "conflict",
        "stranger",
        "bamb-spouse",
        "stmb-spouse",
        "shared-causes",
        "missed-cause",
        "sprinkler",
    ]
    assert find_example("alarm").target == "HR"


@every_example
def test_an_example_is_complete(example: Example) -> None:
    network = example.load_network()
    assert network.index(example.target) >= 0
    assert example.title
    assert example.sentence.endswith((".", "?"))
    data = example.load_data()
    assert example.test in ("oracle", "g2")
    if network.tables is None:
        assert data is None
        assert example.test == "oracle"
    else:
        assert data is not None
        check_usable(data)
        assert data.rows == 5000
        assert data.columns == network.nodes
        again = example.load_data()
        assert again is not None
        assert np.array_equal(data.codes, again.codes)


def test_an_unknown_example_is_answered_with_the_nearest_or_with_all_of_them() -> None:
    with pytest.raises(DataError, match=r"There is no example 'alarms'\. Did you mean 'alarm'\?"):
        find_example("alarms")
    with pytest.raises(DataError, match=r"There is no example 'x'\. There are: fig3, .*, alarm, .*\."):
        find_example("x")


def test_the_teaching_examples_are_as_described() -> None:
    missed = find_example("missed-spouse").load_network()
    assert {missed.nodes[node] for node in missed.spouses(missed.index("2"))} == {"0", "5", "8"}
    false = find_example("false-child").load_network()
    assert {false.nodes[node] for node in false.children(false.index("8"))} == {"1", "5", "6"}
    assert find_example("false-child").k is None


def test_every_packaged_network_is_attributed_and_used() -> None:
    attribution = packaged("networks", "ATTRIBUTION.md").read_text(encoding="utf-8")
    files = {path.name for path in packaged("networks").iterdir() if path.suffix in (".bif", ".json")}
    assert files == {Path(example.network).name for example in examples()}
    for file in files:
        assert f"`{file}`" in attribution


def test_packaged_files_are_found_in_the_package_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed, beside = tmp_path / "installed", tmp_path / "beside"
    for folder in (installed, beside):
        (folder / "icons").mkdir(parents=True)
        (folder / "icons" / "both.svg").touch()
    (beside / "icons" / "one.svg").touch()
    monkeypatch.setattr(packaged_module, "_PLACES", (installed, beside))
    assert packaged("icons", "both.svg") == installed / "icons" / "both.svg"
    assert packaged("icons", "one.svg") == beside / "icons" / "one.svg"
    with pytest.raises(
        ElcsError, match=r"The packaged file 'icons/none\.svg' is missing: install the program again"
    ):
        packaged("icons", "none.svg")
