"""The language in which Graphviz and DAGitty write graphs, read as a list of nodes and edges.

    digraph name { a; "b c" [label="x"]; a -> b -> {c d} [dir=none]; subgraph s { e -- f } }

Everything about looks is stepped over; what an edge's sign and attributes mean is for the caller to say.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from elcs_gui.data.network import check_node_count
from elcs_gui.data.scanner import Grammar, Scanner
from elcs_gui.data.structures.structure import MOST_EDGES
from elcs_gui.errors import quoted

MOST_DEPTH = 100
"""Braces within braces."""

_LOOKS = frozenset({"dir", "arrowhead", "arrowtail", "label"})
"""The attributes that mean something; were all kept, a file of many would be copied again and again."""

_SIGNS = ("<->", "<-@", "@->", "@-@", "@--", "--@", "->", "<-", "--")
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_WORDS = frozenset(
    ["strict", "graph", "digraph", "subgraph", "node", "edge", "dag", "pdag", "mag", "pag", "bb"]
)
_ESCAPE = re.compile(r'\\(?:(["\\])|\r?\n)')

DOT = Grammar(
    blank=re.compile(r"(?:\s++|//[^\n\r]*+|/\*.*?\*/|(?:(?<=[\n\r])|(?<![\s\S]))\#[^\n\r]*+)*+", re.DOTALL),
    token=re.compile(
        r"""
        "(?P<quoted>(?:[^"\\]|\\.)*+)"       # in quotes, with \" inside
      | (?P<sign><->|<-@?|@->|@-@|@--|--@?|->|[{}\[\];,=:+])
      | (?P<markup><(?:[^<>]|<[^<>]*+>)*+>)  # a label with tags in it
      | -?\.?\d[\w.%]*                       # a number
      | [\w.%]+
        """,
        re.DOTALL | re.VERBOSE,
    ),
    signs=frozenset((*_SIGNS, *"{}[];,=:+")),
    # Two backslashes remain two: only a label means one by them, and that is not for the parser to know.
    unescaped=lambda quoted: _ESCAPE.sub(lambda m: m[0] if m[1] == "\\" else m[1] or "", quoted),
)


@dataclass(frozen=True)
class DrawnEdge:
    """One edge as written; `at` is its place in the text."""

    tail: str
    sign: str
    head: str
    looks: Mapping[str, str]
    at: int


@dataclass
class Drawing:
    """What the file says."""

    kind: str = ""
    """`digraph`, `graph`, `dag`, ..."""
    name: str = ""
    nodes: dict[str, dict[str, str]] = field(default_factory=dict)
    """By id, in the order of their first mention, with those of their attributes that matter."""
    edges: list[DrawnEdge] = field(default_factory=list)


@dataclass
class _Frame:
    """What stands between two braces."""

    looks: dict[str, str] = field(default_factory=dict)
    """Attributes of all edges from here on."""
    members: dict[str, None] = field(default_factory=dict)
    operands: list[tuple[str, ...]] = field(default_factory=list)
    signs: list[tuple[str, int]] = field(default_factory=list)

    @property
    def awaits_operand(self) -> bool:
        return len(self.signs) == len(self.operands) > 0


class DotParser:
    """Reads one graph; `kinds` are the words with which one may begin."""

    def __init__(self, text: str, file: str, kinds: frozenset[str]) -> None:
        self._scanner = Scanner(text, file, DOT)
        self._kinds = kinds
        self._drawing = Drawing()
        self._frames: list[_Frame] = []

    def read(self) -> Drawing:
        scanner = self._scanner
        if self._word() == "strict":
            scanner.advance()
        self._drawing.kind = self._word()
        if self._drawing.kind not in self._kinds:
            scanner.fail(f"expected {' or '.join(map(repr, sorted(self._kinds)))} but found {scanner.found}")
        scanner.advance()
        if not scanner.sees("{"):
            self._drawing.name = self._id("the graph's name")
        self._open("{")
        while self._frames:
            self._read_next(self._frames[-1])
        if not scanner.at_end:
            scanner.fail(f"expected the end of the file after '}}' but found {scanner.found}")
        return self._drawing

    def fail(self, complaint: str, at: int) -> NoReturn:
        """A DataError with that place."""
        self._scanner.fail(complaint, at)

    def _read_next(self, frame: _Frame) -> None:
        scanner = self._scanner
        if scanner.sees("{"):
            self._open("{")
        elif scanner.sees("}"):
            self._close(frame)
        elif scanner.sees(";") or scanner.sees(","):
            self._end_statement(frame)
            scanner.advance()
        elif self._word() == "subgraph" and not scanner.quoted:
            scanner.advance()
            if not scanner.sees("{"):
                self._id("the subgraph's name")
            self._open("{")
        else:
            self._read_word(frame)

    def _read_word(self, frame: _Frame) -> None:
        scanner = self._scanner
        common = "" if scanner.quoted else self._word()
        name = self._id("a node")
        if scanner.sees("[") and common in ("graph", "node", "edge") and not frame.awaits_operand:
            looks = self._looks()
            if common == "edge":
                frame.looks = {**frame.looks, **looks}
        elif scanner.accept("="):
            self._id("a value")
        else:
            if scanner.accept(":"):  # a port: where at the node the edge begins
                self._id("a port")
                if scanner.accept(":"):
                    self._id("a compass point")
            self._drawing.nodes.setdefault(name, {})
            check_node_count(len(self._drawing.nodes), scanner.file)
            self._add_operand(frame, (name,))

    def _open(self, sign: str) -> None:
        if len(self._frames) == MOST_DEPTH:
            self._scanner.fail(f"more than {MOST_DEPTH} braces are open")
        self._scanner.expect(sign)
        self._frames.append(_Frame(dict(self._frames[-1].looks) if self._frames else {}))

    def _close(self, frame: _Frame) -> None:
        self._end_statement(frame)
        self._scanner.advance()
        self._frames.pop()
        if self._frames:
            self._add_operand(self._frames[-1], tuple(frame.members))

    def _add_operand(self, frame: _Frame, members: tuple[str, ...]) -> None:
        """One more link of a chain; a chain ends where no sign follows."""
        scanner = self._scanner
        frame.members.update(dict.fromkeys(members))
        frame.operands.append(members)
        if not scanner.quoted and scanner.token in _SIGNS:
            frame.signs.append((scanner.token, scanner.at))
            scanner.advance()
            return
        looks = self._looks() if scanner.sees("[") else {}
        self._end_statement(frame, looks)

    def _end_statement(self, frame: _Frame, looks: Mapping[str, str] | None = None) -> None:
        if frame.awaits_operand:
            self._scanner.fail(
                f"expected a node after {quoted(frame.signs[-1][0])} but found {self._scanner.found}"
            )
        looks = looks or {}
        if not frame.signs:
            for name in (name for members in frame.operands for name in members):
                self._drawing.nodes[name].update(looks)
        every = {**frame.looks, **looks}
        for place, (sign, at) in enumerate(frame.signs):
            tails, heads = frame.operands[place], frame.operands[place + 1]
            if len(self._drawing.edges) + len(tails) * len(heads) > MOST_EDGES:
                self._scanner.fail(f"there are more than {MOST_EDGES:,} edges", at)
            self._drawing.edges += [DrawnEdge(t, sign, h, every, at) for t in tails for h in heads]
        frame.operands.clear()
        frame.signs.clear()

    def _looks(self) -> dict[str, str]:
        """What matters in all lists of attributes that follow, as `[a=b, c] [d=e]`."""
        scanner = self._scanner
        looks: dict[str, str] = {}
        while scanner.accept("["):
            while not scanner.accept("]"):
                if scanner.accept(",") or scanner.accept(";"):
                    continue
                key = self._id("an attribute or ']'")
                value = self._id("a value") if scanner.accept("=") else ""
                if key in _LOOKS:
                    looks[key] = value
        return looks

    def _id(self, what: str) -> str:
        """A name; quoted ones may be put together by `+`."""
        scanner = self._scanner
        quoted = scanner.quoted
        name = scanner.name(what)
        while quoted and scanner.accept("+"):
            name += scanner.name("more text")
        return name

    def _word(self) -> str:
        return self._scanner.token.casefold()


def as_id(name: str) -> str:
    """`name` as both languages write it, in quotes if need be; it must be one of which `is_id` is true."""
    if _PLAIN.fullmatch(name) and name.casefold() not in _WORDS:
        return name
    escaped = name.replace('"', '\\"')
    return f'"{escaped}"'


def is_id(name: str) -> bool:
    """Whether both languages can hold `name`: what a backslash means in quotes depends on what follows it."""
    return "\\" not in name
