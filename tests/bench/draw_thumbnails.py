"""Lays out the pictures of the start page's examples: `python tests/bench/draw_thumbnails.py`.

They never change, so the start page reads what this writes, `resources/thumbnails.json`. To be run again when
an example is added or its network changes; a test says so.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import networkx as nx  # noqa: E402
import numpy as np  # noqa: E402

from elcs_gui.data.examples import Example, examples, find_example  # noqa: E402
from elcs_gui.data.network import Network  # noqa: E402

Floats = np.ndarray

BLANKETS = ("fig3", "fig4")
"""Examples whose picture is the target's blanket and nothing else."""
FAILURES = ("missed-spouse", "false-child")
"""Examples whose picture is the whole network, with arrows and roles: it takes all of it to go wrong."""
TRIES = 12
APART = 0.75
"""How far apart parts are laid that do not hang together, as a share of the longest way in the network."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="lay out one of each kind, and write nothing")
    if parser.parse_args().smoke:
        print([picture(find_example(id)) for id in ("cancer", "fig3")])
        return
    path = ROOT / "resources" / "thumbnails.json"
    lines = [
        f'"{example.id}": {json.dumps(picture(example), ensure_ascii=False)}'
        for example in examples()
        if example.start
    ]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{path.relative_to(ROOT)}: {len(lines)} pictures, {path.stat().st_size:,} bytes")


def picture(example: Example) -> dict[str, Any]:
    """As `elcs_gui.app.start.thumbnails.Thumbnail` has it, with the names of the nodes."""
    network = example.load_network()
    target = network.index(example.target)
    places = blanket(network, target) if example.id in BLANKETS else spread(network)
    order = list(places)
    with_roles = example.id in BLANKETS + FAILURES
    roles = dict.fromkeys(order, "")
    if with_roles:
        roles |= dict.fromkeys(network.spouses(target), "spouse") | dict.fromkeys(
            network.children(target), "child"
        )
        roles |= dict.fromkeys(network.parents[target], "parent")
    roles[target] = "target"
    drawn = {target, *network.children(target)} if example.id in BLANKETS else set(order)
    return {
        "variables": len(network.nodes),
        "shapes": with_roles,
        "nodes": [network.nodes[x] for x in order],
        "points": [[round(float(x), 4), round(float(y), 4)] for x, y in places.values()],
        "edges": [[order.index(a), order.index(b)] for a, b in network.edges if a in places and b in drawn],
        "roles": [roles[x] for x in order],
    }


def blanket(network: Network, target: int) -> dict[int, tuple[float, float]]:
    """Parents above the target, children below, spouses at the sides; nothing else."""
    parents, children = network.parents[target], network.children(target)
    spouses = [x for x in network.spouses(target) if x not in parents and x not in children]
    shared = [c for c in children if any(s in network.parents[c] for s in spouses)]
    alone = [c for c in children if c not in shared]
    half = (len(shared) + 1) // 2
    places = {target: (0.5, 0.5)}
    for row, y in ((parents, 0.1), ((*shared[:half], *alone, *shared[half:]), 0.9)):
        for place, x in enumerate(row):
            places[x] = (0.5 + ((place + 0.5) / len(row) - 0.5) * min(0.8, 0.21 * len(row)), y)
    for place, x in enumerate(spouses):
        left = np.mean([places[c][0] for c in network.children(x) if c in places]) < 0.5
        taken = sum(places[s][0] < 0.5 if left else places[s][0] > 0.5 for s in spouses[:place])
        places[x] = (0.04 if left else 0.96, 0.6 - 0.3 * taken)
    return places


def spread(network: Network) -> dict[int, tuple[float, float]]:
    """Everything, distances as near as can be to those in the graph; the best of some tries."""
    graph = nx.Graph(network.edges)
    graph.add_nodes_from(range(len(network.nodes)))
    steps = dict(nx.all_pairs_shortest_path_length(graph))
    most = max(max(found.values()) for found in steps.values())
    wanted = {a: {b: steps[a].get(b, max(2.0, APART * most)) for b in graph} for a in graph}
    tries = [turned(nx.kamada_kawai_layout(graph, wanted, start)) for start in starts(graph)]
    return dict(enumerate(map(tuple, max(tries, key=air).tolist())))


def starts(graph: nx.Graph) -> Iterator[dict[int, Floats]]:
    """Circles on which neighbours stand near one another: the nodes as walks from each of them meet them."""
    for first in list(graph)[:TRIES]:
        parts = sorted(nx.connected_components(graph), key=lambda part: (first not in part, min(part)))
        walk = [x for part in parts for x in nx.bfs_tree(graph, first if first in part else min(part))]
        yield {x: np.array([1.6, 1.0]) * at for x, at in nx.circular_layout(walk).items()}


def turned(found: Mapping[int, Floats]) -> Floats:
    """Widest from left to right, and made to fill the unit square."""
    points = np.array([found[x] for x in sorted(found)])
    points -= points.mean(axis=0)
    points = points @ np.linalg.eigh(points.T @ points)[1][:, ::-1]
    low, high = points.min(axis=0), points.max(axis=0)
    return np.asarray((points - low) / np.maximum(high - low, 1e-9))


def air(points: Floats) -> float:
    """How far apart the two nearest points are, on a picture that is twice as wide as high."""
    wide = points * [2.0, 1.0]
    apart = np.hypot(*(wide[:, None] - wide[None]).T)
    np.fill_diagonal(apart, np.inf)
    return round(float(apart.min()), 3)


if __name__ == "__main__":
    main()
