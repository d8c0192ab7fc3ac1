"""The `elcs` command on a terminal: its bar, Ctrl+C, and readers that leave early."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from elcs_gui.cli import main
from tests.commands.calling import ROOT, process


@contextmanager
def on_a_terminal(command: list[str]) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A process whose stderr is a terminal, and our end of that; the process is ended if it has not."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs) as running:
        os.close(theirs)
        try:
            yield running, ours
        finally:
            running.kill()
            os.close(ours)


def everything(terminal: int) -> bytes:
    """What is written to a terminal until nobody holds its other end; Linux then says EIO."""
    parts = []
    with suppress(OSError):
        while part := os.read(terminal, 65536):
            parts.append(part)
    return b"".join(parts)


def test_ctrl_c_keeps_the_trace_so_far(tmp_path: Path) -> None:
    """No set separates a cause from its effects, so with 26 of them the search would take for ever."""
    path, network = tmp_path / "partial.jsonl", tmp_path / "star.json"
    effects = [f"E{i}" for i in range(26)]
    star = {"nodes": ["T", *effects], "edges": [["T", effect] for effect in effects]}
    network.write_text(json.dumps(star), encoding="utf-8")
    arguments = ["run", "--network", network, "--target", "T", "--k", "unlimited", "--trace", path]
    command = [sys.executable, "-m", "elcs_gui.cli", *map(str, arguments)]
    with on_a_terminal(command) as (running, terminal):
        drawn = os.read(terminal, 65536)
        while b"tests, " not in drawn:  # the bar counts: the run is under way
            drawn += os.read(terminal, 65536)
        running.send_signal(signal.SIGINT)
        said = everything(terminal).decode("utf-8")
        assert running.stdout is not None
        assert running.stdout.read() == b""
        assert running.wait(60) == 130, said
    assert "the trace so far is in" in said
    assert main(["replay", str(path), "--facts"]) == 0


def test_output_into_a_closed_pipe_is_no_error(asia: Path, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    assert main(["run", str(asia), "--target", "lung", "--trace", str(path)]) == 0
    command = f"{sys.executable} -m elcs_gui.cli replay {path} | head -1"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Sound ELCS · lung · G² · ")
    assert done.stderr == ""


def test_a_terminal_gets_a_bar_and_a_pipe_gets_none(asia: Path) -> None:
    """stderr is a terminal here: the bar is drawn there, removed at the end, and never on stdout."""
    command = [
        sys.executable,
        "-m",
        "elcs_gui.cli",
        "run",
        "--example",
        "insurance",
        "--all-targets",
        "--json",
    ]
    with on_a_terminal(command) as (running, terminal), ThreadPoolExecutor(1) as reader:
        # Both at once: a terminal nobody reads from fills up and stops the program.
        drawing = reader.submit(everything, terminal)
        assert running.stdout is not None
        out = running.stdout.read().decode("utf-8")
        drawn = drawing.result(60).decode("utf-8")
    assert len(out.splitlines()) == 27
    assert "of 27" in drawn
    assert drawn.endswith("\x1b[K")
    assert process("run", asia, "--all-targets").stderr == ""
