"""`elcs-gui` in trouble: exceptions nobody caught are logged and told, signals end it in good order."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from elcs_gui.app.sessions.autosave_files import Autosaves
from elcs_gui.storage.session_reading import read_session
from elcs_gui.worker.program_log import crash_reports, log_folder, newest

ROOT = Path(__file__).resolve().parents[1]
LONG = 120.0

DRIVEN = """
import sys
from elcs_gui import gui

make_window = gui.make_window

def driven(*given):
    app, window = make_window(*given)
    drive(app, window)
    return app, window

{drive}

if __name__ == "__main__":
    gui.make_window = driven
    sys.exit(gui.main(sys.argv[1:]))
"""

READY = """
def drive(app, window):
    def ready(_):
        window.player.seek(5)
        print("ready", window.session.worker.pid, flush=True)
    window.session.run_finished.connect(ready)
"""

FAILING = """
SAID = ["in a slot", "in a thread", "Qt is worried"]

def drive(app, window):
    import threading
    from PySide6.QtCore import QTimer, qWarning

    def in_a_slot():
        raise ValueError("in a slot")

    def in_a_thread():
        raise ValueError("in a thread")

    def look():
        if window.messages.isHidden() or thread.is_alive():
            return  # not yet
        looking.stop()
        print(window.messages.text, flush=True)
        window.messages._choices[0].click()
        from elcs_gui.app.shell.program_log_dialog import ProgramLogDialog
        shown = window.findChild(ProgramLogDialog)
        print([said in shown.text.toPlainText() for said in SAID], flush=True)
        window.session.ask_associations()  # of nothing: the worker fails, and goes on
        window.session.run_finished.connect(end)
        window.open_example("fig3")

    def end(_):
        window.close()
        app.exit(7)

    thread = threading.Thread(target=in_a_thread)
    looking = QTimer(window, interval=100)
    looking.timeout.connect(look)
    looking.start()
    QTimer.singleShot(0, window, thread.start)
    QTimer.singleShot(0, window, lambda: qWarning("Qt is worried"))
    QTimer.singleShot(0, window, in_a_slot)
"""

CRASHING = """
def drive(app, window):
    import faulthandler
    from PySide6.QtCore import QTimer
    QTimer.singleShot(0, window, faulthandler._sigsegv)
"""

STARTED_AGAIN = """
def drive(app, window):
    def look():
        print([left.path.name for left in window.start_page.lost.listed], flush=True)
        window.close()
    window.loading.done.connect(look)
"""

SAVING = """
def drive(app, window):
    import time
    from pathlib import Path
    from elcs_gui.data import files

    to_disk = files._to_disk

    def slowly_to_disk(part):
        if part.name.startswith(".mine.elcs"):
            print("saving", flush=True)
            time.sleep(1)
        to_disk(part)

    def ready(_):
        window.player.seek(5)
        files._to_disk = slowly_to_disk
        window.session_files.write(Path("mine.elcs").resolve())

    window.session.run_finished.connect(ready)
"""

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a window that is driven by a script; one that is still there after the test is ended."""
    started: list[subprocess.Popen[str]] = []

    def begin(drive: str, *arguments: str) -> subprocess.Popen[str]:
        script = tmp_path / "driven.py"
        script.write_text(DRIVEN.format(drive=drive), encoding="utf-8")
        own = {
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
            "XDG_STATE_HOME": str(tmp_path / "state"),
            "QT_QPA_PLATFORM": "offscreen",
            "PYTHONPATH": str(ROOT),
        }
        started.append(
            subprocess.Popen(
                [sys.executable, str(script), *arguments],
                cwd=tmp_path, env=os.environ | own, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                encoding="utf-8", start_new_session=True,
            )
        )  # fmt: skip
        return started[-1]

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def state(folder: Path) -> Path:
    return folder / "state" / "elcs-explorer"


def test_what_nobody_caught_is_in_the_log_and_told_and_the_program_goes_on(
    start: Start, tmp_path: Path
) -> None:
    process = start(FAILING)
    out, err = process.communicate(timeout=LONG)
    said = "Something went wrong; the details are in the log."
    assert out.splitlines() == [said, "[True, True, True]"], err
    assert process.returncode == 7
    log = newest(log_folder(state(tmp_path)))
    assert 'raise ValueError("in a slot")' in log
    assert "elcs worker ERROR Work in the background failed" in log
    assert "Traceback" in err, "who started it in a terminal sees it there too"


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_the_report_of_a_crash_is_offered_when_the_program_is_started_again(
    start: Start, tmp_path: Path
) -> None:
    process = start(CRASHING)
    process.communicate(timeout=LONG)
    assert process.returncode == -signal.SIGSEGV
    process = start(STARTED_AGAIN)
    out, err = process.communicate(timeout=LONG)
    [report] = crash_reports(log_folder(state(tmp_path)))
    assert (out, err) == (f"{[report.name]}\n", "")
    said = report.read_text(encoding="utf-8")
    assert "Segmentation fault" in said
    assert "gui.py" in said, "where it happened"


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_window_and_leaves_its_autosave_and_a_line_in_the_log(
    start: Start, tmp_path: Path, number: signal.Signals
) -> None:
    process = start(READY, "--example", "fig3")
    assert process.stdout is not None
    said, worker = process.stdout.readline().split()
    assert said == "ready"
    os.killpg(process.pid, number)  # as a terminal does it: to the processes in the background, too
    _, err = process.communicate(timeout=LONG)
    assert (process.returncode, err) == (128 + number, "")
    assert not Path("/proc", worker).exists()
    log = newest(log_folder(state(tmp_path)))
    assert log.endswith(f"window INFO Ended by signal {number:d}")
    assert "ERROR" not in log
    [lost] = Autosaves(state(tmp_path) / "autosave").lost()
    kept = read_session(lost.path)
    assert kept.current is not None
    assert kept.runs[kept.current].step == 5


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_signal_during_a_save_leaves_the_whole_new_file(start: Start, tmp_path: Path) -> None:
    mine = tmp_path / "mine.elcs"
    shutil.copy(ROOT / "tests" / "files" / "session-1.elcs", mine)
    process = start(SAVING, "--example", "fig3")
    assert process.stdout is not None
    assert process.stdout.readline() == "saving\n"
    assert list(tmp_path.glob(".mine.elcs*.part")), "it is in the middle of it"
    os.killpg(process.pid, signal.SIGTERM)
    _, err = process.communicate(timeout=LONG)
    assert (process.returncode, err) == (128 + signal.SIGTERM, "")
    assert not list(tmp_path.glob(".mine.elcs*.part"))
    kept = read_session(mine)
    assert kept.current is not None
    assert kept.runs[kept.current].step == 5
    assert "ERROR" not in newest(log_folder(state(tmp_path)))
