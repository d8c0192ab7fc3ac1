"""The same words give the same run through every door, as the fingerprint of the run says."""

from __future__ import annotations

import io
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.registry import SOUND
from elcs_gui.api import Result, learn
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.cli import main
from elcs_gui.data.examples import Example, examples, find_example
from elcs_gui.data.readers import write_table
from elcs_gui.lessons.lesson_file import lesson_of
from elcs_gui.lessons.playing import recorded
from elcs_gui.storage.recipe_text import run_fingerprint
from elcs_gui.storage.trace_file import read_trace, write_trace
from tests.app.window import LONG, empty_window, run_by

EXAMPLES = [example.id for example in examples()]
KINDS = ("csv", "xlsx", "parquet")


def command(words: list[str], folder: Path) -> tuple[str, str]:
    """A command: the fingerprint of its run, and what it prints."""
    out, trace = io.StringIO(), folder / "command.jsonl"
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        assert main([*words, "--trace", str(trace)]) == 0
    return run_fingerprint(read_trace(trace)), out.getvalue()


def recipe_in(printed: str) -> list[str]:
    """The command that a result shows, as a shell reads it; without the name of the program."""
    (line,) = [line for line in printed.splitlines() if line.strip().startswith("elcs run ")]
    return shlex.split(line)[1:]


def executed(code: str, *arguments: str) -> str:
    """A script or copied Python: the fingerprint of the run that it makes."""
    names: dict[str, Any] = {"__name__": "__main__"}
    before, sys.argv = sys.argv, ["script.py", *arguments]
    try:
        with redirect_stdout(io.StringIO()):
            exec(compile(code, "script.py", "exec"), names)
    finally:
        sys.argv = before
    found = names["found"]
    assert isinstance(found, Result)
    return found.run_fingerprint


def copied(window: MainWindow, action: str) -> str:
    QGuiApplication.clipboard().clear()
    window.live[action].trigger()
    return QGuiApplication.clipboard().text()


def check_copies_of(window: MainWindow, folder: Path, expected: str) -> None:
    """The run that is shown, the commands and the Python that it is copied as, and its session."""
    trace = window.session.trace
    assert trace is not None
    assert run_fingerprint(trace) == expected
    assert command(shlex.split(copied(window, "copy-command"))[1:], folder)[0] == expected
    assert executed(copied(window, "copy-python")) == expected
    write_trace(trace, folder / "run.elcs")
    assert run_fingerprint(read_trace(folder / "run.elcs")) == expected


def saved_script(result: Result, folder: Path) -> str:
    result.save(folder / "run.py")
    return (folder / "run.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_the_same_run_from_command_library_lesson_and_script(
    example: str, tmp_path: Path
) -> None:
    expected, printed = command(["run", "--example", example], tmp_path)
    assert command(recipe_in(printed), tmp_path)[0] == expected
    result = learn(find_example(example))
    assert result.run_fingerprint == expected
    assert recipe_in(str(result)) == recipe_in(printed)
    assert executed(saved_script(result, tmp_path)) == expected
    lesson = lesson_of(f"---\ntitle: x\nformat: 2\nexample: {example}\n---\n# A\nat: end\n")
    assert run_fingerprint(recorded(lesson)) == expected


def test_the_window_opens_every_example_as_the_command_runs_it(qtbot: QtBot, tmp_path: Path) -> None:
    with empty_window(qtbot, tmp_path / "settings.ini", algorithm=SOUND) as window:
        for example in EXAMPLES:
            expected, _ = command(["run", "--example", example], tmp_path)
            run_by(window, qtbot, lambda id=example: window.open_example(id))  # type: ignore[misc]
            check_copies_of(window, tmp_path, expected)


@pytest.mark.parametrize("id", ["fig3", "fig4"])
def test_the_papers_figures_are_printed_elcs_on_rows_and_on_request_its_exact_trace(
    id: str, tmp_path: Path
) -> None:
    example: Example = find_example(id)
    assert example.algorithm == "elcs"
    by_rows, asked = learn(example), learn(example, test="oracle")
    assert (by_rows.header.rows, asked.header.rows) == (5000, None)
    assert command(["run", "--example", id, "--test", "oracle"], tmp_path)[0] == asked.run_fingerprint
    assert command(["run", "--example", id, "--test", "auto"], tmp_path)[0] == by_rows.run_fingerprint
    assert asked.run_fingerprint != by_rows.run_fingerprint


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same rows as a file of each kind."""
    folder = tmp_path_factory.mktemp("tables")
    data = find_example("asia").load_data()
    assert data is not None
    paths = {kind: folder / f"asia.{kind}" for kind in KINDS}
    write_table(data, paths["csv"])
    frame = pd.read_csv(paths["csv"], dtype=str, nrows=600)
    frame.to_csv(paths["csv"], index=False)
    frame.to_parquet(paths["parquet"])
    write_workbook(frame, paths["xlsx"])
    return paths


def write_workbook(frame: pd.DataFrame, path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(list(frame.columns))
    for row in frame.itertuples(index=False):
        sheet.append(list(row))
    book.save(path)


def test_a_file_of_any_kind_is_the_same_run_from_every_door(
    tables: dict[str, Path], qtbot: QtBot, tmp_path: Path
) -> None:
    found = {learn(path, "lung").run_fingerprint for path in tables.values()}
    assert len(found) == 1
    (expected,) = found
    with empty_window(qtbot, tmp_path / "settings.ini", algorithm=SOUND) as window:
        for path in tables.values():
            run, printed = command(["run", str(path), "--target", "lung"], tmp_path)
            assert run == expected
            assert command(recipe_in(printed), tmp_path)[0] == expected
            assert executed(saved_script(learn(path, "lung"), tmp_path), str(path)) == expected
            with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
                window.open_path(path, None, "lung")
            check_copies_of(window, tmp_path, expected)


NUMBERS = ("--plan", '{"kinds": {"d, e": "ignore"}, "others": "continuous"}')


def test_measurements_and_gaps_are_the_same_run_when_it_is_copied(tmp_path: Path) -> None:
    generator = np.random.default_rng(3)
    a, b = generator.normal(size=(2, 400))
    frame = pd.DataFrame({"a": a, "b": b, "c": a + b + generator.normal(size=400), "d, e": np.sign(a)})
    frame["d, e"] = np.where(frame["d, e"] > 0, "up", "down")
    frame.loc[:9, "d, e"] = None
    path = tmp_path / "mixed.csv"
    frame.to_csv(path, index=False)
    for options in (
        ["--ignore", "b", "--discretise", "width:4", "--missing-policy", "available"],
        ["--tidy"],
        [*NUMBERS, "--test", "fisher-z"],
        ["--plan", '{"kinds": {"d, e": "ignore"}, "cutting": {}}'],
        [*NUMBERS, "--algorithm", "notears", "--alpha", "0.05"],
        ["--tidy", "--unreliable-conditional", "independent", "--rows-per-cell", "7.5", "--k", "unlimited"],
        ["--tidy", "--force", 'a, c | "d, e" = independent', "--forbid", 'a -> "d, e"', "--alpha", "0.05"],
    ):
        run, printed = command(["run", str(path), "--target", "c", *options], tmp_path)
        assert command(recipe_in(printed), tmp_path)[0] == run, options


def test_what_a_survey_would_do_and_a_run_does_not_is_said_with_the_option_that_does_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = find_example("asia").load_data()
    assert data is not None
    path = tmp_path / "asia.csv"
    write_table(data, path)
    frame = pd.read_csv(path)
    frame["copy"] = frame["lung"]
    frame.to_csv(path, index=False)
    assert main(["run", str(path), "--target", "lung"]) == 0
    assert "asia.csv: following elcs survey would leave out 'copy' (--tidy).\n" in capsys.readouterr().err
    assert main(["run", str(path), "--target", "lung", "--tidy"]) == 0
    assert capsys.readouterr().err == ""
    frame["ward"] = np.arange(len(frame)) % 574
    frame.to_csv(path, index=False)
    assert main(["run", str(path), "--target", "lung"]) == 1
    said = capsys.readouterr().err
    assert "'ward'" in said
    assert all(option in said for option in ("--discretise", "--discrete", "--ignore", "--tidy"))
