"""From the nodes and numbers of a file to a network: names looked up, tables measured and scaled.

In every format read by this, a table goes through the configurations of the parents with the last parent
fastest, and gives the node's probabilities for each: the order in which a `Network` keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.names import checked_names
from elcs_gui.data.network import Network, check_node_count
from elcs_gui.errors import quoted

SUM_TOLERANCE = 1e-2
"""Printed tables are rounded: rows that miss 1 by less are scaled to it, others are taken for errors."""

Table = NDArray[np.float64]
Fail = Callable[[str], NoReturn]
"""Turns a complaint into a DataError with a place in the file."""


@dataclass
class Described:
    """One node as a file describes it."""

    name: str
    levels: tuple[str, ...]
    fail: Fail
    parents: list[str] = field(default_factory=list)
    numbers: Table | None = None
    node_may_be_slowest: bool = False
    """Some writers give the numbers with the node slowest instead of fastest; the sums tell."""


def assembled(name: str, described: Sequence[Described], where: str) -> Network:
    """The network of these nodes; without tables if no node has numbers."""
    number: dict[str, int] = {}
    for node in described:
        if node.name in number:
            node.fail(f"the node {quoted(node.name)} is declared twice")
        if not node.levels or len(set(node.levels)) < len(node.levels) or not all(node.levels):
            node.fail(f"{quoted(node.name)} needs levels with names that differ")
        number[node.name] = len(number)
        check_node_count(len(number), where)
    checked_names(number, "node", where)
    for node in described:
        for parent in node.parents:
            if parent not in number:
                node.fail(f"{quoted(node.name)} has a parent that is not declared: {quoted(parent)}")
    nodes, levels = tuple(number), tuple(node.levels for node in described)
    parents = tuple(tuple(number[parent] for parent in node.parents) for node in described)
    graph = Network(name, nodes, parents, levels)
    if all(node.numbers is None for node in described):
        return graph
    graph.check_tables_fit()
    tables = tuple(_table(node, graph.table_shape(place)) for place, node in enumerate(described))
    return Network(name, nodes, parents, levels, tables)


def scaled(rows: Table, node: str, fail: Fail) -> Table:
    """The rows, each made to sum to 1; a complaint if one is far from that, or holds no probabilities."""
    if not (np.isfinite(rows).all() and (rows >= 0).all()):
        fail(f"a probability of {quoted(node)} is negative or not a number")
    sums = rows.sum(axis=-1, keepdims=True)
    worst = float(sums.flat[np.abs(sums - 1).argmax()])
    if abs(worst - 1) > SUM_TOLERANCE:
        fail(f"the probabilities of {quoted(node)} add up to {worst:g} instead of 1")
    result: Table = rows / sums
    return result


def scaled_row(row: Sequence[float], node: str, fail: Fail) -> Sequence[float] | Table:
    """The same for one row; faster for the few numbers it has."""
    total = sum(row)
    if abs(total - 1) <= SUM_TOLERANCE and min(row) >= 0:
        return [number / total for number in row]
    return scaled(np.array(row), node, fail)


def parsed_numbers(text: str, node: str, fail: Fail) -> Table | None:
    """The numbers in a text, with blanks or commas between them; None if there are none."""
    words = text.replace(",", " ").split()
    try:
        return np.array(words, dtype=np.float64) if words else None
    except ValueError:
        wrong = next(word for word in words if not _is_number(word))
        fail(f"{quoted(wrong)} in the table of {quoted(node)} is not a number")


def _table(node: Described, shape: tuple[int, ...]) -> Table:
    size = int(np.prod(shape, dtype=np.int64))
    if node.numbers is None:
        node.fail(f"{quoted(node.name)} has no probabilities")
    if len(node.numbers) != size:
        node.fail(f"{quoted(node.name)} needs {size:,} numbers, not {len(node.numbers):,}")
    table = node.numbers.reshape(shape)
    if node.node_may_be_slowest and not _sums_to_one(table):
        other = np.moveaxis(node.numbers.reshape(shape[-1:] + shape[:-1]), 0, -1)
        if _sums_to_one(other):
            table = other
    return scaled(table, node.name, node.fail)


def _sums_to_one(table: Table) -> bool:
    return bool((np.abs(table.sum(axis=-1) - 1) <= SUM_TOLERANCE).all())


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
