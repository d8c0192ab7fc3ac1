"""What a name may hold is decided once, at the door: behind it every name is one line that can be seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.names import checked_names, position, tidy_name
from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.readers import read_table, write_table
from elcs_gui.data.survey.findings import Oddity
from elcs_gui.data.survey.survey import survey
from elcs_gui.errors import DataError, with_signs
from tests.hostile.names import KNOWN, NAMES, REFUSED
from tests.hostile.test_refusals import anything


@given(anything)
def test_a_name_is_tidy_after_one_look(text: str) -> None:
    name = tidy_name(text)
    assert tidy_name(name) == name == with_signs(name)
    assert not any(sign < " " or "\x7f" <= sign <= "\x9f" for sign in name)
    name.encode()


def test_the_hostile_names_stay_different() -> None:
    assert checked_names(NAMES.values(), "column", "d") == tuple(KNOWN.values())


@pytest.mark.parametrize("kind", REFUSED)
def test_no_door_lets_these_in(kind: str) -> None:
    with pytest.raises(DataError, match=r"has no name|has a name of 10,000 letters: give it one of at most"):
        checked_names([REFUSED[kind]], "column", "d")


def test_control_characters_in_a_header_and_in_cells_become_signs(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text('"a\x1b[2Jb","c\td"\n"x\x07","1"\n"y","2"\n"y","1"\n', encoding="utf-8")
    data = read_table(path)
    assert data.columns == ("a␛[2Jb", "c␉d")
    assert data.levels[0] == ("x␇", "y")


def test_names_that_become_equal_are_refused_as_always() -> None:
    with pytest.raises(DataError, match="In d, more than one column is called 'a␤b': rename all but one"):
        Dataset.discrete("d", ["a\nb", "a␤b"], [[1, 2], [1, 2]])
    with pytest.raises(DataError, match="two levels that are both shown as 'x␤y'"):
        Dataset.discrete("d", ["a", "b"], [["x\ny", "x␤y"], [1, 2]])


def test_nodes_and_levels_of_networks_become_tidy(tmp_path: Path) -> None:
    path = tmp_path / "n.json"
    content = {
        "nodes": ["a\nb", "\u202ec"],
        "edges": [["a\nb", "\u202ec"]],
        "levels": [["x\0", "y"], ["p", "q"]],
    }
    path.write_text(json.dumps(content), encoding="utf-8")
    network = read_network(path)
    assert isinstance(network, Network)
    assert network.nodes == ("a␤b", "�c")
    assert network.levels == (("x␀", "y"), ("p", "q"))
    assert network.edges == [(0, 1)]


def test_a_name_is_found_by_its_former_spelling() -> None:
    assert position("a\nb", ["c", "a␤b"], "d") == 1
    assert position("a␤b", ["c", "a␤b"], "d") == 1


def test_a_survey_says_once_what_became_of_signs(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    rows = "\n".join(f'"{"x" if row % 2 else "y"}\x07","{row % 3}","{row % 2}"' for row in range(12))
    path.write_text(f'"a\x1b[2Jb","c","d\te"\n{rows}\n', encoding="utf-8")
    found = survey(path)
    told = [finding for finding in found.findings if finding.oddity is Oddity.SIGNS]
    assert [finding.column for finding in told] == ["a␛[2Jb", "d␉e"]
    assert told[0].sentence == (
        "Signs that cannot be seen stand in the name 'a␛[2Jb' and in levels of 'a␛[2Jb'."
    )
    assert told[0].remedy == "They are written as ␛, ␤, ␉ and the like from here on."
    assert dict(found.columns[0].frequent) == {"x␇": 6, "y␇": 6}
    assert found.preview[0][0] == "y␇"
    write_table(read_table(path), tmp_path / "again.csv")
    assert not [
        finding for finding in survey(tmp_path / "again.csv").findings if finding.oddity is Oddity.SIGNS
    ]


def test_columns_are_found_in_a_plan_by_their_former_spelling(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text('"a\tb","c","d"\n1,2,3\n2,1,4\n', encoding="utf-8")
    plan = ImportPlan.from_json({"kinds": {"a\tb": "ignore"}})
    assert read_table(path, plan).columns == ("c", "d")
