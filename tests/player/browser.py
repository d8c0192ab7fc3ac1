"""A browser that opens pages of the player from files, as whoever gets one does."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

AS_NEW = """
const page = elcsPlayer;
history.replaceState(null, "", location.pathname + arguments[0]);
page.quiz.level = null;
page.quiz.results = [];
page.quiz.leave();
page.selected = [];
page.closeSheet();
page.graph.camera.reset();
page.openTab("why", false);
document.activeElement?.blur();
page.follow(true);
"""
SMALL, MIDDLE, LARGE = (390, 844), (1024, 768), (1440, 900)


class Browser:
    """One headless Chromium. What it was made to look like holds until it is told otherwise."""

    def __init__(self) -> None:
        from selenium.webdriver import Chrome, ChromeOptions, ChromeService

        options = ChromeOptions()
        options.binary_location = str(shutil.which("chromium"))
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self._driver = Chrome(options=options, service=ChromeService(shutil.which("chromedriver")))
        self._page: Path | None = None
        self._looks: tuple[object, ...] = ()
        self._scripts = True
        self.look()

    def look(self, size: tuple[int, int] = MIDDLE, *, dark: bool = False, motion: bool = False) -> None:
        """Be so large, on a system that is light or dark; nothing moves by itself unless it may."""
        looks = (size, dark, motion)
        if looks == self._looks:
            return
        self._looks = looks
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "no-preference" if motion else "reduce"},
        ]
        self._driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, page: Path, link: str = "") -> None:
        """Load a page from its file, anew even if it is there."""
        self._page = page
        self._driver.get("about:blank")
        self._driver.get(f"{page.as_uri()}{link}")
        if self._scripts:
            self.wait("return window.elcsPlayer !== undefined")

    def visit(self, page: Path) -> None:
        """Load any page from its file; one that is no player."""
        self._page = None
        self._driver.get(page.as_uri())

    def turn_to(self, page: Path, link: str = "") -> None:
        """The same, but if it is there already, put back as if it were new: loading takes longest of all."""
        if page == self._page:
            self.run(AS_NEW, link)
        else:
            self.open(page, link)

    def reload(self) -> None:
        self._driver.refresh()
        self.wait("return window.elcsPlayer !== undefined")

    def scripts(self, *, allowed: bool) -> None:
        self._page, self._scripts = None, allowed
        self._driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not allowed})

    def touch(self, *paths: tuple[tuple[int, int], ...]) -> None:
        """Put a finger down at the first point of every path, move all along their paths, take them off."""
        for number, points in enumerate(zip(*paths, strict=True)):
            touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
            self._send_touch("touchMove" if number else "touchStart", touches)
        self._send_touch("touchEnd", [])

    def _send_touch(self, kind: str, touches: list[dict[str, int]]) -> None:
        self._driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def run(self, script: str, *arguments: object) -> Any:
        """What a script in the page returns."""
        return self._driver.execute_script(script, *arguments)

    def wait(self, script: str, *arguments: object) -> Any:
        """The same once it is true; of what the page does after a while."""
        from selenium.webdriver.support.ui import WebDriverWait

        waiting = WebDriverWait(self._driver, 20, poll_frequency=0.05)
        return waiting.until(lambda driver: driver.execute_script(script, *arguments))

    def press(self, *keys: str) -> None:
        """Keys one after the other; with + between them, held together: Shift+ArrowRight."""
        from selenium.webdriver import ActionChains, Keys

        named = {
            "ArrowRight": Keys.ARROW_RIGHT,
            "ArrowLeft": Keys.ARROW_LEFT,
            "ArrowDown": Keys.ARROW_DOWN,
            "Space": Keys.SPACE,
        }
        acts = ActionChains(self._driver, duration=0)
        for chord in keys:
            *held, key = chord.split("+")
            modifiers = [getattr(Keys, name.upper()) for name in held]
            for modifier in modifiers:
                acts.key_down(modifier)
            acts.send_keys(str(named.get(key) or getattr(Keys, key.upper(), key)))
            for modifier in modifiers:
                acts.key_up(modifier)
        acts.perform()

    def click(self, selector: str, at: float | None = None) -> None:
        """Click an element as a hand does, in its middle or `at` a share of its width."""
        from selenium.webdriver import ActionChains
        from selenium.webdriver.common.by import By

        element = self._driver.find_element(By.CSS_SELECTOR, selector)
        across = 0 if at is None else round((at - 0.5) * element.size["width"])
        ActionChains(self._driver, duration=0).move_to_element_with_offset(
            element, across, 0
        ).click().perform()

    def text(self, selector: str) -> str:
        """What can be read there."""
        found = self.run("return document.querySelector(arguments[0]).innerText", selector)
        return str(found).strip()

    @property
    def step(self) -> int:
        return int(self.run("return elcsPlayer.step"))

    @property
    def link(self) -> str:
        return str(self.run("return location.hash"))

    def complaints(self) -> list[str]:
        """What the page has written to its console."""
        return [str(entry["message"]) for entry in self._driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Every address that was asked for since the last time, but for those that hold their own content."""
        told = [json.loads(entry["message"])["message"] for entry in self._driver.get_log("performance")]
        sent = [each["params"] for each in told if each["method"] == "Network.requestWillBeSent"]
        addresses = [each["request"]["url"] for each in sent]
        return [address for address in addresses if not address.startswith(("data:", "about:"))]

    def faults(self, impacts: Sequence[str] = ("serious", "critical")) -> list[str]:
        """What axe-core finds of these impacts, each with where it is."""
        found = importlib.util.find_spec("axe_core_python")
        if found is None or found.origin is None:
            pytest.skip("needs axe-core-python, which `sh .ci/setup dev` installs")
        self.run(Path(found.origin).with_name("axe.min.js").read_text(encoding="utf-8"))
        told = self._driver.execute_async_script(
            "const [done] = arguments, asked = {resultTypes: ['violations'], iframes: false};"
            "axe.run(document, asked).then(done)"
        )
        return [
            f"{fault['id']}: {node['target']}"
            for fault in told["violations"]
            if fault["impact"] in impacts
            for node in fault["nodes"]
        ]

    def close(self) -> None:
        self._driver.quit()


def start_browser() -> Browser:
    """The browser, or a skip that says what is missing."""
    missing = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"needs {' and '.join(missing)}; on Debian `sh .ci/setup dev` brings them")
    if importlib.util.find_spec("selenium") is None:
        pytest.skip("needs selenium, which `sh .ci/setup dev` installs")
    return Browser()


Write = Callable[..., Path]
"""Makes a page, once a session."""
