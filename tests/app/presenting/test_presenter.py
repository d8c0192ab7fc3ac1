"""Presenting: what the wall shows, the keys, and the speaker's view."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.presenting.feature import PresentingFeature
from elcs_gui.app.presenting.presentation import SIZES, broken, for_the_wall
from elcs_gui.app.teaching.feature import LessonsFeature
from elcs_gui.app.teaching.page import LessonsPage
from elcs_gui.trace.rules import N_STRUCTURE
from tests.app.window import empty_window, window_with_trace
from tests.traces import trace_of

keys = Qt.Key


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Test 41: K and T depend on each other (p 0.001, statistic 9.10).", "K and T depend on each other."),
        ("B is an effect of T: C, a spouse (N-structure).", "B is an effect of T: C, a spouse."),
        ("T is done.", "T is done."),
        ("C and T given {A, E}?", "C and T given {A,\N{NO-BREAK SPACE}E}?"),
    ],
)
def test_numbers_and_brackets_stay_off_the_wall(sentence: str, expected: str) -> None:
    assert for_the_wall(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "room", "expected"),
    [
        ("T is done.", 30, (38, ["T is done."])),
        ("T is done: A and B.", 30, (38, ["T is done:", "A and B."])),
        ("A: one two three four five six", 26, (36, ["A:", "one two three four five six"])),
        ("one two three four", 10, (38, ["one two", "three four"])),
        ("A: one two three four five six seven", 20, (38, ["A: one two three", "four five six seven"])),
    ],
)
def test_a_sentence_is_broken_at_its_colon_and_made_to_fit(
    sentence: str, room: int, expected: tuple[int, list[str]]
) -> None:
    assert broken(sentence, lambda text, size: len(text) * size <= room * SIZES[0]) == expected


def test_a_sentence_that_is_too_long_is_halved() -> None:
    size, lines = broken("word " * 60, lambda text, size: len(text) * size <= 30 * SIZES[0])
    assert size == SIZES[-1] and len(lines) == 2


def test_a_run_is_presented_with_its_keys_and_notes(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_trace(qtbot, tmp_path / "settings.ini") as window:
        window.settings.set("reduced-motion", True)
        feature, player = window.context.feature(PresentingFeature), window.player
        feature.notes = lambda step: f"Say this at step {step}."
        presenter = feature.present()
        presenter.showNormal()
        presenter.resize(1024, 768)
        presenter.activateWindow()
        qtbot.waitUntil(presenter.isActiveWindow)
        trace = player.trace
        assert trace is not None
        fires = next(
            step for step in range(1, len(trace) + 1) if getattr(trace[step - 1], "rule", "") == N_STRUCTURE
        )
        player.seek(int(trace.test_steps[3]) + 1)
        assert not presenter.rule
        player.seek(fires - 1)
        qtbot.keyClick(presenter, keys.Key_Right)
        assert player.step == fires
        assert (presenter.stage, presenter.rule) == ("N-structure effects", N_STRUCTURE)
        assert presenter.sentence.startswith("B is an effect of T: C, a spouse")
        scene = presenter.graph.scene_shown
        assert scene is not None and scene.argument is not None
        QApplication.processEvents()
        assert presenter.accessibleDescription() == f"{presenter.stage}. {presenter.sentence}"

        qtbot.keyClick(presenter, keys.Key_T)
        assert not presenter.theme.dark and window.theme.name == "light"
        qtbot.keyClick(presenter, keys.Key_P)
        at, none = QPointF(300, 200), Qt.MouseButton.NoButton
        moved = QMouseEvent(QEvent.Type.MouseMove, at, at, none, none, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(presenter, moved)
        assert presenter.overlay.pointer == at
        presenter.grab()
        qtbot.keyClick(presenter, keys.Key_B)
        assert presenter.grab().toImage().pixelColor(500, 400).lightness() == 0
        qtbot.keyClick(presenter, keys.Key_B)
        assert presenter.grab().toImage().pixelColor(5, 5).lightness() > 200

        speaker = feature.show_speaker()
        assert speaker.text.toPlainText() == f"Say this at step {fires}."
        qtbot.keyClick(presenter, keys.Key_PageDown)
        later = player.changes[player.changes > fires]
        assert player.step == later[0]
        qtbot.waitUntil(lambda: speaker.text.toPlainText() == f"Say this at step {player.step}.")
        player.last()
        qtbot.waitUntil(lambda: speaker._next.whole == "This is the end.")
        speaker.close()
        presenter.activateWindow()
        qtbot.waitUntil(presenter.isActiveWindow)
        qtbot.keyClick(presenter, keys.Key_Escape)
        assert not presenter.isVisible()


def test_a_lesson_is_presented_step_by_step_with_its_notes(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elcs_gui.app.teaching.page.recorded", lambda _: trace_of("fig3", "emb"))
    with empty_window(qtbot, tmp_path / "settings.ini") as window:
        window.settings.set("reduced-motion", True)
        window.context.feature(LessonsFeature).open_bundled("n-structures")
        page = window.tools.current
        assert isinstance(page, LessonsPage)
        qtbot.waitUntil(lambda: page.lessons.active)
        feature = window.context.feature(PresentingFeature)
        speaker = feature.show_speaker()
        qtbot.waitUntil(lambda: "show of hands" in speaker.text.toPlainText())
        presenter = feature.present()
        presenter.showNormal()
        presenter.activateWindow()
        qtbot.waitUntil(presenter.isActiveWindow)
        qtbot.keyClick(presenter, keys.Key_PageDown)
        assert page.lessons.index == 1 and presenter.graph.scene_shown is not None
        presenter.close()
        speaker.close()
