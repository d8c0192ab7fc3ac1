"""A graph without numbers: named nodes, arrows, and edges that nobody has decided yet.

It is what graph programs exchange: a result that was learnt, or a network of which only the graph is wanted.
A `Network` is acyclic and fully directed, and is for asking; a `Structure` may be neither, and is for files.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from elcs_gui.data.names import checked_names
from elcs_gui.data.network import Network, check_node_count, columns_first
from elcs_gui.data.structures.cycles import cyclic_parts, shortest_cycles
from elcs_gui.errors import DataError, shown

if TYPE_CHECKING:
    import networkx

TARGET = "target"
"""The role of the node a result is about."""

MOST_EDGES = 500_000


@dataclass(frozen=True)
class Structure:
    """Nodes are numbered in the order of `nodes`; making one checks it and sorts its edges.

    Attributes:
        name: what it is called, for titles and messages.
        directed: arrows, as (tail, head).
        undirected: edges without a direction, as (lower, higher).
        roles: what each node is to the target ("target", "parent", ...); empty if there is no such thing.
        rules: for some arrows, as (tail, head, rule), what gave them their direction.
        hidden: nodes that stand for variables which are not measured.
        note: what has to be known to read it; formats that have no place for it refuse it.
    """

    name: str
    nodes: tuple[str, ...]
    directed: tuple[tuple[int, int], ...] = ()
    undirected: tuple[tuple[int, int], ...] = ()
    roles: tuple[str, ...] = ()
    rules: tuple[tuple[int, int, str], ...] = ()
    note: str = ""
    hidden: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "nodes", checked_names(self.nodes, "node", self.name))
        object.__setattr__(self, "directed", tuple(sorted(self.directed)))
        pairs = ((min(pair), max(pair)) for pair in self.undirected)
        object.__setattr__(self, "undirected", tuple(sorted(pairs)))
        object.__setattr__(self, "rules", tuple(sorted(self.rules)))
        if self.roles and len(self.roles) != len(self.nodes):
            raise DataError(f"{self.name} has {len(self.nodes)} nodes, but {len(self.roles)} roles.")
        self._check_edges()

    @classmethod
    def of(cls, network: Network) -> Structure:
        """The graph of a network."""
        hidden = tuple(range(len(network.measured), len(network.nodes)))
        return cls(network.name, network.nodes, tuple(network.edges), hidden=hidden)

    @property
    def target(self) -> int | None:
        """The node the structure is about, if it is about one."""
        return self.roles.index(TARGET) if TARGET in self.roles else None

    def network(self) -> Network:
        """The same as a network, without levels and tables; a DataError if it is not fully directed.

        Hidden nodes come last.
        """
        if self.undirected:
            one, other = (shown(self.nodes[node]) for node in self.undirected[0])
            more = f" ({len(self.undirected):,} such edges)" if len(self.undirected) > 1 else ""
            raise DataError(
                f"In {self.name}, the edge {one} --- {other} has no direction{more}: a known network must be "
                "fully directed; decide the edge or take it out."
            )
        parents: list[list[int]] = [[] for _ in self.nodes]
        for tail, head in self.directed:
            parents[head].append(tail)
        network = Network(self.name, self.nodes, tuple(map(tuple, parents)), ((),) * len(self.nodes))
        hidden = set(self.hidden)
        seen = [name for node, name in enumerate(self.nodes) if node not in hidden]
        return columns_first(network, seen) if hidden else network

    @property
    def cycle(self) -> tuple[int, ...]:
        """The nodes along a cycle of arrows, the first of the shortest; empty where there is none."""
        return next(iter(shortest_cycles(self.directed)), ())

    def without_cycles(self) -> Structure:
        """The same with every arrow that lies on a cycle as an edge without a direction: a file that calls
        itself acyclic must be so."""
        parts = cyclic_parts(self.directed)
        if not parts:
            return self
        part_of = {node: number for number, part in enumerate(parts) for node in part}
        disputed = {
            (tail, head)
            for tail, head in self.directed
            if tail in part_of and part_of[tail] == part_of.get(head)
        }
        lines = {(min(arrow), max(arrow)) for arrow in disputed}
        return replace(
            self,
            directed=tuple(arrow for arrow in self.directed if arrow not in disputed),
            undirected=(*self.undirected, *sorted(lines)),
            rules=tuple(one for one in self.rules if one[:2] not in disputed),
        )

    def graph(self) -> networkx.DiGraph:
        """The same for networkx: names as nodes with their `role`, edges with `directed` and their `rule`.

        Hidden nodes are `latent`; a `note` is an attribute of the graph.
        """
        import networkx  # not above: whoever reads a file need not wait for it

        graph = networkx.DiGraph(name=self.name)
        if self.note:
            graph.graph["note"] = self.note
        graph.add_nodes_from(self.nodes)
        networkx.set_node_attributes(graph, dict(zip(self.nodes, self.roles, strict=False)), "role")
        networkx.set_node_attributes(graph, {self.nodes[node]: True for node in self.hidden}, "latent")
        for edges, directed in ((self.directed, True), (self.undirected, False)):
            named = ((self.nodes[one], self.nodes[other]) for one, other in edges)
            graph.add_edges_from(named, directed=directed)
        for tail, head, rule in self.rules:
            graph.edges[self.nodes[tail], self.nodes[head]]["rule"] = rule
        return graph

    def rule_of(self) -> dict[tuple[int, int], str]:
        """The rules by arrow."""
        return {(tail, head): rule for tail, head, rule in self.rules}

    def _check_edges(self) -> None:
        size = len(self.nodes)
        for pair in (*self.directed, *self.undirected):
            if not (0 <= pair[0] < size and 0 <= pair[1] < size):
                raise DataError(f"In {self.name}, an edge leads to a node that is not there: {pair}.")
            if pair[0] == pair[1]:
                raise DataError(f"In {self.name}, an edge leads from {shown(self.nodes[pair[0]])} to itself.")
        for edges, sign in ((self.directed, "->"), (self.undirected, "---")):
            for one, other in pairwise(edges):
                if one == other:
                    edge = f"{shown(self.nodes[one[0]])} {sign} {shown(self.nodes[one[1]])}"
                    raise DataError(f"In {self.name}, the edge {edge} is given twice.")
        known = set(self.directed)
        for pair in self.undirected:
            if pair in known or pair[::-1] in known:
                edge = f"{shown(self.nodes[pair[0]])} --- {shown(self.nodes[pair[1]])}"
                raise DataError(f"In {self.name}, the edge {edge} is given with and without a direction.")


class Draft:
    """A structure while a file is read: nodes in the order in which they are first named."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._numbers: dict[str, int] = {}
        self._directed: list[tuple[int, int]] = []
        self._undirected: list[tuple[int, int]] = []
        self._hidden: set[int] = set()

    def __len__(self) -> int:
        return len(self._numbers)

    def node(self, name: str) -> int:
        """The number of the node called `name`, new or not."""
        name = name.strip()
        number = self._numbers.setdefault(name, len(self._numbers))
        if number == len(self._numbers) - 1:
            check_node_count(len(self._numbers), self._file)
        return number

    def knows(self, name: str) -> bool:
        return name.strip() in self._numbers

    def hide(self, name: str) -> None:
        """The node called `name` is a variable that is not measured."""
        self._hidden.add(self.node(name))

    def hidden_cause(self, one: str, other: str) -> None:
        """A new hidden node with an arrow to each of the two: what one <-> other stands for."""
        cause = f"U({one}, {other})"
        while self.knows(cause):
            cause += "'"
        self.arrow(cause, one)
        self.arrow(cause, other)
        self.hide(cause)

    def arrow(self, tail: str, head: str) -> None:
        """tail -> head."""
        self._directed.append((self.node(tail), self.node(head)))
        self._check_edge_count()

    def line(self, one: str, other: str) -> None:
        """An edge without a direction."""
        self._undirected.append((self.node(one), self.node(other)))
        self._check_edge_count()

    def nodes(self) -> list[str]:
        return list(self._numbers)

    def structure(self, name: str, renamed: Iterable[str] | None = None) -> Structure:
        """What was read; `renamed` gives the nodes' names where the file's own are only numbers."""
        nodes = tuple(self._numbers if renamed is None else renamed)
        title = " ".join(name.split()) or self._file
        hidden = tuple(sorted(self._hidden))
        return Structure(title, nodes, tuple(self._directed), tuple(self._undirected), hidden=hidden)

    def _check_edge_count(self) -> None:
        if len(self._directed) + len(self._undirected) > MOST_EDGES:
            raise DataError(
                f"{self._file} has more than {MOST_EDGES:,} edges: that is beyond what can be used."
            )
