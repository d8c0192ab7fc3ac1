"""The program on a real (virtual) screen, driven from outside by keys and mouse as a user would."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ("Xvfb", "xdotool")

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, TOOLS)), reason="needs a virtual screen: apt-get install xvfb xdotool"
)


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    """A virtual screen of its own; Xvfb chooses a free number and tells it."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1440x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading, encoding="ascii") as told:
        number = told.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait(10)


class Program:
    """One running window, seen only through the screen."""

    def __init__(self, screen: str, folder: Path, *arguments: str) -> None:
        hidden = {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY"}
        self._environment = {k: v for k, v in os.environ.items() if k not in hidden} | {
            "DISPLAY": screen,
            "PYTHONPATH": str(ROOT),
            "XDG_CONFIG_HOME": str(folder),
        }
        command = [sys.executable, "-m", "elcs_gui.gui", *arguments]
        self.process = subprocess.Popen(
            command, cwd=folder, env=self._environment, stderr=subprocess.PIPE, text=True
        )

    def tool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments], env=self._environment, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def wait_for_title(self, part: str) -> str:
        """The window whose title holds `part`, brought to the front."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            found = self.tool("search", "--onlyvisible", "--name", part).split()
            if found:
                self.tool("windowfocus", "--sync", found[-1])
                return found[-1]
            assert self.process.poll() is None, self.process.communicate()[1]
            time.sleep(0.2)
        raise AssertionError(f"no window with {part!r} in its title")

    def quit(self) -> None:
        self.tool("key", "ctrl+q")
        _, said = self.process.communicate(timeout=30)
        assert self.process.returncode == 0
        assert "Traceback" not in said


def test_a_teacher_opens_an_example_and_steps_through_it(screen: str, tmp_path: Path) -> None:
    program = Program(screen, tmp_path)
    program.wait_for_title("ELCS Explorer")
    time.sleep(1)
    program.tool("key", "Return")  # the first example has the focus
    program.wait_for_title("Fig. 3")
    time.sleep(1)
    for keys in ("Right", "Right", "shift+Right", "ctrl+Right", "End", "Home", "space"):
        program.tool("key", keys)
        time.sleep(0.1)
    program.tool("key", "space")
    program.quit()


def test_an_analyst_opens_a_file_and_clicks_around(screen: str, tmp_path: Path) -> None:
    data = tmp_path / "small.csv"
    rows = ["0,0,1", "0,0,0", "1,1,1", "1,1,0", "0,1,1", "1,0,0"]
    data.write_text("a,b,c\n" + "\n".join(rows * 50) + "\n", encoding="utf-8")
    program = Program(screen, tmp_path, str(data), "--target", "a", "--view", "field")
    program.wait_for_title("small.csv")
    time.sleep(1)
    for x, y in ((600, 250), (700, 560), (120, 240), (700, 700)):
        program.tool("mousemove", str(x), str(y), "click", "1")
        time.sleep(0.1)
    program.tool("mousemove", "600", "300", "click", "4", "click", "5")
    program.tool("key", "ctrl+1")
    program.quit()


def test_an_engineer_reads_why_a_file_cannot_be_opened(screen: str, tmp_path: Path) -> None:
    program = Program(screen, tmp_path, str(tmp_path / "none.csv"))
    program.wait_for_title("ELCS Explorer")
    time.sleep(2)
    program.quit()
