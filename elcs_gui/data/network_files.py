"""Networks from files: BIF, or JSON `{"nodes": [...], "edges": [[parent, child], ...]}`."""

import json
from pathlib import Path
from typing import TypeGuard

from elcs_gui.data.bif import read_bif
from elcs_gui.data.encoding import read_whole_text
from elcs_gui.data.files import not_read_yet
from elcs_gui.data.network import Network
from elcs_gui.errors import DataError


def read_network(path: Path) -> Network:
    """The network in a file, by its ending: `.bif` or `.json`."""
    match path.suffix.lower():
        case ".bif":
            return read_bif(path)
        case ".json":
            return _read_json(path)
    raise not_read_yet(path, "networks as .bif and .json")


def _read_json(path: Path) -> Network:
    """Keys other than `nodes`, `edges`, `name` and `levels` (the labels of each node) are left alone."""
    try:
        content = json.loads(read_whole_text(path))
    except json.JSONDecodeError as error:
        raise DataError(f"{path.name}, line {error.lineno}, column {error.colno}: {error.msg}.") from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path.name} is not usable JSON: {error}.") from None
    if not isinstance(content, dict):
        raise DataError(
            f'{path.name} must hold one object, {{"nodes": [...], "edges": [[parent, child], ...]}}.'
        )
    nodes, edges = content.get("nodes"), content.get("edges")
    if not _is_names(nodes):
        raise DataError(f'{path.name} needs "nodes": a list of names.')
    if not isinstance(edges, list):
        raise DataError(f'{path.name} needs "edges": a list of [parent, child] pairs.')
    for edge in edges:
        if not (_is_names(edge) and len(edge) == 2):
            raise DataError(f"{path.name} has an edge that is not [parent, child]: {json.dumps(edge)[:80]}.")
    levels = content.get("levels")
    if levels is not None and not (isinstance(levels, list) and all(map(_is_names, levels))):
        raise DataError(f'{path.name}: "levels" must be a list of names for each node.')
    name = content.get("name")
    title = " ".join(name.split()) if isinstance(name, str) else ""
    return Network.from_edges(title or path.stem, nodes, edges, levels)


def _is_names(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)
