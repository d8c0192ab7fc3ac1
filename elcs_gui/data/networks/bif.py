"""Networks in the Bayesian Interchange Format (BIF 0.15), read and written.

Blocks may come in any order. Commas and the bar are only separators, as the format has it: `( A | B, C )` and
`( A B C )` say the same. In a `table`, the node itself varies slowest and its last parent fastest; a row
`(b, c) 0.1, 0.9;` gives the node's probabilities for one configuration of its parents; a `default` row
serves every configuration that has none of its own.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from elcs_gui.data.files import replacing
from elcs_gui.data.names import listed
from elcs_gui.data.network import Network, check_node_count
from elcs_gui.data.networks.bif_scanner import BIF, PROPERTY, ROW, as_token
from elcs_gui.data.networks.bif_tables import Block, Row, filled
from elcs_gui.data.scanner import Scanner
from elcs_gui.data.tables.encoding import read_small_text
from elcs_gui.errors import DataError, quoted, shown


def read_bif(path: Path) -> Network:
    """The network in a BIF file; a DataError with the line if there is something wrong with it.

    A file in which no probability block holds a number gives a network without tables.
    """
    return parse_bif(read_small_text(path), path.name, path.stem)


def parse_bif(text: str, file: str, unnamed: str) -> Network:
    """The same from the text of a file; `unnamed` is what a network without a name is called."""
    parser = _Parser(Scanner(text, file, BIF))
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


class _Parser:
    """Reads block after block; names are looked up at the end, when all variables are known."""

    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._name = ""
        self._levels: dict[str, tuple[str, ...]] = {}
        self._blocks: dict[str, Block] = {}

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
        blocks = [self._blocks.get(node, Block(self._scanner.at)) for node in nodes]
        name = self._name if self._name not in ("", "unknown") else unnamed
        parents = tuple(tuple(number[parent] for parent in block.parents) for block in blocks)
        graph = Network(name, nodes, parents, tuple(self._levels.values()))
        if all(block.is_empty for block in blocks):
            return graph
        graph.check_tables_fit()
        tables = tuple(filled(graph, node, block, self._scanner) for node, block in enumerate(blocks))
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
        block = self._blocks[node] = Block(at, parents)
        if scanner.accept(";"):
            return
        scanner.expect("{")
        while not scanner.accept("}"):
            row_at = scanner.at
            if quick := scanner.take(ROW):
                block.rows.append(self._row(row_at, quick[1], quick[2]))
            elif scanner.accept("("):
                block.rows.append(Row(row_at, tuple(self._names_until(")")), self._numbers()))
            elif scanner.accept("table"):
                block.table = Row(row_at, (), self._numbers())
            elif scanner.accept("default"):
                block.default = Row(row_at, (), self._numbers())
            else:
                self._read_property("'(', 'table', 'default' or '}'")

    def _row(self, at: int, names: str, numbers: str) -> Row:
        try:
            return Row(at, tuple(_separate(names)), list(map(float, _separate(numbers))))
        except ValueError as error:
            self._scanner.fail(f"a row holds something that is not a number ({error})", at)

    def _read_property(self, otherwise: str) -> None:
        if not self._scanner.sees("property"):
            self._scanner.fail(f"expected {otherwise} but found {self._scanner.found}")
        self._scanner.skip(PROPERTY, "a property has no ';' at its end")

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


def _written(network: Network) -> Iterator[str]:
    yield f"network {as_token(network.name)} {{\n}}\n"
    for node, levels in zip(network.nodes, network.levels, strict=True):
        labels = ", ".join(map(as_token, levels))
        yield f"variable {as_token(node)} {{\n  type discrete [ {len(levels)} ] {{ {labels} }};\n}}\n"
    for place, (node, parents) in enumerate(zip(network.nodes, network.parents, strict=True)):
        given = " | " + ", ".join(as_token(network.nodes[parent]) for parent in parents) if parents else ""
        yield f"probability ( {as_token(node)}{given} ) {{\n"
        if network.tables is not None:
            configurations = product(*(network.levels[parent] for parent in parents))
            rows = network.tables[place].reshape(-1, len(network.levels[place])).tolist()
            for configuration, row in zip(configurations, rows, strict=True):
                start = f"({', '.join(map(as_token, configuration))})" if parents else "table"
                yield f"  {start} {', '.join(map(repr, row))};\n"
        yield "}\n"
