"""Random networks for property tests, and short ways to make small ones."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import strategies as st

from elcs_gui.data.network import Network
from elcs_gui.trace.knowledge import Knowledge, Pair

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


@st.composite
def knowledge_of_dag(draw: st.DrawFn, nodes: int, arrows: Arrows, most: int = 4) -> Knowledge:
    """Something that is true of a network: some of its arrows and edges, some that it has not, some tiers."""

    def some(pairs: Sequence[Pair]) -> list[Pair]:
        return draw(st.lists(st.sampled_from(pairs), unique=True, max_size=most)) if pairs else []

    absent = [(a, b) for a in range(nodes) for b in range(nodes) if a != b and (a, b) not in arrows]
    apart = some([(a, b) for a, b in absent if (b, a) not in arrows])
    forbidden = (*some(absent), *apart, *[(b, a) for a, b in apart])
    tiers: list[tuple[int, ...]] = []
    if draw(st.booleans()):
        order = topological(nodes, arrows)
        cuts = [0, *sorted(draw(st.sets(st.integers(1, nodes - 1), max_size=3))), nodes]
        free = draw(st.sets(st.integers(0, nodes - 1), max_size=2))
        pieces = [order[first:last] for first, last in pairwise(cuts)]
        tiers = [tuple(x for x in piece if x not in free) for piece in pieces]
    return Knowledge(
        forbidden, tuple(some(arrows)), tuple(some(arrows)), tuple(tier for tier in tiers if tier)
    )


@st.composite
def dags_with_knowledge(
    draw: st.DrawFn, most_nodes: int = 8, *, true: bool = False
) -> tuple[int, Arrows, Knowledge]:
    """A network and knowledge of it, or (unless `true`) perhaps of another one with as many nodes."""
    nodes, arrows = draw(dags(most_nodes))
    known = arrows
    if not true and draw(st.booleans()):
        known = [(a, b) for a, b in draw(dags(most_nodes))[1] if a < nodes and b < nodes]
    return nodes, arrows, draw(knowledge_of_dag(nodes, known))


def topological(nodes: int, arrows: Sequence[tuple[int, int]]) -> list[int]:
    """The nodes, causes before effects."""
    order: list[int] = []
    while len(order) < nodes:
        order.append(
            next(x for x in range(nodes) if x not in order and all(a in order for a, b in arrows if b == x))
        )
    return order
