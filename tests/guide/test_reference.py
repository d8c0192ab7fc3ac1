"""The reference of the guide is what the program declares."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.app.shell.features import FEATURES
from elcs_gui.guide.pages import guide
from tests.guide.reference import prose, reference, sources
from tests.package_tree import ROOT

MADE = reference()
AGAIN = "write it again: python tests/bench/guide.py --reference"
DIALOGS = re.compile(r"^class (\w+)\(QDialog\)", re.MULTILINE)
WITHOUT_PART = {"CommandPalette"}
"""It closes when anything else gets the focus."""


@pytest.mark.parametrize("name", MADE)
def test_a_page_of_the_reference_is_what_the_program_says(name: str) -> None:
    assert guide().pages[f"reference/{name}"].text == MADE[name], AGAIN


def test_every_algorithm_has_its_sources() -> None:
    assert [id for id, each in ALGORITHMS.items() if not sources(each)] == []
    assert sources(ALGORITHMS["iamb"]) == ["Tsamardinos, Aliferis and Statnikov (2003)"]
    assert "Gao and Ji (2017)" in sources(ALGORITHMS["stmb"])


def test_texts_stay_as_they_are_in_markdown() -> None:
    assert prose("A->B *x* [y] _z_ a_b `c*d`") == r"A-\>B \*x\* \[y\] \_z\_ a_b `c*d`"


def test_every_feature_and_dialog_has_its_part_in_the_guide() -> None:
    assert [feature.__name__ for feature in FEATURES if not feature.parts] == []
    named = {part.of for feature in FEATURES for part in feature.parts}
    pages = {feature.page for feature in FEATURES if feature.page}
    assert not pages - named
    dialogs = {
        name
        for path in Path(ROOT / "elcs_gui" / "app").rglob("*.py")
        for name in DIALOGS.findall(path.read_text(encoding="utf-8"))
    }
    assert not dialogs - named - WITHOUT_PART, "say in a Part of feature.py what it is for"


def test_pages_that_parts_name_are_there() -> None:
    named = {id for feature in FEATURES for part in feature.parts for id in part.more}
    assert named and not named - set(guide().pages)
