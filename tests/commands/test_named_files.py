"""Files that a command line names: streams, files of another kind than is wanted, folders."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from elcs_gui.commands.options.named_files import DATA, NETWORK, as_named, named_files
from elcs_gui.storage.trace_file import read_trace
from tests.commands.calling import ROOT, Elcs
from tests.optional import needing

BIF = ROOT / "resources" / "networks" / "asia.bif"
pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes as files are those of POSIX")


def piped(file: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run `elcs` with the bytes of a file coming through a pipe."""
    with subprocess.Popen(["cat", str(file)], stdout=subprocess.PIPE) as cat:
        return subprocess.run(
            [sys.executable, "-m", "elcs_gui.cli", *map(str, arguments)],
            cwd=ROOT, stdin=cat.stdout, capture_output=True, text=True, encoding="utf-8", check=False,
        )  # fmt: skip


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same data in every format."""
    from elcs_gui.cli import main

    folder, found = tmp_path_factory.mktemp("tables"), {}
    for ending in ("csv", "tsv", "xlsx", "parquet", "arff", "npz"):
        found[ending] = folder / f"asia.{ending}"
        assert main(["simulate", str(BIF), "--rows", "400", "--seed", "1", "--to", str(found[ending])]) == 0
    return found


@pytest.fixture(scope="module")
def trace(tables: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    from elcs_gui.cli import main

    path = tmp_path_factory.mktemp("trace") / "run.jsonl"
    assert main(["run", str(tables["csv"]), "--target", "lung", "--trace", str(path)]) == 0
    return path


@pytest.mark.parametrize("named", ["-", "/dev/stdin"])
@pytest.mark.parametrize("ending", ["csv", "xlsx", "parquet", "arff", "npz"])
def test_data_come_through_a_pipe_in_every_format(
    named: str, ending: str, tables: dict[str, Path], elcs: Elcs
) -> None:
    if named == "/dev/stdin" and ending not in ("csv", "xlsx"):
        pytest.skip("the name makes no difference")
    done = piped(tables[ending], "run", named, "--target", "lung", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    through, directly = (
        json.loads(done.stdout),
        json.loads(elcs("run", tables["csv"], "--target", "lung", "--json")[1]),
    )
    varies = {"seconds": 0, "recipe": None}  # that names the file
    assert through | varies == directly | varies


def test_a_redirected_file_is_told_by_what_is_in_it(tables: dict[str, Path]) -> None:
    with tables["xlsx"].open("rb") as file:
        done = subprocess.run(
            [sys.executable, "-m", "elcs_gui.cli", "survey", "/dev/stdin", "--json"],
            cwd=ROOT, stdin=file, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["rows"] == 400


def test_a_trace_names_no_file_that_is_not_there(tables: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    done = piped(tables["csv"], "run", "-", "--target", "lung", "--trace", path)
    assert done.returncode == 0
    assert done.stdout.startswith("lung in standard input (400 rows, 8 variables)\n")
    origin = read_trace(path).header.origin
    assert origin is not None
    assert (origin.kind, origin.name) == ("table", "")
    assert len(origin.fingerprint) > 0
    assert b"elcs-scratch" not in path.read_bytes()


def test_the_data_of_a_proof_and_the_trace_itself_come_through_a_pipe(
    tables: dict[str, Path], trace: Path
) -> None:
    why = ("why", trace, "--edge", "lung", "smoke", "--json")
    done = piped(tables["csv"], *why, "--data", "-")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["stands"] is not None
    replayed = piped(trace, "replay", "-")
    assert replayed.returncode == 0
    assert "lung is done" in replayed.stdout


def test_a_network_comes_through_a_pipe() -> None:
    done = piped(BIF, "run", "--network", "-", "--target", "lung", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["test"] == "oracle"


def test_what_cannot_be_used_from_a_pipe_is_one_sentence(tables: dict[str, Path], tmp_path: Path) -> None:
    packed = tmp_path / "asia.csv.gz"
    packed.write_bytes(b"\x1f\x8b\x08\0rest")
    archive = tmp_path / "damaged.zip"
    archive.write_bytes(b"PK\x03\x04 and no end")
    empty = tmp_path / "empty"
    empty.write_bytes(b"")
    for file, said in (
        (packed, "gzip -dc"),
        (archive, "damaged archive"),
        (empty, "Standard input is empty."),
    ):
        done = piped(file, "run", "-", "--target", "lung")
        assert done.returncode == 1
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
    twice = piped(tables["csv"], "run", "-", "--network", "/dev/stdin", "--target", "lung")
    assert (twice.returncode, "only once" in twice.stderr) == (1, True)


def test_nothing_of_a_pipe_is_left_behind(
    tables: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert piped(tables["csv"], "run", "-", "--target", "lung").returncode == 0
    assert piped(tables["csv"], "run", "-", "--target", "nobody").returncode == 1
    assert list(tmp_path.glob("elcs-*")) == []


@pytest.mark.parametrize(
    "command",
    [
        ("why", "--edge", "A", "B"),
        ("replay",),
        ("export", "--to", "x.svg"),
    ],
)
def test_who_names_data_is_told_that_a_trace_is_wanted_and_what_makes_one(
    command: tuple[str, ...], tables: dict[str, Path], elcs: Elcs, tmp_path: Path
) -> None:
    for file, make in [
        (tables["csv"], f"elcs run {tables['csv']} --target NAME --trace run.jsonl"),
        (tables["xlsx"], f"elcs run {tables['xlsx']} --target NAME --trace run.jsonl"),
        (BIF, f"elcs run --network {BIF} --target NAME --trace run.jsonl"),
        (tmp_path, "elcs run DATA --target NAME --trace run.jsonl"),
    ]:
        code, out, err = elcs(command[0], file, *command[1:])
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert err.startswith(f"elcs: '{file}' is a ")
        assert err.rstrip().endswith(make)
        if command[0] == "why":
            assert elcs("why", file) == (code, out, err), "before what else is to be named"


def test_both_files_of_a_comparison_must_be_traces(tables: dict[str, Path], trace: Path, elcs: Elcs) -> None:
    for pair in ((trace, tables["csv"]), (tables["csv"], trace)):
        code, _, err = elcs("diff", *pair)
        assert (code, f"'{tables['csv']}' is a table of data" in err) == (1, True)


def test_a_trace_may_have_any_ending(trace: Path, tmp_path: Path, elcs: Elcs) -> None:
    other = tmp_path / "run.csv"
    other.write_bytes(trace.read_bytes())
    assert elcs("replay", other)[:2] == elcs("replay", trace)[:2]


def test_who_names_a_trace_or_a_lesson_as_data_is_told_what_it_is(
    trace: Path, tmp_path: Path, elcs: Elcs
) -> None:
    lesson = tmp_path / "lesson.md"
    lesson.write_text("---\ntitle: x\n---\n", encoding="utf-8")
    for file, said in ((trace, f"elcs replay {trace}"), (lesson, f"elcs lesson check {lesson}")):
        for command in (("run", file, "--target", "lung"), ("survey", file)):
            code, _, err = elcs(*command)
            assert code == 1
            assert err.rstrip().endswith(said)


def test_a_network_in_place_of_data_is_run_as_one(elcs: Elcs, tables: dict[str, Path]) -> None:
    named = json.loads(elcs("run", "--network", BIF, "--target", "lung", "--json")[1])
    directly = json.loads(elcs("run", BIF, "--target", "lung", "--json")[1])
    varies = {"seconds": 0, "recipe": None}  # that names the file
    assert named | varies == directly | varies
    code, _, err = elcs("run", BIF, "--network", BIF, "--target", "lung")
    assert (code, "name data and one network" in err) == (1, True)
    code, _, err = elcs("run", BIF, "--target", "lung", "--test", "g2")
    assert (code, "--test g2 needs DATA" in err) == (2, True)
    code, _, err = elcs("survey", BIF)
    assert (code, "is a network, not a table of data" in err) == (1, True)
    code, _, err = elcs("run", "--network", tables["parquet"], "--target", "lung")
    assert (code, "is a table of data, not a network" in err) == (1, True)


def test_a_folder_is_named(elcs: Elcs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (
        ("run", ".", "--target", "A"),
        ("run", "."),
        ("survey", "."),
        ("run", "--network", ".", "--target", "A"),
    ):
        code, _, err = elcs(*command)
        assert code == 1
        assert f"'.' ({tmp_path}) is a folder" in err
    monkeypatch.chdir(tmp_path.parent)
    assert (
        f"'{tmp_path.name}' is a folder without Parquet or CSV files"
        in elcs("run", tmp_path.name, "--target", "A")[2]
    )


@needing("duckdb")
def test_a_folder_of_tables_is_one_table_and_has_a_name(
    elcs: Elcs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in "12":
        (tmp_path / f"{part}.csv").write_text("A,B\n" + "x,p\ny,q\n" * 20, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert elcs("survey", ".")[1].startswith(f"{tmp_path.name}: ")
    assert elcs("run", ".", "--target", "A")[1].startswith(f"A in {tmp_path.name} (80 rows, 2 variables)")


def test_what_came_through_a_pipe_is_called_as_the_command_line_has_it(tmp_path: Path) -> None:
    fifo = tmp_path / "data"
    os.mkfifo(fifo)
    with subprocess.Popen(["sh", "-c", f"printf 'a,b\\nx,y\\n' > {fifo}"]) as writer:
        args = argparse.Namespace(data=fifo, network=None, inputs={"data": DATA, "network": NETWORK})
        with named_files(args):
            assert args.data != fifo
            assert args.data.read_bytes() == b"a,b\nx,y\n"
            assert as_named(args, args.data) == str(fifo)
        assert not args.data.exists()
    assert writer.returncode == 0
    assert as_named(args, tmp_path) == str(tmp_path)
