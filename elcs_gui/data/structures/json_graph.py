"""Graphs in JSON: this program's own `{"nodes": [...], "edges": [[parent, child], ...]}`, or node-link.

Node-link is what networkx writes: a list of nodes and a list of edges, each an object. Newer versions call
the second list `edges`, older ones `links`; both are read, the newer is written. An edge without a direction
has `"directed": false`, a node that is hidden `"latent": true`; our own form has a list `"hidden"` of their
names. They are read by hand: networkx says not where a file is wrong.
"""

import json
from typing import Any, TypeGuard

from elcs_gui.data.names import checked_title, names_of
from elcs_gui.data.network import Network
from elcs_gui.data.structures.structure import Draft, Structure
from elcs_gui.errors import DataError, quoted


def parse_json_graph(text: str, file: str, unnamed: str) -> Network:
    """Keys other than `nodes`, `edges`, `name`, `levels` (of each node) and `hidden` do not count."""
    try:
        content = json.loads(text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        raise DataError(f"{file}, line {error.lineno}, column {error.colno}: {error.msg}.") from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"{file} is not usable JSON: {error}.") from None
    if not isinstance(content, dict):
        raise DataError(f'{file} must hold one object, {{"nodes": [...], "edges": [[parent, child], ...]}}.')
    if is_node_link(content):
        return parse_node_link(content, file, unnamed).network()
    nodes, edges = content.get("nodes"), content.get("edges")
    if not _is_names(nodes):
        raise DataError(f'{file} needs "nodes": a list of names.')
    if not isinstance(edges, list):
        raise DataError(f'{file} needs "edges": a list of [parent, child] pairs.')
    for place, edge in enumerate(edges, start=1):
        if not (_is_names(edge) and len(edge) == 2):
            raise DataError(f"{file}: edge {place:,} is not [parent, child], two names.")
    levels = content.get("levels")
    if levels is not None and not (isinstance(levels, list) and all(map(_is_names, levels))):
        raise DataError(f'{file}: "levels" must be a list of names for each node.')
    name = content.get("name")
    title = checked_title(name) if isinstance(name, str) else ""
    hidden = content.get("hidden", [])
    if not _is_names(hidden):
        raise DataError(f'{file}: "hidden" must be a list of names.')
    network = Network.from_edges(title or unnamed, nodes, edges, levels)
    return network.hiding(hidden) if hidden else network


def _is_names(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


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
        if node.get("latent", False) is True:
            draft.hide(id)
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
    title = checked_title(own) if isinstance(own, str) else ""
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
