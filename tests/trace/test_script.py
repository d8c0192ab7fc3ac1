"""A script made from a trace runs, and finds what the trace found."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.run_title import headline
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.ci.registry import find_test, make_test
from elcs_gui.ci.tape import Tape
from elcs_gui.cli import main
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.tables.writers import write_table
from elcs_gui.errors import ElcsError
from elcs_gui.storage.trace_file import read_trace, write_trace
from elcs_gui.trace.events import Finished
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.script import script_of
from elcs_gui.trace.trace import Header, Origin, Trace
from tests.traces import trace_of

ROOT = Path(__file__).resolve().parents[2]
KINDS = ("table", "network", "example")
SAME = "The same as the recorded run."


def run(script: str, folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    path = folder / "script.py"
    path.write_text(script, encoding="utf-8")
    return subprocess.run(
        [sys.executable, str(path), *map(str, arguments)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(scope="module")
def asia() -> Dataset:
    data = find_example("asia").load_data()
    assert data is not None
    return data


def learnt(data: Dataset, header: Header) -> Trace:
    return learn(Evidence(make_test(header.test, data, None, header.rows_per_cell)), header).trace


def usual(data: Dataset, **more: object) -> Header:
    made = Header("elcs", data.index("either"), data.columns, "g2", rows=data.rows, rows_per_cell=5.0)
    return replace(made, **more)  # type: ignore[arg-type]


def test_overrides_knowledge_and_policy_are_in_it_and_the_result_is_the_same(
    asia: Dataset, tmp_path: Path
) -> None:
    at = asia.index
    header = usual(
        asia,
        alpha=0.05,
        k=2,
        policy=Policy(Verdict.DEPENDENT, Verdict.INDEPENDENT),
        forced=((Question.of(at("lung"), at("tub"), [at("either")]), Verdict.INDEPENDENT),),
        knowledge=Knowledge(
            forbidden=((at("xray"), at("smoke")),),
            required=((at("lung"), at("either")),),
            tiers=((at("asia"), at("smoke")), (at("xray"),)),
        ),
        origin=Origin("table", "asia.csv", fingerprint(asia)),
    )
    write_table(asia, tmp_path / "asia.csv")
    done = run(script_of(learnt(asia, header), "a run"), tmp_path)
    assert done.returncode == 0, done.stderr
    assert SAME in done.stdout


def test_the_table_is_read_as_it_was_then(tmp_path: Path) -> None:
    rows = np.random.default_rng(3).normal(size=(300, 4))
    rows[:, 2] += rows[:, 0] + rows[:, 1]
    lines = ["a;b;c;id", *(";".join(f"{value:.4f}".replace(".", ",") for value in row) for row in rows)]
    (tmp_path / "numbers.csv").write_text("\n".join(lines))
    arguments = ["--test", "fisher-z", "--ignore", "id", "--target", "c", "--trace"]
    trace = tmp_path / "run.jsonl"
    assert main(["run", str(tmp_path / "numbers.csv"), *arguments, str(trace)]) == 0
    done = run(script_of(read_trace(trace), "a run"), tmp_path)
    assert SAME in done.stdout, done.stderr


def test_other_data_are_noticed(asia: Dataset, tmp_path: Path) -> None:
    header = usual(asia, origin=Origin("table", "asia.csv", fingerprint(asia)))
    script = script_of(learnt(asia, header), "a run")
    fewer = replace(asia, codes=asia.codes[:, :-1].copy())
    write_table(fewer, tmp_path / "other.csv")
    done = run(script, tmp_path, "other.csv")
    assert done.returncode == 1
    assert "fingerprint" in done.stderr


def test_a_trace_that_does_not_tell_its_data_asks_for_the_file(asia: Dataset, tmp_path: Path) -> None:
    script = script_of(learnt(asia, usual(asia)), "a run")
    assert '"""\n\nimport sys\n\nfrom elcs_gui.api import learn\n\nif len(sys.argv) != 2:\n' in script
    write_table(asia, tmp_path / "data.csv")
    asked, given = run(script, tmp_path), run(script, tmp_path, "data.csv")
    assert asked.returncode == 1 and "Name the table file" in asked.stderr
    assert SAME in given.stdout


@pytest.mark.parametrize(("example", "test"), [("fig4", "oracle"), ("cancer", "g2")])
def test_the_run_of_a_bundled_example(example: str, test: str, tmp_path: Path) -> None:
    trace = tmp_path / "run.jsonl"
    assert main(["run", "--example", example, "--test", test, "--trace", str(trace)]) == 0
    done = run(script_of(read_trace(trace), "a run"), tmp_path)
    assert SAME in done.stdout, done.stderr


def test_the_run_of_the_oracle_on_a_network_file(tmp_path: Path) -> None:
    network, trace = ROOT / "resources" / "networks" / "asia.bif", tmp_path / "run.jsonl"
    assert main(["run", "--network", str(network), "--target", "either", "--trace", str(trace)]) == 0
    done = run(script_of(read_trace(trace), "a run"), tmp_path, network)
    assert SAME in done.stdout, done.stderr


def test_hostile_names_are_only_names(tmp_path: Path) -> None:
    names = ['"""', "\\", "'; import os", "{x}", "名前", "a␤b"]
    asia = find_example("asia").load_data()
    assert asia is not None
    data = replace(asia, columns=(*names, *asia.columns[len(names) :]))
    origin = Origin("table", '"""/x.npz')
    header = Header("elcs", 0, data.columns, "g2", rows=data.rows, rows_per_cell=5.0, origin=origin)
    script = script_of(learnt(data, header), "a run")
    write_table(data, tmp_path / "data.npz")
    done = run(script, tmp_path, "data.npz")
    assert SAME in done.stdout, done.stderr


def test_a_run_that_was_cut_short_has_no_result_to_compare_with(asia: Dataset) -> None:
    heard = []

    def stop(trace: Trace) -> None:
        heard.append(len(trace))
        if len(heard) > 20:
            raise Cancelled

    trace = learn(Evidence(make_test("g2", asia, None)), usual(asia), listener=stop).trace
    assert "cut short" in script_of(trace, "a run")
    assert "RECORDED" not in script_of(trace, "a run")


# Whatever a trace says is a value in the script, never a statement.


def shape(script: str) -> str:
    """The syntax tree with every text in it left out; texts in a docstring are one."""
    tree = ast.parse(script)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


hostile = st.text(max_size=30) | st.sampled_from(
    [
        '"', "'''", '"""', '""" + exit() #', "\\", "\\\"", "\n", "\r\nimport os\n", "\0", "\u2028", "{0}",
        '")\nimport os\nos.abort()\n(\"', "\\N{DIGIT ONE}", "\x85", "#", "a" * 300, "\ud800",
    ]
)  # fmt: skip


@given(data=st.data(), test=st.sampled_from(["g2", "fisher-z", "oracle"]), kind=st.sampled_from(KINDS))
def test_no_text_of_a_trace_becomes_code(data: st.DataObject, test: str, kind: str) -> None:
    def made(names: list[str], text: Callable[[], str]) -> str:
        header = Header(
            text(), 0, tuple(names), test, 0.05, None, 10, 5.0,
            forced=((Question.of(0, 1, [2]), Verdict.DEPENDENT),),
            knowledge=Knowledge(required=((0, 2),), tiers=((0,), (1, 2))),
            origin=Origin(kind, text(), text() + ".", {"missing": [text()], "kinds": {text(): text()}}),
        )  # fmt: skip
        trace = Trace(header, Judge(Tape(), find_test(test).distribution, 0.05, Policy()))
        trace.add_fact(Finished("ELCS:14", 0, (1,), (2,), ()))
        return script_of(trace, headline(header))

    names = data.draw(st.lists(hostile, min_size=3, max_size=3, unique=True))
    found = made(names, lambda: data.draw(hostile.filter(bool)))
    assert shape(found) == shape(made(["A", "B", "C"], lambda: "x"))


def test_a_forged_fingerprint_is_refused_before_it_gets_that_far(asia: Dataset, tmp_path: Path) -> None:
    forged = '"\nimport os; os.abort()\n"'
    header = usual(asia, origin=Origin("table", "asia.csv", forged))
    write_trace(learnt(asia, header), tmp_path / "forged.jsonl")
    with pytest.raises(ElcsError, match=r"not a trace of this program: .*fingerprint"):
        read_trace(tmp_path / "forged.jsonl")


def test_a_script_does_not_go_to_an_address_that_a_trace_names() -> None:
    trace = copy(trace_of("fig3"))
    origin = Origin("table", "ibis://postgres/ada@evil.example.org/clinic?table=t")
    trace.header = replace(trace.header, origin=origin, test="g2")
    assert "evil" not in script_of(trace, "a run")
