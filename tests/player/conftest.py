"""One browser for all tests of the player, and every page made once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from elcs_gui.player.kept_steps import MOST_STEPS
from elcs_gui.player.page import player_page
from tests.hostile.names import renamed
from tests.player.browser import Browser, Write, start_browser
from tests.player.hostile import NAMES
from tests.traces import trace_of


@pytest.fixture(scope="session")
def the_browser() -> Iterator[Browser]:
    started = start_browser()
    yield started
    started.close()


@pytest.fixture
def browser(the_browser: Browser) -> Iterator[Browser]:
    """In its usual size and light; nothing of its page went wrong."""
    the_browser.look()
    yield the_browser
    assert the_browser.complaints() == []


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Write:
    """The page of an example's run."""
    folder = tmp_path_factory.mktemp("pages")

    def write(example: str, most_steps: int = MOST_STEPS) -> Path:
        page = folder / f"{example}-{most_steps}.html"
        if not page.exists():
            made = player_page(trace_of(example), most_steps=most_steps)
            page.write_text(made, encoding="utf-8")
        return page

    return write


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a run whose names are not what they seem."""
    page = tmp_path_factory.mktemp("hostile") / "page.html"
    page.write_text(
        player_page(renamed(trace_of("fig3"), NAMES), title=NAMES[0], most_steps=1), encoding="utf-8"
    )
    return page
