"""`elcs export`: every ending by the command line, exit codes, and what needs no Qt."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.app.exporting.formats import FORMS
from elcs_gui.cli import main
from elcs_gui.data.files import size_words
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.readers import read_table
from elcs_gui.storage.trace_file import read_trace, write_trace
from tests.traces import trace_of

ROOT = Path(__file__).resolve().parents[2]

BEGINS = {
    "svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG", "gif": b"GIF89a", "webp": b"RIFF",
    "html": b"<!DOCTYPE", "py": b'"""ELCS \xc2\xb7 Cancer',
    "csv": b"test,stage", "tsv": b"test\tstage", "jsonl": b'{"test"',
}  # fmt: skip

WITHOUT_QT = """
import runpy, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"PySide6", "shiboken6", "pyqtgraph"}:
            raise ImportError(f"No module named {name!r}")

sys.meta_path.insert(0, Blocked())
runpy.run_module("elcs_gui.cli", run_name="__main__", alter_sys=True)
"""


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trace") / "cancer.trace"
    write_trace(trace_of("cancer"), path)
    return path


def elcs(*arguments: object) -> int:
    try:
        return main([str(argument) for argument in arguments])
    except SystemExit as stopped:
        return int(stopped.code or 0)


def without_qt(*arguments: object) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "QT_QPA_PLATFORM"}
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_QT, *map(str, arguments)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("ending", [form.ending for form in FORMS if form.ending != "mp4"])
def test_every_ending_is_written(qtbot: QtBot, trace: Path, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"out.{ending}"
    more = ["--frames", "stage", "--size", "400x300"] if ending in ("gif", "webp") else []
    assert elcs("export", trace, "--to", path, *more) == 0
    assert path.read_bytes().startswith(BEGINS.get(ending, b""))
    assert path.stat().st_size > 60
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_a_step_is_a_step_everywhere(qtbot: QtBot, trace: Path, tmp_path: Path) -> None:
    log, graph, shown = tmp_path / "log.csv", tmp_path / "graph.json", tmp_path / "graph.svg"
    for path in (log, graph, shown):
        assert elcs("export", trace, "--to", path, "--step", 6) == 0
    recorded = read_trace(trace)
    tests = sum(step < 6 for step in recorded.test_steps.tolist())
    assert len(list(csv.reader(log.read_text().splitlines()))) == 1 + tests
    assert len(json.loads(graph.read_text())["nodes"]) < len(recorded.header.names)
    assert elcs("export", trace, "--to", tmp_path / "end.json", "--step", "end") == 0


def test_wrong_usage_is_exit_code_2(trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ("--to", tmp_path / "x.bmp"),
        ("--to", tmp_path / "x.svg", "--step", "middle"),
        ("--to", tmp_path / "x.svg", "--size", "3x3"),
        ("--to", tmp_path / "x.png", "--scale", "900"),
        ("--to", tmp_path / "x.gif", "--seconds", "0"),
        ("--to", trace.with_suffix(".TRACE")),
        (),
    ):
        assert elcs("export", trace, *arguments) == 2
    assert not list(tmp_path.iterdir())
    assert ".svg, .pdf, .png" in capsys.readouterr().err


def test_the_trace_itself_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    write_trace(trace_of("cancer"), path)
    before = path.read_bytes()
    assert elcs("export", path, "--to", path) == 2
    assert path.read_bytes() == before


def test_work_that_fails_is_exit_code_1_and_one_line(
    qtbot: QtBot, trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (
        (trace, "--to", tmp_path / "x.svg", "--step", 10**9),
        (trace, "--to", tmp_path / "no" / "x.svg"),
        (tmp_path / "none.jsonl", "--to", tmp_path / "x.csv"),
    ):
        assert elcs("export", *arguments) == 1
        said = capsys.readouterr().err
        assert said.startswith("elcs: ") and said.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", ["csv", "dot", "py"])
def test_text_needs_no_qt(trace: Path, tmp_path: Path, ending: str) -> None:
    done = without_qt("export", trace, "--to", tmp_path / f"out.{ending}")
    assert done.returncode == 0, done.stderr


def test_a_picture_without_qt_says_what_is_missing(trace: Path, tmp_path: Path) -> None:
    done = without_qt("export", trace, "--to", tmp_path / "out.svg")
    assert done.returncode == 1
    assert "pip install PySide6" in done.stderr and done.stderr.count("\n") == 1


def test_a_picture_needs_no_display(trace: Path, tmp_path: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    command = [sys.executable, "-m", "elcs_gui.cli", "export", str(trace), "--to", str(tmp_path / "out.png")]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    size = size_words((tmp_path / "out.png").stat().st_size)
    said = f"{tmp_path / 'out.png'}: picture (PNG), {size}.\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")


def test_a_recorded_run_tells_its_data_and_their_fingerprint(tmp_path: Path) -> None:
    bif, data = ROOT / "resources" / "networks" / "cancer.bif", tmp_path / "cancer.csv"
    assert elcs("simulate", bif, "--rows", 300, "--seed", 1, "--to", data) == 0
    assert elcs("run", data, "--target", "Cancer", "--trace", tmp_path / "run.jsonl") == 0
    origin = read_trace(tmp_path / "run.jsonl").header.origin
    assert origin is not None
    assert (origin.kind, origin.name) == ("table", "cancer.csv")
    assert origin.fingerprint == fingerprint(read_table(data))


def test_a_run_becomes_a_page_that_plays_it(trace: Path, tmp_path: Path, qtbot: QtBot) -> None:
    page = tmp_path / "run.html"
    assert elcs("export", trace, "--to", page, "--player", "--title", "Two <causes>") == 0
    text = page.read_text(encoding="utf-8")
    assert "<title>Two &lt;causes&gt;</title>" in text and 'id="scrubber"' in text
    assert "<svg xmlns" in text  # for browsers without scripts


def test_a_player_needs_no_qt(trace: Path, tmp_path: Path) -> None:
    done = without_qt("export", trace, "--to", tmp_path / "run.html", "--player")
    assert done.returncode == 0
    assert done.stderr.startswith("elcs: The picture needs Qt to paint.") and done.stderr.count("\n") == 1
    assert 'id="scrubber"' in (tmp_path / "run.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("x.jsonl", "--to", "x.svg", "--player"), "ends in .html"),
        (("x.jsonl", "--to", "x.html", "--player", "--step", "3"), "the whole run"),
        (("lesson.md", "--to", "x.html"), "with --player"),
    ],
)
def test_what_a_player_cannot_be_is_said(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert elcs("export", *arguments) == 2
    assert said in capsys.readouterr().err
