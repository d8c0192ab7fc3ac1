"""Twice as long a file takes about twice as long to read, whatever stands in it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from elcs_gui.data.columns.cells import LONGEST_NUMBER, is_number, ordered_levels
from elcs_gui.data.network_files import read_network
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.readers import read_table
from elcs_gui.data.survey.survey import survey
from elcs_gui.errors import ElcsError
from elcs_gui.trace.knowledge_text import read_knowledge
from tests.timing import seconds_of

SIZES = tuple(1 << power for power in (8, 9, 11, 13, 15))
"""In two doublings a linear reader takes 4 times as long, a quadratic one 16 times, a cubic one 64 times."""
MOST_GROWTH = 9.0
"""Below 3 for each doubling."""
SOON = 1.0
"""Seconds within which nobody minds how they grow; a quadratic reader of the longest takes longer by far."""

Make = Callable[[int], str]


def cell(text: Make) -> Make:
    """A table of two rows with one such cell."""
    return lambda n: f"a,b\n{text(n)},1\n2,3\n"


def arff(line: Make, kind: str = "{x,y}") -> Make:
    return lambda n: f"@relation r\n@attribute a {kind}\n@attribute b {kind}\n@data\nx,y\n{line(n)}\n"


def bif(block: Make) -> Make:
    return lambda n: f"network n {{\n}}\nvariable A {{ type discrete [ 2 ] {{ x, y }}; }}\n{block(n)}\n"


def levels_as_parents(n: int) -> str:
    """A parent with n levels, and a row for each."""
    n //= 8
    names = ", ".join(f"l{i}" for i in range(n))
    rows = "".join(f"(l{i}) 0.5, 0.5;" for i in range(n))
    return (
        f"variable A {{ type discrete [ {n} ] {{ {names} }}; }} "
        "variable B { type discrete [ 2 ] { x, y }; } "
        f"probability ( A ) {{ table {', '.join([str(1 / n)] * n)}; }} probability ( B | A ) {{ {rows} }}"
    )


TABLES: dict[str, Make] = {
    "digits and a letter.csv": cell(lambda n: "1" * n + "x"),
    "digits, a point and a letter.csv": cell(lambda n: "1" * n + "." + "1" * n + "x"),
    "an endless exponent.csv": cell(lambda n: "1e" + "1" * n + "x"),
    "an interval of digits.csv": cell(lambda n: "≤ " + "1" * n + "x"),
    "two ends of digits.csv": cell(lambda n: "1" * n + " – " + "1" * n + "x"),
    "digits and a comma.csv": lambda n: "a;b\n" + "1" * n + ",x;1\n2;3\n",
    "cells of one number.csv": lambda n: "a,b\n" + "".join(f"{i},{i}.0\n" for i in range(n)),
    "many columns.csv": lambda n: (  # each has its own survey
        "\n".join(",".join(f"{row}{i}" for i in range(n // 16)) for row in ("c", 1, 2))
    ),
    "quotes within quotes.csv": cell(lambda n: '"' + '""' * n + '"'),
    "an open quote.csv": cell(lambda n: '"' + "x,\n" * n),
    "open quotes.txt": lambda n: "a b\n" + '"x ' * n + "\n1 2\n",
    "doubled quotes.txt": lambda n: "a b\n" + '"' + '""x ' * n + "\n1 2\n",
    "quotes one after the other.txt": lambda n: "a b\n" + '"' * (2 * n + 1) + " 1\n2 1\n",
    "blanks.txt": lambda n: "a b\n" + " " * n + "1 2\n2 1\n",
    "blank lines.csv": lambda n: "a,b\n" + "\n" * n + "1,2\n2,1\n",
    "blanks before a quote.arff": arff(lambda n: " x," + " " * n + "'y"),
    "blanks behind a quote.arff": arff(lambda n: "'x'" + " " * n + "'"),
    "blanks in a sparse row.arff": arff(lambda n: "{0 " + " " * n + "'}"),
    "blanks behind a sparse value.arff": arff(lambda n: "{0 x" + " " * n + "'}"),
    "backslashes.arff": arff(lambda n: "'" + "\\" * (2 * n + 1) + ",x"),
    "open quotes.arff": arff(lambda n: "'x," * n + "y"),
    "digits.arff": arff(lambda n: "1" * n + "x,1", "numeric"),
    "an attribute of blanks.arff": lambda n: "@attribute " + "a " + " " * n + "{\n@data\n",
    "an attribute of braces.arff": lambda n: "@attribute a " + "{" * n + "\n@data\n",
    "levels.arff": lambda n: (
        "@attribute a {" + ",".join(f"'l {i}'" for i in range(n)) + "}\n@attribute b {x}\n@data\n'l 1',x\n"
    ),
}

NETWORKS: dict[str, Make] = {
    "attributes of all edges.dot": lambda n: (
        "digraph {" + "".join(f"edge[a{i}=1];a->b{i};" for i in range(n // 4)) + "}"
    ),
    "open comments.dot": lambda n: "digraph { a /* " + "/* " * n,
    "open quote.dot": lambda n: 'digraph { a "' + '\\"' * n,
    "pieces of a name.dot": lambda n: 'digraph { "a"' + '+"b"' * n + "}",
    "open tags.dot": lambda n: "digraph { a <" + "<b>" * n + "<",
    "subgraphs.dot": lambda n: "digraph {" + "{a b}" * n + "}",
    "comments first.dot": lambda n: "/* x */ # y\n" * n + "digraph",
    "blanks.dagitty": lambda n: "dag " + " " * n + "x",
    "rows of many levels.bif": levels_as_parents,
    "an open row.bif": bif(lambda n: "probability ( A ) { (" + "a " * n + "}"),
    "numbers without an end.bif": bif(lambda n: "probability ( A ) { table " + "1 " * n + "}"),
    "an open property.bif": bif(lambda n: "variable B { property " + '"x" ' * n + "}"),
    "open comments.bif": bif(lambda n: "/* " * n),
    "a long word.bif": bif(lambda n: "variable " + "/" * n),
    "numbers without an end.net": lambda n: (
        'net {} node A { states = ("x" "y"); } potential (A) { data = (' + "1 " * n
    ),
    "brackets.net": lambda n: (
        'net {} node A { states = ("x" "y"); } potential (A) { data = ' + "(" * n + "1" + ")" * n + ";}"
    ),
    "open quote.net": lambda n: 'net { name = "' + "\\\\" * n,
    "comments.net": lambda n: "%\n" * n + "net",
    "blanks in an edge.tetrad.txt": lambda n: (
        "Graph Nodes:\nA;B\n\nGraph Edges:\n1. A" + " " * n + "B" + " " * n + "x\n"
    ),
    "digits before an edge.tetrad.txt": lambda n: "Graph Nodes:\nA;B\n\nGraph Edges:\n" + "1" * n + ". A\n",
    "blanks before a heading.txt": lambda n: " \n" * n + "Graph Nodes",
    "nodes.tetrad.txt": lambda n: "Graph Nodes:\n" + ";".join(f"v{i}" for i in range(n)) + "\nGraph Edges:\n",
    "dashes.txt": lambda n: "a " + "-" * n + " b\n",
    "arrows.txt": lambda n: "a" + " <-" * n + "b\n",
    "quotes in a matrix.csv": lambda n: '"' + '""' * n + "\n0,0\n0,0\n",
    "a row of a matrix.csv": lambda n: "a,b\n" + "0," * n + "x\n",
    "zeros of a matrix.csv": lambda n: "a,b\n0." + "0" * n + ",1\n0,0x\n",
    "nodes.json": lambda n: '{"nodes":[' + ",".join(f'"v{i}"' for i in range(n)) + '],"edges":[["v0","x"]]}',
    "elements.xml": lambda n: "<BIF><NETWORK>" + "<VARIABLE/>" * n,
    "text.xml": lambda n: "<BIF>" + "\n" * n,
    "tags.xml": lambda n: "<" * n,
    "nodes.graphml": lambda n: (
        "<graphml><graph>" + "".join(f'<node id="v{i}"/>' for i in range(n)) + "</graph>"
    ),
}

NAMES = ["A", "B", "C"]
KNOWLEDGE: dict[str, Make] = {
    "arrows.txt": lambda n: "forbid A" + "->" * n + "B\n",
    "dashes.txt": lambda n: "forbid A" + "-" * n + "\n",
    "quotes.txt": lambda n: 'require "' + '\\"' * n + "\n",
    "tiers.txt": lambda n: "tiers " + "A, " * n + "B\n",
    "quoted tiers.txt": lambda n: "tiers " + '"A", ' * n + '"B"\n',
    "blank tiers.txt": lambda n: "tiers " + " " * n + "<\n",
    "lines.txt": lambda n: "forbid A -> B\n" * n,
    "comments.txt": lambda n: '"' * n + "#" * n + "\n",
}


def read_as_table(path: Path) -> None:
    """In every way that looks at the cells."""
    for read in (
        lambda: survey(path),
        lambda: read_table(path, ImportPlan(others=Kind.GUESS)),
        lambda: read_table(path, ImportPlan(others=Kind.CONTINUOUS)),
    ):
        with suppress(ElcsError):
            read()


def read_as_network(path: Path) -> None:
    with suppress(ElcsError):
        read_network(path)


def read_as_knowledge(path: Path) -> None:
    with suppress(ElcsError):
        read_knowledge(path, NAMES)


def check_growth(path: Path, make: Make, read: Callable[[Path], None]) -> None:
    before = SOON
    for size in SIZES:
        path.write_text(make(size), encoding="utf-8", newline="")
        most = max(SOON, MOST_GROWTH * before)
        now = seconds_of(lambda: read(path), most)
        assert now <= most, f"{before:.3f} s, then {now:.3f} s at {size:,}"
        before = now


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_read_in_the_time_of_one_pass(tmp_path: Path, name: str) -> None:
    check_growth(tmp_path / name, TABLES[name], read_as_table)


@pytest.mark.parametrize("name", NETWORKS)
def test_networks_are_read_in_the_time_of_one_pass(tmp_path: Path, name: str) -> None:
    check_growth(tmp_path / name, NETWORKS[name], read_as_network)


@pytest.mark.parametrize("name", KNOWLEDGE)
def test_knowledge_is_read_in_the_time_of_one_pass(tmp_path: Path, name: str) -> None:
    check_growth(tmp_path / name, KNOWLEDGE[name], read_as_knowledge)


def test_what_is_too_long_for_a_number_is_a_label() -> None:
    longest = "1" * LONGEST_NUMBER
    assert is_number(longest)
    assert not is_number(longest + "1")
    assert is_number(format(5e-324, ".1074f"))  # no double takes more
    levels, _ = ordered_levels(["1" * 5000, "2", "10"])
    assert levels == ("2", "10", "1" * 5000)
