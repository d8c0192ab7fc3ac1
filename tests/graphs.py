"""Random networks for property tests, and short ways to make small ones."""

from collections.abc import Sequence

from hypothesis import strategies as st

from elcs_gui.data.network import Network

Arrows = list[tuple[int, int]]


def network_of(nodes: int, arrows: Sequence[tuple[int, int]]) -> Network:
    """A network over V0, V1, ... without tables."""
    names = [f"V{node}" for node in range(nodes)]
    return Network.from_edges("random", names, [(names[a], names[b]) for a, b in arrows])


@st.composite
def dags(draw: st.DrawFn, most_nodes: int = 9, most_parents: int = 4) -> tuple[int, Arrows]:
    """A number of nodes and the arrows of an acyclic graph over them, in no particular order of columns."""
    nodes = draw(st.integers(3, most_nodes))
    order = draw(st.permutations(range(nodes)))
    arrows: Arrows = []
    for place in range(1, nodes):
        parents = draw(st.lists(st.sampled_from(order[:place]), unique=True, max_size=most_parents))
        arrows += [(parent, order[place]) for parent in parents]
    return nodes, arrows
