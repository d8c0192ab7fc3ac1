"""Graphs as Tetrad writes them in text, read and written.

    Graph Nodes:
    A;B;C

    Graph Edges:
    1. A --> B
    2. B --- C

Names end at blanks, commas and semicolons; hidden nodes stand in brackets. Attributes of the graph, of nodes
and of edges are stepped over.
"""

import re
from collections.abc import Iterator

from elcs_gui.data.structures.structure import Draft, Structure
from elcs_gui.errors import DataError, quoted, shown

_LINE = re.compile(r"\r\n?|\n")
_EDGE = re.compile(r"(?:\d+\.\s+)?(\S+)\s+([<o-]-[>o-])\s+(\S+)(?:\s+.*)?")
_UNWRITABLE = re.compile(r"[\s,;]|^[(]|[):]\Z")
_NODES, _EDGES = "graph nodes:", "graph edges:"


def is_tetrad(text: str) -> bool:
    """Whether `text` looks like such a file."""
    return re.match(r"\s*Graph Nodes\s*:", text, re.IGNORECASE) is not None


def parse_tetrad(text: str, file: str, name: str) -> Structure:
    """The graph in `text`, called `name`."""
    draft = Draft(file)
    part = ""
    for number, line in _sections(text):
        heading = line.casefold()
        if heading.startswith(_NODES):
            part, line = _NODES, line[len(_NODES) :].strip()
        elif heading.startswith(_EDGES):
            part, line = _EDGES, line[len(_EDGES) :].strip()
        elif heading.endswith(":") or heading.startswith("graph "):
            part = line  # attributes, ambiguous triples, ...
        if not line:
            continue
        if part == _NODES:
            for node in re.split(r"[;,]", line):
                if draft.knows(_unbracketed(node)):
                    raise DataError(f"{file}, line {number}: the node {quoted(node.strip())} is given twice.")
                if node.strip():
                    draft.node(_unbracketed(node))
                    if _unbracketed(node) != node.strip():
                        draft.hide(_unbracketed(node))
        elif part == _EDGES:
            _add(line, number, draft, file)
        elif not part:
            raise DataError(f"{file}, line {number}: expected 'Graph Nodes:' but found {quoted(line)}.")
    if not len(draft):
        raise DataError(f"{file} names no nodes after 'Graph Nodes:'.")
    return draft.structure(name)


def tetrad_text(structure: Structure) -> str:
    """The whole file; a DataError for a name that the format cannot hold."""
    for node in structure.nodes:
        if _UNWRITABLE.search(node):
            raise DataError(
                f"A Tetrad file cannot hold the name {quoted(node)}: it has a blank, comma or semicolon, "
                "an outer bracket, or a colon at its end. Rename it, or write DOT, GraphML or JSON."
            )
    hidden = set(structure.hidden)
    nodes = [f"({node})" if number in hidden else node for number, node in enumerate(structure.nodes)]
    edges = [f"{nodes[tail]} --> {nodes[head]}" for tail, head in structure.directed]
    edges += [f"{nodes[one]} --- {nodes[other]}" for one, other in structure.undirected]
    lines = ["Graph Nodes:", ";".join(nodes), "", "Graph Edges:"]
    lines += [f"{number}. {edge}" for number, edge in enumerate(edges, start=1)]
    return "\n".join([*lines, ""])


def _sections(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(_LINE.split(text), start=1):
        yield number, line.strip()


def _add(line: str, number: int, draft: Draft, file: str) -> None:
    match = _EDGE.fullmatch(line)
    if not match:
        raise DataError(f"{file}, line {number}: expected an edge as '1. A --> B' but found {quoted(line)}.")
    one, sign, other = _unbracketed(match[1]), match[2], _unbracketed(match[3])
    for end in (one, other):
        if not draft.knows(end):
            raise DataError(f"{file}, line {number}: the node {quoted(end)} is not among the graph's nodes.")
    match sign:
        case "-->":
            draft.arrow(one, other)
        case "<--":
            draft.arrow(other, one)
        case "---":
            draft.line(one, other)
        case _:
            raise DataError(
                f"{file}, line {number}: the edge {shown(one)} {sign} {shown(other)} belongs to a graph in "
                "which causes may be unseen: a known network needs arrows only."
            )


def _unbracketed(node: str) -> str:
    """The name of a node; Tetrad puts latent ones in brackets."""
    node = node.strip()
    return node[1:-1].strip() if node.startswith("(") and node.endswith(")") else node
