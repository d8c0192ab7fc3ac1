"""`elcs why` keeps its contract."""

import json
from functools import partial
from pathlib import Path

import pytest

from elcs_gui.cli import main
from elcs_gui.storage.trace_file import write_trace
from tests.commands.calling import Elcs
from tests.traces import trace_of


@pytest.fixture(scope="module")
def fig3(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("traces") / "fig3.jsonl"
    write_trace(trace_of("fig3"), path)
    return path


@pytest.fixture
def why(fig3: Path, elcs: Elcs) -> Elcs:
    return partial(elcs, "why", fig3)


def test_an_arrow_as_an_outline_that_ends_with_its_weakest_link(why: Elcs) -> None:
    code, out, err = why("--edge", "T", "B")
    assert (code, err) == (0, "")
    first, second, *_, last = out.splitlines()
    assert first.startswith("T → B because of an N-structure: C is a spouse of T through A")
    assert second.startswith("  B is a neighbour of T: 84 tests")
    assert last.startswith("Weakest link: Test #")


@pytest.mark.parametrize(
    ("pair", "status", "rule"),
    [("TB", "directed", "n-structure"), ("AT", "directed", "spouse"), ("IT", "absent", "not adjacent")],
)
def test_one_json_object_with_the_promised_fields(why: Elcs, pair: str, status: str, rule: str) -> None:
    code, out, _ = why("--edge", *pair, "--json")
    assert code == 0
    told = json.loads(out)
    assert (told["status"], told["rule"], set(told["edge"])) == (status, rule, set(pair))
    assert told["sentence"].endswith(".")
    assert set(told["weakest"]) >= {"test", "p", "alpha"}
    assert told["weakest"]["test"] in told["tests"]
    ahead = list(told["premises"])
    assert ahead
    while ahead:
        premise = ahead.pop()
        assert premise["sentence"].endswith(".")
        assert set(premise["tests"]) <= set(told["tests"])
        ahead += premise["premises"]


def test_an_earlier_step_is_proved_by_what_came_before_it(why: Elcs) -> None:
    _, out, _ = why("--edge", "T", "B", "--step", "300", "--json")
    told = json.loads(out)
    assert told["status"] == "undecided"
    assert max(told["tests"]) < 300


def test_a_membership_formal_notation_markdown_and_latex(why: Elcs) -> None:
    _, out, _ = why("--set", "SP", "--member", "C", "--through", "B", "--of", "T")
    assert out.startswith("C is no spouse of T through B: {A, T} separates C from B")
    _, out, _ = why("--set", "PC", "--member", "B", "--formal")
    assert out.splitlines()[:2] == ["B ∈ PC(T)", "  B ⊥̸ T"]
    _, out, _ = why("--edge", "T", "B", "--markdown")
    assert out.startswith("## T → B")
    _, out, _ = why("--edge", "T", "B", "--latex")
    assert out.startswith("\\paragraph{T $\\to$ B")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--edge", "T", "Q"], "No variable 'Q'"),
        (["--edge", "T", "T"], "two different variables"),
        (["--edge", "T", "B", "--step", "5000"], "There is no step 5000"),
        (["--set", "XX", "--member", "B"], "No set 'XX'"),
    ],
)
def test_what_cannot_be_proved_is_said_in_one_line(why: Elcs, arguments: list[str], message: str) -> None:
    code, out, err = why(*arguments)
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--set", "PC"],
        ["--edge", "T"],
        ["--edge", "T", "B", "--member", "A"],
        ["--edge", "T", "B", "--step", "-1"],
    ],
)
def test_wrong_usage_ends_with_2(why: Elcs, arguments: list[str]) -> None:
    assert why(*arguments)[0] == 2


def test_a_file_of_a_run_with_knowledge_tells_what_was_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "asia.jsonl"
    known = ["--require", "smoke->bronc", "--forbid", "bronc--xray", "--tiers", "smoke < bronc < dysp"]
    data = ["--example", "asia", "--target", "bronc", "--test", "oracle"]
    assert main(["run", *data, *known, "--trace", str(path)]) == 0
    capsys.readouterr()
    assert main(["why", str(path), "--edge", "smoke", "bronc"]) == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first == "smoke → bronc by background knowledge: it is known beforehand that smoke → bronc."
    assert last == "Weakest link: It rests on background knowledge alone."
    assert main(["why", str(path), "--edge", "bronc", "dysp", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["edge"], told["rule"]) == (["bronc", "dysp"], "knowledge")
    assert told["knowledge"] == ["The tiers forbid dysp → bronc."]
    assert told["tests"]
    assert main(["why", str(path), "--set", "PC", "--member", "xray", "--formal"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["xray ∉ PC(bronc)", "  bronc ↛ xray  (BK)", "  xray ↛ bronc  (BK)"]
