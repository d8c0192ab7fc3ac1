"""The oracle: d-separation in a known graph, behind the same interface as the tests on data.

A path is *blocked* by Z at a chain or fork whose middle is in Z, and at a collider that neither is in Z nor
has a descendant there. x and y are d-separated by Z when every path between them is blocked. Here sets of
variables are the bits of Python integers: a walk over a graph of 800 nodes is a few dozen operations, and on
Alarm a question takes a fifteenth of what networkx takes for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from elcs_gui.ci.distributions import Certain, Distribution
from elcs_gui.ci.questions import UNRELIABLE_DF, Question
from elcs_gui.data.network import Network


class Oracle:
    """Statistic 1 where x and y are d-connected, 0 where d-separated; no data, no chance.

    Its variables are those that the network does not hide; paths through hidden nodes count all the same.
    `parents`, `children` and `ancestors` are sets of variables by variable, each set the bits of an integer.
    """

    distribution: Distribution = Certain()

    def __init__(self, network: Network) -> None:
        self.parents = [_bits(parents) for parents in network.parents]
        self.children = [_bits(network.children(node)) for node in range(len(network.nodes))]
        self.ancestors = _ancestors(self.parents)
        self.variables = len(network.measured)
        self._measured = (1 << self.variables) - 1

    def measure(self, question: Question) -> tuple[float, int]:
        connected = not self.separated(question.x, question.y, question.z)
        return float(connected), UNRELIABLE_DF

    def separated(self, x: int, y: int, z: tuple[int, ...]) -> bool:
        """Is every path between x and y blocked by z? One of them in z is: nothing tells more of it."""
        given = _bits(z)
        if given & (1 << x | 1 << y):
            return True
        opened = given
        for variable in z:
            opened |= self.ancestors[variable]
        goal = 1 << y
        # A ball that arrives at a node from a child ("up") may leave any way unless the node is given; one
        # that arrives from a parent ("down") passes on to children, or back up where a collider is open.
        up, down = 1 << x, 0
        seen_up = seen_down = 0
        while up or down:
            seen_up |= up
            seen_down |= down
            if (seen_up | seen_down) & goal:
                return False
            next_up = next_down = 0
            for node in _members(up & ~given):
                next_up |= self.parents[node]
                next_down |= self.children[node]
            for node in _members(down & ~given):
                next_down |= self.children[node]
            for node in _members(down & opened):
                next_up |= self.parents[node]
            up, down = next_up & ~seen_up, next_down & ~seen_down
        return True

    def separable(self, x: int, y: int) -> bool:
        """Is there any set of variables, hidden ones apart, by which x and y are separated?

        If there is one, their ancestors among the variables are one (Verma and Pearl 1990).
        """
        ancestors = (self.ancestors[x] | self.ancestors[y]) & self._measured & ~(1 << x | 1 << y)
        return self.separated(x, y, tuple(_members(ancestors)))


def _bits(nodes: tuple[int, ...] | list[int]) -> int:
    word = 0
    for node in nodes:
        word |= 1 << node
    return word


def _members(word: int) -> list[int]:
    nodes = []
    while word:
        lowest = word & -word
        nodes.append(lowest.bit_length() - 1)
        word ^= lowest
    return nodes


def _ancestors(parents: list[int]) -> list[int]:
    """Proper ancestors of every node, by repeated union until nothing is added."""
    ancestors = list(parents)
    changed = True
    while changed:
        changed = False
        for node, word in enumerate(ancestors):
            wider = word
            for parent in _members(word):
                wider |= ancestors[parent]
            if wider != word:
                ancestors[node] = wider
                changed = True
    return ancestors


# Why it says so


Path = list[tuple[int, str]]
"""Nodes with the arrow that leads on from each: "→", "←", or "" at the end."""


def with_hidden(oracle: Oracle, names: Sequence[str]) -> tuple[str, ...]:
    """The names with what stands for hidden variables, which come last: a path may run through them."""
    hidden = len(oracle.parents) - len(names)
    if hidden == 1:
        return (*names, "a hidden variable")
    return (*names, *(f"hidden variable {place}" for place in range(1, hidden + 1)))


def connecting_path(oracle: Oracle, x: int, y: int, z: Sequence[int]) -> Path | None:
    """A shortest path between x and y that z leaves open; None where all are blocked."""
    given = set(z)
    if x in given or y in given:
        return None
    parents = [_members(word) for word in oracle.parents]
    children = [_members(word) for word in oracle.children]
    opened = set(given)
    for variable in z:
        opened.update(_members(oracle.ancestors[variable]))
    # A state is a node and whether it was entered from a parent: a collider passes on only what comes from
    # above.
    start = (x, False)
    before: dict[tuple[int, bool], tuple[tuple[int, bool], str]] = {}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        node, from_parent = state
        if node == y:
            return _walked_back(state, start, before)
        onwards: list[tuple[tuple[int, bool], str]] = []
        if node not in given:
            onwards += [((child, True), "→") for child in children[node]]
        if (node in opened) if from_parent else (node not in given):
            onwards += [((parent, False), "←") for parent in parents[node]]
        for reached, arrow in onwards:
            if reached not in before and reached != start:
                before[reached] = (state, arrow)
                waiting.append(reached)
    return None


def colliders(path: Path) -> list[int]:
    """The nodes of a path at which two arrowheads meet."""
    arrows = [arrow for _, arrow in path]
    return [path[i][0] for i in range(1, len(path) - 1) if arrows[i - 1] == "→" and arrows[i] == "←"]


def _walked_back(
    end: tuple[int, bool],
    start: tuple[int, bool],
    before: dict[tuple[int, bool], tuple[tuple[int, bool], str]],
) -> Path:
    path: Path = [(end[0], "")]
    while end != start:
        end, arrow = before[end]
        path.append((end[0], arrow))
    return path[::-1]
