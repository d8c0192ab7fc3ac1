"""One browser for all tests of the player, and every page made once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from elcs_gui.player.page import player_page
from tests.player.browser import Browser, Write, start_browser
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

    def write(example: str, algorithm: str = "elcs", **how: int) -> Path:
        page = folder / f"{example}-{algorithm}-{how.get('most_steps', '')}.html"
        if not page.exists():
            page.write_text(player_page(trace_of(example, algorithm), **how), encoding="utf-8")
        return page

    return write
