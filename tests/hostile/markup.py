"""What a text in HTML, SVG, Markdown, LaTeX, CSV, Python or JSON consists of, apart from the words in it.

Two files about the same run that differ only in names consist of the same. Each function gives something to
compare; an AssertionError says what no name may do.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from html.parser import HTMLParser

from elcs_gui.data.columns.cells import is_number

Shape = Counter[Hashable]

_LOADS = (
    "href",
    "src",
    "xlink:href",
    "data",
    "action",
    "poster",
    "srcset",
    "background",
    "formaction",
    "ping",
)
_VOID = {"meta", "br", "img", "link", "input", "hr", "col"}
_OUTLINES = {"g", "path", "use", "text", "tspan", "line", "rect", "polygon"}
"""Their number depends on the letters of a name and on how wide it is."""
_FORMULA = re.compile(r"[=+\-@\t\r＝＋－＠]")


class Elements(HTMLParser):
    """The elements of a page, their attributes and the text; complains of what is not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.declared: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == [], self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"</{tag}> where {self.open} is open"

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_comment(self, data: str) -> None:
        self.declared.append(f"comment {data}")

    def handle_decl(self, decl: str) -> None:
        self.declared.append(decl)

    def handle_pi(self, data: str) -> None:
        self.declared.append(data)

    def unknown_decl(self, data: str) -> None:
        self.declared.append(data)


def of_html(text: str) -> Shape:
    """The elements and which attributes they have; how many of each, but for the outlines of letters."""
    page = Elements(text)
    for tag, attributes in page.tags:
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        for name in _LOADS:
            assert (attributes.get(name) or "#").startswith(("#", "data:font/", "data:image/png")), attributes
        assert "url(" not in (attributes.get("style") or ""), attributes
    found: Shape = Counter()
    for tag, attributes in page.tags:
        form = tag, tuple(sorted(attributes))
        if tag in _OUTLINES:
            found[tag, "in SVG"] = 1
        else:
            found[form] += 1
    for said in page.declared:
        found["declared", said] += 1
    return found


def of_svg(text: str) -> Shape:
    """The same of an SVG file, which must be well-formed XML."""
    ET.fromstring(text)
    return of_html(text)


def of_xml(text: str) -> Shape:
    """The elements of an XML document and their attributes."""
    return Counter((element.tag, tuple(sorted(element.attrib))) for element in ET.fromstring(text).iter())


def of_table(text: str, delimiter: str = ",") -> Shape:
    """How many cells each row has; no cell is one that a spreadsheet would compute."""
    rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    for cell in (cell for row in rows for cell in row):
        assert not _FORMULA.match(cell) or is_number(cell), cell
    return Counter((number, len(row)) for number, row in enumerate(rows))


def of_json(text: str, names: Mapping[str, int]) -> Shape:
    """The value without its texts; keys that are names by their numbers."""
    found: Shape = Counter()

    def walk(value: object, at: tuple[Hashable, ...]) -> None:
        if isinstance(value, dict):
            by_name = all(key in names for key in value)
            for key, inner in value.items():
                walk(inner, (*at, names[key] if by_name else key))
        elif isinstance(value, list):
            for inner in value:
                walk(inner, (*at, "in list"))
        else:
            found[(*at, type(value).__name__)] += 1

    for line in text.splitlines() if "\n{" in text else [text]:
        walk(json.loads(line), ())
    return found


def of_python(text: str) -> Shape:
    """The statements without what texts and lists of them hold."""
    tree = ast.parse(text)
    found: Shape = Counter()
    for node in ast.walk(tree):
        kind = type(node).__name__
        named = getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "name", None)
        constant = type(node.value).__name__ if isinstance(node, ast.Constant) else None
        found[kind, named, constant] += 1
    return found


_LATEX_WORD = re.compile(r"\\(?:[a-zA-Z]+|.)", re.DOTALL)


def of_latex(text: str, known: frozenset[str] = frozenset()) -> Shape:
    """The commands that are not those by which letters are written; braces and dollars must be balanced."""
    commands = Counter(word for word in _LATEX_WORD.findall(text) if word not in known)
    plain = _LATEX_WORD.sub("", text)
    assert plain.count("{") == plain.count("}"), text
    assert plain.count("$") % 2 == 0, text
    assert not set(plain) & set("%#&~^_"), text
    return Counter[Hashable](commands)


def of_lines(text: str) -> Shape:
    """How many lines a text has; every sign in it can be seen, or joins others."""
    for line in text.split("\n"):
        assert not [sign for sign in line if _is_obeyed(sign)], repr(line)
    return Counter({"lines": text.count("\n")})


def _is_obeyed(sign: str) -> bool:
    code = ord(sign)
    return (
        (code < 0x20 and sign != "\t")
        or 0x7F <= code <= 0x9F
        or code in (0x2028, 0x2029)
        or 0x202A <= code <= 0x202E
        or 0x2066 <= code <= 0x2069
    )


def of_markdown(text: str) -> Shape:
    """The blocks and what stands in them, as CommonMark reads it; addresses that are alone count as links."""
    from markdown_it import MarkdownIt

    found: Shape = Counter()
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text):
        found[token.type] += 1
        for inner in token.children or ():
            if inner.type != "text":
                found[inner.type] += 1
    for line in text.splitlines():
        assert not re.search(r"(?<!\\)://|(?<!\\)@|www\.", line), line
    return found


SHAPES: dict[str, Callable[[str], Shape]] = {
    ".html": of_html,
    ".svg": of_svg,
    ".graphml": of_xml,
    ".csv": of_table,
    ".tsv": lambda text: of_table(text, "\t"),
    ".py": of_python,
    ".txt": of_lines,
    ".md": of_markdown,
}
"""By the ending of a file."""
