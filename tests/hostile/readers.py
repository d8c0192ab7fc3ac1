"""Every reader of users' files: whole files to begin with, how to spoil them, how to use what is accepted."""

# ruff: noqa: E501  A file stands in one line where it can be read in one.

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from elcs_gui.algorithms.run_title import headline, transcript
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network, write_network
from elcs_gui.data.plan import Cutting, ImportPlan, Kind, MissingPolicy
from elcs_gui.data.readers import read_table, write_table
from elcs_gui.data.structures.structure import Structure
from elcs_gui.data.structures.structure_files import WRITERS, structure_text
from elcs_gui.data.survey.survey import proposed, survey
from elcs_gui.errors import DataError, ElcsError
from elcs_gui.proof.export import as_text
from elcs_gui.proof.why import why_edge
from elcs_gui.storage.session_file import write_session
from elcs_gui.storage.session_reading import read_session, read_summary
from elcs_gui.storage.trace_file import read_trace, write_trace
from elcs_gui.trace.knowledge import check_knowledge
from elcs_gui.trace.knowledge_text import read_knowledge, statements
from elcs_gui.trace.result import structure_of
from elcs_gui.trace.script import script_of
from elcs_gui.trace.timeline import Timeline, final_view
from elcs_gui.trace.trace import Trace
from tests.hostile.mutations import (
    LinesSeed,
    TextSeed,
    edited_json,
    edited_npy,
    edited_npz,
    edited_text,
    members_of,
    mutated_archive,
    mutated_bytes,
    mutated_lines,
    mutated_text,
    npy_bytes,
)

Make = Callable[[Random], bytes]
Use = Callable[[Path, Random], None]


@dataclass(frozen=True)
class Reader:
    """How to try one reader."""

    ending: str
    maker: Callable[[], Make]
    """Gives what makes one spoiled file after the other; called once, for it writes the seeds."""
    use: Use
    group: str = "text"
    """`text` or `archive`: which are tried how often by `tests/bench/fuzz_readers.py`."""
    _made: list[Make] = field(default_factory=list)

    def case(self, random: Random) -> bytes:
        """A spoiled file."""
        if not self._made:
            self._made.append(self.maker())
        return self._made[0](random)


# Seeds


@cache
def tables() -> tuple[Dataset, ...]:
    """Levels with odd labels and gaps, and numbers."""
    random = np.random.default_rng(1)
    labels = Dataset.coded(
        "d",
        ["a", "b c", "d"],
        [random.integers(0, count, 12) for count in (2, 4, 3)],
        [["x", "y"], ["1", "2", "3.5", None], ["p q", 'r"s', "t,u"]],
    )
    numbers = Dataset.continuous("n", ["u", "v", "w"], random.normal(size=(9, 3)).round(3))
    return labels, numbers


@cache
def networks() -> tuple[Network, ...]:
    """With tables, and with odd names."""
    tables = (
        np.array([0.25, 0.75]),
        np.array([[0.5, 0.25, 0.25], [0.125, 0.5, 0.375]]),
        np.array([[[0.5, 0.5], [0.25, 0.75], [1.0, 0.0]], [[0.5, 0.5], [0.75, 0.25], [0.0, 1.0]]]),
    )
    levels = (("no", "yes"), ("low", "mid", "high"), ("0", "1"))
    plain = Network("plain", ("A", "B", "C"), ((), (0,), (0, 1)), levels, tables)
    return plain, Network("odd one", ("a b", "c,d", "e.f"), ((), (0,), (0, 1)), levels, tables)


def written(write: Callable[[Path], object], ending: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"seed{ending}"
        write(path)
        return path.read_bytes()


def _table_seeds(ending: str) -> list[bytes]:
    return [written(partial(write_table, data), ending) for data in tables()]


def _network_seeds(ending: str) -> list[bytes]:
    found = []
    for network in networks():
        try:
            found.append(written(partial(write_network, network), ending))
        except DataError:  # a name that the format cannot hold
            continue
    return found


TABLES_OF_TEXT = {
    ".csv": ["a,b\nx,1\ny,2\nx,2\n", 'a;b\n"x;y";1,5\nz;2,5\nz;3\n', "1,2\n2,1\n1,1\n", ",a,b\n0,x,1\n1,y,2\n2,x,2\n"],
    ".tsv": ["a\tb\nx\t1\ny\t2\n", "a|b\nx|1\ny|?\nx|NA\n"],
    ".txt": ["a b c\n1 2 3\n2 1 3\n1 1 2\n", '"a b" c\nx  1\n"y z" 2\n', "0.5 1.5\n2.5 1e3\n-1 .5\n"],
    ".arff": [
        "@relation r\n@attribute a {x,'y z',\"w\"}\n@attribute b numeric\n@attribute c string\n@attribute d date\n@data\n"
        "x,1,'it\\'s',2024-01-01\n'y z',?,\"q\",?\nw,2.5,s,2024-01-02\n",
        "@relation s\n@attribute a real\n@attribute b {p,q}\n@data\n{0 1.5, 1 q}\n{1 p}\n{}\n% end\n",
    ],
}  # fmt: skip

NETWORKS_OF_TEXT = {
    ".bif": [
        'network "n" { property x "a;b"; }\nvariable A { type discrete [ 2 ] { "a b", c }; }\nvariable B { type discrete [2] {x,y}; }\n'
        'probability ( A ) { table 0.5, 0.5; }\nprobability ( B | A ) { default 0.5 0.5; ("a b") 0.25, 0.75; } // end\n'
    ],
    ".xdsl": [],
    ".xmlbif": [],
    ".net": ["% old\nnet { node_size = (80 40); }\nnode A { states = (\"x\" \"y\"); label = \"\\u00e4\"; }\npotential (A) { data = (0.5 0.5); }\n"],
    ".dot": [
        "digraph g { node [shape=box]; A -> B -> {C D} [dir=none]; subgraph s { E -- F } \"q\\\"r\" [label=<b>]; }\n",
        "graph { 1 [label=\"A\"]; 2 [label=\"B\"]; 1 -- 2 [dir=forward] }",
    ],
    ".dagitty": ['dag { x [exposure,pos="0,1"]\n y [outcome]\n x -> y <- z\n x <-> z }\n', "pdag { a -- b -> c }"],
    ".graphml": [
        '<graphml><key id="k" attr.name="name"/><graph edgedefault="directed"><node id="n0"><data key="k">A</data></node>'
        '<node id="n1"><data key="k">B</data></node><edge source="n0" target="n1"/></graph></graphml>'
    ],
    ".txt": [
        "Graph Nodes:\nA;B;(L)\n\nGraph Edges:\n1. A --> B\n2. L --> A dd\n\nGraph Attributes:\nx: 1\n",
        "A -> B\nB -> C\nD\n# note\nC <- D\n",
        "A B C\n0 1 0\n0 0 1\n0 0 0\n",
    ],
    ".csv": [
        "from,to,kind\nA,B,directed\nB,C,directed\nD,,\n",
        '"A","B"\n0,1\n0,0\n',
        ",A,B\nA,0,1\nB,0,0\n",
        "source;target\nx;y\n",
    ],
}  # fmt: skip

JSON_GRAPHS: list[Any] = [
    {"nodes": ["A", "B"], "edges": [["A", "B"]], "name": "n", "levels": [["x", "y"], ["0", "1"]]},
    {
        "directed": True,
        "graph": {"name": "g"},
        "nodes": [{"id": 1, "label": "A"}, {"id": 2, "label": "B"}, {"id": "n 3", "name": "C"}],
        "links": [{"source": 1, "target": 2}, {"source": 1, "target": "n 3", "directed": True}],
    },
]

KNOWLEDGE_NAMES = ("A", "B", "C", "a b", "A->B", 'q"r')
KNOWLEDGE = [
    '# x\nrequire A -> B\nforbid B -- C\ntiers A, B < C < "a b"\n',
    'forbid "A->B" → A\nrequire "q\\"r" — C\ntiers A\ntiers C\n',
]


def _texts(ending: str, *more: str) -> Make:
    seeds = [TextSeed(text) for text in more]
    return lambda random: mutated_text(random, seeds)


def _text_tables(ending: str) -> Make:
    own = [content.decode() for content in _table_seeds(ending)] if ending != ".txt" else []
    return _texts(ending, *own, *TABLES_OF_TEXT[ending])


def _text_networks(ending: str) -> Make:
    own = {".txt": [".tetrad.txt"], ".csv": [".edges.csv", ".matrix.csv"]}.get(ending, [ending])
    found = [content.decode() for writer in own for content in _network_seeds(writer)]
    return _texts(ending, *found, *NETWORKS_OF_TEXT[ending])


def _json_networks() -> Make:
    seeds = [*JSON_GRAPHS, *(json.loads(content) for content in _network_seeds(".json"))]

    def make(random: Random) -> bytes:
        content = edited_json(random, json.dumps(random.choice(seeds)).encode())
        return mutated_bytes(random, content) if random.random() < 0.1 else content

    return make


def _workbooks() -> Make:
    seeds = [members_of(content) for content in _table_seeds(".xlsx")]
    return lambda random: mutated_archive(
        random, random.choice(seeds), ((".xml", edited_text), (".rels", edited_text))
    )


def _npz_tables() -> Make:
    texts = np.array([["x", "yé"], ["z", "yé"], ["x", "w"]])
    seeds = [
        *(members_of(content) for content in _table_seeds(".npz")),
        [("texts.npy", npy_bytes(texts)), ("columns.npy", npy_bytes(np.array(["p", "q"])))],
        [("bits.npy", npy_bytes(np.array([[True, False], [False, True]]))), ("more.npy", npy_bytes(np.eye(3)))],
    ]  # fmt: skip
    return lambda random: mutated_archive(random, random.choice(seeds), ((".npy", edited_npy),))


def _parquet_tables() -> Make:
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")

    written_here = _table_seeds(".parquet")

    def dictionary(random: Random, rows: int) -> Any:
        kinds: tuple[list[Any], ...] = (
            [],
            ["x"],
            ["x", "y", None],
            ["", " x", "x"],
            ["1", "1.0", "\0"],
            [1.5, 2.5],
            [1, 2, 3],
        )
        values = arrow.array(random.choice(kinds))
        if values.type == arrow.null():
            values = values.cast(arrow.string())
        codes = [random.choice([None, *range(len(values))]) for _ in range(rows)]
        return arrow.DictionaryArray.from_arrays(arrow.array(codes, arrow.int32()), values)

    def column(random: Random, rows: int) -> Any:
        match random.randrange(11):
            case 0 | 1 | 2:
                return dictionary(random, rows)
            case 3:
                return arrow.array(
                    [random.choice(("x", "", " ", None, "a\nb", "\0", "=1", "x" * 3000)) for _ in range(rows)]
                )
            case 4:
                return arrow.array(
                    [random.choice((1.5, None, float("nan"), float("inf"), 2**70)) for _ in range(rows)],
                    arrow.float64(),
                )
            case 5:
                return arrow.array(
                    [random.choice((0, 1, None, 2**63 - 1, -(2**63))) for _ in range(rows)], arrow.int64()
                )
            case 6:
                return arrow.array([random.choice((True, False, None)) for _ in range(rows)])
            case 7:
                kind = random.choice((arrow.timestamp("ns"), arrow.timestamp("us", "UTC"), arrow.timestamp("s", "Nowhere/Here"), arrow.date32(),
                                      arrow.time64("ns"), arrow.duration("s"), arrow.uint64(), arrow.float16()))  # fmt: skip
                return (
                    arrow.array([random.randrange(100) for _ in range(rows)], arrow.int32())
                    .cast(arrow.int64())
                    .cast(kind, safe=False)
                )
            case 8:
                return arrow.array([[1], None, []][: rows % 3 + 1] * rows)[:rows]
            case 9:
                return arrow.nulls(rows)
            case _:
                return arrow.array([b"x\xff"] * rows)

    def table(random: Random) -> bytes:
        rows = random.choice((0, 1, 3, 5))
        width = random.choice((0, 1, 2, 3))
        try:
            if random.random() < 0.5:  # what can be read, mostly
                rows, width = 5, 2
                columns = [dictionary(random, rows) for _ in range(width)]
            else:
                columns = [column(random, rows) for _ in range(width)]
            names = [
                random.choice(("a", "b", "", " a", "\n", "c\0", "__index_level_0__", "x" * 1200))
                for _ in range(width)
            ]
            made = io.BytesIO()
            parquet.write_table(arrow.table(columns, names=names), made)
        except (arrow.ArrowException, ValueError, NotImplementedError):  # what pyarrow itself does not write
            return random.choice(written_here)
        return made.getvalue()

    def make(random: Random) -> bytes:
        if random.random() < 0.5:
            return table(random)
        return mutated_bytes(random, random.choice(written_here))

    return make


def _plans() -> Make:
    full = ImportPlan(
        delimiter=";", header=True, encoding="utf-8", decimal=",", part="data", missing=("", "-9"),
        kinds={"a": Kind.DISCRETE, "b": Kind.CONTINUOUS}, others=Kind.GUESS, policy=MissingPolicy.LEVEL,
        cutting=Cutting(bins=4), cuttings={"b": Cutting()},
    )  # fmt: skip
    return lambda random: edited_json(random, json.dumps(full.to_json()).encode())


@cache
def _sessions() -> Any:
    from tests.kept import small_session

    return small_session()


def _trace_lines() -> Make:
    from tests.kept import small_traces

    seeds = []
    for trace in small_traces():
        text = written(partial(write_trace, trace), ".jsonl").decode()
        seeds.append(LinesSeed(tuple(text.splitlines())))
    return lambda random: mutated_lines(random, seeds)


def _session_files() -> Make:
    members = members_of(written(partial(write_session, _sessions()), ".elcs"))
    edits = ((".json", edited_json), (".npz", edited_npz))
    return lambda random: mutated_archive(random, members, edits)


# Use

PLANS = (
    ImportPlan(),
    ImportPlan(policy=MissingPolicy.AVAILABLE, others=Kind.CONTINUOUS),
    ImportPlan(policy=MissingPolicy.DROP_ROWS, others=Kind.GUESS, cutting=Cutting()),
    ImportPlan(policy=MissingPolicy.LEVEL, header=False),
)


def use_table(path: Path, random: Random) -> None:
    plan = random.choice((None, *PLANS))
    data = read_table(path, proposed(survey(path)) if plan is None else plan)
    fingerprint(data)
    if random.random() < 0.05:
        copy = path.with_name(f"copy{random.choice(('.csv', '.npz'))}")
        write_table(data, copy)
        copy.unlink()


def use_network(path: Path, random: Random) -> None:
    network = read_network(path)
    structure_text(Structure.of(network), random.choice(tuple(WRITERS))).encode()


def use_plan(path: Path, random: Random) -> None:
    """As sessions and settings keep them; JSON that is none is somebody else's to refuse."""
    try:
        found = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        raise DataError(f"{path.name} is no JSON.") from None
    if not isinstance(found, dict):
        raise DataError(f"{path.name} is no object.")
    plan = ImportPlan.from_json(found)
    assert ImportPlan.from_json(plan.to_json()) == plan


def use_knowledge(path: Path, random: Random) -> None:
    knowledge = read_knowledge(path, KNOWLEDGE_NAMES)
    check_knowledge(knowledge, KNOWLEDGE_NAMES)
    "\n".join(statements(knowledge, KNOWLEDGE_NAMES)).encode()


def use_trace(path: Path, random: Random) -> None:
    follow(read_trace(path), random)


def use_session(path: Path, random: Random) -> None:
    read_summary(path)
    kept = read_session(path)
    _, traces = kept.traces()
    for trace in traces:
        follow(trace, random)
    if kept.source is not None and kept.source.data is not None:
        fingerprint(kept.source.data)


def follow(trace: Trace, random: Random) -> None:
    """What a window or a command does with a trace: read it aloud, go to any step, prove, export."""
    for line in transcript(trace):
        line.encode()
    timeline = Timeline(trace)
    for step in {0, len(trace), random.randint(0, len(trace)), random.randint(0, len(trace))}:
        timeline.view(step)
    final_view(trace)
    structure_text(structure_of(trace), ".json").encode()
    script_of(trace, headline(trace.header)).encode()
    pairs = list(combinations(range(len(trace.header.names)), 2))
    for one, other in random.sample(pairs, min(len(pairs), 10)):
        for line in as_text(trace, why_edge(trace, len(trace), one, other)):
            line.encode()


def _all() -> Iterator[tuple[str, Reader]]:
    for ending in TABLES_OF_TEXT:
        yield ending.lstrip("."), Reader(ending, partial(_text_tables, ending), use_table)
    yield "xlsx", Reader(".xlsx", _workbooks, use_table, "archive")
    yield "parquet", Reader(".parquet", _parquet_tables, use_table, "archive")
    yield "npz", Reader(".npz", _npz_tables, use_table, "archive")
    for ending in NETWORKS_OF_TEXT:
        name = {".txt": "tetrad, edges, matrix", ".csv": "edges and matrix csv"}.get(
            ending, ending.lstrip(".")
        )
        yield name, Reader(ending, partial(_text_networks, ending), use_network)
    yield "json", Reader(".json", _json_networks, use_network)
    yield "knowledge", Reader(".txt", lambda: _texts(".txt", *KNOWLEDGE), use_knowledge)
    yield "import plan", Reader(".json", _plans, use_plan)
    yield "jsonl", Reader(".jsonl", _trace_lines, use_trace)
    yield "elcs", Reader(".elcs", _session_files, use_session, "archive")


READERS: dict[str, Reader] = dict(_all())


# Verdict

SLOW = 10.0
"""Seconds that no file may take."""


def verdict(reader: Reader, content: bytes, folder: Path, random: Random) -> str:
    """`accepted` or `refused`; anything else raises, as does a refusal that is not one short line."""
    path = folder / f"case{reader.ending}"
    path.write_bytes(content)
    try:
        reader.use(path, random)
    except ElcsError as refusal:
        said = str(refusal)
        assert said, "a refusal says nothing"
        assert said.isprintable() or not any(sign in said for sign in "\n\r\t\0\x1b"), (
            f"not one line: {said!r}"
        )
        assert "not enough memory" not in said, said
        assert len(said) <= 500, f"{len(said)} letters: {said!r}"
        return "refused"
    return "accepted"


def generator(reader: str, seed: int, case: int) -> Random:
    """The random generator of one case: the same whatever was tried before."""
    return Random(f"{seed} {reader} {case}")
