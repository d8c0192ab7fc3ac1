"""`elcs why` keeps its contract."""

import json
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.cli import main
from elcs_gui.data.examples import find_example
from elcs_gui.data.fingerprint import known_fingerprint
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.readers import read_table
from elcs_gui.data.sampling import sample
from elcs_gui.data.tables.writers import write_table
from elcs_gui.inquiry.firmness_words import weak_sentence
from elcs_gui.inquiry.weak_edges import weak_edges
from elcs_gui.storage.file_reference import FileReference
from elcs_gui.storage.session_file import KeptSession, kept_runs, write_session
from elcs_gui.storage.study import Study, with_origin
from elcs_gui.storage.trace_file import read_trace, write_trace
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
    assert second.startswith(
        "  C is a spouse of T through A. Independent given E, dependent again once A is known"
    )
    assert last.startswith("Weakest link: In test #")


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
    assert out.startswith("C is no spouse of T through B. {A, T} separates them (#")
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


# How firm an edge is


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with data, other data, and a trace and a session of a run on the first."""
    folder = tmp_path_factory.mktemp("measured")
    network = find_example("sachs").load_network()
    assert network is not None
    for name, seed in (("data.csv", 7), ("other.csv", 6)):
        write_table(sample(network, 400, seed), folder / name)
    data = read_table(folder / "data.csv", ImportPlan())
    study = Study("data.csv", data, None, "g2", fingerprint=known_fingerprint(data))
    trace = with_origin(learn(study.evidence(header := study.header("PKC", "elcs")), header).trace, study)
    write_trace(trace, folder / "run.jsonl")
    tapes, runs = kept_runs([(trace, None, 0, True, False)])
    write_session(KeptSession(study, tapes, runs, 0), folder / "run.elcs")
    elsewhere = replace(study, data=None, data_file=FileReference.of(folder / "data.csv"))
    write_session(KeptSession(elsewhere, tapes, runs, 0), folder / "referring.elcs")
    gone = replace(study, data=None, data_file=FileReference.of(folder / "gone.csv"))
    write_session(KeptSession(gone, tapes, runs, 0), folder / "gone.elcs")
    older = kept_runs([(trace, None, 0, True, True)])
    write_session(KeptSession(study, *older, 0), folder / "older.elcs")
    return folder


def told_stands(elcs: Elcs, *arguments: object) -> object:
    code, out, err = elcs("why", *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)["stands"]


def explored(measured: Path, elcs: Elcs) -> list[dict[str, Any]]:
    """What `elcs alpha` says of the same data, once for all."""
    kept = measured / "intervals.json"
    if not kept.exists():
        code, out, _ = elcs(
            "alpha", measured / "data.csv", "--target", "PKC", "--algorithm", "elcs", "--json"
        )
        assert code == 0
        kept.write_text(out, encoding="utf-8")
    return json.loads(kept.read_text(encoding="utf-8"))


@pytest.mark.parametrize("other", ["Mek", "P38", "PKA", "Akt"])
def test_where_an_edge_stands_is_where_the_explorer_of_alpha_has_it(
    measured: Path, elcs: Elcs, other: str
) -> None:
    data = measured / "data.csv"
    stands = told_stands(elcs, measured / "run.jsonl", "--edge", "PKC", other, "--data", data)

    def role(interval: dict[str, object]) -> list[str]:
        return [name for name in ("parents", "children", "undetermined") if other in interval[name]]  # type: ignore[operator]

    intervals = explored(measured, elcs)
    (own,) = (place for place, one in enumerate(intervals) if one["from"] <= 0.01 < one["to"])
    first = last = own
    while first and role(intervals[first - 1]) == role(intervals[own]):
        first -= 1
    while last + 1 < len(intervals) and role(intervals[last + 1]) == role(intervals[own]):
        last += 1
    assert stands == {"from": intervals[first]["from"], "to": intervals[last]["to"]}


def firm_and_weakest(out: str) -> list[str]:
    """The lines that say how firm an edge is, and what its weakest link is, one after the other."""
    lines = out.splitlines()
    (place,) = (place for place, line in enumerate(lines) if line.startswith("How firm: "))
    return lines[place : place + 2]


def test_a_sentence_says_what_becomes_of_it_beyond(measured: Path, elcs: Elcs) -> None:
    _, out, _ = elcs("why", measured / "run.elcs", "--edge", "PKC", "Mek")
    firm, weakest = firm_and_weakest(out)
    said = "Mek → PKC holds from alpha 0.00437 to 0.2: below, it is PKC → Mek."
    assert firm == f"How firm: {said}"
    assert weakest.startswith("Weakest link: In test #")
    for form in ("--markdown", "--latex"):
        _, out, _ = elcs("why", measured / "run.elcs", "--edge", "PKC", "Mek", form)
        assert "How firm: " in out


def test_a_session_finds_it_with_its_own_data(measured: Path, elcs: Elcs) -> None:
    edge = ("--edge", "PKC", "P38")
    named = told_stands(elcs, measured / "run.jsonl", *edge, "--data", measured / "data.csv")
    assert named is not None
    assert told_stands(elcs, measured / "run.elcs", *edge) == named
    assert told_stands(elcs, measured / "referring.elcs", *edge) == named
    assert told_stands(elcs, measured / "gone.elcs", *edge, "--data", measured / "data.csv") == named


@pytest.mark.parametrize("file", ["run.jsonl", "gone.elcs", "older.elcs"])
def test_without_the_data_it_is_not_known_and_that_is_said(measured: Path, elcs: Elcs, file: str) -> None:
    edge = (measured / file, "--edge", "PKC", "P38")
    assert told_stands(elcs, *edge) is None
    _, out, _ = elcs("why", *edge)
    firm, _ = firm_and_weakest(out)
    assert firm.startswith("How firm: not known, since other alphas ask")
    assert "--data" in firm


@pytest.mark.parametrize("file", ["run.jsonl", "run.elcs", "referring.elcs", "gone.elcs"])
def test_data_that_do_not_fit_are_refused_in_one_line(measured: Path, elcs: Elcs, file: str) -> None:
    arguments = ("--edge", "PKC", "P38", "--data", measured / "other.csv")
    code, out, err = elcs("why", measured / file, *arguments)
    assert (code, out) == (1, "")
    assert err.splitlines() == [
        "elcs: other.csv does not hold the data of this run: their fingerprint is another one."
    ]


def test_the_oracle_needs_no_data(measured: Path, elcs: Elcs, tmp_path: Path) -> None:
    trace = tmp_path / "oracle.jsonl"
    assert elcs("run", "--example", "fig3", "--test", "oracle", "--trace", trace)[0] == 0
    assert told_stands(elcs, trace, "--edge", "T", "B") == {"from": 1e-6, "to": 0.2}
    code, _, err = elcs("why", trace, "--edge", "T", "B", "--data", measured / "data.csv")
    assert code == 1
    assert "leave --data out" in err


def test_an_earlier_step_has_no_firmness(measured: Path, elcs: Elcs) -> None:
    edge = ("--edge", "PKC", "P38", "--step", "40")
    assert told_stands(elcs, measured / "run.elcs", *edge) is None
    _, out, _ = elcs("why", measured / "run.elcs", *edge)
    assert "How firm" not in out


# The same in a report


def test_a_report_says_how_firm_the_arrows_are(measured: Path, elcs: Elcs, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    said = "Mek → PKC holds from alpha 0.00437 to 0.2: below, it is PKC → Mek."
    for arguments in (("run.elcs",), ("run.jsonl", "--data", measured / "data.csv")):
        code, _, err = elcs("export", measured / arguments[0], "--to", page, *arguments[1:])
        assert (code, err) == (0, "")
        assert f"How firm: {said}" in page.read_text(encoding="utf-8")
    assert elcs("export", measured / "run.jsonl", "--to", page)[0] == 0
    text = page.read_text(encoding="utf-8")
    assert "How firm the arrows are is not known, since other alphas ask" in text
    assert said not in text


def test_data_for_another_export_or_of_another_run_are_refused(
    measured: Path, elcs: Elcs, tmp_path: Path
) -> None:
    run, other = measured / "run.jsonl", measured / "other.csv"
    code, _, err = elcs("export", run, "--to", tmp_path / "a.svg", "--data", measured / "data.csv")
    assert code == 2
    assert "--data goes with a report" in err
    code, _, err = elcs("export", run, "--to", tmp_path / "a.html", "--data", other)
    assert code == 1
    assert err.splitlines() == [
        "elcs: other.csv does not hold the data of this run: their fingerprint is another one."
    ]
    assert not (tmp_path / "a.html").exists()


# What contradicts an edge, and what had too few rows


def test_whether_an_edge_rests_on_too_few_rows_takes_the_data(measured: Path, elcs: Elcs) -> None:
    trace = read_trace(measured / "run.jsonl")
    study = Study("data.csv", read_table(measured / "data.csv", ImportPlan()), None, "g2")
    found = weak_edges(study.evidence(trace.header), trace.header)
    names = trace.header.names
    firm = next(ends for ends in combinations(range(len(names)), 2) if ends not in found)
    assert found.edges, "else this tests nothing"
    for ends, weak in ((found.edges[0], True), (firm, False)):
        asked = ("why", measured / "run.jsonl", "--edge", *(names[x] for x in ends))
        assert json.loads(elcs(*asked, "--json")[1])["weak"] is None
        assert json.loads(elcs(*asked, "--json", "--data", measured / "data.csv")[1])["weak"] is weak
        lines = elcs(*asked, "--data", measured / "data.csv")[1].splitlines()
        assert (weak_sentence(found, *ends, names) in lines) is weak
    in_session = ("why", measured / "run.elcs", "--edge", *(names[x] for x in firm), "--json")
    assert json.loads(elcs(*in_session)[1])["weak"] is False


def test_both_proofs_begin_with_what_contradicts_them(tmp_path: Path, elcs: Elcs) -> None:
    for example, edges, said in (
        ("cancer", ("Pollution", "Smoker"), "against no edge between the two."),
        ("conflict", ("C",), "Possible hidden common cause, or a wrong test."),
    ):
        path, child = tmp_path / f"{example}.jsonl", {"cancer": "Cancer", "conflict": "E"}[example]
        assert elcs("run", "--example", example, "--trace", path)[0] == 0
        for cause in edges:
            first = elcs("why", path, "--edge", cause, child)[1].splitlines()[0]
            assert first.startswith("Contradicted: The blankets of ") and first.endswith(said)
            told = json.loads(elcs("why", path, "--edge", cause, child, "--json")[1])
            assert [f"Contradicted: {words}" for words in told["contradictions"]] == [first]
            assert told["weak"] is False
