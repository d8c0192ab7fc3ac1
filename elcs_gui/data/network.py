"""A known network: a directed acyclic graph over named variables, with its probability tables if known.

Some of its nodes may be hidden: no test is about them, but the paths through them count. A file can say so,
and so can whoever asks (`Network.hiding`). Beside data, columns and nodes are matched by name, never by place
and never by guess (`columns_first`); the nodes that are no column are the hidden ones.
"""

import heapq
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Self

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.files import shown_name
from elcs_gui.data.names import checked_names, position, tidy_name
from elcs_gui.errors import DataError, quoted, shown

MOST_TABLE_CELLS = 2**25
"""Cells of all tables of a network together; 256 MB."""


MOST_TABLE_AXES = 32

MOST_NODES = 100_000

_MOST_NAMED = 12
"""Nodes of a cycle to name in a message."""


@dataclass(frozen=True, eq=False)
class Network:
    """A directed acyclic graph; variables are numbered in the order of `nodes`, the hidden ones last.

    Making one checks it: names differ, no arrow is drawn twice or leads back to its start, tables fit.
    """

    name: str
    nodes: tuple[str, ...]
    parents: tuple[tuple[int, ...], ...]
    """The parents of each node, in the order of its table's axes."""
    levels: tuple[tuple[str, ...], ...]
    """The labels of each node's levels; empty where they are not known."""
    tables: tuple[NDArray[np.float64], ...] | None = None
    """P(node | parents), of shape (levels of each parent ..., levels of the node); None if not known."""
    hidden: int = 0
    """How many nodes, the last ones, are hidden variables."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", shown_name(self.name))
        check_node_count(len(self.nodes), self.name)
        object.__setattr__(self, "nodes", checked_names(self.nodes, "node", self.name))
        if not len(self.nodes) == len(self.parents) == len(self.levels):
            raise DataError(
                f"{self.name} has {len(self.nodes)} nodes, but not as many lists of parents and levels."
            )
        levels = (
            checked_names(known, f"level of {quoted(name)}", self.name)
            for name, known in zip(self.nodes, self.levels, strict=True)
        )
        object.__setattr__(self, "levels", tuple(levels))
        for node, (name, parents) in enumerate(zip(self.nodes, self.parents, strict=True)):
            seen: set[int] = set()
            for parent in parents:
                if not 0 <= parent < len(self.nodes):
                    raise DataError(
                        f"In {self.name}, {quoted(name)} has a parent that is not a node: number {parent}."
                    )
                if parent in seen:
                    edge = f"{shown(self.nodes[parent])} -> {shown(name)}"
                    raise DataError(f"In {self.name}, the edge {edge} is given twice.")
                if parent == node:
                    raise DataError(f"In {self.name}, an edge leads from {shown(name)} to itself.")
                seen.add(parent)
        if self.hidden and not 0 < self.hidden < len(self.nodes):
            raise DataError(f"All variables of {self.name} are hidden: there is nothing left to ask about.")
        self.topological_order()
        for node, table in enumerate(self.tables or ()):
            if table.shape != self.table_shape(node):
                raise DataError(
                    f"In {self.name}, the table of {quoted(self.nodes[node])} has the shape {table.shape}."
                )

    @classmethod
    def from_edges(
        cls,
        name: str,
        nodes: Sequence[str],
        edges: Iterable[tuple[str, str]],
        levels: Sequence[Sequence[str]] | None = None,
    ) -> Self:
        """A network without tables, from (parent, child) pairs of names."""
        check_node_count(len(nodes), name)
        names = checked_names(nodes, "node", name)
        number = {node: place for place, node in enumerate(names)}
        parents: list[list[int]] = [[] for _ in names]
        for edge in edges:
            tail, head = map(tidy_name, edge)
            for end in (tail, head):
                if end not in number:
                    position(end, names, name)  # says so, and which names are near
            parents[number[head]].append(number[tail])
        known = ((),) * len(names) if levels is None else tuple(map(tuple, levels))
        return cls(name, names, tuple(map(tuple, parents)), known)

    @property
    def edges(self) -> list[tuple[int, int]]:
        """All (parent, child) pairs, sorted."""
        return sorted((parent, child) for child, parents in enumerate(self.parents) for parent in parents)

    @property
    def measured(self) -> tuple[str, ...]:
        """The names of the nodes that are not hidden; their numbers are those of the nodes."""
        return self.nodes[: len(self.nodes) - self.hidden]

    @property
    def hidden_nodes(self) -> tuple[str, ...]:
        """The names of those that are."""
        return self.nodes[len(self.nodes) - self.hidden :]

    def hiding(self, names: Iterable[str]) -> "Network":
        """The same network with these nodes hidden too; a DataError for a name that it does not have."""
        wanted = {self.index(name) for name in names}
        if not wanted:
            return self
        return _renumbered(self, [node for node in range(len(self.measured)) if node not in wanted])

    def index(self, name: str) -> int:
        """The node called `name`, or a DataError that suggests the nearest names."""
        return position(name, self.nodes, self.name)

    def children(self, node: int) -> tuple[int, ...]:
        """The nodes an arrow leads to from `node`, sorted."""
        return self._children[node]

    def spouses(self, node: int) -> tuple[int, ...]:
        """The other parents of the children of `node`, sorted; some may be neighbours of it as well."""
        others = {parent for child in self.children(node) for parent in self.parents[child]}
        return tuple(sorted(others - {node}))

    def topological_order(self) -> tuple[int, ...]:
        """All nodes, parents before children; the lowest number first wherever there is a choice."""
        # Not by networkx: whatever reads a network would wait for it to load.
        waiting_for = [len(parents) for parents in self.parents]
        ready = [node for node, count in enumerate(waiting_for) if not count]
        order: list[int] = []
        while ready:
            node = heapq.heappop(ready)
            order.append(node)
            for child in self.children(node):
                waiting_for[child] -= 1
                if not waiting_for[child]:
                    heapq.heappush(ready, child)
        if len(order) < len(self.nodes):
            raise DataError(f"The network has a cycle: {self._cycle(set(order))}.")
        return tuple(order)

    def table_shape(self, node: int) -> tuple[int, ...]:
        """The shape of the node's table; a DataError if it is larger than can be held."""
        shape = tuple(len(self.levels[variable]) for variable in (*self.parents[node], node))
        check_table_size(shape, self.nodes[node], self.name)
        return shape

    def check_tables_fit(self) -> None:
        """A DataError if all tables together are too large to be held; to be asked before they are made."""
        cells = sum(prod(self.table_shape(node)) for node in range(len(self.nodes)))
        if cells > MOST_TABLE_CELLS:
            raise DataError(
                f"The tables of {self.name} would have {cells:,} cells, more than {MOST_TABLE_CELLS:,}."
            )

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        children: list[list[int]] = [[] for _ in self.nodes]
        for child, parents in enumerate(self.parents):
            for parent in parents:
                children[parent].append(child)
        return tuple(map(tuple, children))

    def _cycle(self, fine: Collection[int]) -> str:
        """The names along a cycle, from its lowest number round to it; `fine` are nodes that are in none."""
        import networkx

        found = networkx.find_cycle(networkx.DiGraph(edge for edge in self.edges if edge[0] not in fine))
        cycle = [tail for tail, _ in found]
        start = cycle.index(min(cycle))
        names = [shown(self.nodes[node]) for node in (*cycle[start:], *cycle[: start + 1])]
        if len(names) > _MOST_NAMED:
            names[_MOST_NAMED - 2 : -1] = ["..."]
        return " -> ".join(names)


def check_node_count(nodes: int, where: str) -> None:
    """A DataError for more nodes than can be used; to be asked while they are counted."""
    if nodes > MOST_NODES:
        raise DataError(f"{where} has more than {MOST_NODES:,} nodes: that is beyond what can be used.")


def check_table_size(shape: Sequence[int], node: str, where: str) -> None:
    """A DataError for a table that cannot be held; to be asked before memory is taken."""
    if prod(shape) > MOST_TABLE_CELLS:
        raise DataError(
            f"In {where}, the table of {quoted(node)} would have {prod(shape):,} cells, "
            f"more than {MOST_TABLE_CELLS:,}: give it fewer parents."
        )
    if len(shape) > MOST_TABLE_AXES:
        raise DataError(
            f"In {where}, {quoted(node)} has {len(shape) - 1:,} parents; a table has at most "
            f"{MOST_TABLE_AXES - 1}."
        )


_MOST_UNKNOWN = 5
"""Columns that are named where a network does not know them."""


def check_names(network: Network, columns: Sequence[str]) -> None:
    """A DataError that names the columns which are no node of the network."""
    nodes = set(network.nodes)
    unknown = [column for column in columns if column not in nodes]
    if unknown:
        some = ", ".join(map(shown, unknown[:_MOST_UNKNOWN]))
        some += ", ..." if len(unknown) > _MOST_UNKNOWN else ""
        raise DataError(
            f"{network.name} does not know {len(unknown)} of the {len(columns)} columns ({some}): "
            "the names in data and network must be the same."
        )


def columns_first(network: Network, columns: Sequence[str]) -> Network:
    """The same network with its nodes numbered as the columns are; the others are hidden.

    A column that the network does not know is an error (`check_names`).
    """
    check_names(network, columns)
    place = {name: number for number, name in enumerate(network.nodes)}
    return _renumbered(network, [place[name] for name in columns])


def _renumbered(network: Network, measured: Sequence[int]) -> Network:
    """The same network with these nodes first, in this order; the others are hidden."""
    seen = set(measured)
    order = [*measured, *(node for node in range(len(network.nodes)) if node not in seen)]
    number_of = {node: number for number, node in enumerate(order)}
    return Network(
        network.name,
        tuple(network.nodes[node] for node in order),
        tuple(tuple(number_of[parent] for parent in network.parents[node]) for node in order),
        tuple(network.levels[node] for node in order),
        None if network.tables is None else tuple(network.tables[node] for node in order),
        hidden=len(order) - len(seen),
    )
