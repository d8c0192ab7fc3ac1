"""The site in a browser, opened from files: everybody can read and search it, and it asks no network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from elcs_gui.guide.index import index, search
from elcs_gui.guide.pages import guide
from elcs_gui.guide.players import wanted
from elcs_gui.guide.site import file_of, write_site
from tests.player.browser import LARGE, SMALL, Browser, start_browser

READ = "return [...document.querySelectorAll('#found a')].map(each => each.getAttribute('href'))"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("guide") / "site"
    write_site(folder)
    return folder


@pytest.fixture(scope="module")
def the_browser() -> Iterator[Browser]:
    started = start_browser()
    yield started
    started.close()


@pytest.fixture
def browser(the_browser: Browser) -> Iterator[Browser]:
    the_browser.look(LARGE)
    yield the_browser
    assert the_browser.complaints() == []


@pytest.mark.parametrize(
    ("page", "size", "dark"),
    [
        ("contents", LARGE, False),
        ("tutorials/first-ten-minutes", LARGE, True),
        ("reference/command-line", SMALL, False),
        ("reference/glossary", LARGE, True),
    ],
)
def test_nothing_keeps_anybody_out(
    browser: Browser, site: Path, page: str, size: tuple[int, int], dark: bool
) -> None:
    browser.look(size, dark=dark)
    browser.visit(site / file_of(page))
    assert browser.faults(("minor", "moderate", "serious", "critical")) == []
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"


def test_words_are_found_as_help_finds_them(browser: Browser, site: Path) -> None:
    browser.visit(site / "index.html")
    browser.requests()
    browser.press("/")
    for words in ("spouse", "missing values", "dark"):
        browser.run("document.getElementById('search').value = ''")
        browser.press(*("Space" if sign == " " else sign for sign in words))
        found = search(words, index(), 20)
        expected = [
            file_of(place.page) + ("" if place.heading == place.title else f"#{place.anchor}")
            for place in found
        ]
        assert browser.wait(READ) == expected
    browser.press("ArrowDown", "Enter")
    browser.wait("return !location.pathname.endsWith('index.html')")
    assert all(address.startswith("file:") for address in browser.requests())


def test_the_switch_turns_the_theme_of_every_page(browser: Browser, site: Path) -> None:
    browser.visit(site / "architecture.html")
    ground = "return getComputedStyle(document.body).backgroundColor"
    light = browser.run(ground)
    browser.click("#theme")
    assert browser.run(ground) != light
    browser.visit(site / "contributing.html")
    assert browser.run(ground) != light
    browser.click("#theme")
    assert browser.run(ground) == light


def test_a_player_stands_in_the_page_at_its_step(browser: Browser, site: Path) -> None:
    found = [(id, each) for id, each in wanted(guide()) if "--seek" in each.words] or list(wanted(guide()))
    page, each = found[0]
    browser.visit(site / file_of(page))
    addresses = browser.run("return [...document.querySelectorAll('iframe')].map(each => each.src)")
    (address, *_) = [address for address in addresses if f"/{each.words[0]}.html" in address]
    _, _, link = address.partition("#")
    browser.open(site / "players" / f"{each.words[0]}.html", link and f"#{link}")
    assert browser.link.removeprefix("#") == link or not link
