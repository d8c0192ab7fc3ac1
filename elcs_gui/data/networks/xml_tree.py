"""XML files, read into a small tree with lines and columns; nothing in them is ever expanded or fetched.

A document type with `<!ELEMENT ...>` lines, as XMLBIF files have it, is stepped over. Entities of its own, or
a reference to something outside, make a file that is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import NoReturn
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from elcs_gui.data.files import reading
from elcs_gui.data.tables.encoding import check_text_size
from elcs_gui.errors import DataError, quoted, shown

MOST_DEPTH = 100
MOST_ELEMENTS = 300_000
MOST_PIECES = 5_000_000

_LONGEST_TAG = 60_000
_ENDLESS_TAG = re.compile(rb"<[^<>]{%d}" % _LONGEST_TAG)
_UNSTORABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML 1.0 cannot hold, escaped or not."""
_ESCAPED = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#9;"}
)
"""Signs of XML, and blanks that a reader would change into others."""


@dataclass
class Element:
    """One element; `tag` has no prefix and is in lower case, `text` is all text directly in it."""

    tag: str
    attributes: dict[str, str]
    file: str
    line: int
    column: int
    children: list[Element] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    def all(self, *tags: str) -> Iterator[Element]:
        """The children with one of these tags, in order."""
        return (child for child in self.children if child.tag in tags)

    def first(self, tag: str) -> Element | None:
        return next(self.all(tag), None)

    def get(self, name: str) -> str:
        """An attribute that must be there."""
        if name not in self.attributes:
            self.fail(f"<{shown(self.tag)}> has no {quoted(name)}")
        return self.attributes[name].strip()

    def fail(self, complaint: str) -> NoReturn:
        """A DataError with the place of this element."""
        raise DataError(f"{self.file}, line {self.line}, column {self.column}: {complaint}.")


def read_xml(path: Path) -> Element:
    """The root of the tree in a file; a DataError if it is no XML, too large, or not to be trusted."""
    with reading(path):
        check_text_size(path.stat().st_size, path.name)
        content = path.read_bytes()
    return parse_xml(content, path.name)


def parse_xml(content: bytes, file: str) -> Element:
    """The same from the bytes of a file."""
    if _ENDLESS_TAG.search(content):
        raise DataError(f"{file} has a tag of more than {_LONGEST_TAG:,} letters: that is no network.")
    # Not above: it brings half of the standard library's network code with it, and few files are XML.
    from defusedxml import DefusedXmlException
    from defusedxml.sax import parse

    builder = _Builder(file)
    try:
        parse(BytesIO(content), builder, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    except DefusedXmlException:
        raise DataError(
            f"{file} declares entities or refers to other files, which is not read for safety: "
            "write the file again without a document type."
        ) from None
    except SAXParseException as error:
        line, column = error.getLineNumber() or 1, (error.getColumnNumber() or 0) + 1
        raise DataError(f"{file}, line {line}, column {column}: {error.getMessage()}.") from None
    except (UnicodeError, LookupError, ValueError) as error:
        raise DataError(f"{file} is no readable XML: {error}.") from None
    assert builder.root is not None  # the parser wants one
    return builder.root


def as_text(text: str) -> str:
    """`text` between tags, or in an attribute between double quotes; see `check_storable`."""
    return text.translate(_ESCAPED)


def check_storable(text: str, what: str, format: str) -> None:
    """A DataError if no XML file can hold `text`; `what` says whose name it is."""
    if _UNSTORABLE.search(text):
        raise DataError(
            f"{format} cannot hold {what} {quoted(text)}, which has a control character: rename it."
        )


def storable(text: str) -> str:
    """`text` without what XML cannot hold; for titles, which name nothing."""
    return _UNSTORABLE.sub("", text)


class _Builder(ContentHandler):
    def __init__(self, file: str) -> None:
        super().__init__()
        self.root: Element | None = None
        self._file = file
        self._open: list[Element] = []
        self._count = self._pieces = 0
        self._place: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802  called so by the parser
        self._place = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        assert self._place is not None
        line, column = self._place.getLineNumber() or 1, (self._place.getColumnNumber() or 0) + 1
        known = {key.rpartition(":")[2].lower(): value for key, value in attrs.items()}
        element = Element(name.rpartition(":")[2].lower(), known, self._file, line, column)
        self._count += 1
        if len(self._open) == MOST_DEPTH:
            element.fail(f"more than {MOST_DEPTH} elements stand in one another")
        if self._count > MOST_ELEMENTS:
            element.fail(f"there are more than {MOST_ELEMENTS:,} elements")
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def endElement(self, name: str) -> None:  # noqa: N802, ARG002
        self._open.pop()

    def characters(self, content: str) -> None:
        # The parser gives text in pieces, up to two for a line.
        self._pieces += 1
        if self._pieces > MOST_PIECES:
            self._open[-1].fail(f"there are more than {MOST_PIECES // 2:,} lines of text")
        self._open[-1].pieces.append(content)
