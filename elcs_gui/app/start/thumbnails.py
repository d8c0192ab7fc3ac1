"""Small pictures of networks: points, edges and the roles around a target, and how they are painted.

Nothing here is imported before the start page has been seen: the layout needs numpy, which takes a moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from elcs_gui.app.kit.theme import Theme
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network

BLANKETS = ("fig3", "fig4")
"""Examples whose picture is the target's blanket and nothing else."""
FAILURES = ("missed-spouse", "false-child")
"""Examples whose picture is the whole network, with arrows and roles: it takes all of it to go wrong."""

_HEIGHT = 92
"""At which things have their full size."""
_ROUNDS = 120
_APART = 0.75
"""How far apart parts are laid that do not hang together, as a share of the longest way in the network."""


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A picture in the unit square. `roles` has one word for each point: target, parent, child, spouse or "".

    With `shapes`, points take the shape of their role and edges are arrows.
    """

    variables: int
    shapes: bool
    points: tuple[tuple[float, float], ...]
    edges: tuple[tuple[int, int], ...]
    roles: tuple[str, ...]


@cache
def thumbnail(example_id: str) -> Thumbnail:
    """The picture of a bundled example; it takes a few milliseconds the first time."""
    example = find_example(example_id)
    network = example.load_network()
    target = network.index(example.target)
    if example_id in BLANKETS:
        return _of_blanket(network, target)
    return _of_network(network, target, with_roles=example_id in FAILURES)


def _of_blanket(network: Network, target: int) -> Thumbnail:
    """Parents above the target, children below, spouses at the sides; nothing else."""
    parents, children = network.parents[target], network.children(target)
    spouses = tuple(x for x in network.spouses(target) if x not in parents and x not in children)
    children = _beside_spouses(network, children, spouses)
    points: dict[int, tuple[float, float]] = {target: (0.5, 0.5)}
    roles = {target: "target"}
    for row, role, y in ((parents, "parent", 0.1), (children, "child", 0.9)):
        for place, x in enumerate(row):
            across = (place + 0.5) / len(row)
            points[x] = (0.5 + (across - 0.5) * min(0.8, 0.21 * len(row)), y)
            roles[x] = role
    for place, x in enumerate(spouses):
        left = _mean([points[c][0] for c in network.children(x) if c in roles]) < 0.5
        taken = sum(points[s][0] < 0.5 if left else points[s][0] > 0.5 for s in spouses[:place])
        points[x] = (0.04 if left else 0.96, 0.6 - 0.3 * taken)
        roles[x] = "spouse"
    order = list(points)
    edges = tuple(
        (order.index(a), order.index(b))
        for a, b in network.edges
        if a in points and (b == target or b in children)
    )
    places = tuple(points[x] for x in order)
    return Thumbnail(len(network.nodes), True, places, edges, tuple(roles[x] for x in order))


def _beside_spouses(network: Network, children: Sequence[int], spouses: Sequence[int]) -> tuple[int, ...]:
    """The children in such an order that those with spouses stand at the ends."""
    shared = [c for c in children if any(s in network.parents[c] for s in spouses)]
    rest = [c for c in children if c not in shared]
    half = (len(shared) + 1) // 2
    return (*shared[:half], *rest, *shared[half:])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _of_network(network: Network, target: int, *, with_roles: bool) -> Thumbnail:
    """Everything, distances on the picture as near as can be to distances in the graph."""
    points = _spread(_stress_layout(network))
    roles = [""] * len(network.nodes)
    if with_roles:
        for role, members in (
            ("spouse", network.spouses(target)),
            ("child", network.children(target)),
            ("parent", network.parents[target]),
        ):
            for x in members:
                roles[x] = role
    roles[target] = "target"
    places = tuple((x, y) for x, y in points.tolist())
    return Thumbnail(len(network.nodes), with_roles, places, tuple(network.edges), tuple(roles))


def _stress_layout(network: Network) -> NDArray[np.float64]:
    """Stress majorisation from a circle: the same picture every time."""
    nodes = len(network.nodes)
    wanted = _distances(network)
    weights = wanted**-2.0
    np.fill_diagonal(weights, 0)
    total = weights.sum(axis=1)[:, None]
    angles = 2 * np.pi * np.argsort(np.argsort(_walk(network))) / nodes
    points: NDArray[np.float64] = np.stack([np.cos(angles) * 1.6, np.sin(angles)], axis=1) * wanted.max() / 2
    for _ in range(_ROUNDS):
        apart = points[:, None, :] - points[None, :, :]
        lengths = np.sqrt((apart**2).sum(axis=2))
        np.fill_diagonal(lengths, 1)
        pull = (weights * wanted / np.maximum(lengths, 1e-9))[:, :, None] * apart
        points = (weights @ points + pull.sum(axis=1)) / total
    return points


def _walk(network: Network) -> NDArray[np.int64]:
    """Neighbours near each other: the order in which a breadth-first walk meets the nodes."""
    met: list[int] = []
    for start in range(len(network.nodes)):
        waiting = [start]
        while waiting:
            node = waiting.pop(0)
            if node not in met:
                met.append(node)
                waiting += [*network.parents[node], *network.children(node)]
    order = np.empty(len(met), dtype=np.int64)
    order[met] = np.arange(len(met))
    return order


def _distances(network: Network) -> NDArray[np.float64]:
    """Numbers of edges between all pairs; a middling number where nothing joins them."""
    nodes = len(network.nodes)
    far = np.full((nodes, nodes), np.inf)
    np.fill_diagonal(far, 0)
    for a, b in network.edges:
        far[a, b] = far[b, a] = 1
    for middle in range(nodes):
        far = np.minimum(far, far[:, middle, None] + far[None, middle, :])
    most = far[np.isfinite(far)].max()
    far[~np.isfinite(far)] = max(2.0, _APART * most)
    np.fill_diagonal(far, 1)  # not used, but divided by
    return far


def _spread(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turned so that it is widest from left to right, and made to fill the unit square."""
    centred = points - points.mean(axis=0)
    _, turn = np.linalg.eigh(centred.T @ centred)
    turned = centred @ turn[:, ::-1]
    low, high = turned.min(axis=0), turned.max(axis=0)
    result: NDArray[np.float64] = (turned - low) / np.maximum(high - low, 1e-9)
    return result


def paint_thumbnail(painter: QPainter, rect: QRectF, picture: Thumbnail, theme: Theme) -> None:
    """Paint a picture into `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    k = min(1.0, rect.height() / _HEIGHT)
    area = _area(rect, k, shapes=picture.shapes)
    places = [QPointF(area.x() + x * area.width(), area.y() + y * area.height()) for x, y in picture.points]
    if picture.shapes:
        for a, b in picture.edges:
            _arrow(painter, places[a], places[b], theme.ink_3, k)
        for place, role in zip(places, picture.roles, strict=True):
            _shape(painter, place, role, theme, k)
    else:
        radius = (2.6 if picture.variables > 25 else 3.2 if picture.variables > 15 else 4.5) * (1 + k) / 2
        painter.setPen(QPen(theme.line_strong, 1.3))
        painter.drawLines([QLineF(places[a], places[b]) for a, b in picture.edges])
        painter.setPen(Qt.PenStyle.NoPen)
        for place, role in zip(places, picture.roles, strict=True):
            painter.setBrush(theme.target if role else theme.ink_3)
            size = radius + 1.6 if role else radius
            painter.drawEllipse(place, size, size)
    painter.restore()


def _area(rect: QRectF, k: float, *, shapes: bool) -> QRectF:
    """Where the points go: pictures with shapes keep their proportions, others fill the width."""
    inner = rect.adjusted(14, 12 * k, -14, -12 * k)
    width = min(inner.width(), inner.height() * (2.6 if shapes else 3.4))
    return QRectF(inner.center().x() - width / 2, inner.y(), width, inner.height())


def _arrow(painter: QPainter, tail: QPointF, head: QPointF, ink: QColor, k: float) -> None:
    length = hypot(head.x() - tail.x(), head.y() - tail.y())
    if length < 16 * k:
        return
    along = (head - tail) / length
    across = QPointF(-along.y(), along.x())
    tip = head - along * 8.5 * k
    painter.setPen(QPen(ink, 1.4 * (1 + k) / 2))
    painter.drawLine(QLineF(tail, tip - along * 4 * k))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    back = tip - along * 6 * k
    painter.drawPolygon(QPolygonF([tip, back + across * 3 * k, back - across * 3 * k]))


def _shape(painter: QPainter, at: QPointF, role: str, theme: Theme, k: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    if role == "parent":
        painter.setBrush(theme.parent)
        painter.drawRoundedRect(QRectF(at.x() - 6 * k, at.y() - 6 * k, 12 * k, 12 * k), 3 * k, 3 * k)
    elif role == "spouse":
        painter.setBrush(theme.spouse)
        corners = ((-8, 0), (-4, -6), (4, -6), (8, 0), (4, 6), (-4, 6))
        painter.drawPolygon(QPolygonF([at + QPointF(x, y) * k for x, y in corners]))
    else:
        plain = (theme.dismissed, 4.5)
        colour, size = {"target": (theme.target, 8.0), "child": (theme.child, 6.0)}.get(role, plain)
        painter.setBrush(colour)
        painter.drawEllipse(at, size * k, size * k)
