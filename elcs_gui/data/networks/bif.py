"""Networks in the Bayesian Interchange Format (BIF 0.15), read and written.

Blocks may come in any order. Commas and the bar are only separators, as the format has it: `( A | B, C )` and
`( A B C )` say the same. In a `table`, the node itself varies slowest and its last parent fastest; a row
`(b, c) 0.1, 0.9;` gives the node's probabilities for one configuration of its parents; a `default` row
serves every configuration that has none of its own.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.files import replacing
from elcs_gui.data.names import listed, tidy_name
from elcs_gui.data.network import Network, check_node_count
from elcs_gui.data.networks.probabilities import scaled, scaled_row
from elcs_gui.data.scanner import Grammar, Scanner
from elcs_gui.errors import DataError, quoted, shown

_ESCAPE = re.compile(r'\\(["\\])')
_PLAIN = re.compile(r"(?:(?!//|/\*)[^\s{}()\[\],;|\"\\])+")

_BIF = Grammar(
    blank=re.compile(r"(?:\s++|//[^\n\r]*+|/\*.*?\*/)*+", re.DOTALL),
    token=re.compile(
        r"""
        "(?P<quoted>(?:[^"\\]|\\.)*+)"      # a quoted name, with \" and \\ inside
      | (?P<sign>[{}()\[\],;|])
      | (?P<word>(?:(?!//|/\*)[^\s{}()\[\],;|"])+)   # anything else, up to a blank, a sign or a comment
        """,
        re.DOTALL | re.VERBOSE,
    ),
    signs=frozenset("{}()[],;|"),
    unescaped=lambda quoted: _ESCAPE.sub(r"\1", quoted),
    numbers=re.compile(r"[-+.,\deE\s]*(?=;)", re.ASCII),
    numeric=lambda run: run.replace(",", " "),
)

_PROPERTY = re.compile(r'(?>"[^"\n]*"|[^;])*+;')
"""Free text up to its semicolon; it may hold anything, comment signs included."""

_ROW = re.compile(r"\(\s*+([\w.+<>=-]+(?:[\s,]+[\w.+<>=-]+)*+)\s*+\)([-+.,\deE\s]++);")
"""A row of a table as almost all are, with names that need no quotes: read at once, not word by word."""


def parse_bif(text: str, file: str, unnamed: str) -> Network:
    """The network in the text of a file; a DataError with the line if there is something wrong with it.

    A file in which no probability block holds a number gives a network without tables.

    Args:
        unnamed: what a network without a name is called.
    """
    parser = _Parser(Scanner(text, file, _BIF))
    parser.read()
    return parser.network(unnamed)


def write_bif(network: Network, path: Path) -> None:
    """Write `network` in full precision, names in quotes where need be. Its levels must be known."""
    unknown = [node for node, levels in zip(network.nodes, network.levels, strict=True) if not levels]
    if unknown:
        raise DataError(
            f"A BIF file needs the levels of every node; {network.name} has none for {listed(unknown)}."
        )
    with replacing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_written(network))


@dataclass(frozen=True)
class _Row:
    """Numbers for one configuration of the parents; for all of them at once in a `table` or a `default`."""

    at: int
    """Where it stands in the text."""
    configuration: tuple[str, ...]
    numbers: Sequence[float]


@dataclass
class _Block:
    """One probability block, as written."""

    at: int
    parents: list[str] = field(default_factory=list)
    rows: list[_Row] = field(default_factory=list)
    table: _Row | None = None
    default: _Row | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.rows or self.table or self.default)


class _Parser:
    """Reads block after block; names are looked up at the end, when all variables are known."""

    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._name = ""
        self._levels: dict[str, tuple[str, ...]] = {}
        self._blocks: dict[str, _Block] = {}

    def read(self) -> None:
        scanner = self._scanner
        while not scanner.at_end:
            if scanner.accept("network"):
                self._read_network()
            elif scanner.accept("variable"):
                self._read_variable()
            elif scanner.accept("probability"):
                self._read_probability()
            else:
                scanner.expect("network', 'variable' or 'probability")

    def network(self, unnamed: str) -> Network:
        """What was read; `unnamed` is the name of a network that gives none itself."""
        if not self._levels:
            self._scanner.fail("no variable is declared")
        nodes = tuple(self._levels)
        number = {node: place for place, node in enumerate(nodes)}
        for node, block in self._blocks.items():
            for name in (node, *block.parents):
                if name not in number:
                    self._scanner.fail(f"the variable {quoted(name)} is not declared", block.at)
        blocks = [self._blocks.get(node, _Block(self._scanner.at)) for node in nodes]
        name = self._name if self._name not in ("", "unknown") else unnamed
        parents = tuple(tuple(number[parent] for parent in block.parents) for block in blocks)
        graph = Network(name, nodes, parents, tuple(self._levels.values()))
        if all(block.is_empty for block in blocks):
            return graph
        graph.check_tables_fit()
        tables = tuple(_filled(graph, node, block, self._scanner) for node, block in enumerate(blocks))
        return Network(name, nodes, parents, graph.levels, tables)

    def _read_network(self) -> None:
        scanner = self._scanner
        if not scanner.sees("{"):
            self._name = " ".join(scanner.name("the network's name").split())
        scanner.expect("{")
        while not scanner.accept("}"):
            self._read_property("'}'")

    def _read_variable(self) -> None:
        scanner = self._scanner
        at, node = scanner.at, scanner.name("a variable's name")
        if node in self._levels:
            scanner.fail(f"the variable {quoted(node)} is declared twice", at)
        levels: tuple[str, ...] | None = None
        scanner.expect("{")
        while not scanner.accept("}"):
            if scanner.accept("type"):
                levels = self._read_type(node)
            else:
                self._read_property("'type' or '}'")
        if levels is None:
            scanner.fail(f"the variable {quoted(node)} has no type", at)
        self._levels[node] = levels
        check_node_count(len(self._levels), scanner.file)

    def _read_type(self, node: str) -> tuple[str, ...]:
        scanner = self._scanner
        at = scanner.at
        if not scanner.accept("discrete"):
            scanner.fail(f"{quoted(node)} is not discrete: only discrete variables are read")
        scanner.expect("[")
        announced = scanner.name("the number of levels")
        scanner.expect("]")
        scanner.expect("{")
        levels = tuple(self._names_until("}"))
        scanner.expect(";")
        if str(len(levels)) != announced:
            scanner.fail(f"{quoted(node)} should have {shown(announced)} levels but has {len(levels)}", at)
        if not levels or len(set(levels)) < len(levels) or not all(levels):
            scanner.fail(f"{quoted(node)} needs levels with names that differ", at)
        return levels

    def _read_probability(self) -> None:
        scanner = self._scanner
        scanner.expect("(")
        at = scanner.at
        node, *parents = self._names_until(")") or [""]
        if not node:
            scanner.fail("expected a variable's name", at)
        if node in self._blocks:
            scanner.fail(f"{quoted(node)} has two probability blocks", at)
        block = self._blocks[node] = _Block(at, parents)
        if scanner.accept(";"):
            return
        scanner.expect("{")
        while not scanner.accept("}"):
            row_at = scanner.at
            if quick := scanner.take(_ROW):
                block.rows.append(self._row(row_at, quick[1], quick[2]))
            elif scanner.accept("("):
                block.rows.append(_Row(row_at, tuple(self._names_until(")")), self._numbers()))
            elif scanner.accept("table"):
                block.table = _Row(row_at, (), self._numbers())
            elif scanner.accept("default"):
                block.default = _Row(row_at, (), self._numbers())
            else:
                self._read_property("'(', 'table', 'default' or '}'")

    def _row(self, at: int, names: str, numbers: str) -> _Row:
        try:
            return _Row(at, tuple(_separate(names)), list(map(float, _separate(numbers))))
        except ValueError as error:
            self._scanner.fail(f"a row holds something that is not a number ({error})", at)

    def _read_property(self, otherwise: str) -> None:
        if not self._scanner.sees("property"):
            self._scanner.fail(f"expected {otherwise} but found {self._scanner.found}")
        self._scanner.skip(_PROPERTY, "a property has no ';' at its end")

    def _names_until(self, closing: str) -> list[str]:
        scanner = self._scanner
        names: list[str] = []
        while not scanner.accept(closing):
            if not (scanner.accept(",") or scanner.accept("|")):
                names.append(scanner.name(f"a name or '{closing}'"))
        return names

    def _numbers(self) -> Sequence[float]:
        scanner = self._scanner
        together = scanner.numbers()
        if scanner.accept(";"):
            found: list[float] = together.tolist()
            return found
        numbers: list[float] = []
        while not scanner.accept(";"):
            if scanner.accept(","):
                continue
            at, word = scanner.at, scanner.name("a number or ';'")
            try:
                numbers.append(float(word))
            except ValueError:
                scanner.fail(f"expected a number or ';' but found {quoted(word)}", at)
        return numbers


def _separate(words: str) -> list[str]:
    return words.replace(",", " ").split()


# Tables: from the rows of a probability block to what they describe


def _filled(graph: Network, node: int, block: _Block, scanner: Scanner) -> NDArray[np.float64]:
    """The table of `node`, every row summing to 1; `scanner` turns a complaint into an error with its line.

    Where the block says a thing twice, a row of its own counts most, then the `table`, then the `default`.
    """
    name, shape = graph.nodes[node], graph.table_shape(node)
    try:
        table = np.full(shape, np.nan)
    except MemoryError:
        scanner.fail(f"the table of {quoted(name)} does not fit into memory", block.at)
    given: set[tuple[int, ...]] = set()
    numbers = [{label: number for number, label in enumerate(graph.levels[p])} for p in graph.parents[node]]
    for row in (block.default, block.table, *block.rows):
        if row is None:
            continue
        wanted = table.size if row is block.table else shape[-1]
        if len(row.numbers) != wanted:
            scanner.fail(f"{quoted(name)} needs {wanted:,} numbers here, not {len(row.numbers):,}", row.at)

        def fail(complaint: str, at: int = row.at) -> NoReturn:
            scanner.fail(complaint, at)

        if row is block.default:
            table[...] = scaled(np.array(row.numbers), name, fail)
        elif row is block.table:  # written with the node slowest, kept with the node fastest
            slowest = np.array(row.numbers).reshape(shape[-1:] + shape[:-1])
            table[...] = scaled(np.moveaxis(slowest, 0, -1), name, fail)
        else:
            place = _place(graph, node, row, numbers, scanner)
            if place in given:
                fail(f"{quoted(name)} has two rows for ({', '.join(map(shown, row.configuration))})")
            given.add(place)
            table[place] = scaled_row(row.numbers, name, fail)
    lacking = np.argwhere(np.isnan(table[..., 0]))
    if len(lacking):
        labels = [
            graph.levels[parent][level] for parent, level in zip(graph.parents[node], lacking[0], strict=True)
        ]
        what = f"no row for ({', '.join(map(shown, labels))})" if labels else "no probabilities"
        scanner.fail(f"{quoted(name)} has {what}", block.at)
    return table


def _place(
    graph: Network, node: int, row: _Row, numbers: Sequence[Mapping[str, int]], scanner: Scanner
) -> tuple[int, ...]:
    """The configuration of a row as level numbers, in the order of the parents, each with its `numbers`."""
    parents = graph.parents[node]
    if len(row.configuration) != len(parents):
        scanner.fail(
            f"{quoted(graph.nodes[node])} has {len(parents)} parents, not {len(row.configuration)}",
            row.at,
        )
    place: list[int] = []
    labels = map(tidy_name, row.configuration)  # as the levels are by now
    for parent, label, number in zip(parents, labels, numbers, strict=True):
        if label not in number:
            levels = graph.levels[parent]
            scanner.fail(
                f"{quoted(graph.nodes[parent])} has no level {quoted(label)}, only {listed(levels)}", row.at
            )
        place.append(number[label])
    return tuple(place)


# Writing


def _written(network: Network) -> Iterator[str]:
    yield f"network {_as_token(network.name)} {{\n}}\n"
    for node, levels in zip(network.nodes, network.levels, strict=True):
        labels = ", ".join(map(_as_token, levels))
        yield f"variable {_as_token(node)} {{\n  type discrete [ {len(levels)} ] {{ {labels} }};\n}}\n"
    for place, (node, parents) in enumerate(zip(network.nodes, network.parents, strict=True)):
        given = " | " + ", ".join(_as_token(network.nodes[parent]) for parent in parents) if parents else ""
        yield f"probability ( {_as_token(node)}{given} ) {{\n"
        if network.tables is not None:
            configurations = product(*(network.levels[parent] for parent in parents))
            rows = network.tables[place].reshape(-1, len(network.levels[place])).tolist()
            for configuration, row in zip(configurations, rows, strict=True):
                start = f"({', '.join(map(_as_token, configuration))})" if parents else "table"
                yield f"  {start} {', '.join(map(repr, row))};\n"
        yield "}\n"


def _as_token(name: str) -> str:
    """`name` as a BIF file writes it: in quotes if need be."""
    if _PLAIN.fullmatch(name):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
