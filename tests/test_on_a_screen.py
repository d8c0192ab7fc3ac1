"""The program on a real (virtual) screen, driven from outside by keys and mouse as its users would.

Nothing is asked of the program but what a user sees: the title of its window, the screen, and files.
"""

import csv
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from elcs_gui.storage.session_reading import read_session
from tests.stress import WITHOUT_KERNEL, many

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ("Xvfb", "xdotool", "import")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(map(shutil.which, TOOLS)),
        reason="needs a virtual screen: apt-get install xvfb xdotool imagemagick",
    ),
]


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with virtual_screen("1440x900") as name:
        yield name


@contextmanager
def virtual_screen(size: str) -> Iterator[str]:
    """A screen of its own; Xvfb chooses a free number and tells it."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading, encoding="ascii") as told:
        number = told.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait(60)


class Program:
    """One running window, seen only through the screen."""

    def __init__(self, screen: str, folder: Path, *arguments: str) -> None:
        hidden = {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY"}
        self._environment = {k: v for k, v in os.environ.items() if k not in hidden} | {
            "DISPLAY": screen,
            "PYTHONPATH": str(ROOT),
            "XDG_CONFIG_HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
            **WITHOUT_KERNEL,
        }
        self.folder = folder
        command = [sys.executable, "-m", "elcs_gui.gui", *arguments]
        self.process = subprocess.Popen(
            command, cwd=folder, env=self._environment, stderr=subprocess.PIPE, text=True
        )

    def tool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments], env=self._environment, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.tool("key", key)
            time.sleep(0.15)

    def click(self, x: int, y: int, *, times: int = 1) -> None:
        self.tool("mousemove", str(x), str(y))
        time.sleep(0.1)
        self.tool("click", "--repeat", str(times), "--delay", "60", "1")
        time.sleep(0.3)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.tool("mousemove", str(start[0]), str(start[1]), "mousedown", "1")
        for part in range(1, 11):
            x, y = (round(a + (b - a) * part / 10) for a, b in zip(start, end, strict=True))
            self.tool("mousemove", str(x), str(y))
            time.sleep(0.05)
        self.tool("mouseup", "1")
        time.sleep(0.5)

    def screenshot(self) -> bytes:
        """Three bytes a pixel, as it looks now."""
        command = ["import", "-window", "root", "-depth", "8", "rgb:-"]
        return subprocess.run(command, env=self._environment, capture_output=True, check=True).stdout

    def picture(self) -> bytes:
        """The screen, once it stands still; the pointer is out of the way, so that nothing is hovered."""
        self.tool("mousemove", "700", "899")
        before = b""
        for _ in range(40):
            time.sleep(0.25)
            now = self.screenshot()
            if now == before:
                return now
            before = now
        raise AssertionError("the screen does not come to rest")

    def picture_unlike(self, before: bytes, share: float = 0.0) -> bytes:
        """The screen at rest, once more than this share of it has changed; a busy machine takes its time."""
        taken: list[bytes] = []

        def look() -> bool:
            taken[:] = [self.picture()]
            return taken[0] != before and changed(before, taken[0]) > share

        wait_until(look, "a change on the screen")
        return taken[0]

    def wait_for_looks(self, wanted: bytes) -> None:
        """Until graph and transport look as they did then."""
        wait_until(lambda: same(self.picture(), wanted), "what was there before")

    def find_on_the_map(self, name: str) -> tuple[int, int]:
        """Where it stands; typed again while the map is not there yet to be searched."""

        def look() -> bool:
            self.click(395, 66)  # the search field of the map
            self.keys("ctrl+a")
            self.tool("type", "--delay", "30", name)
            self.keys("Return")
            return selected_node(self.picture()) is not None

        wait_until(look, f"{name} to be selected on the map")
        found = selected_node(self.picture())
        assert found is not None
        return found

    def picture_of_step_0(self) -> bytes:
        """The screen with a run to be stepped through: before it is there, the End key changes nothing."""
        before = self.picture()

        def ends() -> bool:
            self.keys("End")
            return changed(before, self.picture()) > 0.01

        wait_until(ends, "a run")
        self.keys("Home")
        return self.picture()

    def wait_for_title(self, part: str) -> str:
        """The window whose title holds `part`, brought to the front."""
        found: list[str] = []

        def look() -> bool:
            found[:] = self.tool("search", "--onlyvisible", "--name", part).split()
            assert self.process.poll() is None, self.process.communicate()[1]
            return bool(found)

        wait_until(look, f"a window with {part!r} in its title")
        self.tool("windowfocus", "--sync", found[-1])
        time.sleep(0.3)
        return found[-1]

    def save_as(self, keys: str, title: str, name: str) -> Path:
        """Press keys that ask for a file name, and give one."""
        self.keys(keys)
        self.wait_for_title(title)
        path = self.folder / name
        self.keys("ctrl+a")
        self.tool("type", "--delay", "20", str(path))
        self.keys("Return")
        wait_until(path.exists, f"the file {name}")
        self.wait_for_title("ELCS Explorer")
        return path

    def quit(self) -> None:
        self.keys("ctrl+q")
        _, said = self.process.communicate(timeout=120)
        assert self.process.returncode == 0
        assert "Traceback" not in said


@pytest.fixture
def start(screen: str, tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Starts a program; one that is still there after the test is ended."""
    started: list[Program] = []

    def begin(*arguments: str) -> Program:
        started.append(Program(screen, tmp_path, *arguments))
        return started[-1]

    yield begin
    for program in started:
        if program.process.poll() is None:
            program.process.kill()
            program.process.communicate()


def wait_until(holds: Callable[[], bool], what: str, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, f"waited in vain for {what}"
        time.sleep(0.2)


def changed(one: bytes, other: bytes) -> float:
    """The share of bytes that differ, looked at every 97th."""
    pairs = list(zip(one[::97], other[::97], strict=True))
    return sum(a != b for a, b in pairs) / len(pairs)


def same(one: bytes, other: bytes) -> bool:
    """Do graph and transport look the same, but for a soft edge here and there?

    The other panels may be scrolled elsewhere.
    """
    return changed(middle(one), middle(other)) < 0.003


def middle(picture: bytes) -> bytes:
    """Graph, stages, scrubber and buttons."""
    return b"".join(picture[3 * (y * 1440 + 285) : 3 * (y * 1440 + 1085)] for y in range(45, 600))


def selected_node(picture: bytes) -> tuple[int, int] | None:
    """The middle of what has the colour of a selection, where the map has no fields and no small map."""
    colour, places = bytes((0x4F, 0x46, 0xE5)), []
    for y in range(110, 360):
        for x in range(290, 880):
            at = 3 * (y * 1440 + x)
            if picture[at : at + 3] == colour:
                places.append((x, y))
    if not places:
        return None
    xs, ys = zip(*places, strict=True)
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def test_a_teacher_plays_an_example_scrubs_back_and_shows_it_on_a_projector(
    start: Callable[..., Program],
) -> None:
    program = start()
    program.wait_for_title("ELCS Explorer")
    program.picture()
    program.keys("Return")  # the first example has the focus
    program.wait_for_title("Fig. 3")
    begin = program.picture_of_step_0()
    program.keys("Right", "Right", "shift+Right", "ctrl+Right")
    program.picture_unlike(begin, 0.01)
    program.keys("Home")
    program.wait_for_looks(begin)  # going back shows what was there
    program.keys("space")
    wait_until(lambda: changed(middle(begin), middle(program.screenshot())) > 0.003, "it to play")
    program.keys("space")
    program.picture_unlike(begin)
    program.keys("Home")
    program.wait_for_looks(begin)
    program.keys("shift+F11")
    large = program.picture_unlike(begin, 0.1)
    program.keys("End")
    program.picture_unlike(large)
    program.keys("Home", "shift+F11")
    program.wait_for_looks(begin)
    program.quit()


def test_an_analyst_walks_through_a_file_and_exports_the_log(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    data = tmp_path / "small.csv"
    rows = ["0,0,1,0", "0,0,0,0", "1,1,1,1", "1,1,0,1", "0,1,1,0", "1,0,0,1", "0,0,1,1"]
    data.write_text("ant,bee,cat,dog\n" + "\n".join(rows * 50) + "\n", encoding="utf-8")
    program = start(str(data), "--target", "ant", "--view", "field")
    program.wait_for_title("small.csv")
    dog = program.find_on_the_map("dog")
    found = program.picture()

    def is_target() -> bool:
        program.click(*dog, times=2)
        return changed(found, program.picture()) > 0

    wait_until(is_target, "dog to become the target")  # two clicks that come late are no double click
    log = program.save_as("ctrl+shift+e", "Export the tests shown", "log.csv")
    with log.open(encoding="utf-8", newline="") as file:
        tests = list(csv.DictReader(file))
    assert len(tests) > 2
    assert all("dog" in (test["x"], test["y"]) for test in tests[:3])
    program.keys("ctrl+1")
    program.quit()
    assert "small.csv" in (tmp_path / "elcs-explorer" / "elcs-explorer.conf").read_text(encoding="utf-8")


def test_an_engineer_stops_at_a_breakpoint_and_asks_what_if(
    start: Callable[..., Program],
) -> None:
    program = start("--example", "fig3")
    program.wait_for_title("Fig. 3")
    begin = program.picture_of_step_0()
    program.keys("F9")
    program.wait_for_title("Breakpoints")
    program.keys("space", "Escape")  # the first: p within 2 x of alpha
    program.wait_for_title("Fig. 3")
    program.keys("F5")
    stopped = program.picture_unlike(begin, 0.01)
    program.keys("F5")
    program.picture_unlike(stopped)
    program.keys("shift+F5")
    program.wait_for_looks(stopped)
    back = program.picture()  # the log may be scrolled elsewhere
    program.keys("ctrl+i")
    program.picture_unlike(back, 0.001)
    session = read_session(program.save_as("ctrl+s", "Save session", "forked.elcs"))
    assert [len(run.header.forced) for run in session.runs] == [0, 1]
    program.quit()


def test_a_panel_is_dragged_out_of_the_window_by_its_head_and_comes_home(
    start: Callable[..., Program],
) -> None:
    program = start("--example", "fig3")
    program.wait_for_title("Fig. 3")
    docked = program.picture_of_step_0()
    program.drag((1180, 58), (700, 300))  # the head of the inspector, beside its title
    program.picture_unlike(docked, 0.05)
    program.wait_for_title("Fig. 3")
    undocked = program.picture()
    program.keys("ctrl+k")
    program.picture_unlike(undocked)
    program.tool("type", "--delay", "30", "reset layout")
    program.keys("Return")
    program.wait_for_looks(docked)
    program.quit()


def test_why_a_file_cannot_be_opened_is_read_in_a_bar(start: Callable[..., Program], tmp_path: Path) -> None:
    program = start(str(tmp_path / "none.csv"))
    program.wait_for_title("ELCS Explorer")
    said = program.picture()
    program.keys("Return")  # the start page is still there to choose from
    program.wait_for_title("Fig. 3")
    program.picture_unlike(said)
    program.quit()


@pytest.mark.parametrize(
    ("size", "factor"), many([("1280x720", "1"), ("1920x1080", "1")], suite=[("2000x1280", "2")])
)
def test_the_window_opens_within_the_screen(
    size: str, factor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_SCALE_FACTOR", factor)
    width, height = (int(each) for each in size.split("x"))
    with virtual_screen(size) as name:
        program = Program(name, tmp_path, "--example", "alarm")
        try:
            window = program.wait_for_title("Alarm")
            told = dict(
                line.split("=") for line in program.tool("getwindowgeometry", "--shell", window).splitlines()
            )
            left, top, wide, high = (int(told[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))
            assert left >= 0 and top >= 0 and left + wide <= width and top + high <= height
            assert wide >= min(width, 1440) and high >= min(height, 900)  # and uses it
            program.quit()
        finally:
            if program.process.poll() is None:
                program.process.kill()
                program.process.communicate()
