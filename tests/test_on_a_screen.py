"""The program on a real (virtual) screen, driven from outside by keys and mouse as its users would.

Checked is what a user sees: windows, the screen, and files. What is waited for is what the program says of
itself (`tests/watched_gui.py`), and after that the screen.
"""

import csv
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from elcs_gui.storage.session_reading import read_session
from tests.stress import many

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
    """One running window: keys and mouse go in by the screen, and it tells how it stands (`watched_gui`)."""

    def __init__(self, screen: Screen, folder: Path, *arguments: str) -> None:
        hidden = {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY"}
        self._environment = {k: v for k, v in os.environ.items() if k not in hidden} | {
            "DISPLAY": screen.name,
            "PYTHONPATH": str(ROOT),
            "XDG_CONFIG_HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
        }
        self.screen, self.folder = screen, folder
        self.opened: list[Path] = []
        """Files that are to be among the recent ones."""
        self._state = folder / "state.json"
        command = [sys.executable, "-m", "tests.watched_gui", str(self._state), *arguments]
        self.process = subprocess.Popen(
            command, cwd=folder, env=self._environment, stderr=subprocess.PIPE, text=True
        )

    def tool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments], env=self._environment, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def keys(self, *keys: str) -> None:
        self.tool("key", "--delay", "60", *keys)

    def write(self, text: str) -> None:
        self.tool("type", "--delay", "15", text)

    def click(self, x: int, y: int, *, times: int = 1) -> None:
        self.tool("mousemove", str(x), str(y), "click", "--repeat", str(times), "--delay", "60", "1")

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        moves = []
        for part in range(1, 11):
            at = (round(a + (b - a) * part / 10) for a, b in zip(start, end, strict=True))
            moves += ["mousemove", *map(str, at), "sleep", "0.05"]
        self.tool("mousemove", str(start[0]), str(start[1]), "mousedown", "1", *moves, "mouseup", "1")

    # How it stands

    def state(self) -> dict[str, Any]:
        assert self.process.poll() is None, self.process.communicate()[1]
        if not self._state.exists():
            return {}
        told: dict[str, Any] = json.loads(self._state.read_text(encoding="utf-8"))
        return told

    def wait_for(self, **wanted: Any) -> dict[str, Any]:
        """Until all this is so; of a text a part is enough, and a function says it itself."""

        def holds(name: str, told: Any) -> bool:
            want = wanted[name]
            if callable(want):
                return bool(want(told))
            return want in told if isinstance(want, str) else bool(want == told)

        def look() -> bool:
            state = self.state()
            return bool(state) and all(holds(name, state[name]) for name in wanted)

        wait_until(look, f"{wanted}", told=self.state)
        return self.state()

    def press(self, *keys: str, **wanted: Any) -> dict[str, Any]:
        """Press keys, and wait for what they bring about."""
        self.keys(*keys)
        return self.wait_for(**wanted)

    def open_first_example(self) -> None:
        """It has the focus on the start page; pressed again while that is not there yet to take it."""
        self.press("ctrl+Home", working=False)

        def opens() -> bool:
            self.keys("Return")
            return waited(lambda: self.state()["working"], 3.0)

        wait_until(opens, "the first example", told=self.state)
        self.wait_for(title="Fig. 3", running=False, steps=lambda steps: steps > 0)
        self.press("Home", step=0)

    def wait_for_window(self, part: str) -> str:
        """The window whose title holds `part`, brought to the front."""
        found: list[str] = []

        def look() -> bool:
            found[:] = self.tool("search", "--onlyvisible", "--name", part).split()
            return bool(found)

        wait_until(look, f"a window with {part!r} in its title", told=self.state)
        self.tool("windowfocus", "--sync", found[-1])
        self.wait_for(focused=part)
        return found[-1]

    def name_file(self, keys: str, title: str, path: Path) -> None:
        """Press keys that ask for a file, and name it."""
        self.keys(keys)
        self.wait_for_window(title)
        self.keys("ctrl+a")
        self.write(str(path))
        self.keys("Return")

    def save_as(self, keys: str, title: str, name: str) -> Path:
        path = self.folder / name
        self.name_file(keys, title, path)
        wait_until(path.exists, f"the file {name}", told=self.state)
        self.wait_for_window("ELCS Explorer")
        return path

    # What is to be seen

    def find_on_the_map(self, name: str) -> tuple[int, int]:
        """Where it stands; typed again while the map is not there yet to be searched."""
        found: list[tuple[int, int]] = []

        def look() -> bool:
            self.click(395, 66)  # the search field of the map
            self.keys("ctrl+a")
            self.write(name)
            self.keys("Return")
            at = selected_node(self.picture())
            found[:] = [] if at is None else [at]
            return bool(found)

        wait_until(look, f"{name} to be selected on the map", told=self.state)
        return found[0]

    def picture(self) -> Picture:
        """The screen, once it stands still; the pointer is out of the way, so that nothing is hovered."""
        self.tool("mousemove", "700", "899")
        still, before = 0, self.screen.picture()
        for _ in range(150):
            time.sleep(0.08)
            now = self.screen.picture()
            still = still + 1 if np.array_equal(now, before) else 0
            if still == 3:  # a busy machine may halt for a moment
                return now
            before = now
        raise AssertionError("the screen does not come to rest")

    def picture_unlike(self, before: Picture, share: float = 0.0) -> Picture:
        """The screen at rest, once more than this share of it has changed."""
        wait_until(
            lambda: changed(before, self.screen.picture()) > share, "a change on the screen", told=self.state
        )
        return self.picture()

    def wait_for_looks(self, wanted: Picture) -> None:
        """Until graph and transport look as they did then."""
        self.tool("mousemove", "700", "899")
        wait_until(lambda: same(self.screen.picture(), wanted), "what was there before", told=self.state)

    def quit(self) -> None:
        self.keys("ctrl+q")
        _, said = self.process.communicate(timeout=120)
        assert self.process.returncode == 0
        assert "Traceback" not in said

    def end(self) -> None:
        """Whatever became of it."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


@pytest.fixture(scope="module")
def program(screen: Screen, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """One for all walks: it is asked for a file that is gone, so its start page comes up."""
    folder = tmp_path_factory.mktemp("program")
    made = Program(screen, folder, str(folder / "none.csv"))
    try:
        made.wait_for(loaded=True)
        made.wait_for_window("ELCS Explorer")
        yield made
        made.quit()
        recent = folder / "elcs-explorer" / "elcs-explorer.conf"
        assert all(path.name in recent.read_text(encoding="utf-8") for path in made.opened)
    finally:
        made.end()


def waited(holds: Callable[[], bool], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < until:
        time.sleep(0.05)
    return held


def wait_until(
    holds: Callable[[], bool], what: str, seconds: float = 60, told: Callable[[], object] = str
) -> None:
    assert waited(holds, seconds), f"waited in vain for {what}; {told()}"


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
    program: Program,
) -> None:
    program.open_first_example()  # the start page is there to choose from
    begin = program.picture()
    program.press("Right", "Right", "shift+Right", "ctrl+Right", step=lambda step: step > 3)
    program.picture_unlike(begin, 0.01)
    program.press("Home", step=0)
    program.wait_for_looks(begin)  # going back shows what was there
    program.press("space", playing=True)
    program.wait_for(step=lambda step: step > 0)
    played = program.press("space", playing=False)["step"]
    assert changed(middle(begin), middle(program.picture())) > 0.003
    assert program.state()["step"] == played
    program.press("Home", step=0)
    program.wait_for_looks(begin)
    program.keys("shift+F11")
    large = program.picture_unlike(begin, 0.1)
    program.press("End", step=program.state()["steps"])
    program.picture_unlike(large)
    program.press("Home", "shift+F11", step=0)
    program.wait_for_looks(begin)


def test_an_engineer_drags_a_panel_out_and_home_stops_at_a_breakpoint_and_asks_what_if(
    program: Program,
) -> None:
    program.open_first_example()
    begin = program.picture()
    program.drag((1180, 58), (700, 300))  # the head of the inspector, beside its title
    program.wait_for(floating=1)
    program.picture_unlike(begin, 0.05)
    program.wait_for_window("Fig. 3")
    undocked = program.picture()
    program.keys("ctrl+k")
    program.picture_unlike(undocked)
    program.write("reset layout")
    program.press("Return", floating=0)
    program.wait_for_looks(begin)
    program.keys("F9")
    program.wait_for_window("Breakpoints")
    program.press("space", breakpoints=1)  # the first: p within 2 x of alpha
    program.keys("Escape")
    program.wait_for_window("Fig. 3")
    first = program.press("F5", step=lambda step: step > 0)["step"]
    stopped = program.picture_unlike(begin, 0.01)
    program.press("F5", step=lambda step: step > first)
    program.picture_unlike(stopped)
    program.press("shift+F5", step=first)
    program.wait_for_looks(stopped)
    program.click(1283, 58)  # the page Test of the inspector, whatever was shown there before
    program.picture()
    program.press("ctrl+i", forced=1, running=False)
    session = read_session(program.save_as("ctrl+s", "Save session", "forked.elcs"))
    assert [len(run.header.forced) for run in session.runs] == [0, 1]


def test_an_analyst_walks_through_a_file_and_exports_the_log(program: Program) -> None:
    data = program.folder / "small.csv"
    rows = ["0,0,1,0", "0,0,0,0", "1,1,1,1", "1,1,0,1", "0,1,1,0", "1,0,0,1", "0,0,1,1"]
    data.write_text("ant,bee,cat,dog\n" + "\n".join(rows * 50) + "\n", encoding="utf-8")
    program.name_file("ctrl+o", "Open", data)
    program.wait_for(title="small.csv", working=True, running=False)
    program.opened.append(data)
    program.wait_for_window("small.csv")
    program.keys("ctrl+2")  # the map of all variables
    dog = program.find_on_the_map("dog")

    def is_target() -> bool:
        program.click(*dog, times=2)
        return waited(lambda: program.state()["target"] == "dog", 1.0)

    wait_until(is_target, "dog to become the target")  # two clicks that come late are no double click
    program.wait_for(running=False, steps=lambda steps: steps > 0)
    log = program.save_as("ctrl+shift+e", "Export the tests shown", "log.csv")
    with log.open(encoding="utf-8", newline="") as file:
        tests = list(csv.DictReader(file))
    assert len(tests) > 2
    assert all("dog" in (test["x"], test["y"]) for test in tests[:3])
    program.keys("ctrl+1")


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
            program.wait_for(title="Alarm", working=True)
            window = program.wait_for_window("Alarm")
            told = dict(
                line.split("=") for line in program.tool("getwindowgeometry", "--shell", window).splitlines()
            )
            left, top, wide, high = (int(told[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))
            assert left >= 0 and top >= 0 and left + wide <= width and top + high <= height
            assert wide >= min(width, 1440) and high >= min(height, 900)  # and uses it
            program.quit()
        finally:
            program.end()
