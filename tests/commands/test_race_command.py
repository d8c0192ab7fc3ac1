"""`elcs race` keeps its contract."""

import json

import pytest

from elcs_gui.algorithms.registry import PRINTED, SOUND
from elcs_gui.inquiry.race import usual_algorithms
from tests.commands.calling import Elcs

FIG3 = ("race", "--example", "fig3", "--test", "oracle", "--algorithms", "elcs,elcs-without-n,iamb")


def test_json_holds_what_the_runs_give(elcs: Elcs) -> None:
    code, out, err = elcs(*FIG3, "--json", "--seconds")
    assert (code, err) == (0, "")
    race = json.loads(out)
    assert race["schema"] == "elcs-race/1"
    for lane in race["lanes"]:
        name = lane["algorithm"]
        asked = ("run", "--example", "fig3", "--test", "oracle", "--algorithm", name, "--json")
        ran = json.loads(elcs(*asked)[1])
        assert lane["tests"] == ran["tests"]
        assert all(lane[part] == ran[part] for part in ("parents", "mb") if part in ran)
        assert lane["seconds"] > 0


def test_the_readable_table_ends_with_a_sentence_for_each(elcs: Elcs) -> None:
    code, out, err = elcs(*FIG3)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[3].split() == ["algorithm", "requested", "performed", "found", "right", "wrong", "missing"]
    assert lines[4].split()[:2] == ["elcs", "896"]
    assert "N-structures saved 489 tests here" in lines[-3]


@pytest.mark.parametrize(
    ("example", "lanes"), [("asia", usual_algorithms(SOUND)), ("fig3", usual_algorithms(PRINTED))]
)
def test_where_no_algorithm_is_named_those_race_with_which_the_page_begins(
    elcs: Elcs, example: str, lanes: tuple[str, ...]
) -> None:
    code, out, _ = elcs("race", "--example", example, "--json")
    assert (code, tuple(lane["algorithm"] for lane in json.loads(out)["lanes"])) == (0, lanes)


@pytest.mark.parametrize("algorithms", ["elcs", "elcs,elcs", "elcs,nobody"])
def test_wrong_usage_is_said_in_one_line(elcs: Elcs, algorithms: str) -> None:
    code, out, err = elcs("race", "--example", "fig3", "--algorithms", algorithms)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith("elcs race: error: ")
