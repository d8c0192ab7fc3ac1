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
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from elcs_gui.storage.session_reading import read_session
from tests.stress import WITHOUT_KERNEL, many

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ("Xvfb", "xdotool")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(map(shutil.which, TOOLS)),
        reason="needs a virtual screen: apt-get install xvfb xdotool",
    ),
]


Picture = NDArray[np.uint8]
"""Rows of pixels; blue, green and red of each."""


@dataclass(frozen=True)
class Screen:
    """A virtual screen: its name, its size, and the file that holds what it shows."""

    name: str
    width: int
    height: int
    shown: Path

    def picture(self) -> Picture:
        pixels = np.fromfile(self.shown, np.uint8)[-4 * self.width * self.height :]  # behind a header
        return pixels.reshape(self.height, self.width, 4)[:, :, :3]


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    with virtual_screen(1440, 900, tmp_path_factory.mktemp("screen")) as made:
        yield made


@contextmanager
def virtual_screen(width: int, height: int, folder: Path) -> Iterator[Screen]:
    """A screen of its own; Xvfb chooses a free number and tells it."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
    command += ["-fbdir", str(folder)]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading, encoding="ascii") as told:
        number = told.readline().strip()
    yield Screen(f":{number}", width, height, folder / "Xvfb_screen0")
    server.terminate()
    server.wait(60)


class Program:
    """One running window, seen only through the screen."""

    def __init__(self, screen: Screen, folder: Path, *arguments: str) -> None:
        hidden = {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY"}
        self._environment = {k: v for k, v in os.environ.items() if k not in hidden} | {
            "DISPLAY": screen.name,
            "PYTHONPATH": str(ROOT),
            "XDG_CONFIG_HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
            **WITHOUT_KERNEL,
        }
        self.screen, self.folder = screen, folder
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
            time.sleep(0.1)

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

    def picture(self) -> Picture:
        """The screen, once it stands still; the pointer is out of the way, so that nothing is hovered."""
        self.tool("mousemove", "700", "899")
        still, before = 0, self.screen.picture()
        for _ in range(100):
            time.sleep(0.12)
            now = self.screen.picture()
            still = still + 1 if np.array_equal(now, before) else 0
            if still == 3:  # a busy machine may halt for a moment
                return now
            before = now
        raise AssertionError("the screen does not come to rest")

    def picture_unlike(self, before: Picture, share: float = 0.0) -> Picture:
        """The screen at rest, once more than this share of it has changed; a busy machine takes its time."""
        taken: list[Picture] = []

        def look() -> bool:
            taken[:] = [self.picture()]
            return changed(before, taken[0]) > share

        wait_until(look, "a change on the screen")
        return taken[0]

    def wait_for_looks(self, wanted: Picture) -> None:
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

    def open_first_example(self) -> None:
        """It has the focus on the start page; pressed again while that is not there yet to take it."""

        def opens() -> bool:
            self.picture()
            self.keys("Return")
            return bool(self.windows("Fig. 3", within=3.0))

        wait_until(opens, "the first example")
        self.wait_for_title("Fig. 3")

    def picture_of_step_0(self) -> Picture:
        """The screen with a run to be stepped through: before it is there, the End key changes nothing."""
        before = self.picture()
        taken: list[Picture] = []

        def ends() -> bool:
            self.keys("End")
            taken[:] = [self.picture()]
            return changed(before, taken[0]) > 0.01

        wait_until(ends, "a run")
        self.keys("Home")
        return self.picture_unlike(taken[0], 0.01)

    def windows(self, part: str, within: float = 0.0) -> list[str]:
        """Those whose title holds `part`; within so many seconds, one at least."""
        until = time.monotonic() + within
        while not (found := self.tool("search", "--onlyvisible", "--name", part).split()):
            if time.monotonic() >= until:
                break
            time.sleep(0.1)
        return found

    def wait_for_title(self, part: str) -> str:
        """The window whose title holds `part`, brought to the front."""
        found: list[str] = []

        def look() -> bool:
            found[:] = self.windows(part)
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
def start(screen: Screen, tmp_path: Path) -> Iterator[Callable[..., Program]]:
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


def changed(one: Picture, other: Picture) -> float:
    """The share of bytes that differ."""
    return float((one != other).mean())


def same(one: Picture, other: Picture) -> bool:
    """Do graph and transport look the same, but for a soft edge here and there?

    The other panels may be scrolled elsewhere.
    """
    return changed(middle(one), middle(other)) < 0.003


def middle(picture: Picture) -> Picture:
    """Graph, stages, scrubber and buttons."""
    return picture[45:600, 285:1085]


def selected_node(picture: Picture) -> tuple[int, int] | None:
    """The middle of what has the colour of a selection, where the map has no fields and no small map."""
    left, top = 290, 110
    ys, xs = np.nonzero((picture[top:360, left:880] == (0xE5, 0x46, 0x4F)).all(axis=2))
    if not len(xs):
        return None
    return left + int(xs.min() + xs.max()) // 2, top + int(ys.min() + ys.max()) // 2


def test_a_teacher_whose_file_is_gone_plays_an_example_scrubs_back_and_shows_it_on_a_projector(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    program = start(str(tmp_path / "none.csv"))
    program.wait_for_title("ELCS Explorer")
    program.open_first_example()  # the start page is there to choose from
    begin = program.picture_of_step_0()
    program.keys("Right", "Right", "shift+Right", "ctrl+Right")
    program.picture_unlike(begin, 0.01)
    program.keys("Home")
    program.wait_for_looks(begin)  # going back shows what was there
    program.keys("space")
    wait_until(lambda: changed(middle(begin), middle(program.screen.picture())) > 0.003, "it to play")
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


def test_an_engineer_drags_a_panel_out_and_home_stops_at_a_breakpoint_and_asks_what_if(
    start: Callable[..., Program],
) -> None:
    program = start("--example", "fig3")
    program.wait_for_title("Fig. 3")
    begin = program.picture_of_step_0()
    program.drag((1180, 58), (700, 300))  # the head of the inspector, beside its title
    program.picture_unlike(begin, 0.05)
    program.wait_for_title("Fig. 3")
    undocked = program.picture()
    program.keys("ctrl+k")
    program.picture_unlike(undocked)
    program.tool("type", "--delay", "30", "reset layout")
    program.keys("Return")
    program.wait_for_looks(begin)
    begin = program.picture()
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


@pytest.mark.parametrize(
    ("size", "factor"), many([((1280, 720), "1"), ((1920, 1080), "1")], suite=[((2000, 1280), "2")])
)
def test_the_window_opens_within_the_screen(
    size: tuple[int, int], factor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_SCALE_FACTOR", factor)
    width, height = size
    with virtual_screen(width, height, tmp_path) as made:
        program = Program(made, tmp_path, "--example", "alarm")
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
