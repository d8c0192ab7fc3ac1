"""The `elcs` command keeps its contract: results, exit codes, one clear line for what goes wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from elcs_gui.algorithms.registry import ALGORITHMS, DEFAULT
from elcs_gui.cli import main
from tests.commands.calling import ROOT, Elcs, process

KEYS = [
    "schema", "algorithm", "target", "test", "alpha", "k", "rows", "variables", "parents", "children",
    "undetermined", "pc", "spouses", "mb", "blankets", "orientations", "conflicts", "tests", "seconds",
    "doubts", "recipe", "chance",
]  # fmt: skip
BLANKET_KEYS = {
    "target", "pc_candidates", "separators", "candidate_spouses", "pruned_spouses", "pc", "parents",
    "children", "undetermined", "reasons",
}  # fmt: skip


def test_the_json_of_fig_3_is_the_papers(elcs: Elcs) -> None:
    code, out, err = elcs("run", "--example", "fig3", "--test", "oracle", "--json")
    assert (code, err) == (0, "")
    result = json.loads(out)
    assert [key for key in result if key != "metrics"] == KEYS
    assert result["schema"] == "elcs-result/1"
    assert (result["algorithm"], result["test"], result["alpha"], result["k"]) == ("elcs", "oracle", 0.01, 3)
    assert (result["parents"], result["children"]) == (["E", "J"], ["A", "B", "K", "L"])
    assert result["undetermined"] == []
    assert result["spouses"] == {"A": ["C"], "K": ["D"]}
    assert result["mb"] == ["A", "B", "C", "D", "E", "J", "K", "L"]
    (blanket,) = result["blankets"]
    assert set(blanket) >= BLANKET_KEYS
    assert blanket["separators"] == {"C": ["E"], "F": ["J"], "H": ["E"], "X": ["E"]}
    assert blanket["candidate_spouses"] == {"A": ["C"], "B": ["C"], "I": ["D"], "K": ["D"]}
    assert blanket["pruned_spouses"] == {"A": ["C"], "I": ["D"], "K": ["D"]}
    assert blanket["reasons"] == {
        "A": "spouse", "B": "n-structure", "E": "lemma-1a", "J": "lemma-1a", "K": "spouse", "L": "lemma-1b",
    }  # fmt: skip
    assert result["metrics"] == {
        "arrp": 1.0, "arrr": 1.0, "shd": 0, "fdr": 0.0, "mb_precision": 1.0, "mb_recall": 1.0, "mb_f1": 1.0,
        "mb_distance": 0.0, "shd_cpdag": 0,
    }  # fmt: skip


def test_fig_4_needs_a_second_blanket_and_a_meek_rule(elcs: Elcs) -> None:
    result = json.loads(elcs("run", "--example", "fig4", "--test", "oracle", "--json")[1])
    assert [blanket["target"] for blanket in result["blankets"]] == ["T", "Y"]
    assert result["orientations"] == [
        {"from": "Y", "to": "T", "rule": "meek-r1", "because": ["X->Y", "X,T not adjacent"]}
    ]
    assert result["parents"] == ["E", "J", "Y"]


def test_data_and_truth_together_give_metrics(elcs: Elcs, asia: Path) -> None:
    network = ROOT / "resources" / "networks" / "asia.bif"
    code, out, _ = elcs("run", asia, "--target", "either", "--network", network, "--json")
    assert code == 0
    assert set(json.loads(out)["metrics"]) >= {"arrp", "arrr", "shd", "fdr", "mb_f1"}
    assert json.loads(out)["rows"] == 2000
    without = json.loads(elcs("run", asia, "--target", "either", "--json")[1])
    assert "metrics" not in without


def test_the_readable_result_names_causes_effects_and_reasons(elcs: Elcs) -> None:
    code, out, _ = elcs("run", "--example", "fig4", "--test", "oracle")
    assert code == 0
    assert "causes     E (Lemma 1a), J (Lemma 1a), Y (Meek R1)" in out
    assert "effects    A (V-structure), B (N-structure), K (V-structure), L (Lemma 1b)" in out
    assert "2 blankets learnt (T, Y)" in out


def test_unlimited_k_and_the_other_algorithms(elcs: Elcs, asia: Path) -> None:
    for algorithm in ("elcs", "elcs-ii", "elcs-without-n", "emb", "emb-ii", "hiton-pc"):
        code, out, _ = elcs(
            "run", asia, "--target", "dysp", "--algorithm", algorithm, "--k", "unlimited", "--json"
        )
        assert code == 0
        assert json.loads(out)["k"] == "unlimited"
        assert json.loads(out)["algorithm"] == algorithm


def without_seconds(text: str) -> list[dict[str, Any]]:
    results = [json.loads(line) for line in text.splitlines()]
    for result in results:
        assert result.pop("seconds") >= 0
    return results


def test_all_targets_give_a_line_each_whatever_the_number_of_jobs(elcs: Elcs, asia: Path) -> None:
    code, out, _ = elcs("run", asia, "--all-targets", "--json")
    assert code == 0
    results = without_seconds(out)
    assert [r["target"] for r in results] == [
        "asia",
        "tub",
        "smoke",
        "lung",
        "bronc",
        "either",
        "xray",
        "dysp",
    ]
    parallel = process("run", asia, "--all-targets", "--json", "--jobs", 2)
    assert parallel.returncode == 0, parallel.stderr
    assert without_seconds(parallel.stdout) == results
    single = json.loads(elcs("run", asia, "--target", "lung", "--json")[1])
    assert results[3]["tests"] == single["tests"]


def test_all_targets_read_as_a_table(elcs: Elcs, asia: Path) -> None:
    code, out, _ = elcs(
        "run", asia, "--all-targets", "--network", ROOT / "resources" / "networks" / "asia.bif"
    )
    assert code == 0
    assert "asia.csv: 8 targets in" in out
    assert "on average: ArrP" in out


def test_a_trace_is_written_replayed_and_compared(elcs: Elcs, asia: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    assert elcs("run", asia, "--target", "lung", "--trace", one)[0] == 0
    assert elcs("run", asia, "--target", "lung", "--alpha", "0.2", "--trace", other)[0] == 0
    code, out, _ = elcs("replay", one)
    assert code == 0
    assert out.startswith("Sound ELCS · lung · G² · alpha 0.01 · k 3\n")
    assert "lung is done" in out
    facts = elcs("replay", one, "--facts")[1]
    assert 0 < len(facts.splitlines()) < len(out.splitlines())
    code, out, _ = elcs("diff", one, other)
    assert code == 0
    assert "The runs differ in alpha" in out
    assert "The traces part at step" in out
    assert "are the same" in elcs("diff", one, one)[1]


def test_a_replay_as_json_has_every_event_with_named_variables(
    elcs: Elcs, asia: Path, tmp_path: Path
) -> None:
    trace = tmp_path / "run.jsonl"
    assert elcs("run", asia, "--target", "lung", "--trace", trace)[0] == 0
    code, out, err = elcs("replay", trace, "--json")
    assert (code, err) == (0, "")
    replay = json.loads(out)
    assert {key: replay[key] for key in ("schema", "target", "test", "alpha", "k", "rows", "variables")} == {
        "schema": "elcs-replay/1", "target": "lung", "test": "g2", "alpha": 0.01, "k": 3, "rows": 2000,
        "variables": 8,
    }  # fmt: skip
    written = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()[1:]]
    assert [event["event"] for event in replay["events"]] == [event["event"] for event in written]
    assert [event["step"] for event in replay["events"]] == list(range(1, len(written) + 1))
    test = next(event for event in replay["events"] if event["event"] == "Tested" and event["z"])
    assert {test["x"], test["y"], *test["z"]} <= set(
        asia.read_text(encoding="utf-8").split("\n")[0].split(",")
    )
    assert replay["events"][-1]["sentence"].startswith("lung is done")
    facts = json.loads(elcs("replay", trace, "--json", "--facts")[1])["events"]
    assert facts == [event for event in replay["events"] if event["event"] != "Tested"]


def test_the_difference_of_two_algorithms_is_what_they_ask_and_find(
    elcs: Elcs, asia: Path, tmp_path: Path
) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    for trace, algorithm in ((one, "elcs"), (other, "elcs-s")):
        assert elcs("run", asia, "--target", "lung", "--algorithm", algorithm, "--trace", trace)[0] == 0
    code, out, err = elcs("diff", one, other, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["schema"], found["settings"]) == ("elcs-diff/1", ["algorithm"])
    asked = [
        {
            (frozenset((event["x"], event["y"])), frozenset(event["z"]))
            for event in json.loads(elcs("replay", trace, "--json")[1])["events"]
            if event["event"] == "Tested"
        }
        for trace in (one, other)
    ]
    assert found["questions"] == {
        "both": len(asked[0] & asked[1]),
        "only_a": len(asked[0] - asked[1]),
        "only_b": len(asked[1] - asked[0]),
    }
    assert found["verdicts"] == []
    answers = [json.loads(elcs("run", asia, "--target", "lung", "--algorithm", algorithm, "--json")[1])
               for algorithm in ("elcs", "elcs-s")]  # fmt: skip
    for letter, answer in zip("ab", answers, strict=True):
        assert found[letter]["answer"]["parents"] == answer["parents"]
    said = elcs("diff", one, other)[1]
    assert "ELCS begins" not in said
    assert f"Both ask {len(asked[0] & asked[1]):,} questions" in said


def test_two_algorithms_that_do_the_same_do_not_part(elcs: Elcs, tmp_path: Path) -> None:
    """EMB and Sound EMB call their procedures differently; where nothing goes wrong they do the same."""
    traces = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    for trace, algorithm in zip(traces, ("elcs-ii", "elcs-sound"), strict=True):
        run = ("run", "--example", "cancer", "--test", "oracle", "--algorithm", algorithm)
        assert elcs(*run, "--trace", trace)[0] == 0
    procedures = [
        {event["procedure"] for event in json.loads(elcs("replay", trace, "--json")[1])["events"]
         if event["event"] == "Started"}
        for trace in traces
    ]  # fmt: skip
    assert procedures[0] != procedures[1]
    assert json.loads(elcs("diff", *traces, "--json")[1])["parting"] is None
    assert "ask and find the same throughout" in elcs("diff", *traces)[1]


def test_runs_with_another_alpha_name_the_verdicts_that_differ(
    elcs: Elcs, asia: Path, tmp_path: Path
) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    assert elcs("run", asia, "--target", "lung", "--trace", one)[0] == 0
    assert elcs("run", asia, "--target", "lung", "--alpha", "0.2", "--trace", other)[0] == 0
    found = json.loads(elcs("diff", one, other, "--json")[1])
    assert found["verdicts"]
    for verdict in found["verdicts"]:
        assert 0.01 <= verdict["a"]["p"] < 0.2
        assert (verdict["a"]["verdict"], verdict["b"]["verdict"]) == ("independent", "dependent")
    assert found["parting"]["a"]["step"] == found["parting"]["b"]["step"]


def test_traces_of_all_targets_go_to_a_folder(elcs: Elcs, asia: Path, tmp_path: Path) -> None:
    assert elcs("run", asia, "--all-targets", "--trace", tmp_path / "traces", "--json")[0] == 0
    written = sorted(path.name for path in (tmp_path / "traces").iterdir())
    assert written[:2] == ["0000-asia.jsonl", "0001-tub.jsonl"]
    assert len(written) == 8


def test_algorithms_and_examples_are_listed(elcs: Elcs) -> None:
    listed = elcs("algorithms")[1]
    assert [line for line in listed.splitlines() if not line.startswith("  ")] == [
        "ELCS", "", "Causes and effects", "", "Markov blankets", "", "Graphs of all variables", "",
        "As released",
    ]  # fmt: skip
    assert set(ALGORITHMS) == {line.split()[0] for line in listed.splitlines() if line.startswith("  ")}
    assert [line.split()[0] for line in listed.splitlines() if "(default)" in line] == [DEFAULT]
    described = json.loads(elcs("algorithms", "--json")[1])
    assert [*described] == [*ALGORITHMS]
    assert described["hiton-pc"]["family"] == "Markov blankets"
    assert [id for id, one in described.items() if one["default"]] == [DEFAULT]
    assert "fig3" in elcs("run", "--example", "list")[1]


def test_simulated_data_depend_on_the_seed_alone(elcs: Elcs, tmp_path: Path) -> None:
    network = ROOT / "resources" / "networks" / "cancer.bif"
    files = [tmp_path / name for name in ("a.csv", "b.csv", "c.csv")]
    for path, seed in zip(files, (7, 7, 8), strict=True):
        assert elcs("simulate", network, "--rows", 50, "--seed", seed, "--to", path)[0] == 0
    a, b, c = (path.read_text(encoding="utf-8") for path in files)
    assert a == b != c
    assert len(a.splitlines()) == 51


def test_simulate_tiles_hides_and_leaves_cells_empty(elcs: Elcs, tmp_path: Path) -> None:
    network = ROOT / "resources" / "networks" / "cancer.bif"
    path = tmp_path / "t.csv"
    options = ("--tiles", 2, "--missing", 0.3, "--hide", "Xray_1,Smoker_2")
    code, out, _ = elcs("simulate", network, "--rows", 40, "--seed", 1, "--to", path, *options)
    assert code == 0
    assert "40 rows of 8 variables" in out
    header, *rows = path.read_text(encoding="utf-8").splitlines()
    assert "Xray_1" not in header
    empty = sum(not cell for row in rows for cell in row.split(","))
    assert 0.15 < empty / 320 < 0.45


ASIA = ["asia", "tub", "smoke", "lung", "bronc", "either", "xray", "dysp"]

WRONG_USAGE = [
    ("run",),
    ("run", "a.csv"),
    ("run", "a.csv", "--target", "A", "--all-targets"),
    ("run", "a.csv", "--target", "A", "--test", "oracle"),
    ("run", "--network", "n.bif", "--target", "A", "--test", "g2"),
    ("run", "a.csv", "--target", "A", "--alpha", "1.5"),
    ("run", "a.csv", "--target", "A", "--k", "-1"),
    ("run", "a.csv", "--target", "A", "--k", "many"),
    ("run", "a.csv", "--target", "A", "--algorithm", "magic"),
    ("run", "a.csv", "--example", "asia"),
    ("run", "a.csv", "--all-targets", "--jobs", "0"),
    ("simulate", "n.bif", "--rows", "0", "--seed", "1", "--to", "x.csv"),
    ("simulate", "n.bif", "--rows", "9", "--seed", "1", "--to", "x.csv", "--missing", "1"),
    ("nonsense",),
    (),
]


@pytest.mark.parametrize("arguments", WRONG_USAGE, ids=" ".join)
def test_wrong_usage_is_exit_code_2(elcs: Elcs, arguments: tuple[str, ...]) -> None:
    code, out, err = elcs(*arguments)
    assert (code, out) == (2, "")
    assert "error:" in err


BAD_FILES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    # name: content, what the line on stderr must say, further arguments
    "empty": ("", "empty", ()),
    "only a header": ("a,b\n", "no rows", ()),
    "one column": ("a\n1\n2\n", "two columns", ()),
    "constant column": ("a,b\n1,2\n1,3\n", "'a'", ()),
    "ragged": ("a,b\n1,2\n1,2,3\n", "line 3", ()),
    "missing value": ("a,b\n1,2\n,3\n0,1\n", "missing", ()),
    "duplicate names": ("a,a\n1,2\n2,1\n", "'a'", ()),
    "text in continuous": ("a,b\n1.5,2\nx,3\n2,2\n", "'x'", ("--test", "fisher-z")),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_bad_data_are_one_clear_line_and_exit_code_1(elcs: Elcs, tmp_path: Path, kind: str) -> None:
    content, said, more = BAD_FILES[kind]
    path = tmp_path / "bad.csv"
    path.write_text(content, encoding="utf-8")
    code, out, err = elcs("run", path, "--target", "a", *more)
    assert (code, out) == (1, "")
    assert err.startswith("elcs: ")
    assert err.count("\n") == 1
    assert said in err


def test_other_bad_input_is_one_clear_line_too(elcs: Elcs, asia: Path, tmp_path: Path) -> None:
    cyclic = tmp_path / "cyclic.json"
    cyclic.write_text('{"nodes": ["A", "B"], "edges": [["A", "B"], ["B", "A"]]}', encoding="utf-8")
    broken = tmp_path / "broken.bif"
    broken.write_text("network x {\n}\nvariable A {\n type discrete [ 2 ] { a, b ;\n", encoding="utf-8")
    other = tmp_path / "other.json"
    other.write_text('{"nodes": ["lung", "x"], "edges": []}', encoding="utf-8")
    for arguments, said in [
        (("run", tmp_path / "none.csv", "--target", "A"), "no file"),
        (("run", tmp_path, "--target", "A"), "folder"),
        (("run", asia, "--target", "lungs"), "Did you mean 'lung'"),
        (("run", "--network", cyclic, "--target", "A"), "cycle"),
        (("run", "--network", broken, "--target", "A"), "line 4"),
        (("run", "--example", "mars"), "fig3"),
        (("run", asia, "--target", "lung", "--network", other), "does not know 7 of the 8 columns"),
        (("run", asia, "--target", "lung", "--test", "fisher-z"), "'no' is not a finite number"),
        (("replay", asia), "a trace or a session is wanted"),
        (("replay", tmp_path / "none"), "no file"),
        (("simulate", cyclic, "--rows", 5, "--seed", 1, "--to", tmp_path / "x.csv"), "cycle"),
        (("simulate", other, "--rows", 5, "--seed", 1, "--to", tmp_path / "x.csv"), "tables"),
        (("run", asia, "--target", "lung", "--trace", tmp_path / "no" / "where"), "cannot be written"),
    ]:
        code, out, err = elcs(*arguments)
        assert code == 1, (arguments, out, err)
        assert err.startswith("elcs: "), err
        assert err.count("\n") == 1
        assert said in err, err


def test_more_than_2_to_the_31_cells_are_refused(elcs: Elcs, tmp_path: Path) -> None:
    network = ROOT / "resources" / "networks" / "alarm.bif"
    code, _, err = elcs("simulate", network, "--rows", 10**9, "--seed", 1, "--to", tmp_path / "x.csv")
    assert code == 1
    assert "cells" in err


def test_traces_do_not_depend_on_the_hash_seed_or_the_kernel(asia: Path, tmp_path: Path) -> None:
    """Two processes and this one: other hash seeds, with and without the kernel, one and the same trace."""
    written = []
    for seed, kernel in (("1", "numpy"), ("2", "compiled")):
        path = tmp_path / f"{kernel}.jsonl"
        code = (
            "import sys\nfrom elcs_gui.native.library import library\nfrom elcs_gui.cli import main\n"
            "assert (library() is None) == (sys.argv[1] == 'numpy')\n"
            "sys.exit(main(sys.argv[2:]))"
        )
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                code,
                kernel,
                "run",
                str(asia),
                "--target",
                "either",
                "--trace",
                str(path),
            ],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed, "ELCS_KERNEL": kernel},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        written.append(path.read_text(encoding="utf-8"))
    reference = tmp_path / "here.jsonl"
    assert main(["run", str(asia), "--target", "either", "--trace", str(reference)]) == 0
    assert written == [reference.read_text(encoding="utf-8")] * 2


def test_an_example_has_its_own_recipe(elcs: Elcs) -> None:
    """The paper's figures are ELCS as printed on their rows; the paper's own trace is asked by the oracle."""
    rows = json.loads(elcs("run", "--example", "fig3", "--json")[1])
    assert (rows["algorithm"], rows["test"], rows["rows"]) == ("elcs", "g2", 5000)
    graph = json.loads(elcs("run", "--example", "fig3", "--test", "oracle", "--json")[1])
    assert (rows["tests"]["requested"], graph["tests"]["requested"]) == (891, 896)
    asia = json.loads(elcs("run", "--example", "asia", "--json")[1])
    assert (asia["algorithm"], asia["test"]) == ("elcs-sound", "g2")
    missed = json.loads(elcs("run", "--example", "missed-spouse", "--json")[1])
    assert (missed["algorithm"], missed["test"]) == ("elcs", "oracle")


def test_a_cause_that_another_blanket_has_as_a_spouse_names_its_rule(elcs: Elcs) -> None:
    out = elcs("run", "--example", "asia", "--target", "dysp")[1]
    assert "  causes     bronc (V-structure at bronc), either (V-structure at bronc)" in out.splitlines()
