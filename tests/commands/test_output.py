"""Output that cannot be written as usual: one clear line, never a traceback."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from elcs_gui.cli import main
from elcs_gui.commands.output import checked_output
from tests.commands.calling import ROOT, Elcs, process
from tests.stress import many

needs_posix = pytest.mark.skipif(os.name != "posix", reason="needs a shell and its redirections")


@pytest.fixture(scope="module")
def trace(asia: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("traces") / "t.jsonl"
    assert main(["run", str(asia), "--target", "lung", "--trace", str(path)]) == 0
    return path


def in_a_shell(arguments: str, redirection: str, before: str = "true") -> subprocess.CompletedProcess[str]:
    # Unbuffered, some of what cannot be written would show sooner than it does at home.
    command = f"{before}; unset PYTHONUNBUFFERED; {sys.executable} -m elcs_gui.cli {arguments} {redirection}"
    return subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )


PRINTING = [
    "--help",
    "--version",
    "run --help",
    "run --example list",
    "run --example fig3",
    "run --example fig3 --json",
    "run --example fig3 --all-targets --json",
    "alpha --example asia",
    "blame --example asia",
    "stability --example asia --replicates 2",
    "survey {asia}",
    "replay {trace}",
    "why {trace} --edge lung smoke",
    "diff {trace} {trace}",
    "algorithms",
]


TROUBLES = {"/dev/full": "No space left on device", "closed": "standard output is closed"}
"""What stands behind stdout -> what is said of it."""


@needs_posix
@pytest.mark.parametrize("arguments", PRINTING)
@pytest.mark.parametrize("trouble", TROUBLES)
def test_output_that_cannot_be_written_is_one_clear_line(
    arguments: str, trouble: str, asia: Path, trace: Path, elcs: Elcs, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full if trouble == "/dev/full" else None)
        code, _, err = elcs(*arguments.format(asia=asia, trace=trace).split())
        monkeypatch.undo()
    assert (code, err) == (1, f"elcs: The output cannot be written: {TROUBLES[trouble]}.\n")


@needs_posix
@pytest.mark.parametrize("arguments", many(PRINTING, suite=["--help", "run --example fig3"]))
@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_process_ends_with_that_line_too(arguments: str, trouble: str, asia: Path, trace: Path) -> None:
    redirection = ">/dev/full" if trouble == "/dev/full" else ">&-"
    done = in_a_shell(arguments.format(asia=asia, trace=trace), redirection)
    assert done.returncode == 1
    assert done.stderr == f"elcs: The output cannot be written: {TROUBLES[trouble]}.\n"


@needs_posix
@pytest.mark.parametrize("arguments", ["replay {trace}", "--help", "run --example fig3 --all-targets --json"])
def test_a_reader_that_leaves_early_is_no_error(arguments: str, asia: Path, trace: Path) -> None:
    done = in_a_shell(
        arguments.format(asia=asia, trace=trace), "| true; exit ${PIPESTATUS[0]}", "set -o pipefail"
    )
    assert (done.returncode, done.stderr) == (0, "")


@needs_posix
def test_a_closed_stderr_changes_nothing_but_what_is_said(tmp_path: Path) -> None:
    assert in_a_shell("run --example fig3", "2>&-").returncode == 0
    for nobody in ("2>&-", "2>/dev/full"):
        assert in_a_shell(f"run {tmp_path / 'none.csv'} --target x", nobody).returncode == 1
        assert in_a_shell("run --no-such-option", nobody).returncode == 2


@needs_posix
def test_a_trace_is_not_mixed_with_what_is_printed_to_a_closed_stdout(tmp_path: Path) -> None:
    """A file opened while number 1 is free would get that number, and with it whatever is printed."""
    path = tmp_path / "t.jsonl"
    assert in_a_shell(f"run --example fig3 --trace {path}", "<&- >&- 2>&-").returncode == 1
    assert main(["replay", str(path)]) == 0


ODD = "größe,k→x,😀"


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    path = tmp_path / "odd.csv"
    rows = ["a,b,c", "b,a,d"] * 60 + ["a,a,d", "b,b,c"] * 20 + ["a,a,c"] * 9
    path.write_text("\n".join([ODD, *rows]) + "\n", encoding="utf-8")
    return path


Printed = Callable[..., str]
"""Takes an encoding and arguments."""


@pytest.fixture
def printed(elcs: Elcs, monkeypatch: pytest.MonkeyPatch) -> Printed:
    """What a command that succeeds prints to a stdout of this encoding."""

    def to(encoding: str, *arguments: object) -> str:
        behind = io.BytesIO()
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", io.TextIOWrapper(behind, encoding, write_through=True))
            code, _, err = elcs(*arguments)
            assert (code, err) == (0, "")
            return behind.getvalue().decode(encoding)

    return to


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_json_means_the_same_in_every_encoding(encoding: str, odd: Path, printed: Printed) -> None:
    lines = printed(encoding, "run", odd, "--all-targets", "--json").splitlines()
    assert [json.loads(line)["target"] for line in lines] == ODD.split(",")


SHOWN = {
    "ascii": [r"gr\u00f6\u00dfe", r"k\u2192x", r"\ud83d\ude00"],
    "cp1252": ["größe", r"k\u2192x", r"\ud83d\ude00"],
    "utf-8": ["größe", "k→x", "😀"],
}


@pytest.mark.parametrize("encoding", SHOWN)
def test_prose_spells_out_the_signs_that_an_encoding_lacks(
    encoding: str, odd: Path, printed: Printed
) -> None:
    lines = printed(encoding, "run", odd, "--all-targets").splitlines()
    assert [line.split()[0] for line in lines[:3]] == SHOWN[encoding]


def test_so_does_a_process_whose_environment_names_the_encoding(odd: Path) -> None:
    done = process("run", odd, "--all-targets", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[0] for line in done.stdout.splitlines()[:3]] == SHOWN["ascii"]


@pytest.mark.parametrize("arguments", ["replay {trace}", "why {trace} --edge lung smoke --formal"])
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_every_sign_of_ours_can_be_printed_anywhere(
    arguments: str, encoding: str, trace: Path, printed: Printed
) -> None:
    assert "lung" in printed(encoding, *arguments.format(trace=trace).split())


def test_with_all_targets_traces_go_into_a_folder_or_are_refused(
    elcs: Elcs, asia: Path, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    for place, said in [(file, "is a file"), (file / "below", "cannot be made")]:
        code, out, err = elcs("run", asia, "--all-targets", "--trace", place)
        assert (code, out) == (1, "")
        assert err.startswith("elcs: ")
        assert said in err
        assert err.count("\n") == 1
    assert file.read_text(encoding="utf-8") == "mine"
    assert elcs("run", asia, "--all-targets", "--trace", tmp_path / "new" / "folder")[0] == 0
    assert len(list((tmp_path / "new" / "folder").iterdir())) == 8


def test_a_trace_that_cannot_be_written_is_refused_before_the_data_are_read(
    elcs: Elcs, tmp_path: Path
) -> None:
    for place, said in [(tmp_path, "is a folder"), (tmp_path / "no" / "where", "there is no folder"),
                        ("-", "A trace goes into a file")]:  # fmt: skip
        code, _, err = elcs("run", tmp_path / "none.csv", "--target", "x", "--trace", place)
        assert code == 1
        assert said in err


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process is not held to such a limit")
@pytest.mark.parametrize("megabytes", [120, 200, 390])
def test_too_little_memory_is_said_before_a_library_hangs_for_want_of_it(megabytes: int, asia: Path) -> None:
    done = in_a_shell(f"run {asia} --all-targets", "", f"ulimit -v {megabytes * 1024}")
    assert done.returncode == 1
    assert done.stderr == (
        f"elcs: Only {megabytes} MB of memory are allowed here (ulimit -v): allow at least 400 MB.\n"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process is not held to such a limit")
def test_data_too_large_for_the_memory_are_one_clear_line(tmp_path: Path) -> None:
    network = ROOT / "resources" / "networks" / "alarm.bif"
    arguments = f"simulate {network} --rows 20000000 --seed 1 --to {tmp_path / 'x.csv'}"
    done = in_a_shell(arguments, "", "ulimit -v 600000")
    assert done.returncode == 1
    assert done.stderr.startswith("elcs: ")
    assert "not enough memory" in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_is_told_nothing_by_what_stands_in_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    with checked_output():
        print("a\tb\x1b[2J\r\x9b1m\x07\u202ex é 🦊")
    assert capsys.readouterr().out == "a\tb\\u001b[2J\\u000d\\u009b1m\\u0007\\u202ex é 🦊\n"
