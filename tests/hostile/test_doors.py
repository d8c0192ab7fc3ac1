"""Names and levels with signs that cannot be seen, through every door: behind it they are the same.

What becomes of them is said by the survey of every kind of table.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import pytest

from elcs_gui.api import learn
from elcs_gui.data.names import tidy_name
from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network
from elcs_gui.data.readers import read_table
from elcs_gui.data.survey.findings import Oddity
from elcs_gui.data.survey.survey import survey
from elcs_gui.data.tables.address import data_path
from tests.hostile.names import NAMES
from tests.optional import needing

NAME, LEVEL, OTHER = "a\x1b[2J\u202eb", "x\x07\ty", "c\x9b\x7fd"
KNOWN, KNOWN_LEVEL, KNOWN_OTHER = "a␛[2J�b", "x␇␉y", "c�␡d"
ROWS = 40
FRAME = pd.DataFrame({NAME: [LEVEL, "z"] * ROWS, OTHER: [LEVEL, "z", "z", "z"] * (ROWS // 2)})


def text(path: Path, delimiter: str = ",") -> None:
    FRAME.to_csv(path, index=False, sep=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\n")


def workbook(path: Path) -> None:
    """As Excel spells what XML cannot hold."""
    spelled = [[*FRAME.columns], *FRAME.to_numpy().tolist()]
    escaped = [
        ["".join(f"_x{ord(c):04X}_" if c < " " else c for c in cell) for cell in row] for row in spelled
    ]
    pd.DataFrame(escaped[1:], columns=escaped[0]).to_excel(path, index=False)


def archive(path: Path) -> None:
    codes = np.array([[label != LEVEL for label in FRAME[column]] for column in FRAME], dtype=np.uint8).T
    levels, counts = np.array([LEVEL, "z"] * 2), np.array([2, 2])
    np.savez(path, data=codes, columns=np.array([*FRAME.columns]), levels=levels, level_counts=counts)


def arff(path: Path) -> None:
    heads = "".join(f"@attribute '{name}' {{'{LEVEL}', z}}\n" for name in FRAME)
    rows = "".join(",".join(f"'{cell}'" for cell in row) + "\n" for row in FRAME.to_numpy())
    path.write_text(f"@relation r\n{heads}@data\n{rows}", encoding="utf-8")


def duckdb_file(path: Path) -> None:
    import duckdb

    with duckdb.connect(str(path)) as connection:
        connection.register("frame", FRAME)
        connection.execute("CREATE TABLE t AS SELECT * FROM frame")


TABLES: dict[str, Callable[[Path], object]] = {
    "csv": text,
    "tsv": lambda path: text(path, "\t"),
    "xlsx": workbook,
    "parquet": FRAME.to_parquet,
    "arff": arff,
    "npz": archive,
    "duckdb": duckdb_file,
}
NEEDED = {"parquet": "pyarrow", "duckdb": "duckdb"}


@pytest.mark.parametrize(
    "ending", [pytest.param(each, marks=needing(NEEDED.get(each, ""))) for each in TABLES]
)
def test_names_and_levels_of_a_table_become_tidy_and_the_survey_says_so(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"d.{ending}"
    TABLES[ending](path)
    data = read_table(path)
    assert data.columns == (KNOWN, KNOWN_OTHER)
    assert all(sorted(levels) == [KNOWN_LEVEL, "z"] for levels in data.levels)
    told = [finding.sentence for finding in survey(path).findings if finding.oddity is Oddity.SIGNS]
    assert told == [
        f"Signs that cannot be seen stand in the name '{name}' and in levels of '{name}'."
        for name in (KNOWN, KNOWN_OTHER)
    ]


def tables_at_hand(folder: Path) -> dict[str, Callable[[], object]]:
    def arrow() -> object:
        import pyarrow as pa

        return pa.Table.from_pandas(FRAME)

    def relation() -> object:
        import duckdb

        return duckdb.from_df(FRAME)

    def address() -> object:
        duckdb_file(folder / "d.duckdb")
        return f"ibis://duckdb/{folder}/d.duckdb?table=t"

    return {"pandas": lambda: FRAME, "pyarrow": arrow, "duckdb": relation, "ibis": address}


@pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning")  # of DuckDB, about what Ibis 12 asks
@pytest.mark.parametrize("library", [pytest.param(each, marks=needing(each))
                                     for each in ("pandas", "pyarrow", "duckdb", "ibis")])  # fmt: skip
def test_names_of_a_table_at_hand_become_tidy(library: str, tmp_path: Path) -> None:
    data = tables_at_hand(tmp_path)[library]()
    for named in (KNOWN, NAME):
        found = learn(data, named)
        assert found.target == KNOWN and found.trace.header.names == (KNOWN, KNOWN_OTHER)
    if library == "ibis":
        assert [each.oddity for each in survey(data_path(str(data))).findings].count(Oddity.SIGNS) == 2


def test_names_of_a_graph_become_tidy() -> None:
    found = learn(nx.DiGraph([(NAME, OTHER), ("e\nf", OTHER)]), OTHER)
    assert found.target == KNOWN_OTHER and sorted(found.parents) == [KNOWN, "e␤f"]


QUOTED = """network n {{ }}
variable "{a}" {{ type discrete [ 2 ] {{ "{l}", z }}; }}
variable "{c}" {{ type discrete [ 2 ] {{ "{l}", z }}; }}
probability ( "{a}" ) {{ table 0.5, 0.5; }}
probability ( "{c}" | "{a}" ) {{ ( "{l}" ) 0.1, 0.9; ( z ) 0.9, 0.1; }}
"""
XMLBIF = """<BIF VERSION="0.3"><NETWORK><NAME>n</NAME>
<VARIABLE TYPE="nature"><NAME>{a}</NAME><OUTCOME>{l}</OUTCOME><OUTCOME>z</OUTCOME></VARIABLE>
<VARIABLE TYPE="nature"><NAME>{c}</NAME><OUTCOME>{l}</OUTCOME><OUTCOME>z</OUTCOME></VARIABLE>
<DEFINITION><FOR>{a}</FOR><TABLE>0.5 0.5</TABLE></DEFINITION>
<DEFINITION><FOR>{c}</FOR><GIVEN>{a}</GIVEN><TABLE>0.1 0.9 0.9 0.1</TABLE></DEFINITION></NETWORK></BIF>
"""
XDSL = """<smile version="1.0" id="n"><nodes>
<cpt id="{a}"><state id="{l}"/><state id="z"/><probabilities>0.5 0.5</probabilities></cpt>
<cpt id="{c}"><state id="{l}"/><state id="z"/><parents>{a}</parents>
<probabilities>0.1 0.9 0.9 0.1</probabilities></cpt></nodes></smile>
"""
NET = """net {{ }}
node {a} {{ states = ("{l}" "z"); }}
node {c} {{ states = ("{l}" "z"); }}
potential ({a}) {{ data = (0.5 0.5); }}
potential ({c} | {a}) {{ data = ((0.1 0.9)(0.9 0.1)); }}
"""
GRAPHML = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed">
<node id="{a}"/><node id="{c}"/><edge source="{a}" target="{c}"/></graph></graphml>
"""
NETWORKS = {
    ".bif": QUOTED,
    ".xmlbif": XMLBIF,
    ".xdsl": XDSL,
    ".net": NET,
    ".graphml": GRAPHML,
    ".dot": 'digraph {{ "{a}" -> "{c}"; }}',
    ".dagitty": 'dag {{ "{a}" -> "{c}" }}',
    ".edges.csv": 'from,to\n"{a}","{c}"\n',
    ".matrix.csv": ',"{a}","{c}"\n"{a}",0,1\n"{c}",0,0\n',
    ".tetrad.txt": "Graph Nodes:\n{a};{c}\n\nGraph Edges:\n1. {a} --> {c}\n",
}
XML = {".xmlbif", ".xdsl", ".graphml"}


@pytest.mark.parametrize("ending", NETWORKS)
def test_nodes_and_levels_of_a_network_become_tidy(ending: str, tmp_path: Path) -> None:
    spelled = [NAME, LEVEL, OTHER]
    if ending in XML:  # it has no escapes for these
        spelled = [re.sub("[\x1b\x07\t]", "\x9b", text) for text in spelled]
    a, level, c = spelled
    if ending == ".net":  # a name has no quotes there
        a = a.replace("[", "")
    path = tmp_path / f"n{ending}"
    path.write_text(NETWORKS[ending].format(a=a, l=level, c=c), encoding="utf-8", newline="")
    network = read_network(path)
    assert isinstance(network, Network)
    assert network.nodes == (tidy_name(a), KNOWN_OTHER) and network.nodes[0].isprintable()
    assert network.edges == [(0, 1)]
    assert {levels for levels in network.levels if levels} <= {(tidy_name(level), "z")}
    if network.tables is not None:
        assert network.tables[1].reshape(-1).tolist() == [0.1, 0.9, 0.9, 0.1]


@pytest.mark.parametrize("kind", [kind for kind, name in NAMES.items() if "\ud800" not in name])
def test_a_bif_file_with_tables_keeps_every_kind_of_level(kind: str, tmp_path: Path) -> None:
    name = NAMES[kind].replace("\\", "\\\\").replace('"', '\\"').replace("\0", "\x01")
    path = tmp_path / "n.bif"
    path.write_text(QUOTED.format(a="a", l=name, c="c"), encoding="utf-8", newline="")
    network = read_network(path)
    assert network.tables is not None and len(network.levels[0]) == 2


def test_json_keeps_its_tables_with_tidy_levels(tmp_path: Path) -> None:
    path = tmp_path / "n.json"
    content = {"nodes": [NAME, OTHER], "edges": [[NAME, OTHER]], "levels": [[LEVEL, "z"], [LEVEL, "z"]]}
    path.write_text(json.dumps(content), encoding="utf-8")
    network = read_network(path)
    assert (network.nodes, network.levels[1]) == ((KNOWN, KNOWN_OTHER), (KNOWN_LEVEL, "z"))
