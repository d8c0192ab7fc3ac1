"""How the window shows text: as it is, letter for letter, unless it is `Rich`.

Qt guesses of labels, tool tips and message boxes whether a text is markup, and loads the pictures it names.
It takes an ampersand in a menu or on a button for a key, and `[*]` in a title for a sign of changes. Texts
come from files, so nothing is left to a guess: what Qt would interpret is shown by what stands here alone.
`tests/app/kit/test_labels.py` forbids everything else.
"""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtGui import Qt as Guess
from PySide6.QtWidgets import QLabel, QMessageBox, QToolTip, QWidget

from elcs_gui.errors import shortened, with_signs
from elcs_gui.foreign import Rich, markup, only_allowed, rich

LONGEST_LINE, MOST_LINES = 300, 40
"""Of a tool tip, in letters and lines."""


class Label(QLabel):
    """A label whose text is plain; only `Rich` is markup, with the tags that `elcs_gui.foreign` allows."""

    def __init__(self, text: str = "", parent: QWidget | None = None, **properties: Any) -> None:
        """`properties` as Qt names them; links work where `textInteractionFlags` say so."""
        super().__init__(parent, textFormat=Qt.TextFormat.PlainText, **properties)
        self.setText(text)

    def setText(self, text: str) -> None:
        if isinstance(text, Rich):
            self.setTextFormat(Qt.TextFormat.RichText)
            super().setText(in_lines(only_allowed(text)))
        else:
            self.setTextFormat(Qt.TextFormat.PlainText)
            super().setText(in_lines(text))


class HasToolTip(Protocol):
    """A widget, an action, or an item of a list or table."""

    def setToolTip(self, text: str, /) -> None: ...


def tooltip(of: HasToolTip, text: str) -> None:
    """What is shown where the mouse rests on it; empty for nothing."""
    of.setToolTip(tip(text))


def tip(text: str) -> str:
    """A tool tip for a model (`Qt.ToolTipRole`): Qt shows it letter for letter, or `Rich` as markup."""
    if isinstance(text, Rich):
        return f"<div>{in_lines(only_allowed(text))}</div>" if text else ""
    lines = in_lines(text).split("\n")
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], "…"]
    plain = "\n".join(shortened(line, LONGEST_LINE) for line in lines)
    if not Guess.mightBeRichText(plain):
        return plain
    return f'<div style="white-space:pre-wrap">{rich(plain).replace(chr(10), "<br>")}</div>'


def show_tip(place: QPoint, text: str, over: QWidget, box: QRect | None = None) -> None:
    """A tool tip at a place of the screen, until the mouse leaves the box; none if the text is empty."""
    if box is None:
        QToolTip.showText(place, tip(text), over)
    else:
        QToolTip.showText(place, tip(text), over, box)


def hide_tip() -> None:
    QToolTip.hideText()


def in_lines(text: str) -> str:
    """Line ends as they are; other signs that would do something as signs for them."""
    if text.isprintable():
        return text
    return "\n".join(map(with_signs, text.split("\n")))


def lettered(text: str) -> str:
    """A text for a menu, a button or a tab, where Qt takes a single ampersand for a key."""
    return with_signs(text).replace("&", "&&")


def titled(text: str) -> str:
    """A text within the title of a window, where Qt takes `[*]` for a sign of changes."""
    return with_signs(text).replace("[*]", "[*][*]")


def message_box(
    parent: QWidget | None, icon: QMessageBox.Icon, title: str, text: str, more: str = ""
) -> QMessageBox:
    """A box that says something; `more` stands below in smaller letters."""
    box = QMessageBox(icon, titled(title), "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(in_lines(text))
    box.setInformativeText(in_lines(more))
    for label in box.findChildren(QLabel):  # the text below has a label of its own, which guesses
        label.setTextFormat(Qt.TextFormat.PlainText)
    return box


def strong(text: str) -> Rich:
    """Semibold within the text of a label. There is no bolder face: Qt would smear this one for a `<b>`."""
    return markup('<span style="font-weight:600">{}</span>', text)


def coloured(text: str, colour: QColor | str) -> Rich:
    """In this colour within the text of a label."""
    name = colour.name() if isinstance(colour, QColor) else colour
    return markup('<span style="color:{}">{}</span>', name, text)


def link(target: str, text: str, colour: QColor | str, style: str = "") -> Rich:
    """A link within the program: `target` comes with the label's signal `linkActivated`."""
    name = colour.name() if isinstance(colour, QColor) else colour
    return markup('<a href="{}" style="color:{};text-decoration:none;{}">{}</a>', target, name, style, text)
