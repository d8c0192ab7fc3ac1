"""Networks as Hugin's NET, read and written.

    node A { states = ("yes" "no"); }
    potential (B | A C) { data = ((0.1 0.9) (0.4 0.6)); }

The node varies fastest in `data`, its last parent next. Names in NET are identifiers, so a name that is none
is written under another one, and kept in an attribute of the node (`original_name`), for which this reader
looks.
"""

import json
import re
from collections.abc import Callable

from elcs_gui.data.names import identifiers
from elcs_gui.data.network import Network, check_node_count
from elcs_gui.data.networks.probabilities import Described, Fail, assembled
from elcs_gui.data.scanner import Grammar, Scanner
from elcs_gui.errors import quoted

_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_MEANING = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_COMMENT_OR_BRACKET = re.compile(r"%[^\n\r]*|[(),]")
_BLOCKS = [
    "net",
    "node",
    "potential",
    "class",
    "discrete",
    "continuous",
    "decision",
    "utility",
    "function",
    "states",
    "data",
]
_NUMBER = re.compile(r"[-+.,\deE]+", re.ASCII)
_NAME = "original_name"


def _unescaped(quoted: str) -> str:
    if "\\" not in quoted:
        return quoted
    text = _ESCAPE.sub(
        lambda match: chr(int(match[1][1:], 16)) if len(match[1]) > 1 else _MEANING.get(match[1], match[1]),
        quoted,
    )
    # Letters beyond the first 65,536 are escaped by two halves.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


NET = Grammar(
    blank=re.compile(r"(?:\s++|%[^\n\r]*+)*+"),
    token=re.compile(r'"(?P<quoted>(?:[^"\\]|\\.)*+)"|[{}()=;|]|[^\s{}()=;|"%]+', re.DOTALL),
    signs=frozenset("{}()=;|"),
    unescaped=_unescaped,
    numbers=re.compile(r"(?:[-+.,\deE\s()]|%[^\n\r]*+)*+(?=;)", re.ASCII),
    numeric=lambda run: _COMMENT_OR_BRACKET.sub(" ", run),
)


def parse_net(text: str, file: str, unnamed: str) -> Network:
    """The network in `text`; a DataError with the place of what is wrong with it."""
    return _Parser(Scanner(text, file, NET)).read(unnamed)


def net_text(network: Network) -> str:
    """The whole file."""
    ids = identifiers(network.nodes, _BLOCKS)
    lines = ["net", "{", f"  name = {json.dumps(network.name)};", "}"]
    for place, (node, levels) in enumerate(zip(network.nodes, network.levels, strict=True)):
        states = " ".join(map(_quoted, levels))
        lines += ["", f"node {ids[place]}", "{", f"  states = ( {states} );"]
        if ids[place] != node:
            lines.append(f"  {_NAME} = {json.dumps(node)};")
        lines.append("}")
    for place, parents in enumerate(network.parents):
        given = f" | {' '.join(ids[parent] for parent in parents)}" if parents else ""
        lines += ["", f"potential ( {ids[place]}{given} )", "{"]
        if network.tables is not None:
            lines.append(f"  data = {_nested(network.tables[place].tolist())};")
        lines.append("}")
    return "\n".join([*lines, ""])


class _Parser:
    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._title = ""
        self._nodes: dict[str, Described] = {}
        self._defined: set[str] = set()

    def read(self, unnamed: str) -> Network:
        scanner = self._scanner
        while not scanner.at_end:
            at = scanner.at
            kind = scanner.name("'net', 'node' or 'potential'")
            if kind == "net":
                self._block({"name": self._read_title})
            elif kind == "node" or (kind == "discrete" and scanner.accept("node")):
                self._read_node(at)
            elif kind == "potential":
                self._read_potential()
            elif kind in ("class", "decision", "utility", "continuous", "function"):
                name = "" if scanner.sees("node") else f" {quoted(scanner.token)}"
                scanner.fail(
                    f"there is a {kind} node{name}: only networks of discrete chance nodes are read", at
                )
            else:
                scanner.fail(f"expected 'net', 'node' or 'potential' but found {quoted(kind)}", at)
        if not self._nodes:
            scanner.fail("no node is declared")
        for node in self._nodes.values():
            node.parents = [self._nodes[parent].name for parent in node.parents]
        return assembled(self._title or unnamed, list(self._nodes.values()), scanner.file)

    def _read_title(self) -> None:
        self._title = " ".join(self._scanner.name("the network's name").split())

    def _read_node(self, at: int) -> None:
        scanner = self._scanner
        id = scanner.name("a node's name")
        if id in self._nodes:
            scanner.fail(f"the node {quoted(id)} is declared twice", at)
        node = Described(id, (), self._failing(at))
        self._nodes[id] = node
        check_node_count(len(self._nodes), scanner.file)

        def read_states() -> None:
            node.levels = tuple(self._names("(", ")"))

        def read_name() -> None:
            node.name = scanner.name("a name")

        self._block({"states": read_states, _NAME: read_name})

    def _read_potential(self) -> None:
        scanner = self._scanner
        at = scanner.at
        scanner.expect("(")
        id = scanner.name("a node's name")
        if id not in self._nodes:
            scanner.fail(f"the node {quoted(id)} is not declared", at)
        if id in self._defined:
            scanner.fail(f"{quoted(id)} has two potentials", at)
        self._defined.add(id)
        node = self._nodes[id]
        node.fail = self._failing(at)
        node.parents = self._names("|", ")") if scanner.sees("|") else []
        if not node.parents:
            scanner.accept(")")
        for parent in node.parents:
            if parent not in self._nodes:
                scanner.fail(f"the node {quoted(parent)} is not declared", at)

        def read_data() -> None:
            data_at = scanner.at
            node.fail = self._failing(data_at)
            node.numbers = scanner.numbers()
            while scanner.accept("(") or scanner.accept(")") or _NUMBER.fullmatch(scanner.token):
                if _NUMBER.fullmatch(scanner.token):
                    scanner.advance()
            if not scanner.sees(";"):
                scanner.fail(f"expected a number, a bracket or ';' but found {scanner.found}")

        self._block({"data": read_data})

    def _block(self, readers: dict[str, Callable[[], None]]) -> None:
        """`{ name = value; ... }`, of which only some values are read."""
        scanner = self._scanner
        scanner.expect("{")
        while not scanner.accept("}"):
            name = scanner.name("an attribute or '}'")
            scanner.expect("=")
            if name in readers:
                readers[name]()
            else:
                while not scanner.sees(";"):
                    if scanner.at_end or scanner.sees("{") or scanner.sees("}"):
                        scanner.fail(f"expected ';' but found {scanner.found}")
                    scanner.advance()
            scanner.expect(";")

    def _names(self, opening: str, closing: str) -> list[str]:
        scanner = self._scanner
        scanner.expect(opening)
        names = []
        while not scanner.accept(closing):
            names.append(scanner.name(f"a name or '{closing}'"))
        return names

    def _failing(self, at: int) -> Fail:
        return lambda complaint: self._scanner.fail(complaint, at)


def _quoted(label: str) -> str:
    """A label as it is, unless it has something in it that must be escaped."""
    return f'"{label}"' if label.isprintable() and not set(label) & set('"\\') else json.dumps(label)


def _nested(table: list[object] | object) -> str:
    """Numbers in one pair of brackets for each axis."""
    if isinstance(table, list):
        return f"({' '.join(map(_nested, table))})"
    return repr(table)
