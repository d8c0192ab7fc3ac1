"""Graphs in the DOT language, as Graphviz and DAGitty write them; read and written.

    digraph name { a; "b c" [label="x"]; a -> b -> {c d} [dir=none]; subgraph s { e -- f } }
    dag { x [exposure, pos="0,1"] ; x -> y }

One parser reads both as a list of nodes and edges, and steps over everything about looks; what an edge's sign
and attributes mean, each of the two says for itself.

Graphviz: an edge without a direction is `--`, or `->` with `dir=none`. Where the ids of the nodes are mere
numbers and every node has a label of its own, the labels are the names, as causal-learn has it; so does this
writer if a name holds a backslash, which an id cannot.

DAGitty: `x <-> y` stands for a common cause that is not measured; it becomes a hidden node, called `U(x, y)`.
Positions are stepped over, and all roles but that of a latent variable.

A node with the attribute `latent` (in Graphviz's language with a value other than "no", or `observed=no`, as
DoWhy has it, or drawn with `style=dashed`) is hidden; an edge of Graphviz with a head at both ends
(`dir=both`) is what `<->` is in DAGitty.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from elcs_gui.data.names import names_of
from elcs_gui.data.network import check_node_count
from elcs_gui.data.scanner import Grammar, Scanner
from elcs_gui.data.structures.structure import MOST_EDGES, Draft, Structure
from elcs_gui.errors import DataError, quoted, shown

# The language of both

MOST_DEPTH = 100
"""Braces within braces."""

_LATENT = ("latent", "unobserved")
_OBSERVED = "observed"
_NO = frozenset({"no", "false", "0"})
_STYLE, _DASHED = "style", "dashed"
_LOOKS = frozenset({_STYLE, "dir", "arrowhead", "arrowtail", "label", *_LATENT, _OBSERVED})
"""The attributes that mean something; were all kept, a file of many would be copied again and again."""

_SIGNS = ("<->", "<-@", "@->", "@-@", "@--", "--@", "->", "<-", "--")
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_WORDS = frozenset(
    ["strict", "graph", "digraph", "subgraph", "node", "edge", "dag", "pdag", "mag", "pag", "bb"]
)
_ESCAPE = re.compile(r'\\(?:(["\\])|\r?\n)')

_GRAMMAR = Grammar(
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
class _DrawnEdge:
    """One edge as written; `at` is its place in the text."""

    tail: str
    sign: str
    head: str
    looks: Mapping[str, str]
    at: int


@dataclass
class _Drawing:
    """What the file says."""

    kind: str = ""
    """`digraph`, `graph`, `dag`, ..."""
    name: str = ""
    nodes: dict[str, dict[str, str]] = field(default_factory=dict)
    """By id, in the order of their first mention, with those of their attributes that matter."""
    edges: list[_DrawnEdge] = field(default_factory=list)


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


class _Parser:
    """Reads one graph; `kinds` are the words with which one may begin."""

    def __init__(self, text: str, file: str, kinds: frozenset[str]) -> None:
        self._scanner = Scanner(text, file, _GRAMMAR)
        self._kinds = kinds
        self._drawing = _Drawing()
        self._frames: list[_Frame] = []

    def read(self) -> _Drawing:
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
            self._drawing.edges += [_DrawnEdge(t, sign, h, every, at) for t in tails for h in heads]
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


def _is_latent(looks: Mapping[str, str]) -> bool:
    """Whether a node's attributes say that it is not measured."""
    if any(word in looks and looks[word].casefold() not in _NO for word in _LATENT):
        return True
    if _DASHED in (word.strip() for word in looks.get(_STYLE, "").casefold().split(",")):
        return True
    return looks.get(_OBSERVED, "yes").casefold() in _NO


def _as_id(name: str) -> str:
    """`name` as both languages write it, in quotes if need be; it must be one of which `_is_id` is true."""
    if _PLAIN.fullmatch(name) and name.casefold() not in _WORDS:
        return name
    escaped = name.replace('"', '\\"')
    return f'"{escaped}"'


def _is_id(name: str) -> bool:
    """Whether both languages can hold `name`: what a backslash means in quotes depends on what follows it."""
    return "\\" not in name


def _nodes_of(drawing: _Drawing, file: str) -> Draft:
    """All nodes, and which of them are hidden."""
    draft = Draft(file)
    for node, looks in drawing.nodes.items():
        draft.node(node)
        if _is_latent(looks):
            draft.hide(node)
    return draft


# Graphviz

_DOT_KINDS = frozenset({"digraph", "graph"})
_LABEL_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_MEANING = {"n": "\n", "l": "\n", "r": "\n"}
_SHAPES = {
    "target": "doublecircle",
    "parent": "box",
    "child": "ellipse",
    "spouse": "diamond",
    "undecided": "oval",
    "member": "oval",
}


def parse_dot(text: str, file: str, name: str) -> Structure:
    """The graph in `text`; `name` is what it is called if it has no name."""
    parser = _Parser(text, file, _DOT_KINDS)
    drawing = parser.read()
    draft = _nodes_of(drawing, file)
    for edge in drawing.edges:
        _add(edge, draft, parser)
    labels = [
        _label_text(looks.get("label", ""), node) for node, looks in drawing.nodes.items()
    ]  # Draft merges ids that differ in outer blanks only, which the parser has taken off already
    return draft.structure(drawing.name or name, names_of(draft.nodes(), labels))


def dot_text(structure: Structure) -> str:
    """The whole file."""
    plain = all(map(_is_id, structure.nodes))
    ids = [_as_id(node) if plain else f"n{number}" for number, node in enumerate(structure.nodes, start=1)]
    title = " ".join(structure.name.replace("\\", "/").split())
    lines = [f"// {structure.note}"] if structure.note else []
    lines += [f"digraph {_as_id(title)} {{"]
    hidden = set(structure.hidden)
    for number, node in enumerate(structure.nodes):
        looks = [] if plain else [f"label={_as_label(node)}"]
        if structure.roles:
            role = structure.roles[number]
            looks += [f"role={_as_id(role)}"]
            if role in _SHAPES:
                looks += [f"shape={_SHAPES[role]}"]
        looks += ["latent=true"] * (number in hidden)
        lines.append(f"  {ids[number]}{_bracketed(looks)};")
    rules = structure.rule_of()
    for tail, head in structure.directed:
        rule = rules.get((tail, head), "")
        lines.append(f"  {ids[tail]} -> {ids[head]}{_bracketed([f'rule={_as_id(rule)}'] if rule else [])};")
    lines += [f"  {ids[one]} -> {ids[other]} [dir=none];" for one, other in structure.undirected]
    return "\n".join([*lines, "}", ""])


def _add(edge: _DrawnEdge, draft: Draft, parser: _Parser) -> None:
    if edge.sign not in ("->", "--"):
        parser.fail(
            f"expected '->' or '--' between {quoted(edge.tail)} and {quoted(edge.head)}, not '{edge.sign}'",
            edge.at,
        )
    looks = edge.looks
    direction = looks.get("dir", "forward" if edge.sign == "->" else "none").casefold()
    at_tail = looks.get("arrowtail", "normal") if direction in ("back", "both") else "none"
    at_head = looks.get("arrowhead", "normal") if direction in ("forward", "both") else "none"
    match at_tail, at_head:
        case "none", "none":
            draft.line(edge.tail, edge.head)
        case "none", head if "dot" not in head:
            draft.arrow(edge.tail, edge.head)
        case tail, "none" if "dot" not in tail:
            draft.arrow(edge.head, edge.tail)
        case tail, head if tail not in ("", "tee") and tail == head and "dot" not in head:
            draft.hidden_cause(edge.tail, edge.head)
        case _:
            parser.fail(
                f"the edge {quoted(edge.tail)} -> {quoted(edge.head)} has marks at both ends "
                f"({shown(at_tail)}, {shown(at_head)}): "
                "only arrows with one head are read",
                edge.at,
            )


def _label_text(label: str, node: str) -> str:
    """What Graphviz would show for a label."""
    return _LABEL_ESCAPE.sub(
        lambda match: node if match[1] == "N" else _MEANING.get(match[1], match[1]), label
    )


def _as_label(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _bracketed(looks: list[str]) -> str:
    return f" [{', '.join(looks)}]" if looks else ""


# DAGitty

_DAGITTY_KINDS = frozenset({"dag", "pdag", "mag", "pag"})


def parse_dagitty(text: str, file: str, name: str) -> Structure:
    """The graph in `text`; `name` is what it is called if it has no name."""
    parser = _Parser(text, file, _DAGITTY_KINDS)
    drawing = parser.read()
    draft = _nodes_of(drawing, file)
    for edge in drawing.edges:
        match edge.sign:
            case "->":
                draft.arrow(edge.tail, edge.head)
            case "<-":
                draft.arrow(edge.head, edge.tail)
            case "--":
                draft.line(edge.tail, edge.head)
            case "<->" if drawing.kind == "dag":
                draft.hidden_cause(edge.tail, edge.head)
            case _:
                parser.fail(
                    f"the edge {shown(edge.tail)} {edge.sign} {shown(edge.head)} belongs to a graph in which "
                    "causes may be unseen: a known network needs arrows only",
                    edge.at,
                )
    return draft.structure(drawing.name or name)


def dagitty_text(structure: Structure) -> str:
    """The whole file; a DataError for a name that the format cannot hold."""
    for node in structure.nodes:
        if not _is_id(node):
            raise DataError(
                f"A DAGitty file cannot hold the name {quoted(node)}, which has a backslash: rename it, or "
                "write DOT, GraphML or JSON."
            )
    ids = [_as_id(node) for node in structure.nodes]
    lines = ["pdag {" if structure.undirected else "dag {"]
    hidden = set(structure.hidden)
    lines += [f"{id} [latent]" if number in hidden else id for number, id in enumerate(ids)]
    lines += [f"{ids[tail]} -> {ids[head]}" for tail, head in structure.directed]
    lines += [f"{ids[one]} -- {ids[other]}" for one, other in structure.undirected]
    return "\n".join([*lines, "}", ""])
