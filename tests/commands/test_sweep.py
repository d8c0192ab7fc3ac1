"""Every target in turn, kept in a file: the same lines in the same order, whatever comes between."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.commands.calling import Elcs
from tests.conftest import ROOT
from tests.stress import STRESSED

COMMANDS = {
    "run": (),
    "alpha": ("--from", "0.001", "--to", "0.05"),
    "stability": ("--replicates", "3", "--seed", "2"),
}


def lines(text: str) -> list[dict[str, Any]]:
    results = [json.loads(line) for line in text.splitlines()]
    for result in results:
        result.pop("seconds", None)
    return results


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_of_all_targets_goes_on_where_it_was_stopped(
    elcs: Elcs, asia: Path, tmp_path: Path, command: str
) -> None:
    asked = (command, asia, "--all-targets", *COMMANDS[command])
    file = tmp_path / "all.jsonl"
    assert elcs(*asked, "--results", file)[0] == 0
    whole = file.read_text()
    assert lines(whole) == lines(elcs(*asked, "--json")[1])
    assert [result["target"] for result in lines(whole)][:2] == ["asia", "tub"]

    # As if it had been killed while the third line was written.
    part = tmp_path / "all.jsonl.part"
    first = _first_line(elcs, asked, tmp_path)
    part.write_text("".join([first, *whole.splitlines(keepends=True)[:2], whole.splitlines()[2][:40]]))
    file.unlink()
    assert elcs(*asked, "--results", file)[0] == 0
    assert lines(file.read_text()) == lines(whole)
    assert not part.exists()


def _first_line(elcs: Elcs, asked: tuple[object, ...], folder: Path) -> str:
    """What stands on top of the part of a file that was asked for like this."""
    place = folder / "stopped.jsonl"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("elcs_gui.commands.sweep.PartFile.append", _interrupt)
        assert elcs(*asked, "--results", place)[0] == 130
    return (folder / "stopped.jsonl.part").read_text()


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_what_was_kept_counts_only_for_the_same_question(elcs: Elcs, asia: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("elcs_gui.commands.sweep.PartFile.append", _interrupt)
        assert elcs("run", asia, "--all-targets", "--results", file)[0] == 130
    code, _, said = elcs("run", asia, "--all-targets", "--results", file, "--alpha", "0.05")
    assert code == 1
    assert "all.jsonl.part' holds results of other data or other options: remove it" in said
    assert elcs("run", asia, "--all-targets", "--results", file)[0] == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--target", "asia", "--results", "x"), "--results is for --all-targets"),
        (("--all-targets", "--jobs", "2", "--scheduler", "tcp://a:1"), "either --jobs or --scheduler"),
        (("--all-targets", "--tls-ca", "x"), "are for a --scheduler"),
    ],
)
def test_options_that_do_not_fit_are_wrong_usage(
    elcs: Elcs, asia: Path, options: tuple[str, ...], said: str
) -> None:
    code, _, errors = elcs("run", asia, *options)
    assert code == 2
    assert said in errors


@pytest.mark.skipif(not STRESSED, reason="the same with a part that was cut by hand is above")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_goes_on_after_its_program_was_killed(
    elcs: Elcs, asia: Path, tmp_path: Path, command: str, jobs: int
) -> None:
    asked = (command, asia, "--all-targets", *COMMANDS[command])
    file, part = tmp_path / "all.jsonl", tmp_path / "all.jsonl.part"
    arguments = map(str, (*asked, "--jobs", jobs, "--results", file))
    running = subprocess.Popen([sys.executable, "-m", "elcs_gui.cli", *arguments], cwd=ROOT)
    while running.poll() is None and not (part.exists() and part.read_bytes().count(b"\n") > 2):
        time.sleep(0.001)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert part.exists(), "it came too late"
    assert elcs(*asked, "--results", file)[0] == 0
    assert lines(file.read_text()) == lines(elcs(*asked, "--json")[1])


def test_a_disk_that_fills_up_loses_nothing(
    elcs: Elcs, asia: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, write, room = tmp_path / "all.jsonl", os.write, 3000

    def write_while_there_is_room(number: int, text: bytes) -> int:
        nonlocal room
        if not room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = write(number, text[:room])
        room -= written
        return written

    with monkeypatch.context() as patch:
        disk = SimpleNamespace(write=write_while_there_is_room, fsync=os.fsync)
        patch.setattr("elcs_gui.commands.sweep.os", disk)
        code, _, said = elcs("run", asia, "--all-targets", "--results", file)
    assert code == 1
    assert said.endswith("all.jsonl.part' cannot be written: No space left on device.\n")
    assert elcs("run", asia, "--all-targets", "--results", file)[0] == 0
    assert lines(file.read_text()) == lines(elcs("run", asia, "--all-targets", "--json")[1])
