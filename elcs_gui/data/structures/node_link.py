"""Graphs as networkx writes them in JSON: a list of nodes and a list of edges, each an object.

Newer versions call the second list `edges`, older ones `links`; both are read, the newer is written. An edge
without a direction has `"directed": false`. They are read by hand: networkx says not where a file is wrong.
"""

import json
from typing import Any

from elcs_gui.data.names import checked_title, names_of
from elcs_gui.data.structures.structure import Draft, Structure
from elcs_gui.errors import DataError, quoted


def is_node_link(content: dict[str, Any]) -> bool:
    """Whether this object is such a graph, rather than one of names only."""
    nodes = content.get("nodes")
    return "links" in content or (isinstance(nodes, list) and any(isinstance(node, dict) for node in nodes))


def parse_node_link(content: dict[str, Any], file: str, name: str) -> Structure:
    """The graph in a JSON object; `name` is what it is called if it has no name."""
    nodes, edges = content.get("nodes"), content.get("edges", content.get("links"))
    if not isinstance(nodes, list) or not isinstance(edges, list):
        raise DataError(f'{file} needs "nodes" and "edges" (or "links"): two lists of objects.')
    directed = content.get("directed", False) is not False
    draft = Draft(file)
    labels = []
    for place, node in enumerate(nodes, start=1):
        if not isinstance(node, dict) or "id" not in node:
            raise DataError(f'{file}: node {place} is not an object with an "id".')
        id = _name(node["id"], f"node {place}", file)
        if draft.knows(id):
            raise DataError(f"{file}: more than one node has the id {quoted(id)}.")
        draft.node(id)
        label = node.get("label", node.get("name", ""))
        labels.append(label if isinstance(label, str) else "")
    for place, edge in enumerate(edges, start=1):
        if not isinstance(edge, dict) or not {"source", "target"} <= edge.keys():
            raise DataError(f'{file}: edge {place} is not an object with "source" and "target".')
        tail, head = (_name(edge[end], f"edge {place}", file) for end in ("source", "target"))
        for end in (tail, head):
            if not draft.knows(end):
                raise DataError(f"{file}: edge {place} leads to a node that is not there: {quoted(end)}.")
        if edge.get("directed", directed) is False:
            draft.line(tail, head)
        else:
            draft.arrow(tail, head)
    about = content.get("graph")
    own = about.get("name", "") if isinstance(about, dict) else ""
    title = checked_title(own, file) if isinstance(own, str) else ""
    return draft.structure(title or name, names_of(draft.nodes(), labels))


def node_link_text(structure: Structure) -> str:
    """The whole file."""
    from networkx import node_link_data

    return json.dumps(node_link_data(structure.graph(), edges="edges"), ensure_ascii=False, indent=1) + "\n"


def _name(value: object, what: str, file: str) -> str:
    """An id as a name: text, or a whole number as networkx gives them to nodes without names."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise DataError(f"{file}: {what} has an id that is neither text nor a whole number.")
