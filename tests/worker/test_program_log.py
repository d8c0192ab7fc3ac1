"""The program's log: files of several processes, read as one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from elcs_gui import __version__
from elcs_gui.data.locking import Lock
from elcs_gui.worker import program_log
from elcs_gui.worker.program_log import LogFile, crash_reports, newest, report

ROOT = Path(__file__).resolve().parents[2]

TWO_WINDOWS = """
import logging, subprocess, sys
from pathlib import Path
from elcs_gui.worker import program_log
folder = Path(sys.argv[1])
kept = program_log.keep_log(folder)
print(kept.path.name, program_log.file_for("elcs worker").path.name)
logging.getLogger("elcs_gui").warning("from %s", kept.number)
if len(sys.argv) == 2:
    subprocess.run([sys.executable, __file__, sys.argv[1], "second"], check=True)
for line in range(20_000):
    logging.getLogger("elcs_gui").warning("line %s of %s", line, kept.number)
program_log.end_log()
print(sys.excepthook is sys.__excepthook__)
"""


def test_every_window_has_files_of_its_own_and_they_do_not_grow_for_ever(tmp_path: Path) -> None:
    script = tmp_path / "windows.py"
    script.write_text(TWO_WINDOWS, encoding="utf-8")
    folder = tmp_path / "log"
    done = subprocess.run(
        [sys.executable, str(script), str(folder)],
        cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "window.log elcs-worker.log" in done.stdout
    assert "window-2.log elcs-worker-2.log" in done.stdout
    assert done.stdout.count("True") == 2
    files = [path for path in folder.iterdir() if "crash" not in path.name]
    assert sorted(path.name for path in files) == [
        "window-2.log", "window-2.log.1", "window-2.log.2", "window.log", "window.log.1", "window.log.2"
    ]  # fmt: skip
    assert max(path.stat().st_size for path in files) <= program_log.LONGEST


CRASH = """
import faulthandler, sys
from pathlib import Path
from elcs_gui.worker import program_log
program_log.keep_log(Path(sys.argv[1]))
import logging
logging.getLogger("elcs_gui").warning("just before")
if sys.argv[2] == "crash":
    faulthandler._sigsegv()
program_log.end_log()
"""


def ended(folder: Path, how: str) -> None:
    """A window that ends like that."""
    command = [sys.executable, "-c", CRASH, str(folder), how]
    subprocess.run(command, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=False)


@pytest.mark.skipif(os.name != "posix", reason="signal 11")
def test_the_stack_of_a_crash_becomes_a_report_when_a_window_is_started_again(tmp_path: Path) -> None:
    ended(tmp_path, "well")
    assert not [path for path in tmp_path.iterdir() if "crash" in path.name], "nothing is left of a good end"
    ended(tmp_path, "crash")
    assert crash_reports(tmp_path) == []
    ended(tmp_path, "well")
    [report] = crash_reports(tmp_path)
    said = report.read_text(encoding="utf-8")
    assert f"ELCS Explorer {__version__}, Python" in said.splitlines()[0]
    assert "Segmentation fault" in said
    assert "just before" in said.partition("The log before it:")[2]
    assert not (tmp_path / "window-crash.log").exists()
    assert "Fatal Python error" not in newest(tmp_path), "it has a file of its own by now"
    assert str(report) in newest(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="signal 11")
def test_the_crash_of_a_second_window_is_found_by_the_first(tmp_path: Path) -> None:
    lock = Lock.take(tmp_path / "window-1.lock")
    assert lock is not None
    ended(tmp_path, "crash")
    assert (tmp_path / "window-2-crash.log").exists()
    lock.give_back(remove=True)
    ended(tmp_path, "well")
    assert len(crash_reports(tmp_path)) == 1


def test_a_process_that_was_killed_leaves_no_report(tmp_path: Path) -> None:
    (tmp_path / "window-crash.log").write_text("Started: now, window, ELCS Explorer\n", encoding="utf-8")
    (tmp_path / "elcs-worker-crash.log").write_text("Started: now\n", encoding="utf-8")
    assert newest(tmp_path) == ""
    ended(tmp_path, "well")
    assert crash_reports(tmp_path) == []


def test_nothing_is_kept_unless_it_was_asked_for() -> None:
    assert program_log.file_for("elcs worker") is None


def test_the_newest_lines_of_all_files_are_in_the_order_of_time(tmp_path: Path) -> None:
    first = "2026-01-02 10:00:00,100 window ERROR one\nTraceback\n  line\n"
    third = "2026-01-02 10:00:02,000 window ERROR three\n"
    (tmp_path / "window.log").write_text(first + third, encoding="utf-8")
    (tmp_path / "elcs-worker.log").write_text("2026-01-02 10:00:01,000 worker ERROR two\n", encoding="utf-8")
    (tmp_path / "elcs-worker-crash.log").write_text("", encoding="utf-8")
    lines = newest(tmp_path).splitlines()
    assert [line.split()[-1] for line in lines] == ["one", "Traceback", "line", "two", "three"]
    assert newest(tmp_path, 2).splitlines() == lines[-2:]
    (tmp_path / "elcs-worker-crash.log").write_text("Fatal Python error\n", encoding="utf-8")
    assert newest(tmp_path).splitlines()[-1] == "Fatal Python error"


def test_a_report_begins_with_the_versions(tmp_path: Path) -> None:
    said = report(tmp_path, "6.0")
    assert said.startswith(f"ELCS Explorer {__version__}, Python {sys.version.split()[0]}, Qt 6.0, ")
    assert said.endswith("The log is empty.\n")


def test_a_log_that_cannot_be_written_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert program_log.keep_log(tmp_path / "file" / "log") is None
    assert newest(tmp_path / "nowhere") == ""
    assert LogFile(tmp_path, "elcs worker", 3).path == tmp_path / "elcs-worker-3.log"
