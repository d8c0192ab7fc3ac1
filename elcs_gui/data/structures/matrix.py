"""Graphs as matrices of 0 and 1, read and written: a 1 in row A and column B is the arrow A -> B.

Names may stand in a first line, and then also before each row; without them the nodes are X1, X2, ... A 1 in
both places is an edge without a direction.
"""

import csv
import io
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.cells import neutralised, restored
from elcs_gui.data.network import check_node_count
from elcs_gui.data.structures.structure import MOST_EDGES, Structure
from elcs_gui.errors import DataError

_LINE = re.compile(r"\r\n?|\n")
_DIGITS = re.compile(r"[01](?:[\s,;]++[01])*+[\s,;]*+", re.ASCII)
_NUMBERS = re.compile(r"[01](?:\.0*+)?+(?:[\s,;]++[01](?:\.0*+)?+)*+[\s,;]*+", re.ASCII)
_ROW = re.compile(r"""(?:"(?:[^"]++|"")*+"|[^\s,;]++)[\s,;]++(?P<cells>[01].*)""", re.DOTALL)
_QUOTED = re.compile(r'"(?:[^"]++|"")*+"[ ]*+(?P<sign>[,;\t])?')
_SEPARATORS = str.maketrans("", "", " \t,;")


def is_matrix(text: str) -> bool:
    """Whether `text` looks like such a file: lines of 0 and 1, as many as they are wide."""
    lines = [line for line in _LINE.split(text.strip()) if line.strip()]
    if not lines:
        return False
    if _NUMBERS.fullmatch(lines[0].strip()):
        return _width(lines[0].strip()) == len(lines)
    if len(lines) < 2:
        return False
    row = lines[-1].strip()
    if not _NUMBERS.fullmatch(row):
        match = _ROW.fullmatch(row)
        row = match["cells"] if match else ""
    if not _NUMBERS.fullmatch(row):
        return False
    width = _width(row)
    return len(_names(text, "")) in (width, width + 1) and _rows_fit(text, width)


def parse_matrix(text: str, file: str, name: str) -> Structure:
    """The graph in a text that `is_matrix`, called `name`."""
    lines = [(number, line.strip()) for number, line in enumerate(_LINE.split(text), 1) if line.strip()]
    names: list[str] | None = None
    if not _NUMBERS.fullmatch(lines[0][1]):
        names, lines = _names(text, file), lines[-_width(lines[-1][1]) :]
    size = len(lines)
    check_node_count(size, file)
    if names is not None and len(names) == size + 1:
        names = names[1:]  # a corner above the names of the rows
    tails: list[NDArray[np.intp]] = []
    count = 0
    for number, line in lines:
        row = _row(line, named=names is not None, where=f"{file}, line {number}")
        if len(row) != size:
            raise DataError(f"{file}, line {number}: a row has {len(row)} cells where {size} are needed.")
        tails.append(np.flatnonzero(row))
        count += len(tails[-1])
        if count > MOST_EDGES:
            raise DataError(f"{file} has more than {MOST_EDGES:,} edges: that is beyond what can be used.")
    edges = {(tail, int(head)) for tail, heads in enumerate(tails) for head in heads}
    both = {edge for edge in edges if edge[::-1] in edges and edge[0] != edge[1]}
    return Structure(
        name,
        tuple(names or (f"X{place}" for place in range(1, size + 1))),
        tuple(sorted(edges - both)),
        tuple(sorted(edge for edge in both if edge[0] < edge[1])),
    )


def matrix_text(structure: Structure) -> str:
    """The whole file, with commas and the names in the first line."""
    size = len(structure.nodes)
    if size * size > 4 * MOST_EDGES:
        raise DataError(f"A matrix of {size:,} x {size:,} cells is too large: write a list of edges.")
    matrix = np.zeros((size, size), dtype=np.int8)
    for one, other in structure.directed:
        matrix[one, other] = 1
    for one, other in structure.undirected:
        matrix[one, other] = matrix[other, one] = 1
    out = io.StringIO()
    csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL).writerow(map(neutralised, structure.nodes))
    csv.writer(out, lineterminator="\n").writerows(matrix.tolist())
    return out.getvalue()


def _cells(line: str) -> list[str]:
    return re.split(r"[\s,;]+", line.strip().strip(",;"))


def _width(line: str) -> int:
    """How many cells of numbers a line has."""
    if _DIGITS.fullmatch(line):
        return len(line.translate(_SEPARATORS))  # without as many words in memory
    match = None if _NUMBERS.fullmatch(line) else _ROW.fullmatch(line)
    return len(_cells(match["cells"] if match else line))


def _rows_fit(text: str, width: int) -> bool:
    """Whether a header and `width` rows stand in `text`; names in quotes may hold line ends."""
    lines = [line for line in _LINE.split(text) if line.strip()]
    rows = lines[-width:]
    return len(lines) > width and all(_width(row.strip()) == width for row in rows[:2])


def _names(text: str, file: str) -> list[str]:
    start = text.lstrip()
    line = _LINE.split(start, 1)[0]
    quoted = _QUOTED.match(start)  # a name in quotes may hold signs and line ends
    delimiter = quoted["sign"] if quoted else next((sign for sign in ",;\t" if sign in line), None)
    if delimiter is None and '"' not in line:
        return line.split()
    try:
        first: Sequence[str] = next(csv.reader(io.StringIO(start, newline=""), delimiter=delimiter or " "))
    except (csv.Error, StopIteration) as error:
        raise DataError(f"{file}, line 1: {error}.") from None
    return [restored(cell.strip()) for cell in first]


def _row(line: str, *, named: bool, where: str) -> NDArray[np.bool_]:
    if named and not _NUMBERS.fullmatch(line):
        match = _ROW.fullmatch(line)
        line = match["cells"] if match else line
    if _DIGITS.fullmatch(line):
        digits = np.frombuffer(line.translate(_SEPARATORS).encode(), dtype=np.uint8)
        ones: NDArray[np.bool_] = digits == ord("1")
        return ones
    if not _NUMBERS.fullmatch(line):
        raise DataError(f"{where}: a matrix of edges holds 0 and 1 only.")
    return np.array([cell.startswith("1") for cell in _cells(line)], dtype=np.bool_)
