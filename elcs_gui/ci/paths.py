"""Why the oracle says so: a path that connects x and y given Z, or that there is none."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from elcs_gui.ci.oracle import Oracle

Path = list[tuple[int, str]]
"""Nodes with the arrow that leads on from each: "→", "←", or "" at the end."""


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


def _members(word: int) -> list[int]:
    return [bit for bit in range(word.bit_length()) if word >> bit & 1]
