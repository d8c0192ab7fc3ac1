"""Ctrl+C while something is painted: exit code 130 and one line, neither a crash nor half a file."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from elcs_gui.cli import main
from tests.commands.calling import ROOT
from tests.stress import often

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc for when Qt is there")


@pytest.fixture(scope="module")
def trace(asia: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("traces") / "t.jsonl"
    assert main(["run", str(asia), "--target", "either", "--trace", str(path)]) == 0
    return path


def exporting(trace: Path, to: Path) -> subprocess.Popen[str]:
    """The command, once it has begun to load Qt; in a group of its own, as a shell would start it."""
    arguments = ["export", trace, "--to", to, "--frames", "change", "--size", "640x400"]
    running = subprocess.Popen(
        [sys.executable, "-m", "elcs_gui.cli", *map(str, arguments)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    patience = time.monotonic() + 120
    while "libQt6Core" not in Path(f"/proc/{running.pid}/maps").read_text():
        assert running.poll() is None
        assert time.monotonic() < patience
        time.sleep(0.01)
    return running


def wait_for_a_part(running: subprocess.Popen[str], folder: Path) -> None:
    """Until some of the film is written, or all of it."""
    while running.poll() is None and not list(folder.glob(".*")):
        time.sleep(0.005)


def exit_code(running: subprocess.Popen[str], to: Path) -> int:
    """Once the command has ended: it said that the file is written, or that it was cancelled."""
    out, err = running.communicate(timeout=300)
    if running.returncode == 0:
        assert out.startswith(f"{to}: ") and err == ""
    else:
        assert (running.returncode, out, err) == (130, "", "elcs: cancelled\n")
    return running.returncode


@pytest.mark.parametrize("kind", ["gif", "webp", "mp4"])
def test_ctrl_c_ends_a_film_at_any_moment(kind: str, trace: Path, tmp_path: Path) -> None:
    if kind == "mp4":
        pytest.importorskip("imageio_ffmpeg")
    chance = random.Random(kind)
    ends = []
    for number in range(often(20, suite=2))[0 if kind == "gif" else 1 :]:  # all begin alike
        film = tmp_path / f"{number}.{kind}"
        running = exporting(trace, film)
        if number % 2:
            wait_for_a_part(running, tmp_path)
        time.sleep(chance.uniform(0, 1) if number > 1 else 0)
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGINT)
        ends.append(exit_code(running, film))
        assert film.exists() or running.returncode == 130
        assert not film.exists() or film.stat().st_size == size_of_all(trace, tmp_path / f"all.{kind}")
        assert not list(tmp_path.glob(".*"))
    assert 130 in ends  # else nothing was tested


def size_of_all(trace: Path, film: Path) -> int:
    """Of the film that nobody interrupts."""
    if not film.exists():
        assert exit_code(exporting(trace, film), film) == 0
    return film.stat().st_size


def test_ctrl_c_while_a_picture_is_painted_does_not_crash(trace: Path, tmp_path: Path) -> None:
    chance = random.Random(2)
    for number in range(often(20, suite=2)):
        running = exporting(trace, tmp_path / f"{number}.png")
        time.sleep(chance.uniform(0, 0.3))
        os.killpg(running.pid, signal.SIGINT)
        exit_code(running, tmp_path / f"{number}.png")
