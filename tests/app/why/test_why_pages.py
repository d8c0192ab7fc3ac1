"""The page Why in the window: clicks, keys, the cursor, the log and the graph."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.theme import DARK, LIGHT, Theme
from elcs_gui.app.model.selection import Edge, Selection, Variable
from elcs_gui.app.pseudocode.feature import PseudocodeFeature
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.why.feature import WhyFeature
from elcs_gui.app.why.panel import WhyPanel
from elcs_gui.picture.why_answer import Subject
from elcs_gui.picture.why_lines import Kind
from tests.app.kept_window import KeptWindow, keeps_window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


kept = keeps_window()


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """At the end of the paper's example."""
    with kept.lent(qtbot) as made:
        made.player.last()
        QApplication.processEvents()
        yield made


def why(window: MainWindow) -> WhyPanel:
    return window.context.feature(WhyFeature).panel


def var(window: MainWindow, name: str) -> int:
    assert window.player.trace is not None
    return window.player.trace.header.names.index(name)


def ends(window: MainWindow, a: str, b: str) -> tuple[int, int]:
    low, high = sorted((var(window, a), var(window, b)))
    return low, high


def click_edge(window: MainWindow, a: str, b: str, qtbot: QtBot) -> None:
    one, other = window.graph.node_place(var(window, a)), window.graph.node_place(var(window, b))
    assert one is not None and other is not None
    middle: QPointF = (one + other) / 2
    qtbot.mouseClick(window.graph, Qt.MouseButton.LeftButton, pos=middle.toPoint())
    QApplication.processEvents()


def click_node(window: MainWindow, name: str, qtbot: QtBot) -> None:
    place = window.graph.node_place(var(window, name))
    assert place is not None
    qtbot.mouseClick(window.graph, Qt.MouseButton.LeftButton, pos=place.toPoint())
    QApplication.processEvents()


def said(page: QWidget) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def selected(window: MainWindow) -> Selection:
    return window.graph._selected


def rows(page: WhyPanel) -> list[str]:
    return [str(page.list.lines.index(row).data()) for row in range(page.list.lines.rowCount())]


def row_of(page: WhyPanel, start: str) -> QModelIndex:
    return next(
        page.list.lines.index(place) for place, text in enumerate(rows(page)) if text.startswith(start)
    )


def click_row(page: WhyPanel, start: str, qtbot: QtBot, *, x: int | None = None, twice: bool = False) -> None:
    rect = page.list.visualRect(row_of(page, start))
    at = QPoint(rect.center().x() if x is None else x, rect.bottom() - 6)
    press = qtbot.mouseDClick if twice else qtbot.mouseClick
    press(page.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    if twice:  # which Qt's double click leaves out
        qtbot.mouseRelease(page.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QApplication.processEvents()


def test_nothing_selected_says_what_to_click(window: MainWindow) -> None:
    window.inspector.show_page("Why")
    assert "Click an arrow or a variable" in said(why(window))


def test_a_click_on_an_edge_shows_its_proof(window: MainWindow, qtbot: QtBot) -> None:
    window.inspector.show_page("Test")
    click_edge(window, "T", "B", qtbot)
    page = why(window)
    assert window.inspector.page == "Why"
    assert "Why T → B?" in said(page) and "N-structure" in said(page)
    assert page._badge.text == "N"
    assert rows(page)[-3:] == [
        "B is a neighbour of T. 85 tests failed to separate them; closest:",
        "#105 B ⊥̸ T | J, K, L 8.1e−66 dependent",
        "and 84 more",
    ]
    assert "Weakest link" in said(page) and "a factor 2.5 below alpha" in said(page)
    assert page.list.height() == sum(page.list.sizeHintForRow(row) for row in range(len(rows(page)))) + 2


def test_a_test_row_is_found_in_the_log_and_its_tables_are_shown(window: MainWindow, qtbot: QtBot) -> None:
    click_edge(window, "T", "B", qtbot)
    step = window.player.step
    click_row(why(window), "#342", qtbot)
    chosen = window.log.view.currentIndex()
    assert window.log.model.rows.number(chosen.row()) == 342
    qtbot.waitUntil(lambda: window.inspector.page == "Test")
    assert window.detail.shown == 342
    assert window.player.step == step


def test_a_double_click_on_a_test_goes_there(window: MainWindow, qtbot: QtBot) -> None:
    click_edge(window, "T", "B", qtbot)
    click_row(why(window), "#342", qtbot, twice=True)
    assert window.player.trace is not None
    assert window.player.step == window.player.trace.test_steps[341] + 1
    assert window.detail.shown == 342


def test_lines_are_walked_folded_and_activated_by_keys(window: MainWindow, qtbot: QtBot) -> None:
    click_edge(window, "T", "B", qtbot)
    page, step = why(window), window.player.step
    page.list.setFocus()
    folded = len(rows(page))
    neighbour = folded - 3
    page.list.setCurrentIndex(page.list.lines.index(neighbour))
    qtbot.keyClick(page.list, Qt.Key.Key_Right)
    assert len(rows(page)) > folded
    assert any(text.startswith("No set separates B from T.") for text in rows(page))
    assert window.player.step == step, "the arrow keys fold here; they do not step"
    qtbot.keyClick(page.list, Qt.Key.Key_Down)
    assert page.list.currentIndex().row() == neighbour + 1
    qtbot.keyClick(page.list, Qt.Key.Key_Left)
    qtbot.keyClick(page.list, Qt.Key.Key_Left)
    assert len(rows(page)) == folded
    qtbot.keyClick(page.list, Qt.Key.Key_Down)
    QApplication.processEvents()
    qtbot.keyClick(page.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("#105 B ⊥̸ T | J, K, L")
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    assert window.player.tests_so_far == 105


def test_more_unfolds_by_a_click_and_the_mark_folds_again(window: MainWindow, qtbot: QtBot) -> None:
    click_edge(window, "T", "B", qtbot)
    page = why(window)
    folded = rows(page)
    click_row(page, "and 84 more", qtbot, x=40)
    assert len(rows(page)) > len(folded)
    click_row(page, "B is a neighbour of T.", qtbot, x=6)
    assert rows(page) == folded


def test_a_premise_leads_to_where_it_came_to_hold_and_back(window: MainWindow, qtbot: QtBot) -> None:
    click_edge(window, "T", "B", qtbot)
    page, end = why(window), window.player.step
    assert page.answered is not None
    step = page.answered.premises[1].step
    click_row(page, "C became a candidate through B.", qtbot)
    assert window.player.step == step
    assert "Why is C a candidate spouse of T through B?" in said(page)
    assert selected(window) == Variable(var(window, "C"))
    back = next(b for b in page.findChildren(QPushButton) if b.isVisible() and b.text() == "Why T → B?")
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert window.player.step == end
    assert page.subject == Subject("edge", ends(window, "T", "B"))
    assert selected(window) == Edge(ends(window, "T", "B"))


def test_the_page_follows_the_cursor(window: MainWindow, qtbot: QtBot) -> None:
    click_edge(window, "T", "B", qtbot)
    window.player.seek(880)
    qtbot.waitUntil(lambda: "Why is T — B undecided?" in said(why(window)))
    assert any(text.startswith("Meek rules:") for text in rows(why(window)))
    window.player.seek(0)
    qtbot.waitUntil(lambda: "Why is there no edge between T and B?" in said(why(window)))
    window.player.last()
    qtbot.waitUntil(lambda: "Why T → B?" in said(why(window)))


def test_a_dismissed_variable_says_what_separates_it(window: MainWindow, qtbot: QtBot) -> None:
    click_node(window, "I", qtbot)
    page = why(window)
    assert "Why is I no neighbour of T?" in said(page)
    assert rows(page)[1] == "#885 I ⊥ T | D, K 0.054 independent"
    qtbot.keyClick(window.graph, Qt.Key.Key_Escape)
    assert "Nothing is selected" in said(page)


def test_signs_are_switched_on_and_remembered(window: MainWindow, qtbot: QtBot) -> None:
    click_edge(window, "T", "B", qtbot)
    page = why(window)
    qtbot.mouseClick(page._style.buttons["Formal"], Qt.MouseButton.LeftButton)
    assert rows(page)[0] == "C ∈ SP(A) in EMB(T)"
    assert window.settings.get("proof-wording") == "formal"
    window.settings.set("proof-wording", "plain")
    assert rows(page)[0].startswith("C is a spouse of T through A.")


def test_the_proof_is_copied_as_markdown_latex_and_text(window: MainWindow, qtbot: QtBot) -> None:
    click_edge(window, "T", "B", qtbot)
    page = why(window)
    menu = page._copy.menu()
    assert menu is not None
    copied = {}
    for action in menu.actions():
        action.trigger()
        copied[action.text()] = QGuiApplication.clipboard().text()
    assert copied["Markdown"].startswith("## T → B (N)")
    assert "- B is a neighbour of T" in copied["Markdown"]
    assert copied["LaTeX"].startswith("\\paragraph{")
    assert copied["Plain text"].startswith("T → B because of an N-structure")


def test_the_log_shows_the_tests_of_the_proof(window: MainWindow, qtbot: QtBot) -> None:

    click_node(window, "X", qtbot)
    page = why(window)
    qtbot.mouseClick(page._show, Qt.MouseButton.LeftButton)
    numbers = [window.log.model.rows.number(row) for row in range(len(window.log.model.rows))]
    assert page.answered is not None
    assert tuple(numbers) == page.answered.tests == (169, 170, 171, 172, 173, 174)


def test_a_row_of_the_log_shows_the_test_page(window: MainWindow, qtbot: QtBot) -> None:
    click_edge(window, "T", "B", qtbot)
    view = window.log.view
    rect = view.visualRect(view.model().index(view.rowAt(40), 2))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert window.inspector.page == "Test"


def test_playing_does_not_turn_the_page(window: MainWindow, qtbot: QtBot) -> None:
    window.inspector.show_page("Test")
    window.player.first()
    window.player.play()
    window.graph.announce(Variable(var(window, "B")))
    assert window.inspector.page == "Test"
    window.player.pause()
    window.graph.announce(Variable(var(window, "A")))
    assert window.inspector.page == "Why"


def test_a_member_of_a_set_is_asked_about(window: MainWindow, qtbot: QtBot) -> None:
    view = window.context.feature(PseudocodeFeature).panel.sets
    window.inspector.show_page("Test")
    place, member, box = next(
        found
        for found in view._boxes()
        if found[1].set_name == "CSP" and found[1].through == var(window, "B")
    )
    assert view.rows[place].name == "CSP"
    qtbot.mouseMove(view, box.center().toPoint())
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=box.center().toPoint())
    assert window.inspector.page == "Why"
    assert "Why is C a candidate spouse of T through B?" in said(why(window))
    assert member.x == var(window, "C")


def test_every_line_has_words_for_a_screen_reader(window: MainWindow, qtbot: QtBot) -> None:
    click_edge(window, "T", "B", qtbot)
    lines = why(window).list.lines
    for row in range(lines.rowCount()):
        spoken = lines.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
        assert spoken
        if lines.item(row).line.kind is Kind.TEST:
            assert spoken.startswith("Test ") and "⊥" not in spoken


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_nothing_is_cut_off_in_either_theme(window: MainWindow, theme: Theme, qtbot: QtBot) -> None:
    window.resize(1280, 720)
    window.apply_theme(theme)
    window.graph.announce(Edge(ends(window, "T", "B")))
    page = why(window)
    qtbot.waitUntil(
        lambda: page._scroll.page.height() >= page._scroll.page.heightForWidth(page._scroll.page.width())
    )
    viewport = page._scroll.viewport()
    assert page._scroll.page.width() <= viewport.width()
    assert page._scroll.page.grab().toImage().pixelColor(2, 2) == theme.panel


def test_at_the_step_at_which_a_rule_fires_its_page_is_shown_and_then_what_was_there(
    window: MainWindow, qtbot: QtBot
) -> None:
    fires = 922
    window.inspector.show_page("Test")
    window.player.seek(fires - 4)
    assert window.inspector.page == "Test"
    window.player.seek(fires)
    assert window.inspector.page == "Why"
    qtbot.waitUntil(lambda: "Why T → B?" in said(why(window)))
    numbers = [why(window).list.lines.item(row).line.number for row in range(len(rows(why(window))))]
    assert [number for number in numbers if number] == [1, 2, 3]
    assert selected(window) is None, "nobody has selected anything"
    window.player.seek(fires + 2)
    assert window.inspector.page == "Test"
    assert why(window).subject is None


def test_who_looks_at_how_firm_arrows_are_goes_on_doing_so(window: MainWindow) -> None:
    window.player.seek(900)
    window.inspector.show_page("How firm")
    window.player.seek(922)
    assert window.inspector.page == "How firm"
