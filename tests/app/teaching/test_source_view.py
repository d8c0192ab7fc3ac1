"""The text of a lesson: what is wrong in it is at its line, mended there, checked again and played."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.teaching.feature import LessonsFeature
from elcs_gui.app.teaching.source_view import FINE, SourceView
from elcs_gui.errors import ElcsError
from elcs_gui.lessons.lesson_file import Lesson
from tests.app.window import LONG, empty_window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

BAD = """---
title: Mine
example: sprinkler
algorithm: emb
test: oracle
---

# One
at: nowhere

# Two
at: end
highlight: Rain -> Season
"""


@pytest.fixture
def view(qtbot: QtBot, tmp_path: Path) -> SourceView:
    (tmp_path / "bad.md").write_text(BAD, encoding="utf-8")
    made = SourceView(LIGHT)
    qtbot.addWidget(made)
    made.open(tmp_path / "bad.md", 9)
    return made


def type_anew(view: SourceView, text: str) -> None:
    view.editor.selectAll()
    view.editor.insertPlainText(text)


def marked(view: SourceView) -> list[int]:
    return [mark.cursor.blockNumber() + 1 for mark in view.editor.extraSelections()]


def test_every_trouble_is_at_its_line_until_it_is_mended_then_the_lesson_is_played(
    view: SourceView, qtbot: QtBot
) -> None:
    assert [error.line for error in view.troubles] == [9] == marked(view)
    assert view.editor.textCursor().blockNumber() + 1 == 9
    type_anew(view, BAD.replace("nowhere", "start"))
    assert view.modified
    view.check()
    qtbot.waitUntil(lambda: not view.busy and len(view.troubles) == 1, timeout=LONG)
    assert "Two: highlight" in str(view.troubles[0]) and marked(view) == [13]
    view.list.setCurrentRow(0)
    view._go_to_trouble()
    assert view.editor.textCursor().blockNumber() + 1 == 13
    type_anew(view, BAD.replace("nowhere", "start").replace("Rain -> Season", "Rain -- Season"))
    view.check()
    qtbot.waitUntil(lambda: view.said.text() == FINE, timeout=LONG)
    assert marked(view) == [] == view.troubles
    with qtbot.waitSignal(view.play_wanted) as told:
        view.play_button.click()
    lesson = told.args[0]
    assert isinstance(lesson, Lesson) and lesson.path == view.path and len(lesson.steps) == 2
    view.save_button.click()
    assert view.path is not None and "Rain -- Season" in view.path.read_text(encoding="utf-8")
    assert not view.modified


def test_changes_that_are_not_saved_are_not_lost(view: SourceView, tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text(BAD, encoding="utf-8")
    type_anew(view, "mine")
    with pytest.raises(ElcsError, match=r"bad\.md has changes that are not saved"):
        view.open(tmp_path / "other.md")
    view.open(tmp_path / "bad.md", 2)
    assert view.editor.toPlainText() == "mine"
    view.again_button.click()
    assert view.editor.toPlainText() == BAD and not view.modified
    with pytest.raises(ElcsError, match="no file"):
        view.open(tmp_path / "gone.md")
    assert view.path == tmp_path / "bad.md"
    type_anew(view, "mine")
    (tmp_path / "bad.md").unlink()
    view.again_button.click()
    assert view.editor.toPlainText() == "mine" and view.modified and "no file" in view.said.text()


def test_a_refused_file_is_one_click_from_its_line_and_what_is_changed_there_is_kept(
    qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "bad.md").write_text(BAD, encoding="utf-8")
    with empty_window(qtbot, tmp_path / "settings.ini") as window:
        window.open_path(tmp_path / "bad.md")
        assert "bad.md, line 9: at: 'nowhere'" in window.messages.text
        (button,) = (each for each in window.messages.findChildren(QPushButton) if "line" in each.text())
        assert button.text() == "Open at line 9"
        button.click()
        page = window.context.feature(LessonsFeature)._page
        assert page.stack.currentWidget() is page.source and marked(page.source) == [9]
        page.source.closed.emit()
        assert page.stack.currentWidget() is page.list
        type_anew(page.source, "half a lesson")
    with empty_window(qtbot, tmp_path / "settings.ini") as window:  # nothing was asked, and nothing is lost
        page = window.context.feature(LessonsFeature)._page
        page.open_source(tmp_path / "bad.md")
        assert page.source.editor.toPlainText() == "half a lesson" and page.source.modified
        page.source.save()
        page.leave()
        assert window.settings.unsaved_lesson(tmp_path / "bad.md") is None
