"""Text from elsewhere: names, levels, cells, file names, texts of lessons, notes.

Such text may hold anything that a file can hold: markup, control characters, escape sequences of a terminal,
turns of the writing direction, ten thousand letters. So it is never shown as it is. `Foreign` wraps it and
has one rendering for each place that shows it. The renderings that a place interprets have types of their own
(`Rich`, `Xml`), so that mypy refuses a bare string there.

    markup("Are {} and {} independent?", strong(x), strong(y))     what is not `Rich` yet is escaped
    only_allowed(text)                                             tags that are not on the list become text
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape, unescape
from typing import NewType

from elcs_gui.errors import shown, with_signs


class Rich(str):
    """Markup for Qt or a browser in which all foreign text is escaped.

    A class, so that a label can tell it from plain text. Make one of literal markup only: `Rich("<br>")`.
    """

    __slots__ = ()


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

    def terminal(self, most: int = LONGEST_SHOWN) -> str:
        """The same for a terminal and for lines of text, which obey what `plain` has replaced."""
        return self.plain(most)

    def font_safe(self, most: int = LONGEST_SHOWN) -> str:
        """The same for a painter: no letter carries so many marks that they cover other lines."""
        return _MANY_MARKS.sub(r"\1", self.plain(most))

    def file_name(self, most: int = 80) -> str:
        """A part of a file's name that every system takes, in at most so many bytes; never empty.

        Letters, digits and marks of any script stay, all else becomes `-`. It is no folder, not hidden, no
        option of a command, and no device of Windows.
        """
        plain = unicodedata.normalize("NFC", with_signs(self.text))
        name = "".join(sign if _in_file_names(sign) else "-" for sign in plain)
        name = re.sub(r"-{2,}", "-", name.encode()[:most].decode(errors="ignore")).strip("._- ")
        return f"_{name}" if not name or _DEVICE.match(name) else name


_MARK = r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]"
_MANY_MARKS = re.compile(f"({_MARK}{{4}}){_MARK}+")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:[. ]|\Z)", re.IGNORECASE)
_NOT_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_OF_EMOJI = "\ufe0e\ufe0f"
"""They choose between a letter and a picture; in the category they are marks."""


def _in_file_names(sign: str) -> bool:
    mark = unicodedata.category(sign) in ("Mc", "Mn") and sign not in _OF_EMOJI
    return sign.isalnum() or sign in "-_.+ " or mark


def rich(text: str) -> Rich:
    """A text for a place that takes markup: escaped, with signs for what cannot be seen, its lines kept."""
    if isinstance(text, Rich):
        return text
    seen = text if text.isprintable() else "\n".join(map(with_signs, text.split("\n")))
    return Rich(escape(seen, quote=True))


def markup(template: str, *parts: str) -> Rich:
    """A template of literal markup with `parts` at its `{}`; what is not `Rich` is escaped."""
    return Rich(template.format(*map(rich, parts)))


def allowed_in_xml(text: str) -> str:
    """The text, or a whole document, with a sign for all that XML forbids."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def joined(parts: Iterable[Rich], between: Rich = Rich("")) -> Rich:  # noqa: B008  # it is never changed
    """Several pieces as one."""
    return Rich(between.join(parts))


def only_allowed(text: str) -> Rich:
    """Markup in which only what is on the list stays markup, whoever wrote it; the rest is shown as text.

    Nothing on the list loads anything: there are no pictures, a style is made of plain colours, weights and
    lengths, and a link names a place within the program, never an address.
    """
    return Rich(_BRACKET.sub(_kept_tag, text))


TAGS = {"a", "b", "br", "code", "div", "em", "i", "li", "ol", "p", "span", "strong", "sub", "sup", "ul"}
"""What Qt may be given as markup."""
_STYLES = {
    "background-color",
    "color",
    "font-size",
    "font-weight",
    "line-height",
    "margin",
    "text-decoration",
    "white-space",
}
_ATTRIBUTE = r"""\s+([a-z]+)=(?:"([^"<>]*)"|'([^'<>]*)')"""
_BRACKET = re.compile(rf"<(?:/?([a-z]+)((?:{_ATTRIBUTE})*)\s*/?>)?", re.IGNORECASE)
_ATTRIBUTES = re.compile(_ATTRIBUTE, re.IGNORECASE)
_PLAIN_VALUE = re.compile(r"[\w\s#.%-]*")
_ADDRESS = re.compile(r"[:/\\]")


def _kept_tag(found: re.Match[str]) -> str:
    name = (found[1] or "").lower()
    if name in TAGS and all(
        _is_allowed(name, each[1].lower(), unescape(each[2] or each[3] or ""))
        for each in _ATTRIBUTES.finditer(found[2])
    ):
        return found[0]
    return found[0].replace("<", "&lt;").replace(">", "&gt;")


def _is_allowed(tag: str, attribute: str, value: str) -> bool:
    if attribute == "href":
        return tag == "a" and not _ADDRESS.search(value)
    if attribute != "style":
        return False
    return all(
        property.strip().lower() in _STYLES and _PLAIN_VALUE.fullmatch(set_to)
        for property, _, set_to in (each.partition(":") for each in value.split(";") if each.strip())
    )
