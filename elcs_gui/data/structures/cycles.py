"""Cycles in a directed graph: which arrows lie on one, and the shortest in each part of the graph."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping

Arrow = tuple[int, int]


def cyclic_parts(arrows: Collection[Arrow]) -> list[list[int]]:
    """The sets of nodes in which arrows lead from each to every other, in order; no single nodes."""
    heads, tails = _neighbours(arrows), _neighbours([arrow[::-1] for arrow in arrows])
    left = set(heads) & set(tails)
    parts = []
    for node in sorted(left):
        if node in left:
            part = _reached(node, heads) & _reached(node, tails)
            left -= part
            if len(part) > 1:
                parts.append(sorted(part))
    return parts


def shortest_cycles(arrows: Collection[Arrow]) -> list[tuple[int, ...]]:
    """One cycle for each of `cyclic_parts`: of the shortest the first, from its lowest node on."""
    heads = _neighbours(arrows)
    return [
        min((_cycle_through(node, heads, set(part)) for node in part), key=lambda way: (len(way), way))
        for part in cyclic_parts(arrows)
    ]


def _cycle_through(node: int, heads: Mapping[int, list[int]], part: set[int]) -> tuple[int, ...]:
    """The shortest cycle that leads through a node of a part, from its lowest node on."""
    before: dict[int, int] = {}
    queue = deque([node])
    while node not in before:
        here = queue.popleft()
        for there in heads.get(here, ()):
            if there in part and there not in before:
                before[there] = here
                queue.append(there)
    way = [node]
    while (last := before[way[-1]]) != node:
        way.append(last)
    way.reverse()
    start = way.index(min(way))
    return (*way[start:], *way[:start])


def _neighbours(arrows: Iterable[Arrow]) -> dict[int, list[int]]:
    """By tail, the heads in order."""
    found: dict[int, list[int]] = {}
    for tail, head in sorted(arrows):
        found.setdefault(tail, []).append(head)
    return found


def _reached(node: int, heads: Mapping[int, list[int]]) -> set[int]:
    """The nodes to which arrows lead from a node, and itself."""
    seen, waiting = {node}, [node]
    while waiting:
        for there in heads.get(waiting.pop(), ()):
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    return seen
