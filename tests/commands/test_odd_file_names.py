"""Files whose names are not UTF-8, on the command line."""

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.commands.calling import Elcs, process


@pytest.fixture
def odd(asia: Path, tmp_path: Path) -> Path:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/d\xff.csv"))
    try:
        shutil.copyfile(asia, path)
    except OSError:
        pytest.skip("this file system has no such names")
    return path


def test_every_command_takes_such_a_file(odd: Path, elcs: Elcs, tmp_path: Path) -> None:
    for arguments in (
        ("run", odd, "--target", "lung"),
        ("run", odd, "--target", "lung", "--json"),
        ("alpha", odd, "--target", "lung"),
        ("stability", odd, "--target", "lung", "--replicates", 2),
        ("survey", odd),
        ("survey", odd, "--json"),
    ):
        code, out, err = elcs(*arguments)
        assert (code, err) == (0, ""), arguments
        assert "\udcff" not in out


def test_a_trace_tells_its_name_with_a_sign(odd: Path, elcs: Elcs, tmp_path: Path) -> None:
    for ending in ("jsonl", "elcs"):
        trace = odd.with_suffix(f".{ending}")
        assert elcs("run", odd, "--target", "lung", "--trace", trace)[0] == 0
        assert elcs("replay", trace)[0] == 0
        script = odd.with_suffix(".py")
        assert elcs("export", trace, "--to", script)[0] == 0
        assert "d�.csv" in script.read_text(encoding="utf-8")
    header = json.loads(odd.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert header["origin"]["name"] == "d�.csv"


def test_complaints_about_such_a_file_are_one_line(odd: Path) -> None:
    done = process("run", odd.with_name(odd.name + "x"), "--target", "lung")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    done = process("run", odd, "--target", "nobody")
    assert done.returncode == 1
    assert "No variable 'nobody'" in done.stderr


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--k", "1000001"),
        ("--k", "9" * 5000),
        ("--k", "²"),
        ("--rows-per-cell", "1e16"),
        ("--rows-per-cell", "inf"),
        ("--rows-per-cell", "nan"),
    ],
)
def test_settings_that_no_trace_can_hold_are_wrong_usage(
    option: str, value: str, asia: Path, elcs: Elcs
) -> None:
    code, out, err = elcs("run", asia, "--target", "lung", option, value)
    assert (code, out) == (2, "")
    assert f"argument {option}: must be a " in err.splitlines()[-1]
    assert len(err.splitlines()[-1]) < 160


def test_the_largest_settings_run_and_are_read_again(asia: Path, elcs: Elcs, tmp_path: Path) -> None:
    for ending in ("jsonl", "elcs"):
        trace = tmp_path / f"t.{ending}"
        arguments = ("--k", 1_000_000, "--rows-per-cell", 2**53 - 1, "--trace", trace)
        assert elcs("run", asia, "--target", "lung", *arguments)[0] == 0
        assert elcs("replay", trace)[0] == 0
