"""Text is shown as it is: what labels, tool tips, message boxes, menus and titles make of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QUrl
from PySide6.QtGui import QAction, QTextDocument, QTextLayout
from PySide6.QtGui import Qt as Guess
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QMessageBox, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.labels import (
    LONGEST_LINE,
    MOST_LINES,
    Label,
    in_lines,
    lettered,
    link,
    message_box,
    show_tip,
    strong,
    tip,
    titled,
    tooltip,
)
from elcs_gui.app.kit.theme import FALLBACKS, font
from elcs_gui.errors import with_signs
from elcs_gui.foreign import Rich, markup

PICTURE = '<img src="file:///tmp/picture.png">'
MARKUP = (PICTURE, "<b>bold</b>", "A &amp; B", "&lt;b&gt;", "x <i>y</i>", "<!--a-->", "<a href='x'>y</a>")


def plain(text: str) -> str:
    """What a tool tip shows of a text."""
    if not Guess.mightBeRichText(text):
        return text
    document = QTextDocument()
    document.setHtml(text)
    return str(document.toPlainText())


@pytest.mark.parametrize("text", [*MARKUP, "A\nB", "A&B", "a < b"])
def test_a_label_shows_a_text_letter_for_letter(qtbot: QtBot, text: str) -> None:
    label = Label(text, objectName="quiet", wordWrap=True)
    qtbot.addWidget(label)
    assert label.textFormat() is Guess.TextFormat.PlainText and label.text() == text
    assert label.objectName() == "quiet" and label.wordWrap()
    label.setText(markup("{} and {}", strong("A"), text))
    assert label.textFormat() is Guess.TextFormat.RichText
    assert plain(label.text()) == f"A and {text}".replace("\n", " ")
    label.setText(text)
    assert label.textFormat() is Guess.TextFormat.PlainText


def test_markup_that_names_a_file_is_shown_as_text(qtbot: QtBot) -> None:
    label = Label(Rich(f"<b>A</b> {PICTURE}"))
    qtbot.addWidget(label)
    assert plain(label.text()) == f"A {PICTURE}"


def test_signs_that_would_do_something_are_shown_as_signs(qtbot: QtBot) -> None:
    label = Label("a\x1b[2J\u202eb\nc")
    qtbot.addWidget(label)
    assert label.text() == "a␛[2J\N{REPLACEMENT CHARACTER}b\nc"
    assert in_lines("Größe, 血圧 ze\u200bro\nb") == "Größe, 血圧 ze\u200bro\nb"


def test_every_sign_for_what_cannot_be_seen_is_seen(qapp: QApplication) -> None:
    """In the fonts that the program brings along: a blank would say nothing of what a name holds."""
    signs = "".join(sorted({with_signs(chr(code)) for code in (*range(0x20), *range(0x7F, 0xA0), 0x202E)}))
    assert "␛" in signs and "␤" in signs and "\N{REPLACEMENT CHARACTER}" in signs
    for pixels in (11, 13, 16):
        layout = QTextLayout(signs, font(pixels))
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        drawn = layout.glyphRuns()
        assert {run.rawFont().familyName() for run in drawn} <= {*FALLBACKS}
        assert sum(len(run.glyphIndexes()) for run in drawn) == len(signs)
        for run in drawn:
            assert all(run.glyphIndexes())
            assert all(run.rawFont().pathForGlyph(glyph).elementCount() for glyph in run.glyphIndexes())


@pytest.mark.parametrize("text", [*MARKUP, "A\nB", f"{PICTURE}\n  two  spaces"])
def test_a_tool_tip_shows_a_text_letter_for_letter(qtbot: QtBot, text: str) -> None:
    widget, action = QWidget(), QAction()
    qtbot.addWidget(widget)
    for each in (widget, action):
        tooltip(each, text)
        assert plain(each.toolTip()) == text
    show_tip(QPoint(), text, widget)
    assert plain(QToolTip.text()) == text
    QToolTip.hideText()
    assert plain(tip(strong("A & B"))) == "A & B" and Guess.mightBeRichText(tip(Rich("A &amp; B")))


def test_a_tool_tip_is_no_longer_than_a_screen() -> None:
    assert len(tip("x" * 10_000)) == LONGEST_LINE
    lines = tip("\n".join(f"line {n}" for n in range(1000))).split("\n")
    assert len(lines) == MOST_LINES and lines[-1] == "…" and tip("") == "" == tip(Rich(""))


def test_an_ampersand_in_a_menu_is_no_key_and_a_star_in_a_title_no_mark(qtbot: QtBot) -> None:
    assert lettered("A&B") == "A&&B" and lettered("a\nb") == "a␤b"
    window = QMainWindow()
    window.setWindowTitle(f"{titled('a[*]b')}[*]")
    qtbot.addWidget(window)
    assert window.windowTitle() == "a[*][*]b[*]"


def test_a_message_shows_a_text_letter_for_letter(qtbot: QtBot) -> None:
    box = message_box(None, QMessageBox.Icon.Warning, "[*]", PICTURE, "<b>more</b>")
    qtbot.addWidget(box)
    assert box.text() == PICTURE and box.informativeText() == "<b>more</b>"
    texts = [label for label in box.findChildren(QLabel) if label.text()]
    assert len(texts) == 2
    assert all(label.textFormat() is Guess.TextFormat.PlainText for label in texts)


def test_a_link_leads_within_the_program(qtbot: QtBot) -> None:
    label = Label(link("12", "<b>", "#123456"))
    qtbot.addWidget(label)
    assert '<a href="12"' in label.text() and plain(label.text()) == "<b>"
    assert not label.openExternalLinks()
    label.setText(link("file:///tmp/x", "there", "#123456"))
    assert '<a href="file' not in label.text()


def test_a_document_would_load_what_a_tool_tip_must_not(tmp_path: Path) -> None:
    """That is what all this is for."""
    file = tmp_path / "a.txt"
    file.write_text("x", encoding="utf-8")
    url = QUrl.fromLocalFile(str(file))
    assert bytes(QTextDocument().resource(QTextDocument.ResourceType.ImageResource.value, url)) == b"x"
