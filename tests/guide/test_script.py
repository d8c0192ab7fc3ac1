"""The script that runs the guide: `tests/bench/guide.py`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from elcs_gui.guide.pages import Page, guide
from elcs_gui.guide.site import pictures_of as pictures_shown
from tests.bench import guide as script


def test_it_works(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["guide.py", "--smoke"])
    assert script.main() == 0
    assert "1 of 1 pages as they say" in capsys.readouterr().out


def test_it_writes_what_came_out_into_a_page_that_says_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "contents.md").write_text("# All\n\n- [A](a.md)\n")
    (tmp_path / "a.md").write_text("# A\n\n```console slow\n$ echo two\none\n```\n")
    monkeypatch.setattr(script, "FOLDER", tmp_path)
    for arguments, code in ((["--quick"], 0), ([], 1), (["--update", "--yes", "a"], 0), ([], 0)):
        monkeypatch.setattr(sys, "argv", ["guide.py", *arguments])
        assert script.main() == code, arguments
    assert "-one\n+two" in capsys.readouterr().out
    assert "$ echo two\ntwo\n```" in (tmp_path / "a.md").read_text()


def test_every_picture_of_the_guide_has_the_command_that_makes_it() -> None:
    for page in guide().pages.values():
        made = {page.resolve(file).target for file, _ in script.pictures_of(page)}
        own = {file for file in pictures_shown(page) if file.startswith("../pictures/guide/")}
        assert own <= made, page.id


def test_a_command_without_its_picture_is_told() -> None:
    with pytest.raises(ValueError, match="no picture follows the command elcs-gui --example fig3"):
        list(script.pictures_of(Page("a", "# A\n\n<!-- picture: elcs-gui --example fig3 -->\n\nWords.\n")))
