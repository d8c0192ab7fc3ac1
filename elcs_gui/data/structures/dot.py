"""Graphs in the DOT language of Graphviz, read and written.

An edge without a direction is `--`, or `->` with `dir=none`. Where the ids of the nodes are mere numbers and
every node has a label of its own, the labels are the names, as causal-learn has it; so does this writer if a
name holds a backslash, which an id cannot.
"""

import re

from elcs_gui.data.labels import names_of
from elcs_gui.data.structures.dot_parser import DotParser, DrawnEdge, as_id, is_id
from elcs_gui.data.structures.structure import Draft, Structure
from elcs_gui.errors import quoted, shown

_KINDS = frozenset({"digraph", "graph"})
_LABEL_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_MEANING = {"n": "\n", "l": "\n", "r": "\n"}
_SHAPES = {
    "target": "doublecircle",
    "parent": "box",
    "child": "ellipse",
    "spouse": "diamond",
    "undecided": "oval",
}


def parse_dot(text: str, file: str, name: str) -> Structure:
    """The graph in `text`; `name` is what it is called if it has no name."""
    parser = DotParser(text, file, _KINDS)
    drawing = parser.read()
    draft = Draft(file)
    for node in drawing.nodes:
        draft.node(node)
    for edge in drawing.edges:
        _add(edge, draft, parser)
    labels = [
        _label_text(looks.get("label", ""), node) for node, looks in drawing.nodes.items()
    ]  # Draft merges ids that differ in outer blanks only, which the parser has taken off already
    return draft.structure(drawing.name or name, names_of(draft.nodes(), labels))


def dot_text(structure: Structure) -> str:
    """The whole file."""
    plain = all(map(is_id, structure.nodes))
    ids = [as_id(node) if plain else f"n{number}" for number, node in enumerate(structure.nodes, start=1)]
    title = " ".join(structure.name.replace("\\", "/").split())
    lines = [f"digraph {as_id(title)} {{"]
    for number, node in enumerate(structure.nodes):
        looks = [] if plain else [f"label={_as_label(node)}"]
        if structure.roles:
            role = structure.roles[number]
            looks += [f"role={as_id(role)}"]
            if role in _SHAPES:
                looks += [f"shape={_SHAPES[role]}"]
        lines.append(f"  {ids[number]}{_bracketed(looks)};")
    rules = structure.rule_of()
    for tail, head in structure.directed:
        rule = rules.get((tail, head), "")
        lines.append(f"  {ids[tail]} -> {ids[head]}{_bracketed([f'rule={as_id(rule)}'] if rule else [])};")
    lines += [f"  {ids[one]} -> {ids[other]} [dir=none];" for one, other in structure.undirected]
    return "\n".join([*lines, "}", ""])


def _add(edge: DrawnEdge, draft: Draft, parser: DotParser) -> None:
    if edge.sign not in ("->", "--"):
        parser.fail(
            f"expected '->' or '--' between {quoted(edge.tail)} and {quoted(edge.head)}, not '{edge.sign}'",
            edge.at,
        )
    looks = edge.looks
    direction = looks.get("dir", "forward" if edge.sign == "->" else "none").casefold()
    at_tail = looks.get("arrowtail", "normal") if direction in ("back", "both") else "none"
    at_head = looks.get("arrowhead", "normal") if direction in ("forward", "both") else "none"
    match at_tail, at_head:
        case "none", "none":
            draft.line(edge.tail, edge.head)
        case "none", head if "dot" not in head:
            draft.arrow(edge.tail, edge.head)
        case tail, "none" if "dot" not in tail:
            draft.arrow(edge.head, edge.tail)
        case _:
            parser.fail(
                f"the edge {quoted(edge.tail)} -> {quoted(edge.head)} has marks at both ends "
                f"({shown(at_tail)}, {shown(at_head)}): "
                "only arrows with one head are read",
                edge.at,
            )


def _label_text(label: str, node: str) -> str:
    """What Graphviz would show for a label."""
    return _LABEL_ESCAPE.sub(
        lambda match: node if match[1] == "N" else _MEANING.get(match[1], match[1]), label
    )


def _as_label(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _bracketed(looks: list[str]) -> str:
    return f" [{', '.join(looks)}]" if looks else ""
