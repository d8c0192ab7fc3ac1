"""A network beside data: which node is which column.

Columns and nodes are matched by name, never by place and never by guess. Nodes that are no column are hidden
variables: nobody asks about them, but the paths through them count.
"""

from __future__ import annotations

from collections.abc import Sequence

from elcs_gui.data.network import Network
from elcs_gui.errors import DataError, shown

_MOST_NAMED = 5


def check_names(network: Network, columns: Sequence[str]) -> None:
    """A DataError that names the columns which are no node of the network."""
    nodes = set(network.nodes)
    unknown = [column for column in columns if column not in nodes]
    if unknown:
        some = ", ".join(map(shown, unknown[:_MOST_NAMED])) + (", ..." if len(unknown) > _MOST_NAMED else "")
        raise DataError(
            f"{network.name} does not know {len(unknown)} of the {len(columns)} columns ({some}): "
            "the names in data and network must be the same."
        )


def columns_first(network: Network, columns: Sequence[str]) -> Network:
    """The same graph with its nodes numbered as the columns are, hidden ones behind; it has no tables.

    A column that the network does not know is an error (`check_names`).
    """
    check_names(network, columns)
    seen = set(columns)
    nodes = (*columns, *(node for node in network.nodes if node not in seen))
    place = {name: number for number, name in enumerate(network.nodes)}
    order = [place[name] for name in nodes]
    number_of = {node: number for number, node in enumerate(order)}
    parents = tuple(tuple(number_of[parent] for parent in network.parents[node]) for node in order)
    return Network(network.name, nodes, parents, tuple(network.levels[node] for node in order))
