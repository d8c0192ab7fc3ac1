"""`elcs-gui` from outside: pictures without a display, prose, clear errors, never a core dump."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from elcs_gui.trace.trace_file import write_trace
from tests.traces import trace_of

ROOT = Path(__file__).resolve().parents[1]


def elcs_gui(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    environment |= {"PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(folder)}
    return subprocess.run(
        [sys.executable, "-m", "elcs_gui.gui", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=180,
    )


def test_a_screenshot_is_written_without_a_display(tmp_path: Path) -> None:
    options = ("--example", "fig3", "--seek", "candidates", "--theme", "dark", "--size", "1280x720")
    done = elcs_gui(tmp_path, *options, "--screenshot", "shot.png")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    png = (tmp_path / "shot.png").read_bytes()
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20]) == 1280


def test_the_start_page_has_a_picture_too(tmp_path: Path) -> None:
    done = elcs_gui(tmp_path, "--screenshot", "start.png")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "start.png").stat().st_size > 20_000


def test_a_recorded_trace_has_a_picture_without_its_data(tmp_path: Path) -> None:
    write_trace(trace_of("fig3"), tmp_path / "run.jsonl")
    done = elcs_gui(tmp_path, "run.jsonl", "--seek", "end", "--screenshot", "trace.png")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "trace.png").stat().st_size > 20_000


def test_without_a_display_the_run_is_told_in_prose_and_a_picture_written(tmp_path: Path) -> None:
    done = elcs_gui(tmp_path, "--example", "fig3")
    assert done.returncode == 0, done.stderr
    first, *rest = done.stdout.splitlines()
    assert first.startswith("There is no display here")
    assert "T is done: causes E and J" in rest[-1]
    assert (tmp_path / "elcs-explorer.png").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--example", "mars", "--screenshot", "x.png"), 1, "There is no example 'mars'"),
        (("none.csv", "--screenshot", "x.png"), 1, "There is no file"),
        (("--example", "fig3", "--seek", "nowhere", "--screenshot", "x.png"), 2, "no step or stage"),
        (("--example", "fig3", "--select", "T,Mars", "--screenshot", "x.png"), 2, "no variable or edge"),
        (("--size", "big"), 2, "must be like 1440x900"),
    ],
)
def test_what_goes_wrong_is_said_in_a_line(
    tmp_path: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = elcs_gui(tmp_path, *arguments)
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_examples_are_listed(tmp_path: Path) -> None:
    done = elcs_gui(tmp_path, "--example", "list")
    assert done.returncode == 0
    assert done.stdout.startswith("fig3")
