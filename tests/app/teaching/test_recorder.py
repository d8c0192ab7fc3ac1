"""The recorder stands beside the run: what is clicked is pointed out, what is written is a lesson."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from elcs_gui.app.teaching.feature import LessonsFeature
from elcs_gui.app.teaching.recorder_dialog import RecorderDialog
from elcs_gui.lessons.bundled import find_lesson
from elcs_gui.lessons.lesson_file import read_lesson
from elcs_gui.lessons.playing import run_of
from tests.app.window import empty_window
from tests.traces import trace_of

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_steps_with_highlights_hints_and_notes_are_recorded_in_the_picture(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with empty_window(qtbot, tmp_path / "settings.ini") as window:
        window.session.open_trace(trace_of("fig3", "emb"))
        window.session.source, _ = run_of(find_lesson("n-structures"))
        window.player.seek(919)
        window.graph.finish_animations()
        window.context.feature(LessonsFeature).record()
        recorder = window.findChild(RecorderDialog)
        assert recorder is not None
        names = trace_of("fig3", "emb").header.names
        recorder.pick.click()
        for name in ("C", "E", "C"):
            place = window.graph.node_place(names.index(name))
            assert place is not None
            qtbot.mouseClick(window.graph, Qt.MouseButton.LeftButton, pos=place.toPoint())
        assert recorder.highlight.text() == "E" and window.graph._selected is None
        window.player.seek(400)
        window.graph.finish_animations()
        recorder.highlight.clear()
        plain = window.graph.grab().toImage()
        recorder.highlight.setText("set PC")
        assert window.graph.grab().toImage() != plain, "what is pointed out is drawn"
        recorder.highlight.clear()
        assert window.graph.grab().toImage() == plain
        window.player.seek(919)
        for wrong, why in (("set Pc", "no set"), ("T -> X", "no edge T -> X"), ("Nobody", "Nobody")):
            recorder.highlight.setText(wrong)
            recorder.add_button.click()
            assert why in recorder.said.text() and not recorder.steps
        recorder.highlight.setText("T -- B, set PC")
        for field, words in ((recorder.heading, "Which?"), (recorder.hint, "Think of N")):
            field.setText(words)
        recorder.caption.setPlainText("Look.")
        recorder.notes.setPlainText("Wait a little.")
        recorder.ask.setChecked(True)
        recorder.add_button.click()
        assert recorder.heading.text() == "" == recorder.notes.toPlainText()
        recorder.heading.setText("Second")
        recorder.add_button.click()
        recorder.up_button.click()
        assert [step.heading for step in recorder.steps] == ["Second", "Which?"]
        recorder.undo_button.click()
        recorder.save(tmp_path / "mine.md")
        first, second = read_lesson(tmp_path / "mine.md").steps
        assert [each.text for each in first.highlight] == ["T -- B", "set PC"]
        assert (first.hint, first.notes, second.heading) == ("Think of N", "Wait a little.", "Second")
        recorder.list.setCurrentRow(0)
        assert recorder.hint.text() == "Think of N" and recorder.notes.toPlainText() == "Wait a little."
        recorder.close()
        place = window.graph.node_place(names.index("E"))
        assert place is not None
        qtbot.mouseClick(window.graph, Qt.MouseButton.LeftButton, pos=place.toPoint())
        assert window.graph._selected is not None, "clicks select again"
