"""`.ci/setup` asks before it installs packages of the system: at a terminal, and where CI is not set."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from elcs_gui import __version__

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.lock", "requirements-dev.lock")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="apt-get is of Debian and Ubuntu")

Setup = Callable[..., tuple[str, list[str]]]


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    """Runs it in a copy of the project where all is installed but the programs that some tests need.

    What it prints, and what was asked of apt-get, which is not the real one here.
    """
    project, programs = tmp_path / "project", tmp_path / "bin"
    (project / ".ci").mkdir(parents=True)
    (project / "elcs_gui").mkdir()
    programs.mkdir()
    for name in ("setup", *LOCKS):
        shutil.copy(ROOT / ".ci" / name, project / ".ci" / name)
    shutil.copy(ROOT / "pyproject.toml", project)
    shutil.copy(ROOT / ".ci" / "build_hook.py", project / ".ci")
    shutil.copytree(ROOT / "elcs_gui" / "native", project / "elcs_gui" / "native")
    (project / "elcs_gui" / "__init__.py").write_text(f'__version__ = "{__version__}"\n')
    asked = tmp_path / "asked"
    for name in (
        "sh",
        "cat",
        "cksum",
        "head",
        "tail",
        "id",
        "rm",
        "mkdir",
        "dirname",
        "env",
        "chromium",
        "tsc",
    ):
        (programs / name).symlink_to(shutil.which(name) or "/bin/true")
    for name, does in (("apt-get", f'echo "$@" >>{asked}'), ("sudo", '[ "$1" != -n ] || shift; "$@"')):
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o755)
    venv = project / ".venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").symlink_to(sys.executable)
    script = (project / ".ci" / "setup").read_text(encoding="utf-8")
    contents = subprocess.run(
        script.partition("contents=$(")[2].partition(")\n")[0],
        cwd=project, shell=True, capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    (venv / "elcs-packages").write_text(f"{venv} for {project}\n{contents} dev\n")
    (venv / "elcs-qt").touch()

    def run(answer: str | None, **environment: str) -> tuple[str, list[str]]:
        """With this typed at a terminal, or, without an answer, with no terminal."""
        own = {"PATH": str(programs), **environment}
        command = ["sh", ".ci/setup", "dev"]
        if answer is None:
            ended = subprocess.run(
                command, cwd=project, env=own, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                check=True, timeout=60,
            )  # fmt: skip
            said = ended.stdout + ended.stderr
        else:
            said = at_a_terminal(command, project, own, answer)
        return said, asked.read_text().splitlines() if asked.exists() else []

    return run


def at_a_terminal(command: list[str], folder: Path, environment: dict[str, str], answer: str) -> str:
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    os.write(ours, answer.encode())
    said = b""
    try:
        while part := os.read(ours, 4096):
            said += part
    except OSError:  # it has ended
        pass
    os.close(ours)
    assert process.wait(60) == 0, said
    return said.decode()


def test_without_a_terminal_nothing_is_asked_and_all_is_installed(setup: Setup) -> None:
    said, asked = setup(None)
    assert "[y/N]" not in said
    assert asked[0] == "update -qq"
    assert [line.split()[-1] for line in asked[1:]] == ["xvfb", "xdotool", "chromium-driver"]


def test_at_a_terminal_it_asks_once_and_yes_installs(setup: Setup) -> None:
    said, asked = setup("y\n")
    assert said.count("Install xvfb xdotool chromium-driver with apt-get? [y/N]") == 1
    assert [line.split()[-1] for line in asked[1:]] == ["xvfb", "xdotool", "chromium-driver"]


@pytest.mark.parametrize("answer", ["n\n", "\n", "\x04", "what\n"])
def test_any_other_answer_installs_nothing_and_says_what_is_skipped(setup: Setup, answer: str) -> None:
    said, asked = setup(answer)
    assert asked == []
    assert "some tests are skipped" in said
    assert "apt-get install -y xvfb xdotool chromium-driver" in said
    again, asked = setup("")
    assert (again, asked) == ("", []), "it is asked once"


def test_ci_is_not_asked_even_at_a_terminal(setup: Setup) -> None:
    said, asked = setup("", CI="true")
    assert "[y/N]" not in said
    assert len(asked) == 4
