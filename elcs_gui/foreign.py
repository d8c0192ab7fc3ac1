"""Text from elsewhere: names, levels, cells, file names, texts of lessons, notes.

Such text may hold anything that a file can hold: markup, control characters, escape sequences of a terminal,
turns of the writing direction, ten thousand letters. So it is never shown as it is. `Foreign` wraps it and
has one rendering for each place that shows it. The renderings that a place interprets have types of their
own (`Rich`, `Xml`), so that mypy refuses a bare string there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import NewType

from elcs_gui.errors import shown

Rich = NewType("Rich", str)
"""Markup for Qt or a browser in which all foreign text is escaped."""

Xml = NewType("Xml", str)
"""The same for XML, which also has no signs that XML forbids."""

LONGEST_SHOWN = 300
"""Letters of foreign text where nothing else limits it."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """A text that the program did not write."""

    text: str

    def plain(self, most: int = LONGEST_SHOWN) -> str:
        """One line without signs that do something, for whatever interprets no markup."""
        return shown(self.text, most)

    def rich(self, most: int = LONGEST_SHOWN) -> Rich:
        """The same for Qt's rich text and for HTML."""
        return Rich(escape(self.plain(most), quote=True))

    def xml(self, most: int = LONGEST_SHOWN) -> Xml:
        """The same for the text or an attribute of an XML document."""
        return Xml(escape(self.plain(most), quote=True))


def rich(text: str) -> Rich:
    """A text of the program, or one that was made plain before, for a place that takes markup."""
    return Rich(escape(text, quote=True))


def joined(parts: Iterable[Rich], between: Rich = Rich("")) -> Rich:
    """Several pieces as one."""
    return Rich(between.join(parts))
