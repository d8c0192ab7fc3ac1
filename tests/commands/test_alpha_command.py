"""`elcs alpha` keeps its contract."""

import json
import signal
from itertools import pairwise
from pathlib import Path

import pytest

from elcs_gui.cli import main
from elcs_gui.commands.progress import Progress
from tests.commands.calling import ROOT, Elcs

PRINTED = ("--algorithm", "elcs")


@pytest.fixture(scope="module")
def few_rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "asia.csv"
    bif = ROOT / "resources" / "networks" / "asia.bif"
    assert main(["simulate", str(bif), "--rows", "500", "--seed", "3", "--to", str(path)]) == 0
    return path


def test_json_is_a_list_of_adjoining_intervals_that_runs_confirm(elcs: Elcs, few_rows: Path) -> None:
    code, out, err = elcs("alpha", few_rows, "--target", "dysp", *PRINTED, "--json")
    assert (code, err) == (0, "")
    intervals = json.loads(out)
    assert len(intervals) > 1
    assert (intervals[0]["from"], intervals[-1]["to"]) == (1e-6, 0.2)
    keys = ["parents", "children", "undetermined"]
    for before, after in pairwise(intervals):
        assert before["to"] == after["from"]
        assert [before[key] for key in keys] != [after[key] for key in keys]
    for interval in intervals:
        assert list(interval) == ["from", "to", *keys]
        alpha = interval["from"]
        asked = ("run", few_rows, "--target", "dysp", *PRINTED, "--alpha", alpha, "--json")
        ran = json.loads(elcs(*asked)[1])
        assert {key: ran[key] for key in keys} == {key: interval[key] for key in keys}


def test_the_readable_table_names_intervals_and_bands(elcs: Elcs, few_rows: Path) -> None:
    code, out, err = elcs("alpha", few_rows, "--target", "dysp", *PRINTED, "--from", 1e-5, "--to", 0.1)
    assert (code, err) == (0, "")
    first, second, _, head, *table = out.splitlines()
    assert first == "dysp in asia.csv (500 rows, 8 variables)"
    assert second.startswith("ELCS · G² · k 3 · every alpha from 1e-05 to 0.1: ")
    assert head.split() == ["alpha", "tests", "causes", "effects", "undecided"]
    rows = table[: table.index("")]
    assert f"{len(rows)} different results" in second
    assert rows[0].split()[:3] == ["1e-05", "-", rows[1].split()[0]]
    assert any(line.split()[0] == "bronc" and "1e-05 - " in line for line in table[table.index("") + 1 :])


def test_the_oracle_has_one_result(elcs: Elcs) -> None:
    code, out, _ = elcs("alpha", "--example", "fig3", "--test", "oracle", "--json")
    assert code == 0
    (interval,) = json.loads(out)
    assert interval["parents"] == ["E", "J"]
    assert "1 result in 1 run," in elcs("alpha", "--example", "fig3", "--test", "oracle")[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--from", "0.2", "--to", "0.1"], "--from 0.2 must be smaller than --to 0.1"),
        (["--from", "0"], "must lie between 0 and 1"),
        (["--to", "1"], "must lie between 0 and 1"),
        (["--alpha", "0.1"], "there is no option --alpha"),
    ],
)
def test_wrong_ranges_are_wrong_usage(elcs: Elcs, few_rows: Path, arguments: list[str], message: str) -> None:
    code, out, err = elcs("alpha", few_rows, "--target", "dysp", *arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_a_target_has_to_be_named(elcs: Elcs, few_rows: Path) -> None:
    code, _, err = elcs("alpha", few_rows)
    assert code == 2
    assert "name a --target" in err


def test_an_alpha_too_small_to_tell_is_one_clear_line(elcs: Elcs, few_rows: Path) -> None:
    code, out, err = elcs("alpha", few_rows, "--target", "dysp", "--from", "1e-310")
    assert (code, out) == (1, "")
    assert err.startswith("elcs: Alpha 1e-310 cannot be explored")
    assert err.count("\n") == 1


def test_the_examples_are_listed(elcs: Elcs) -> None:
    code, out, _ = elcs("alpha", "--example", "list")
    assert code == 0
    assert "fig3" in out


def test_ctrl_c_ends_within_a_run(elcs: Elcs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A star with unlimited k takes years; here somebody loses patience soon after it has begun."""
    network = tmp_path / "star.json"
    effects = [f"E{i}" for i in range(26)]
    star = {"nodes": ["T", *effects], "edges": [["T", effect] for effect in effects]}
    network.write_text(json.dumps(star), encoding="utf-8")
    heard = 0

    def update(progress: Progress, done: int) -> None:
        nonlocal heard
        heard += 1
        if heard == 30:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Progress, "update", update)
    before = signal.getsignal(signal.SIGINT)
    code, out, err = elcs("alpha", "--network", network, "--target", "T", "--k", "unlimited")
    assert (code, out) == (130, "")
    assert err == "elcs: cancelled at alpha 1e-06 after 0 runs\n"
    assert heard == 30
    assert signal.getsignal(signal.SIGINT) is before
