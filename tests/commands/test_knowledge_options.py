"""`elcs run` takes what is known beforehand, and refuses what cannot be true in one line."""

import json
from pathlib import Path
from typing import Any

import pytest

from elcs_gui.cli import main
from elcs_gui.storage.trace_file import read_trace

TIERS = "asia, smoke < tub, lung, bronc < either < xray, dysp"


def run(capsys: pytest.CaptureFixture[str], *options: object) -> dict[str, Any]:
    code = main(["run", "--example", "asia", "--test", "oracle", "--json", *map(str, options)])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    result: dict[str, Any] = json.loads(out)
    return result


def test_without_knowledge_the_result_does_not_speak_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "knowledge" not in run(capsys, "--target", "asia")


def test_tiers_decide_what_the_tests_leave_open(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--target", "asia")["undetermined"] == ["tub"]
    told = run(capsys, "--target", "asia", "--tiers", TIERS)
    assert (told["children"], told["undetermined"]) == (["tub"], [])
    assert told["blankets"][0]["reasons"] == {"tub": "knowledge"}
    assert told["knowledge"]["tiers"][0] == ["asia", "smoke"]


def test_tiers_may_stand_in_a_file_one_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "tiers.txt"
    path.write_text(TIERS.replace(" < ", "\n") + "\n", encoding="utf-8")
    told = run(capsys, "--target", "asia", "--tiers", path)
    assert told["knowledge"] == run(capsys, "--target", "asia", "--tiers", TIERS)["knowledge"]


def test_all_options_and_files_are_put_together(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, trace = tmp_path / "known.txt", tmp_path / "t.jsonl"
    path.write_text("forbid xray--dysp\ntiers asia < tub\n", encoding="utf-8")
    options = ["--require", "smoke->lung", "--require", "asia--tub", "--forbid", "lung->smoke"]
    told = run(
        capsys, "--target", "lung", *options, "--knowledge", path, "--tiers", "either", "--trace", trace
    )
    assert told["knowledge"] == {
        "forbidden": [["lung", "smoke"], ["xray", "dysp"], ["dysp", "xray"]],
        "required": [["smoke", "lung"]],
        "adjacent": [["asia", "tub"]],
        "tiers": [["asia"], ["tub"], ["either"]],
    }
    assert told["parents"] == ["smoke"]
    assert len(read_trace(trace).header.knowledge.forbidden) == 3


def test_the_report_says_what_was_known(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["run", "--example", "asia", "--test", "oracle", "--target", "lung", "--tiers", TIERS]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "known: 4 tiers" in said
    assert "smoke (known)" in said


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--require", "lung->smok"], "No variable 'smok' in the data. Did you mean 'smoke'?"),
        (["--require", "lung->smoke", "--forbid", "lung--smoke"], "both required and forbidden"),
        (["--require", "dysp->asia", "--tiers", TIERS], "'dysp' stands in tier 4, after 'asia' in tier 1"),
        (["--require", "asia->tub", "--require", "tub->asia"], "circle, asia → tub → asia"),
        (["--tiers", "asia < asia"], "'asia' stands in tiers 1 and 2"),
        (["--forbid", "asia"], "write A->B for an arrow"),
        (["--forbid", "asia--asia"], "joins 'asia' with itself"),
        (["--knowledge", "/no/such/file"], "There is no file"),
    ],
)
def test_what_cannot_be_true_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert main(["run", "--example", "asia", "--target", "lung", *options]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1
