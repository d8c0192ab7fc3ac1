"""Networks in JSON: this program's own `{"nodes": [...], "edges": [[parent, child], ...]}`, or node-link."""

import json
from typing import TypeGuard

from elcs_gui.data.names import checked_title
from elcs_gui.data.network import Network
from elcs_gui.errors import DataError


def parse_json_graph(text: str, file: str, unnamed: str) -> Network:
    """Keys other than `nodes`, `edges`, `name` and `levels` (the labels of each node) are left alone."""
    try:
        content = json.loads(text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        raise DataError(f"{file}, line {error.lineno}, column {error.colno}: {error.msg}.") from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"{file} is not usable JSON: {error}.") from None
    if not isinstance(content, dict):
        raise DataError(f'{file} must hold one object, {{"nodes": [...], "edges": [[parent, child], ...]}}.')
    from elcs_gui.data.structures.node_link import is_node_link, parse_node_link

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
    title = checked_title(name, file) if isinstance(name, str) else ""
    return Network.from_edges(title or unnamed, nodes, edges, levels)


def _is_names(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)
