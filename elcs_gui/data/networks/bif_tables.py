"""From the rows of a BIF probability block to the table they describe."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.names import listed
from elcs_gui.data.network import Network
from elcs_gui.data.networks.probabilities import scaled, scaled_row
from elcs_gui.data.scanner import Scanner
from elcs_gui.errors import quoted, shown


@dataclass(frozen=True)
class Row:
    """Numbers for one configuration of the parents; for all of them at once in a `table` or a `default`."""

    at: int
    """Where it stands in the text."""
    configuration: tuple[str, ...]
    numbers: Sequence[float]


@dataclass
class Block:
    """One probability block, as written."""

    at: int
    parents: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    table: Row | None = None
    default: Row | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.rows or self.table or self.default)


def filled(graph: Network, node: int, block: Block, scanner: Scanner) -> NDArray[np.float64]:
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
    graph: Network, node: int, row: Row, numbers: Sequence[Mapping[str, int]], scanner: Scanner
) -> tuple[int, ...]:
    """The configuration of a row as level numbers, in the order of the parents, each with its `numbers`."""
    parents = graph.parents[node]
    if len(row.configuration) != len(parents):
        scanner.fail(
            f"{quoted(graph.nodes[node])} has {len(parents)} parents, not {len(row.configuration)}",
            row.at,
        )
    place: list[int] = []
    for parent, label, number in zip(parents, row.configuration, numbers, strict=True):
        if label not in number:
            levels = graph.levels[parent]
            scanner.fail(
                f"{quoted(graph.nodes[parent])} has no level {quoted(label)}, only {listed(levels)}", row.at
            )
        place.append(number[label])
    return tuple(place)
