"""A name is only a name, whatever is written about it, and comes back letter for letter where it can."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.hostile.writers import PAINTED, TEXTS, Case, again, checked, groups

SIZE = 8
"""Variables of the example."""


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [Case(names) for names in groups(SIZE)]


@pytest.mark.parametrize("writer", TEXTS)
def test_no_name_changes_what_a_text_consists_of(writer: str, cases: list[Case]) -> None:
    for case in cases:
        checked(writer, case)


@pytest.mark.parametrize("writer", PAINTED)
def test_no_name_changes_what_a_picture_consists_of(writer: str, cases: list[Case], qtbot: QtBot) -> None:
    for case in cases:
        checked(writer, case)


def test_names_come_back_from_every_file(cases: list[Case], tmp_path: Path) -> None:
    for case in cases:
        again(case, tmp_path)


def test_a_script_about_any_target_is_the_same_script() -> None:
    for names in groups(SIZE):
        for first in range(SIZE):
            checked("script.py", Case((*names[first:], *names[:first])))
