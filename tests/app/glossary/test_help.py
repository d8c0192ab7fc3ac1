"""Help: the guide at the page about what has the focus, searched together with glossary and actions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QByteArray, Qt, QUrl
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from elcs_gui.app.glossary.feature import GlossaryFeature
from elcs_gui.app.glossary.finding import ACTION, PAGE, Spot, Trail
from elcs_gui.app.glossary.focus_page import page_of_focus
from elcs_gui.app.glossary.guide_view import GuideView
from elcs_gui.app.glossary.help_dialog import NOTHING, HelpDialog
from elcs_gui.app.glossary.page_html import HelpHtml
from elcs_gui.app.glossary.terms import glossary
from elcs_gui.app.kit.theme import DARK, LIGHT
from elcs_gui.app.model.feature import WINDOW
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.shell.settings_dialog import SettingsDialog
from elcs_gui.guide.pages import FIRST, Link, Page, guide
from tests.app.kept_window import KeptWindow, keeps_window

kept = keeps_window()


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    with kept.lent(qtbot) as made:
        yield made


@pytest.fixture
def help(window: MainWindow) -> Iterator[HelpDialog]:
    made = window.context.feature(GlossaryFeature).show()
    yield made
    made.close()


def rows(dialog: HelpDialog) -> list[str]:
    return [dialog.list.item(place).text() for place in range(dialog.list.count())]


def test_f1_opens_the_page_about_what_has_the_focus(window: MainWindow, qtbot: QtBot) -> None:
    window.graph.setFocus()
    assert page_of_focus(window.context) == f"{WINDOW}#graph"
    window.log.view.setFocus()
    assert page_of_focus(window.context) == f"{WINDOW}#ci-tests"
    qtbot.keyClick(window, Qt.Key.Key_F1)
    dialog = window.findChild(HelpDialog)
    assert dialog is not None
    assert dialog.here is not None
    assert dialog.here == Spot(PAGE, WINDOW, "ci-tests")
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.search.setFocus()
    assert page_of_focus(window.context) == f"{WINDOW}#help"
    dialog.close()


def test_every_panel_and_tool_page_is_named_by_a_part(window: MainWindow) -> None:
    named = {part.of for feature in window.context.features for part in feature.parts}
    panels = {panel.title for feature in window.context.features for panel in feature.panels()}
    assert not panels - named
    pages = {feature.page for feature in window.context.features if feature.page}
    assert not pages - named
    anchors = {heading.anchor for heading in guide().pages[WINDOW].headings}
    for feature in window.context.features:
        for part in feature.parts:
            page, _, anchor = part.address.partition("#")
            assert page != WINDOW or anchor in anchors


def test_one_search_finds_terms_pages_and_actions(help: HelpDialog, qtbot: QtBot) -> None:
    assert rows(help)[0] == guide().pages[FIRST].title and "Reference" in rows(help)
    qtbot.keyClicks(help.search, "spouse")
    assert {"Glossary", "Guide", "Actions"} <= {*rows(help)}
    assert help.term is glossary().find("spouse")
    qtbot.keyClick(help.search, Qt.Key.Key_Down)
    assert help.term is not glossary().find("spouse")
    help.search.setText("degrees")
    assert help.term is glossary().find("df")
    help.search.setText("nosuchword")
    assert rows(help) == [NOTHING]
    help.search.clear()
    assert rows(help)[0] == guide().pages[FIRST].title


def test_an_action_is_described_and_done_from_help(help: HelpDialog, window: MainWindow) -> None:
    help.visit(Spot(ACTION, "truth"))
    assert "Mark each arrow" in help.page.toPlainText()
    action = window.context.actions["reduced-motion"]
    before = action.isChecked()
    help.visit(Spot(ACTION, "reduced-motion"))
    help.page.anchorClicked.emit(QUrl("0"))
    assert action.isChecked() is not before
    action.trigger()


def test_links_lead_on_and_back(help: HelpDialog, window: MainWindow, qtbot: QtBot) -> None:
    help.show_page("reference/command-line")
    help.page.followed.emit(Link("page", "reference/algorithms", "iamb"))
    assert help.here == Spot(PAGE, "reference/algorithms", "iamb")
    assert help.page.verticalScrollBar().value() > 0
    qtbot.keyClick(help, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert help.here == Spot(PAGE, "reference/command-line")
    assert help.list.currentItem().text() == "Command line"
    help.forward.click()
    assert help.here == Spot(PAGE, "reference/algorithms", "iamb")
    assert not help.forward.isEnabled()
    opened: list[str] = []
    window.context.follow, before = opened.append, window.context.follow
    help.page.followed.emit(Link("elcs-gui:", "--example fig3 --seek 212"))
    window.context.follow = before
    assert opened == ["--example fig3 --seek 212"]


def test_what_is_passed_while_typing_is_not_gone_back_to() -> None:
    trail = Trail()
    a, b, c, d = (Spot(PAGE, id) for id in "abcd")
    trail.visit(a)
    trail.visit(b, passing=True)
    trail.visit(c, passing=True)
    assert trail.here == c
    trail.visit(c)
    trail.visit(d)
    assert [trail.back(), trail.back()] == [c, a]
    assert trail.can_go_forward and not trail.can_go_back


def test_keys_are_a_page(window: MainWindow) -> None:
    window.context.actions["shortcuts"].trigger()
    dialog = window.findChild(HelpDialog)
    assert dialog is not None
    assert dialog.here == Spot(PAGE, "reference/shortcuts")
    assert "Next stage" in dialog.page.toPlainText()
    dialog.close()


def test_help_follows_the_theme(help: HelpDialog, window: MainWindow) -> None:
    for theme in (DARK, LIGHT):
        window.context.feature(GlossaryFeature).set_theme(theme)
        assert theme.selection.name() in help.page.document().defaultStyleSheet()


PAGE_OF_ALL = """# A page

A [page](b.md#c), the [web](https://a.invalid), a [step](elcs-gui:--example fig3), `<b>code</b>` <!-- x -->

<!-- player: fig3 --seek 3 -->

![the window](../pictures/guide/blame.png)

| a | b |
|---|---|
| x < y | `|` |

```console run
$ elcs run
<img src="file:///tmp/x.png">
```
"""


def test_a_page_is_markup_of_escaped_text(qtbot: QtBot) -> None:
    made = HelpHtml(Page("in/a", PAGE_OF_ALL), LIGHT)
    html = made.html
    assert [link.kind for link in made.links] == ["page", "web", "elcs-gui:", "elcs-gui:"]
    assert made.links[3].target == "--example fig3 --seek 3"
    assert "&lt;b&gt;code" in html and "&lt;img" in html and "<!--" not in html
    assert 'href="0"' in html and "a.invalid" not in html


@pytest.mark.parametrize(
    "name", ["file:///etc/passwd", "http://a.invalid/x.png", "../../README.md", "../pictures/../x"]
)
def test_nothing_is_loaded_but_packaged_pictures(qtbot: QtBot, name: str) -> None:
    view = GuideView(LIGHT)
    qtbot.addWidget(view)
    assert isinstance(view.loadResource(2, QUrl(name)), QByteArray)
    assert isinstance(view.loadResource(2, QUrl("../pictures/guide/blame.png")), QImage)


def test_f1_works_in_a_dialog_beside_the_window(window: MainWindow, qtbot: QtBot) -> None:
    window.live["settings"].trigger()
    settings = window.findChild(SettingsDialog)
    assert settings is not None
    qtbot.waitUntil(settings.isActiveWindow)
    qtbot.keyClick(settings, Qt.Key.Key_F1)
    dialog = window.findChild(HelpDialog)
    assert dialog is not None
    assert dialog.here == Spot(PAGE, WINDOW, "settings")
    dialog.close()
    settings.close()
