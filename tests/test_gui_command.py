"""`elcs-gui` from outside: pictures without a display, prose, clear errors, never a core dump."""

import linecache
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui import gui
from elcs_gui.app.shell.display import leave_sources_unread, named_screen, platforms
from elcs_gui.storage.session_file import write_session
from elcs_gui.storage.trace_file import write_trace
from tests.app.window import empty_window
from tests.kept import small_session
from tests.stress import many
from tests.traces import trace_of

ROOT = Path(__file__).resolve().parents[1]


def elcs_gui(folder: Path, *arguments: str, **named: str) -> subprocess.CompletedProcess[str]:
    with started(folder, *arguments, **named) as process:
        said, complained = process.communicate(timeout=180)
    return subprocess.CompletedProcess(process.args, process.returncode, said, complained)


def started(folder: Path, *arguments: str, **named: str) -> subprocess.Popen[str]:
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    own = {"XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder / "state")}
    environment |= {"PYTHONPATH": str(ROOT), **own, **named}
    return subprocess.Popen(
        [sys.executable, "-m", "elcs_gui.gui", *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


Picture = Callable[..., tuple[int, str]]
"""Takes arguments; gives exit code and stderr."""


@pytest.fixture
def picture(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Picture:
    """The command's picture of a window in this process: another one takes seconds to start."""
    monkeypatch.chdir(tmp_path)

    def take(*arguments: str) -> tuple[int, str]:
        args = gui.parser().parse_args(arguments)
        with empty_window(qtbot, tmp_path / "settings.ini") as window:
            gui._open(window, args)
            code = gui._picture(window, args, prose=False)
        return code, capsys.readouterr().err

    return take


@pytest.fixture
def recorded(tmp_path: Path) -> str:
    """The file of a run, which is shown without another process."""
    write_trace(trace_of("fig3"), tmp_path / "run.jsonl")
    return "run.jsonl"


def test_a_screenshot_is_written_without_a_display(tmp_path: Path, recorded: str) -> None:
    options = (recorded, "--seek", "candidates", "--theme", "dark", "--size", "1280x720")
    done = elcs_gui(tmp_path, *options, "--screenshot", "shot.png")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    png = (tmp_path / "shot.png").read_bytes()
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20]) == 1280


def test_no_source_is_read_when_a_module_is_imported_after_qt(qtbot: QtBot, tmp_path: Path) -> None:
    leave_sources_unread()
    module = tmp_path / "elcs_imported_late.py"
    module.write_text("import PySide6\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(tmp_path)
        __import__("elcs_imported_late")  # as the statement does it, which PySide6 replaces
    assert sys.modules.pop("elcs_imported_late")
    assert str(module) not in linecache.cache


def test_the_start_page_has_a_picture_too(picture: Picture, tmp_path: Path) -> None:
    assert picture("--screenshot", "start.png") == (0, "")
    assert (tmp_path / "start.png").stat().st_size > 20_000


def test_a_session_has_a_picture_with_the_cursor_where_it_was_left(picture: Picture, tmp_path: Path) -> None:
    write_session(small_session(), tmp_path / "asia.elcs")
    assert picture("asia.elcs", "--screenshot", "session.png") == (0, "")
    assert (tmp_path / "session.png").stat().st_size > 20_000
    (tmp_path / "bad.elcs").write_bytes((tmp_path / "asia.elcs").read_bytes()[:-30])
    code, said = picture("bad.elcs", "--screenshot", "bad.png")
    assert code == 1
    assert "bad.elcs cannot be opened as a session" in said


def test_a_recorded_trace_has_a_picture_without_its_data(
    picture: Picture, tmp_path: Path, recorded: str
) -> None:
    assert picture(recorded, "--seek", "end", "--screenshot", "trace.png") == (0, "")
    assert (tmp_path / "trace.png").stat().st_size > 20_000


def test_without_a_display_the_run_is_told_in_prose_and_a_picture_written(
    tmp_path: Path, recorded: str
) -> None:
    done = elcs_gui(tmp_path, recorded)
    assert done.returncode == 0, done.stderr
    first, *rest = done.stdout.splitlines()
    assert first.startswith("There is no display here")
    assert "T is done: causes E and J" in rest[-1]
    assert (tmp_path / "elcs-explorer.png").exists()


def test_one_may_read_the_beginning_of_the_prose_only(tmp_path: Path, recorded: str) -> None:
    with started(tmp_path, recorded) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().startswith("There is no display here")
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=180) == 0


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--example", "mars"), 1, "There is no example 'mars'"),
        (("none.csv",), 1, "There is no file"),
        (("--example", "fig3", "--seek", "nowhere"), 2, "no stage 'nowhere' here"),
        (("--example", "fig3", "--seek", "spouses"), 2, "mean candidates (Candidate spouses) or pruned ("),
        (("--example", "fig3", "--select", "T,Mars"), 2, "no variable or edge"),
        (("--example", "fig3", "--page", "import-options"), 1, "nothing to show on the page"),
    ],
)
def test_what_goes_wrong_is_said_in_a_line(
    picture: Picture, arguments: tuple[str, ...], code: int, said: str
) -> None:
    ended, line = picture(*arguments, "--screenshot", "x.png")
    assert ended == code
    assert said in line
    assert line.count("\n") == 1


def test_a_network_that_is_not_there_is_said_in_a_line_too(picture: Picture, tmp_path: Path) -> None:
    (tmp_path / "coins.csv").write_text("a,b\n" + "yes,no\nno,no\nno,yes\n" * 20, encoding="utf-8")
    code, line = picture("coins.csv", "--network", "none.bif", "--screenshot", "x.png")
    assert (code, line) == (1, "elcs-gui: There is no file 'none.bif'.\n")
    assert not (tmp_path / "x.png").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    many(
        [(("--example", "mars", "--screenshot", "x.png"), 1, "There is no example 'mars'")],
        suite=[(("--size", "big"), 2, "must be like 1440x900")],
    ),
)
def test_the_command_ends_with_what_went_wrong(
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


@pytest.mark.parametrize(("name", "value"), many([("QT_QPA_PLATFORM", "xcb")], suite=[("DISPLAY", ":7777")]))
def test_a_display_that_cannot_be_reached_is_none(
    tmp_path: Path, recorded: str, name: str, value: str
) -> None:
    done = elcs_gui(tmp_path, recorded, **{name: value})
    assert (done.returncode, done.stderr) == (0, "")
    first, *rest = done.stdout.splitlines()
    assert first.startswith(f"There is no display at {name}={value}:")
    assert "T is done: causes E and J" in rest[-1]
    assert (tmp_path / "elcs-explorer.png").exists()


@pytest.mark.parametrize(
    ("environment", "tried", "named"),
    [
        ({}, "offscreen", ""),
        ({"DISPLAY": ":0"}, "xcb;offscreen", "DISPLAY=:0"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}, "wayland;xcb;offscreen", "WAYLAND_DISPLAY=w"),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "vnc"}, "vnc;offscreen", "QT_QPA_PLATFORM=vnc"),
        ({"QT_QPA_PLATFORM": "offscreen"}, "offscreen", "QT_QPA_PLATFORM=offscreen"),
    ],
)  # fmt: skip
def test_the_platform_without_a_screen_is_tried_last(
    environment: dict[str, str], tried: str, named: str
) -> None:
    assert platforms(environment) == tried
    assert named_screen(environment) == named


def broken_qt(folder: Path, trouble: str) -> str:
    """A place for PYTHONPATH where Qt cannot be imported."""
    package = folder / "broken" / "PySide6"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    for module in ("QtCore", "QtGui", "QtWidgets"):
        (package / f"{module}.py").write_text(f"raise {trouble}\n", encoding="utf-8")
    return os.pathsep.join((str(package.parent), str(ROOT)))


@pytest.mark.parametrize(
    ("trouble", "advice"),
    [
        ("ImportError('libEGL.so.1: cannot open shared object file')", "apt-get install libegl1 "),
        ("ImportError('libxkbcommon-x11.so.0: cannot open')", "apt-get install libxkbcommon-x11-0 libegl1 "),
        ("ImportError('libnew.so.5: cannot open shared object file')", "apt-get install libegl1 "),
        ("""ModuleNotFoundError("No module named 'PySide6'")""", "pip install PySide6"),
    ],
)
def test_a_missing_system_library_comes_with_the_line_that_installs_it(
    tmp_path: Path, trouble: str, advice: str
) -> None:
    done = elcs_gui(tmp_path, PYTHONPATH=broken_qt(tmp_path, trouble), DISPLAY=":7777")
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("elcs-gui: Qt ")
    assert advice in line


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Qt's plugin for X11 is tried on Linux")
def test_a_plugin_of_qt_that_lacks_a_library_comes_with_the_line_too(tmp_path: Path) -> None:
    """A library of the right name that is none keeps the plugin for X11 from being loaded."""
    (tmp_path / "libxcb-cursor.so.0").write_text("not a library", encoding="utf-8")
    done = elcs_gui(tmp_path, "--example", "fig3", DISPLAY=":7777", LD_LIBRARY_PATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert "apt-get install libxcb-cursor0 " in line


def test_a_window_takes_no_stream(capsys: pytest.CaptureFixture[str]) -> None:
    for named in ("-", "/dev/stdin"):
        with pytest.raises(SystemExit) as ended:
            gui.main([named])
        assert ended.value.code == 2
        assert "save what comes through the pipe" in capsys.readouterr().err
