"""`elcs blame` keeps its contract."""

import json
from pathlib import Path

import pytest

from elcs_gui.cli import main
from elcs_gui.commands import progress
from tests.commands.calling import ROOT

ASIA = ROOT / "resources" / "networks" / "asia.bif"


def test_the_json_has_what_the_contract_names(asia: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blame", str(asia), "--network", str(ASIA), "--target", "either", "--json"]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert err == ""
    assert {"errors", "corrections", "replays"} <= set(found)
    assert found["errors"]
    for error in found["errors"]:
        assert set(error) >= {"edge", "kind", "cause", "confirmed", "algorithm_error"}
        assert error["kind"] in ("reversed", "missing", "extra", "undirected")
        assert "either" in error["edge"]
        assert (error["cause"] is None) == error["algorithm_error"]
        if error["cause"] is not None:
            assert error["confirmed"]
            assert set(error["cause"]) >= {"x", "y", "z", "verdict", "truth", "test"}
            assert {error["cause"]["verdict"], error["cause"]["truth"]} == {"independent", "dependent"}
    assert all(set(one) >= {"x", "y", "z", "verdict"} for one in found["corrections"])
    assert found["replays"] > 0


def test_by_default_it_is_prose(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blame", "--example", "missed-spouse", "--k", "unlimited"]) == 0
    out, _ = capsys.readouterr()
    assert "0 is a spouse of 2, but was not found." in out
    assert "All verdicts were right: the algorithm errs here." in out


def test_without_a_network_it_is_wrong_usage(asia: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["blame", str(asia), "--target", "either"])
    assert stopped.value.code == 2
    assert "name the true --network" in capsys.readouterr().err


def test_names_that_do_not_match_are_one_clear_line(
    asia: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.json"
    nodes = ["either", "xray", "smoke"]
    other.write_text(json.dumps({"nodes": nodes, "edges": [["either", "xray"]]}), encoding="utf-8")
    assert main(["blame", str(asia), "--network", str(other), "--target", "either"]) == 1
    err = capsys.readouterr().err
    assert "does not know 5 of the 8 columns" in err
    assert err.count("\n") == 1


def test_ctrl_c_ends_it_with_130(
    asia: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress.Interrupt, "pressed", True)
    assert main(["blame", str(asia), "--network", str(ASIA), "--target", "either", "--json"]) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert "cancelled after 0 replays" in err
