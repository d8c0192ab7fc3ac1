"""Every writer of files and texts about a run: what it gives for a run whose variables have any names.

`checked` compares what is written about hostile names with what is written about harmless ones: it must
consist of the same, and where the format can be read again, the names come back letter for letter.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from random import Random

from elcs_gui.algorithms.learning import learn as learn_run
from elcs_gui.algorithms.run_title import headline, transcript
from elcs_gui.api import Result, learn
from elcs_gui.benchmark.plan import RunKey
from elcs_gui.benchmark.results import DONE, RunResult
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.registry import make_test
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.names import MOST_LETTERS, tidy_name
from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network, write_network
from elcs_gui.data.readers import read_table, write_table
from elcs_gui.data.structures.structure_files import WRITERS as STRUCTURES
from elcs_gui.data.structures.structure_files import structure_text
from elcs_gui.errors import DataError
from elcs_gui.inquiry.blame import Blame, blame
from elcs_gui.inquiry.race import run_race
from elcs_gui.inquiry.race_words import as_csv as race_csv
from elcs_gui.proof.export import LATEX_COMMANDS as LETTERS
from elcs_gui.proof.export import as_json, as_latex, as_markdown, as_text
from elcs_gui.proof.why import why_edge
from elcs_gui.storage.trace_file import read_trace, write_trace
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.knowledge_text import read_knowledge, statements
from elcs_gui.trace.result import structure_of
from elcs_gui.trace.script import script_of
from elcs_gui.trace.trace import Header, Origin, Trace
from tests.data.networks import named
from tests.hostile.markup import (
    Shape,
    of_html,
    of_json,
    of_latex,
    of_lines,
    of_markdown,
    of_python,
    of_svg,
    of_table,
    of_xml,
)
from tests.hostile.names import KNOWN, NAMES, renamed
from tests.traces import trace_of

EXAMPLE = "asia"
"""It has few variables, and an edge of every kind: a page of it is made in a moment."""


@dataclass(frozen=True, eq=False)
class Case:
    """A run, its data and the network behind them, the variables called by these names."""

    names: tuple[str, ...]
    example: str = EXAMPLE

    @cached_property
    def trace(self) -> Trace:
        made = renamed(trace_of(self.example), self.names)
        made.header = replace(made.header, origin=Origin("table", self.names[-1]))
        return made

    @cached_property
    def data(self) -> Dataset:
        data = find_example(self.example).load_data()
        assert data is not None
        return replace(data, codes=data.codes[:, :300], columns=self.trace.header.names)

    @cached_property
    def network(self) -> Network:
        """Levels are called by the names as well."""
        network = find_example(self.example).load_network()
        known = dict(zip(network.nodes, range(len(network.nodes)), strict=True))
        columns = find_example(self.example).load_data().columns  # type: ignore[union-attr]
        called = dict(zip(columns, self.trace.header.names, strict=True))
        nodes = tuple(called[node] for node in network.nodes)
        levels = tuple(
            tuple(self.names[(known[node] + place) % len(self.names)] for place in range(len(levels)))
            for node, levels in zip(network.nodes, network.levels, strict=True)
        )
        return replace(network, name=self.names[0][:100], nodes=nodes, levels=levels)

    @cached_property
    def result(self) -> Result:
        return learn(self.data, self.trace.header.names[self.trace.header.target])

    @cached_property
    def evidence(self) -> Evidence:
        return Evidence(make_test("g2", self.data, None))

    @cached_property
    def header(self) -> Header:
        target = self.trace.header.target
        return Header("elcs", target, self.data.columns, "g2", rows=self.data.rows)

    @cached_property
    def blamed(self) -> tuple[Blame, Trace]:
        found, trace = _blamed(self.example)
        called = renamed(trace, self.names)
        return replace(found, header=called.header), called

    def edges(self) -> Iterator[tuple[int, int]]:
        target = self.trace.header.target
        return ((target, x) for x in range(len(self.names)) if x != target)


@cache
def _blamed(example: str) -> tuple[Blame, Trace]:
    """It takes a second, whatever the names."""
    plain = Case(tuple(f"x{place}" for place in range(8)), example)
    found = blame(plain.evidence, plain.header, plain.network)
    return found, learn_run(plain.evidence, plain.header).trace


Text = Callable[[Case], str]
Reading = Callable[[str, Case], Shape]


def _shape(read: Callable[[str], Shape]) -> Reading:
    return lambda text, _: read(text)


def _json(text: str, case: Case) -> Shape:
    return of_json(text, {name: number for number, name in enumerate(case.trace.header.names)})


def _latex(text: str, _: Case) -> Shape:
    return of_latex(text, LETTERS)


def _markdown(text: str, case: Case) -> Shape:
    return of_markdown(text) if find_spec("markdown_it") else of_lines(text)


def _proofs(write: Callable[..., object], *, joint: str = "\n") -> Text:
    def made(case: Case) -> str:
        texts = []
        for edge in case.edges():
            proof = why_edge(case.trace, len(case.trace), *edge)
            for formal in (False, True):
                written = write(case.trace, proof, formal=formal)
                texts.append("\n".join(written) if isinstance(written, list) else str(written))
        return joint.join(texts)

    return made


def _proofs_as_json(case: Case) -> str:
    proofs = (as_json(case.trace, why_edge(case.trace, len(case.trace), *edge)) for edge in case.edges())
    return json.dumps(list(proofs), ensure_ascii=False)


def _log(ending: str) -> Text:
    def made(case: Case) -> str:
        from elcs_gui.app.log.columns import LogColumns
        from elcs_gui.app.log.text_export import as_text as log_text

        return log_text(LogColumns(case.trace), range(len(case.trace.test_steps)), ending)

    return made


def _player(case: Case) -> str:
    from elcs_gui.player.page import player_page

    return player_page(case.trace, title=case.names[0], most_steps=1)


def _race(case: Case) -> str:
    return race_csv(run_race(case.evidence, case.header, ["elcs", "iamb"]))


def _blame(ending: str) -> Text:
    def made(case: Case) -> str:
        from elcs_gui.app.blame import words
        from elcs_gui.app.blame.rows import as_csv, as_markdown, blame_rows

        found, trace = case.blamed
        rows = blame_rows(found, trace)
        assert rows
        if ending == "csv":
            return as_csv(rows)
        return as_markdown(rows, f"Blame for {case.names[0]}", words.all_sentences(found))

    return made


def _benchmark(case: Case) -> str:
    """The line of a result, and what stands in the table that is pasted elsewhere."""
    key = RunKey(case.names[0], 5000, 1, "elcs", case.names[1])
    result = RunResult(key, "simulated", DONE, {"shd": 1.0}, case.names[2])
    return result.line()


def _painted(kind: str) -> Text:
    def made(case: Case) -> str:
        from elcs_gui.app.exporting.report import report_of
        from elcs_gui.app.graph.sheet import Layout, Sheet
        from elcs_gui.app.kit.theme import LIGHT

        layout = Layout(LIGHT, title=case.names[1], caption=True)
        if kind == "report":
            return report_of(case.trace, layout, title=case.names[0])
        sheet = Sheet(case.trace, layout)
        sheet.seek(len(case.trace))
        return sheet.picture.data("svg").decode()

    return made


TEXTS: dict[str, tuple[Text, Reading]] = {
    "proof": (_proofs(as_text), _shape(of_lines)),
    "proof.md": (_proofs(as_markdown), _markdown),
    "proof.tex": (_proofs(as_latex), _latex),
    "proof.json": (_proofs_as_json, _json),
    "prose": (lambda case: "\n".join(transcript(case.trace)), _shape(of_lines)),
    "script.py": (lambda case: script_of(case.trace, headline(case.trace.header)), _shape(of_python)),
    "notebook": (lambda case: case.result._repr_html_(), _shape(of_html)),
    "result": (lambda case: f"{case.result!r}\n{case.result}\n{case.result.prose()}", _shape(of_lines)),
    "result.json": (lambda case: json.dumps(case.result.json, ensure_ascii=False), _json),
    "log.csv": (_log("csv"), _shape(of_table)),
    "log.tsv": (_log("tsv"), _shape(lambda text: of_table(text, "\t"))),
    "log.jsonl": (_log("jsonl"), _json),
    "edges.csv": (lambda case: structure_text(structure_of(case.trace), ".edges.csv"), _shape(of_table)),
    "matrix.csv": (lambda case: structure_text(structure_of(case.trace), ".matrix.csv"), _shape(of_table)),
    "race.csv": (_race, _shape(of_table)),
    "blame.csv": (_blame("csv"), _shape(of_table)),
    "blame.md": (_blame("md"), _markdown),
    "results.csv": (_benchmark, _shape(of_table)),
    "graphml": (lambda case: structure_text(structure_of(case.trace), ".graphml"), _shape(of_xml)),
    "player": (_player, _shape(of_html)),
}
"""What is written without Qt, and how it is read."""

PAINTED: dict[str, tuple[Text, Reading]] = {
    "report": (_painted("report"), _shape(of_html)),
    "svg": (_painted("svg"), _shape(of_svg)),
}
"""What a painter of Qt has a part in."""

REFUSALS = (
    "A Tetrad file cannot hold the name",
    "A DAGitty file cannot hold the name",
    "a decimal comma",
    "would be read as a missing value",
    "a sheet cannot hold the text",
)
"""What a format cannot hold is refused by name; nothing is written then."""


def again(case: Case, folder: Path) -> None:
    """What can be read again brings the same names back, or was refused in a sentence."""
    structure, names = structure_of(case.trace), case.trace.header.names
    from tests.data.test_structure_files import READERS

    for ending in STRUCTURES:
        with Refusing():
            assert named(READERS[ending](structure_text(structure, ending))) == named(structure), ending
    for ending in (".bif", ".xmlbif", ".xdsl", ".net", ".json", ".dot"):
        path = folder / f"n{ending}"
        with Refusing():
            write_network(case.network, path)
            found = read_network(path)
            assert set(found.nodes) == set(case.network.nodes), ending
            if found.tables is not None:
                assert {*map(frozenset, found.levels)} == {*map(frozenset, case.network.levels)}, ending
    for ending in (".csv", ".tsv", ".xlsx", ".parquet", ".arff", ".npz"):
        path = folder / f"d{ending}"
        with Refusing():
            write_table(case.data, path)
            assert read_table(path).columns == names, ending
    for ending in (".jsonl", ".elcs"):
        path = folder / f"t{ending}"
        write_trace(case.trace, path)
        assert read_trace(path) == case.trace, ending
    known = Knowledge(required=((0, 1),), forbidden=((2, 0), (3, 2), (2, 3)), tiers=((0, 4), (1, 5)))
    path = folder / "known.txt"
    path.write_text("\n".join(statements(known, names)), encoding="utf-8")
    assert read_knowledge(path, names) == known


class Refusing:
    """What is refused, is refused in one of the known sentences."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        return isinstance(error, DataError) and any(said in str(error) for said in REFUSALS)


# Comparing


@cache
def _harmless(writer: str, number: int) -> tuple[Shape, ...]:
    """What is written about names that no writer has trouble with: letters, and signs that few fonts have."""
    write, read = (TEXTS | PAINTED)[writer]
    names = [f"x{place}" for place in range(number)], [f"🧪{place}" for place in range(number)]
    cases = [Case(tuple(some)) for some in names]
    return tuple(read(write(case), case) for case in cases)


def checked(writer: str, case: Case) -> None:
    """An AssertionError where a name has become more than a name."""
    write, read = (TEXTS | PAINTED)[writer]
    found = read(write(case), case)
    expected = _harmless(writer, len(case.names))
    differs = found - expected[0], expected[0] - found
    assert found in expected, (writer, case.names, differs)


def groups(size: int, kinds: Sequence[str] = tuple(KNOWN)) -> list[tuple[str, ...]]:
    """The hostile names, so many together; the last group is filled up from the first names."""
    names = [KNOWN[kind] for kind in kinds]
    filled = [*names, *names[: -len(names) % size]]
    return [tuple(filled[start : start + size]) for start in range(0, len(filled), size)]


def drawn_names(random: Random, size: int) -> tuple[str, ...]:
    """So many different names made of pieces of hostile ones."""
    names: dict[str, None] = {}
    while len(names) < size:
        cut = []
        for piece in random.choices(tuple(NAMES.values()), k=random.choice((1, 1, 2, 2, 3, 5))):
            cut.append(piece[random.randrange(len(piece)) :][: random.choice((1, 2, 5, 20, 1000))])
        name = tidy_name(random.choice(("", " ", "\n", "<", '"')).join(cut)[:MOST_LETTERS])
        if name:
            names[name] = None
    return tuple(names)
