"""Graphs into files and out of them, by the ending of the file.

.dot .gv        Graphviz             .tetrad.txt   Tetrad's text
.graphml        GraphML              .edges.csv    a list of edges (.edges.tsv with tabs)
.json           node-link JSON       .matrix.csv   an adjacency matrix
.dagitty        DAGitty
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from elcs_gui.data.files import like_ending, replacing
from elcs_gui.data.structures.dot import dagitty_text, dot_text
from elcs_gui.data.structures.edge_list import edge_list_text
from elcs_gui.data.structures.graphml import graphml_text
from elcs_gui.data.structures.json_graph import node_link_text
from elcs_gui.data.structures.matrix import matrix_text
from elcs_gui.data.structures.structure import Structure
from elcs_gui.data.structures.tetrad import tetrad_text
from elcs_gui.errors import DataError, shown

WRITERS: dict[str, Callable[[Structure], str]] = {
    ".tetrad.txt": tetrad_text,
    ".edges.csv": edge_list_text,
    ".edges.tsv": lambda structure: edge_list_text(structure, "\t"),
    ".matrix.csv": matrix_text,
    ".dot": dot_text,
    ".gv": dot_text,
    ".graphml": graphml_text,
    ".json": node_link_text,
    ".dagitty": dagitty_text,
}
"""By ending, longer ones first."""

_HOLD_NOTES = (".dot", ".gv", ".graphml", ".json")


def can_write_structure(path: Path) -> bool:
    """Whether the file's ending is one of WRITERS."""
    return _ending(path) is not None


def structure_text(structure: Structure, ending: str) -> str:
    """What a file with that ending would hold; a DataError for a name or note that the format cannot hold.

    Arrows that run in a cycle are written without a direction.
    """
    if structure.note and ending not in _HOLD_NOTES:
        raise DataError(
            f"{structure.name}: {structure.note} A {ending} file cannot say that: write DOT, GraphML or JSON."
        )
    if structure.cycle:
        note = cycle_note(structure) if ending in _HOLD_NOTES else ""
        structure = replace(structure.without_cycles(), note=structure.note or note)
    return WRITERS[ending](structure)


def cycle_note(structure: Structure) -> str:
    """What happens to the arrows of a cycle when the structure is written; empty where there is none."""
    if not structure.cycle:
        return ""
    way = " → ".join(shown(structure.nodes[node]) for node in (*structure.cycle, structure.cycle[0]))
    return f"Arrows run in a cycle, {way}: edges on a cycle are written without a direction."


def write_structure(structure: Structure, path: Path) -> None:
    """Write `structure` by the ending of `path`: whole or not at all."""
    ending = _ending(path)
    if ending is None:
        raise DataError(
            f"{path.name}: a graph is written as {', '.join(WRITERS)}; name a file with such an ending."
            f"{like_ending(path, ', '.join(WRITERS))}"
        )
    text = structure_text(structure, ending)
    with replacing(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        file.write(text)


def _ending(path: Path) -> str | None:
    name = path.name.lower()
    return next((ending for ending in WRITERS if name.endswith(ending) and name != ending), None)
