"""The README is short, leads to files that are there, and its examples print what it says they print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import elcs_gui
from elcs_gui.guide.pages import Page, guide
from tests.guide.running import ROOT, PageRun

README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = "resources/guide/"


def test_the_readme_is_read_in_some_minutes() -> None:
    assert len(README.splitlines()) <= 180


def test_the_readme_cites_this_version() -> None:
    assert f"version = {{{elcs_gui.__version__}}}" in README


def test_the_examples_of_the_readme_print_what_it_says(tmp_path: Path) -> None:
    found = list(PageRun(Page("README", README), tmp_path).mismatches())
    assert not found, "\n\n".join(map(str, found))
    assert (tmp_path / "run.html").exists() and (tmp_path / "alarm.jsonl").exists()


@pytest.mark.parametrize("place", sorted(set(re.findall(r"\]\(([^)\s:#]+)[^)\s:]*\)", README))))
def test_what_the_readme_links_is_there(place: str) -> None:
    page = place.removeprefix(GUIDE).removesuffix(".md")
    assert (ROOT / place).exists() or (place.startswith(GUIDE) and page in guide().missing)
