"""Graphs as DAGitty writes them: `dag { x [exposure, pos="0,1"] ; x -> y }`, read and written.

`x <-> y` stands for a common cause that nobody has seen; it becomes a node of its own, called `U(x, y)`,
which is hidden wherever the data do not have it. Positions and roles are stepped over.
"""

from elcs_gui.data.structures.dot_parser import DotParser, as_id, is_id
from elcs_gui.data.structures.structure import Draft, Structure
from elcs_gui.errors import DataError, quoted, shown

_KINDS = frozenset({"dag", "pdag", "mag", "pag"})


def parse_dagitty(text: str, file: str, name: str) -> Structure:
    """The graph in `text`; `name` is what it is called if it has no name."""
    parser = DotParser(text, file, _KINDS)
    drawing = parser.read()
    draft = Draft(file)
    for node in drawing.nodes:
        draft.node(node)
    unseen: list[tuple[str, str]] = []
    for edge in drawing.edges:
        match edge.sign:
            case "->":
                draft.arrow(edge.tail, edge.head)
            case "<-":
                draft.arrow(edge.head, edge.tail)
            case "--":
                draft.line(edge.tail, edge.head)
            case "<->" if drawing.kind == "dag":
                unseen.append((edge.tail, edge.head))
            case _:
                parser.fail(
                    f"the edge {shown(edge.tail)} {edge.sign} {shown(edge.head)} belongs to a graph in which "
                    "causes may be unseen: a known network needs arrows only",
                    edge.at,
                )
    for one, other in unseen:
        cause = f"U({one}, {other})"
        draft.arrow(cause, one)
        draft.arrow(cause, other)
    return draft.structure(drawing.name or name)


def dagitty_text(structure: Structure) -> str:
    """The whole file; a DataError for a name that the format cannot hold."""
    for node in structure.nodes:
        if not is_id(node):
            raise DataError(
                f"A DAGitty file cannot hold the name {quoted(node)}, which has a backslash: rename it, or "
                "write DOT, GraphML or JSON."
            )
    ids = [as_id(node) for node in structure.nodes]
    lines = ["pdag {" if structure.undirected else "dag {"]
    lines += ids
    lines += [f"{ids[tail]} -> {ids[head]}" for tail, head in structure.directed]
    lines += [f"{ids[one]} -- {ids[other]}" for one, other in structure.undirected]
    return "\n".join([*lines, "}", ""])
