"""A result as HTML, for notebooks: the target and what is next to it as a picture, all arrows as a table.

Causes stand above the target, effects below, undecided neighbours to its left and spouses to its right;
members of a blanket that was found as a whole stand to its left, without lines. Names may hold anything: all
text is escaped. Nothing has an id, so that many pictures can share a page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from elcs_gui.errors import shown
from elcs_gui.foreign import Rich, joined, markup
from elcs_gui.picture.colours import COLOURS, ROLE_COLOURS
from elcs_gui.trace.explain import p_value
from elcs_gui.trace.rules import RULES

if TYPE_CHECKING:
    import networkx

    from elcs_gui.inquiry.summary import Doubt, Summary

LONGEST_NAME = 24
"""Letters of a name in its box; the whole one is told when the pointer rests there."""
MOST_ROWS = 40
"""Arrows in the table."""
MOST_NODES = 60
"""Boxes in the picture; a hub with more neighbours shows its table alone."""

_LETTER, _PADDING, _HEIGHT, _GAP, _LEVEL, _WIDEST = 8.4, 20.0, 28.0, 18.0, 92.0, 860.0
_SHOWN = ("target", "parent", "child", "undecided", "member", "spouse")
"""The roles that have a box."""
_LIGHT = {token: shades[0] for token, shades in COLOURS.items()}
_LINE = _LIGHT["ink_3"]


class _Box(NamedTuple):
    """A node in the picture, by its middle."""

    x: float
    y: float
    width: float


def html_of(
    graph: networkx.DiGraph, target: str, title: str, tests: str, without_edges: str, summary: Summary
) -> Rich:
    """The whole representation. The graph is that of `Result.graph`; where it has no edges, a sentence stands
    in place of their table."""
    parts = [markup("<div><b>{}</b> · {} · {}</div>", title, tests, summary.count)]
    if summary.doubts:
        parts.append(markup("<ul>{}</ul>", joined(map(_doubt, summary.doubts))))
    near = [node for node, role in graph.nodes(data="role") if role in _SHOWN]
    if len(near) <= MOST_NODES:
        parts.append(_svg(graph.subgraph(near), target))
    elsewhere = len(graph) - len(near)
    if elsewhere:
        parts.append(markup(f"<div>and {elsewhere:,} more in <code>.graph</code></div>"))
    parts.append(_table(graph, target) if graph.edges else markup("<div>{}</div>", without_edges))
    return joined(parts)


def _doubt(doubt: Doubt) -> Rich:
    """A sentence, and what it is about one by one, which opens below it."""
    sentence = shown(doubt.sentence, 300)
    if not doubt.details:
        return markup("<li>{}</li>", sentence)
    details = joined(markup("<li>{}</li>", shown(detail, 300)) for detail in doubt.details)
    return markup("<li><details><summary>{}</summary><ul>{}</ul></details></li>", sentence, details)


# The picture


def _svg(graph: networkx.DiGraph, target: str) -> Rich:
    boxes = _layout(graph, target)
    left = min(box.x - box.width / 2 for box in boxes.values()) - 10
    right = max(box.x + box.width / 2 for box in boxes.values()) + 10
    top, bottom = (f(box.y for box in boxes.values()) for f in (min, max))
    width, height = right - left, bottom - top + _HEIGHT + 20 + _LEVEL / 2
    view = f"{left:.0f} {top - _HEIGHT / 2 - 10 - _LEVEL / 2:.0f} {width:.0f} {height:.0f}"
    begin = markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}" '
        f'width="{width:.0f}" height="{height:.0f}" '
        'style="max-width:100%;height:auto" font-family="sans-serif" font-size="13" role="img">',
        view,
    )
    drawn = [begin]
    drawn += [_edge(boxes[tail], boxes[head], said, tail, head) for tail, head, said in _once(graph)]
    drawn += [_node(name, boxes[name], graph.nodes[name]["role"]) for name in boxes]
    return joined([*drawn, Rich("</svg>")])


def _layout(graph: networkx.DiGraph, target: str) -> dict[str, _Box]:
    """Rows from top to bottom: causes, the target with what stands beside it, effects."""
    by_role: dict[str, list[str]] = {role: [] for role in _SHOWN}
    for node, role in graph.nodes(data="role"):
        by_role[role].append(node)
    beside = [*reversed(by_role["undecided"] + by_role["member"]), target, *by_role["spouse"]]
    boxes: dict[str, _Box] = {}
    above = list(_rows(by_role["parent"]))
    for number, row in enumerate(reversed(above), 1):
        boxes |= _row(row, -number * _LEVEL, None)
    boxes |= _row(beside, 0.0, target)
    for number, row in enumerate(_rows(by_role["child"]), 1):
        boxes |= _row(row, number * _LEVEL, None)
    return boxes


def _rows(names: Sequence[str]) -> Iterator[list[str]]:
    """Names in rows that are not too wide."""
    row: list[str] = []
    width = 0.0
    for name in names:
        needed = _width(name) + _GAP
        if row and width + needed > _WIDEST:
            yield row
            row, width = [], 0.0
        row.append(name)
        width += needed
    if row:
        yield row


def _row(names: Sequence[str], y: float, centred: str | None) -> dict[str, _Box]:
    """Boxes side by side, the middle of the row (or of one of them) at 0."""
    widths = [_width(name) for name in names]
    starts = [0.0]
    for width in widths:
        starts.append(starts[-1] + width + _GAP)
    boxes = {
        name: _Box((start + end - _GAP) / 2, y, width)
        for name, width, (start, end) in zip(names, widths, pairwise(starts), strict=True)
    }
    middle = (starts[-1] - _GAP) / 2 if centred is None else boxes[centred].x
    return {name: box._replace(x=box.x - middle) for name, box in boxes.items()}


def _width(name: str) -> float:
    return _PADDING + _LETTER * len(shown(name, LONGEST_NAME))


def _node(name: str, box: _Box, role: str) -> Rich:
    x, y = box.x - box.width / 2, box.y - _HEIGHT / 2
    fill, border, ink = (_LIGHT[token] for token in ROLE_COLOURS[role])
    return markup(
        "<g><title>{}: {}</title>"
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{box.width:.1f}" height="{_HEIGHT:.0f}" rx="6" '
        'fill="{}" stroke="{}"/>'
        f'<text x="{box.x:.1f}" y="{box.y + 4.5:.1f}" text-anchor="middle" fill="{{}}">'
        "{}</text></g>",
        shown(name, 300), role, fill, border, ink, shown(name, LONGEST_NAME),
    )  # fmt: skip


def _edge(one: _Box, other: _Box, said: dict[str, Any], tail: str, head: str) -> Rich:
    """A line from border to border; within a row a bow, so that it passes above what stands between."""
    if one.y == other.y:
        rise = min(18 + 0.12 * abs(one.x - other.x), _LEVEL / 2)
        start, end = (one.x, one.y - _HEIGHT / 2), (other.x, other.y - _HEIGHT / 2)
        bend = ((one.x + other.x) / 2, one.y - _HEIGHT / 2 - 2 * rise)
        path = f"M{_point(start)} Q{_point(bend)} {_point(end)}"
        angle = math.atan2(end[1] - bend[1], end[0] - bend[0])
    else:
        start, end = _border(one, other), _border(other, one)
        path = f"M{_point(start)} L{_point(end)}"
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
    dashes = Rich("") if said["directed"] else Rich(' stroke-dasharray="5 4"')
    line = markup('<path d="{}" fill="none" stroke="{}" stroke-width="1.5"{}/>', path, _LINE, dashes)
    tip = Rich("")
    if said["directed"]:
        wings = [
            (end[0] - 10 * math.cos(angle + turn), end[1] - 10 * math.sin(angle + turn))
            for turn in (0.4, -0.4)
        ]
        corners = f"M{_point(end)} L{_point(wings[0])} L{_point(wings[1])} Z"
        tip = markup('<path d="{}" fill="{}"/>', corners, _LINE)
    words = f"{_arrow(tail, head, said)}: {_rule(said)}, weakest p {_p(said['p'])}, step {said['step']:,}"
    return markup("<g><title>{}</title>{}{}</g>", words, line, tip)


def _border(box: _Box, towards: _Box) -> tuple[float, float]:
    """Where the line from the middle of a box to another one leaves it."""
    dx, dy = towards.x - box.x, towards.y - box.y
    reach = max(abs(dx) / (box.width / 2), abs(dy) / (_HEIGHT / 2))
    return box.x + dx / reach, box.y + dy / reach


def _point(point: tuple[float, float]) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"


# The table


def _table(graph: networkx.DiGraph, target: str) -> Rich:
    edges = sorted(_once(graph), key=lambda edge: target not in edge[:2])
    rows = [
        markup(
            "<tr><td style='text-align:left'>{}</td><td style='text-align:left'>{}</td><td>{}</td>"
            f"<td>{said['step']:,}</td></tr>",
            _arrow(tail, head, said),
            _rule(said),
            _p(said["p"]),
        )
        for tail, head, said in edges[:MOST_ROWS]
    ]
    if len(edges) > MOST_ROWS:
        rows.append(markup(f"<tr><td colspan='4'>and {len(edges) - MOST_ROWS:,} more</td></tr>"))
    head = joined(markup("<th>{}</th>", word) for word in ("edge", "rule", "weakest p", "step"))
    return markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>", head, joined(rows))


def _once(graph: networkx.DiGraph) -> Iterable[tuple[str, str, dict[str, Any]]]:
    """The edges, each of those without a direction once."""
    seen: set[tuple[str, str]] = set()
    for tail, head, said in graph.edges(data=True):
        if said["directed"] or (head, tail) not in seen:
            seen.add((tail, head))
            yield tail, head, said


def _arrow(tail: str, head: str, said: dict[str, Any]) -> str:
    return f"{shown(tail)} {'→' if said['directed'] else '—'} {shown(head)}"


def _rule(said: dict[str, Any]) -> str:
    """What gave the edge its direction, as all tables call it."""
    return RULES[said["rule"]].in_table if said["rule"] in RULES else said["rule"]


def _p(p: float) -> str:
    return "–" if math.isnan(p) else p_value(p)
