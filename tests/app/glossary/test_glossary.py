"""The words of the window: each is in the glossary, has a card where it stands, and is found in Help."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from itertools import chain

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.app.citest.figures import figures_of
from elcs_gui.app.glossary.card_view import TermCard, TermCards
from elcs_gui.app.glossary.feature import GlossaryFeature
from elcs_gui.app.glossary.help_dialog import HelpDialog
from elcs_gui.app.glossary.terms import glossary
from elcs_gui.app.graph.painting import tray_legend_painter
from elcs_gui.app.kit.emblem import RuleEmblem
from elcs_gui.app.kit.terms import explained
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.kit.verdict_widgets import Figures
from elcs_gui.app.log.qt_model import TITLES
from elcs_gui.app.model.selection import Edge
from elcs_gui.app.pseudocode.sets_view import SetsView
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.why.feature import WhyFeature
from elcs_gui.ci.questions import Verdict
from elcs_gui.ci.registry import TESTS
from elcs_gui.trace.events import Tested
from elcs_gui.trace.listings import STAGES
from elcs_gui.trace.roles import role_word
from elcs_gui.trace.rules import RULES
from elcs_gui.trace.sets import SETS
from tests.app.kept_window import KeptWindow, keeps_window

ESCAPE, SHIFT = Qt.Key.Key_Escape, Qt.KeyboardModifier.ShiftModifier


kept = keeps_window()


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    with kept.lent(qtbot) as made:
        yield made


def cards(window: MainWindow) -> TermCards:
    found = window.context.feature(GlossaryFeature).cards
    assert found is not None
    return found


def point_at(widget: QWidget, place: QPoint) -> None:
    """As Qt tells it when the pointer has rested there for a while."""
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place)))


def choose(window: MainWindow, a: str, b: str) -> None:
    """Select an arrow of the end."""
    trace = window.player.trace
    assert trace is not None
    window.player.last()
    window.graph.choose(Edge.between(trace.header.names.index(a), trace.header.names.index(b)))


def badge(window: MainWindow, word: str) -> QPoint:
    """Where an arrow carries the sign of a rule."""
    window.graph.grab()
    found: QRect | None = None
    for y in range(0, window.graph.height(), 6):
        for x in range(0, window.graph.width() * 3 // 4, 6):
            spot = window.graph.term_at(QPoint(x, y))
            if spot is not None and spot[0] == word:
                found = spot[1]
    assert found is not None
    return found.center()


def declared() -> Iterator[str]:
    for rule in RULES.values():
        yield from (rule.title, rule.badge)
    yield from SETS
    for test in TESTS.values():
        yield from (test.title, test.sign, *([test.effect] if test.effect else []))
    yield from (algorithm.title for algorithm in ALGORITHMS.values())
    for stage in STAGES.values():
        yield from (stage.strip, stage.narrow, stage.log)
        yield from (name.partition("(")[0] for name in stage.sets)
    # What the legend may say of signs that few runs have.
    yield from re.findall(r'entries\.append\(\([^,]+, "([^"]+)"\)\)', inspect.getsource(tray_legend_painter))
    yield from map(role_word, tray_legend_painter._NODES)
    yield from (verdict.word for verdict in Verdict)
    yield from TITLES.values()


def shown(window: MainWindow) -> Iterator[str]:
    """All that the window has to be explained, through a whole run."""
    player, trace = window.player, window.player.trace
    assert trace is not None
    sets = window.findChild(SetsView)
    assert sets is not None
    for step in sorted({*player.changes.tolist(), *(stage.last for stage in player.stage_spans)}):
        player.seek(step)
        window.graph.grab()
        yield from (word for word, _ in window.graph._stage.legend_at)
        yield from ((row.general or row.name).partition("(")[0] for row in sets.rows)
    event = trace[int(trace.test_steps[0])]
    assert isinstance(event, Tested)
    yield from (label for label, _, _ in figures_of(trace.header, event, None))
    yield from filter(None, map(explained, window.findChildren(QWidget)))


def test_every_word_that_the_window_shows_is_in_the_glossary(window: MainWindow) -> None:
    words = set(chain(declared(), shown(window), ("rows / cell", "rows", "thicker: firmer", "Dismissed")))
    assert {"true, but missing", "ruled out", "in the blanket"} <= words
    assert len(words) > 60
    assert {"alpha", "spouse", "once candidate", "Sep", "Why", "k"} <= {*words}
    assert sorted(word for word in words if glossary().find(word) is None) == []


def test_a_term_says_something_and_leads_somewhere() -> None:
    for term in glossary().terms:
        assert 1 <= len(term.card) <= 3
        assert all(line.endswith((".", "?")) for line in term.card), term.title
        assert [word for word in term.see if glossary().find(word) in (None, term)] == []


def test_single_letters_are_told_apart_by_their_case() -> None:
    titles = [glossary().find(word) for word in ("p", "P", "V", "SPOUSE")]
    assert [term and term.title for term in titles] == [
        "p", "Causes found (parents)", "V-structure", "spouse",
    ]  # fmt: skip


def test_pointing_at_a_badge_brings_up_its_card_and_looking_away_puts_it_away(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.player.last()
    place = badge(window, "N")
    point_at(window.graph, place)
    card = window.findChild(TermCard)
    assert card is not None
    assert card.lines == RULES["n-structure"].card
    emblem = card.findChild(RuleEmblem)
    assert emblem is not None
    assert emblem.rule == "n-structure"
    assert window.rect().contains(card.geometry())
    QTest.mouseMove(window.graph, place + QPoint(2, 2))
    assert cards(window).shown is not None
    QTest.mouseMove(window.graph, place - QPoint(120, 120))
    assert cards(window).shown is None
    point_at(window.graph, place)
    qtbot.keyClick(window.graph, ESCAPE)
    assert cards(window).shown is None
    point_at(window.graph, place)
    qtbot.mouseClick(cards(window).card.more, Qt.MouseButton.LeftButton)  # type: ignore[union-attr]
    dialog = window.findChild(HelpDialog)
    assert dialog is not None
    assert dialog.term is glossary().find("N")
    dialog.close()


def test_the_legend_the_log_and_the_figures_explain_their_words(window: MainWindow, qtbot: QtBot) -> None:
    window.player.last()
    window.graph.grab()
    word, box = window.graph._stage.legend_at[0]
    qtbot.mouseClick(window.graph, Qt.MouseButton.LeftButton, pos=box.center().toPoint())
    assert cards(window).shown is glossary().find(word)
    head = window.log.view.head
    at = QPoint(head.sectionViewportPosition(6) + 4, 8)
    point_at(head.viewport(), at)
    assert cards(window).shown is glossary().find("df")
    choose(window, "T", "B")
    why = window.context.feature(WhyFeature).panel
    qtbot.mouseClick(why._emblem, Qt.MouseButton.LeftButton)
    assert cards(window).shown is glossary().find("N")
    qtbot.mouseClick(why, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))  # nothing is written there
    assert cards(window).shown is None


def test_the_figures_of_a_test_are_words_at_their_places(qtbot: QtBot) -> None:
    figures = Figures(LIGHT)
    qtbot.addWidget(figures)
    figures.resize(300, 40)
    assert figures.term_at(QPoint(4, 8)) is None
    figures.show_figures([("G²", "3.23", False), ("df", "2", False), ("p", "0.199", False)])
    words = [spot[0] for x in range(0, 300, 3) if (spot := figures.term_at(QPoint(x, 8))) is not None]
    assert list(dict.fromkeys(words)) == ["G²", "df", "p"]


def test_the_card_is_reached_by_keys_and_gives_the_focus_back(window: MainWindow, qtbot: QtBot) -> None:
    firm = window.inspector._segments.buttons["How firm"]
    firm.setFocus()
    qtbot.keyClick(firm, Qt.Key.Key_F1, SHIFT)
    assert cards(window).shown is glossary().find("How firm")
    card = cards(window).card
    assert card is not None
    assert card.more.hasFocus()
    qtbot.keyClick(card.more, ESCAPE)
    assert cards(window).shown is None
    assert firm.hasFocus()
    choose(window, "T", "B")
    window.graph.setFocus()
    qtbot.keyClick(window.graph, Qt.Key.Key_F1, SHIFT)
    assert cards(window).shown is glossary().find("N")
