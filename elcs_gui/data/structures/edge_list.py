"""Graphs as lists of edges, read and written: two columns of names, or lines such as `A -> B`.

A line with one name only is a node without edges. A header (`from,to`, `source,target`, ...) may stand first;
under it, a column called `kind` may say `directed` or `undirected`, and further columns are left alone.
"""

import csv
import io
import re
from collections.abc import Iterator

from elcs_gui.data.columns.cells import neutralised, restored
from elcs_gui.data.structures.structure import Draft, Structure
from elcs_gui.errors import DataError, quoted

_HEADERS = frozenset(
    {
        ("from", "to"),
        ("source", "target"),
        ("parent", "child"),
        ("cause", "effect"),
        ("tail", "head"),
        ("node1", "node2"),
        ("node 1", "node 2"),
    }
)
_KINDS = ("kind", "type", "edge", "mark", "edge_type")
_UNDIRECTED = frozenset({"undirected", "---", "--", "none", "undecided"})
_DIRECTED = frozenset({"directed", "-->", "->", ""})
_ARROW = re.compile(r"<-{1,2}>|-{1,2}>|<-{1,2}|(?<=\s)-{2,3}(?=\s)")
_MOST_CELLS = 50
_MOST_ROWS = 1_000_000
_PLAIN = re.compile(r"\w[\w. -]*")
_LINE = re.compile(r"\r\n?|\n")


def parse_edge_list(text: str, file: str, name: str) -> Structure:
    """The graph in `text`, called `name`."""
    draft = Draft(file)
    kind: int | None = None
    headed = False
    for number, (line, cells) in enumerate(_rows(text, file)):
        if number > _MOST_ROWS:
            raise DataError(f"{file} has more than {_MOST_ROWS:,} lines: that is no list of edges.")
        heads = tuple(cell.casefold() for cell in cells[:_MOST_CELLS])
        if number == 0 and heads[:2] in _HEADERS:
            kind = next((place for place, head in enumerate(heads) if place > 1 and head in _KINDS), None)
            headed = True
            continue
        if not headed and len(cells) > 2 and any(cells[2:]):
            raise DataError(
                f"{file}, line {line}: an edge is given by two names; where there are more columns, "
                "the first line must name them, beginning with 'from' and 'to'."
            )
        if not cells[0] or (len(cells) > 2 and not cells[1] and any(cells[2:])):
            raise DataError(f"{file}, line {line}: an edge needs two names.")
        if len(cells) == 1 or not cells[1]:
            draft.node(cells[0])
            continue
        said = cells[kind].casefold() if kind is not None and len(cells) > kind else ""
        if said in _UNDIRECTED:
            draft.line(cells[0], cells[1])
        elif kind is None or said in _DIRECTED:
            draft.arrow(cells[0], cells[1])
        else:
            raise DataError(
                f"{file}, line {line}: an edge is 'directed' or 'undirected', not {quoted(said)}."
            )
    if not len(draft):
        raise DataError(f"{file} holds no edges.")
    return draft.structure(name)


def edge_list_text(structure: Structure, delimiter: str = ",") -> str:
    """The whole file: edges in order, then the nodes without any."""
    nodes = [_cell(neutralised(node)) for node in structure.nodes]
    rows = [("from", "to", "kind")]
    rows += [(nodes[tail], nodes[head], "directed") for tail, head in structure.directed]
    rows += [(nodes[one], nodes[other], "undirected") for one, other in structure.undirected]
    joined = {end for edge in (*structure.directed, *structure.undirected) for end in edge}
    rows += [(node, "", "") for number, node in enumerate(nodes) if number not in joined]
    return "".join(f"{delimiter.join(row)}\n" for row in rows)


def _cell(name: str) -> str:
    """`name` in quotes unless it is harmless; the standard library leaves a lone carriage return without."""
    if _PLAIN.fullmatch(name):
        return name
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def _rows(text: str, file: str) -> Iterator[tuple[int, list[str]]]:
    """The cells of every line that has any, with the line's number."""
    first = next((line for line in _LINE.split(text[:100_000]) if line.strip() and line[0] != "#"), "")
    delimiter = next((sign for sign in "\t,;" if sign in first), None)
    if delimiter is None or ('"' not in first and _ARROW.search(first)):
        yield from _plain_rows(text, file)
        return
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for row in reader:
            cells = [restored(cell.strip()) for cell in row]
            if any(cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise DataError(f"{file}, line {reader.line_num}: {error}.") from None


def _plain_rows(text: str, file: str) -> Iterator[tuple[int, list[str]]]:
    """Lines with an arrow, or with names between blanks."""
    for number, raw in enumerate(_LINE.split(text), start=1):
        line = raw.strip().rstrip(";,")
        if not line or line.startswith("#"):
            continue
        match = _ARROW.search(line)
        if not match:
            yield number, line.split(maxsplit=_MOST_CELLS)
            continue
        one, sign, other = line[: match.start()].strip(), match[0], line[match.end() :].strip()
        if not (one and other):
            raise DataError(f"{file}, line {number}: an edge needs two names.")
        if sign.startswith("<") and sign.endswith(">"):
            raise DataError(f"{file}, line {number}: an edge has one arrowhead, not two: {quoted(line)}.")
        if not sign.endswith(">") and not sign.startswith("<"):
            raise DataError(
                f"{file}, line {number}: the edge {quoted(line)} has no direction: a known network must be "
                "fully directed; decide the edge or take it out."
            )
        yield number, [other, one] if sign.startswith("<") else [one, other]
