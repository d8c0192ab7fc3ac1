"""Pages, reports and pictures about hostile names in a real browser: nothing runs, nothing is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.hostile.names import TRACES_OF_A_TAKEOVER
from tests.hostile.writers import PAINTED, TEXTS, Case, groups
from tests.player.browser import Browser

SIZE = 8
WALK = """
const forms = new Set();
const look = () => {
  for (const each of document.querySelectorAll("*"))
    forms.add([each.localName, ...each.getAttributeNames().sort()].join(" "));
};
for (const place of elcsPlayer.data.changes) { elcsPlayer.go(place, {still: true}); look(); }
for (const tab of ["why", "tests", "code"]) { elcsPlayer.openTab(tab); look(); }
for (const {of} of elcsPlayer.data.reasons ?? []) { elcsPlayer.select?.(of); look(); }
elcsPlayer.quiz.start("verdicts"); elcsPlayer.quiz.goOn(); look(); elcsPlayer.quiz.leave();
return [...forms].sort();
"""


def page(folder: Path, writer: str, case: Case, ending: str = "html") -> Path:
    write, _ = (TEXTS | PAINTED)[writer]
    path = folder / f"{writer}.{ending}"
    path.write_text(write(case), encoding="utf-8")
    return path


def assert_untouched(browser: Browser, opened: Path) -> None:
    assert browser.run("return window.taken") is None
    asked_for = browser.requests()
    assert all(address == opened.as_uri() for address in asked_for), asked_for
    assert not [trace for trace in TRACES_OF_A_TAKEOVER for address in asked_for if trace in address]


def test_a_player_has_no_other_elements_and_asks_for_nothing(browser: Browser, tmp_path: Path) -> None:
    plain = page(tmp_path, "player", Case(tuple(f"x{place}" for place in range(SIZE))))
    browser.open(plain)
    browser.requests()
    known = {form.split()[0] for form in browser.run(WALK)}
    for case in map(Case, groups(SIZE)):
        opened = page(tmp_path, "player", case)
        browser.open(opened)
        assert browser.text("#title") == " ".join(case.names[0].split()) or "\u200b" in case.names[0]
        titles = "return [...document.querySelectorAll('.node title')].map((title) => title.textContent)"
        found = browser.run(titles)
        assert case.names[0] in {title.partition("\n")[0] for title in found}, found
        more = set(browser.run(WALK)) - known
        assert not {form for form in more if form.split()[0] not in {known.split()[0] for known in known}}, (
            more
        )
        assert not [form for form in more if any(word.startswith("on") for word in form.split()[1:])]
        assert_untouched(browser, opened)


@pytest.mark.parametrize(("writer", "ending"), [("notebook", "html"), ("report", "html"), ("svg", "svg")])
def test_a_page_that_is_opened_asks_for_nothing(
    browser: Browser, tmp_path: Path, writer: str, ending: str, qtbot: QtBot
) -> None:
    browser.scripts(allowed=True)
    for case in map(Case, groups(SIZE)[::3]):
        opened = page(tmp_path, writer, case, ending)
        browser._driver.get(opened.as_uri())
        browser.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        assert_untouched(browser, opened)
