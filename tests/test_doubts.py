"""What is doubtful about a result is said by every place that shows it, in the same words."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication

from elcs_gui.api import Result, learn
from elcs_gui.app.exporting.report_html import report
from elcs_gui.app.model.player import Player, said_at
from elcs_gui.cli import main
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.foreign import Rich
from elcs_gui.inquiry.summary import (
    BY_KNOWLEDGE,
    CHANCE,
    CONTRADICTION,
    CYCLE,
    FEW_ROWS,
    NO_INFORMATION,
    WEAK,
    Doubt,
    summary_of,
)
from elcs_gui.inquiry.weak_edges import weak_edges
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.scene import as_measured, local_scene
from elcs_gui.player.content import content
from elcs_gui.proof.why import why_edge
from elcs_gui.proof.words import contradictions, proof_sentence
from elcs_gui.storage.session_reading import read_session
from elcs_gui.storage.trace_file import read_trace, write_trace
from elcs_gui.trace.events import Tested
from elcs_gui.trace.timeline import final_view


@dataclass(frozen=True)
class Case:
    """A run with one kind of doubt, among others."""

    network: str
    rows: int
    seed: int
    target: str
    alpha: float = 0.01
    forbid: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    gaps: tuple[str, str] | None = None
    """A column, and another that is known only where it has its first level."""


CASES = {
    CYCLE: Case("asia", 200, 1, "bronc", alpha=0.2),
    CONTRADICTION: Case("sachs", 400, 1, "Jnk"),
    FEW_ROWS: Case("sachs", 400, 1, "Jnk"),
    WEAK: Case("insurance", 800, 1, "CarValue"),
    NO_INFORMATION: Case("asia", 2000, 1, "bronc", gaps=("smoke", "dysp")),
    BY_KNOWLEDGE: Case("asia", 2000, 1, "bronc", require=("smoke->bronc",)),
    CHANCE: Case("asia", 2000, 1, "bronc", alpha=0.2),
}


def file_of(case: Case, folder: Path) -> Path:
    data = sample(find_example(case.network).load_network(), case.rows, case.seed)
    columns = {name: [data.levels[x][code] for code in data.codes[x]] for x, name in enumerate(data.columns)}
    if case.gaps is not None:
        column, other = case.gaps
        first = columns[column][0]
        columns[other] = [
            cell if by == first else "" for by, cell in zip(columns[column], columns[other], strict=True)
        ]
    path = folder / "data.csv"
    rows = zip(*columns.values(), strict=True)
    path.write_text("\n".join([",".join(columns), *map(",".join, rows)]) + "\n", encoding="utf-8")
    return path


class Run:
    """One run as every place shows it."""

    def __init__(self, case: Case, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._case, self._folder, self._capsys = case, folder, capsys
        self._file = file_of(case, folder)
        self.result: Result = learn(
            self._file,
            case.target,
            algorithm="elcs",
            alpha=case.alpha,
            require=case.require,
            missing="available" if case.gaps else None,
        )

    @cached_property
    def record(self) -> dict[str, Any]:
        """`elcs run --json`."""
        found: dict[str, Any] = json.loads(self._elcs("--target", self._case.target, "--json"))
        return found

    @cached_property
    def doubts(self) -> list[Doubt]:
        """What is to be said, worked out from the trace and the weak edges."""
        found = summary_of(self.result.trace)
        assert found is not None
        return list(found.doubts)

    def _elcs(self, *options: str, command: str = "run") -> str:
        case = self._case
        arguments = [command, str(self._file), *options, "--algorithm", "elcs", "--alpha", str(case.alpha)]
        arguments += ["--missing-policy", "available"] if case.gaps else []
        arguments += [word for statement in case.require for word in ("--require", statement)]
        self._capsys.readouterr()
        assert main(arguments) == 0
        return self._capsys.readouterr().out

    def printed(self) -> str:
        return self._elcs("--target", self._case.target)

    def in_json(self) -> str:
        return "\n".join(doubt["sentence"] for doubt in self.record["doubts"])

    def of_all_targets(self) -> str:
        lines = self._elcs("--all-targets").splitlines()
        (line,) = (line for line in lines if line.split(" ")[0] == self._case.target)
        return line

    def replayed(self) -> str:
        trace = self._folder / "run.jsonl"
        self.result.save(trace)
        self._capsys.readouterr()
        assert main(["replay", str(trace)]) == 0
        return self._capsys.readouterr().out

    def note_of_the_picture(self) -> str:
        trace = self.result.trace
        end = len(trace)
        scene = local_scene(FactsByTarget(trace), final_view(trace), end, trace[end - 1])
        return as_measured(scene, trace, firm=False).note

    def status_line(self) -> str:
        QCoreApplication.instance() or QCoreApplication([])
        player = Player()
        player.load(self.result.trace, len(self.result.trace))
        return said_at(player)


IN_FULL: dict[str, Callable[[Run], str]] = {
    "elcs run": Run.printed,
    "elcs run --json": Run.in_json,
    "print(result)": lambda run: str(run.result),
    "Result.doubts": lambda run: "\n".join(run.result.doubts),
    "notebook": lambda run: unescape(run.result._repr_html_()),
    "player": lambda run: "\n".join(text for _, text in content(run.result.trace, "run")["doubts"]),
    "report": lambda run: unescape(report(run.result.trace, Rich(""), Rich(""))),
}
IN_SHORT: dict[str, Callable[[Run], str]] = {
    "elcs run --all-targets": Run.of_all_targets,
    "picture": Run.note_of_the_picture,
    "status line": Run.status_line,
    "player's last sentence": lambda run: str(content(run.result.trace, "run")["steps"]["said"][-1]),
}


@pytest.mark.parametrize("kind", CASES)
def test_every_doubt_is_said_by_every_place_that_shows_a_result(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: object
) -> None:
    run = Run(CASES[kind], tmp_path, capsys)
    assert kind in {doubt["kind"] for doubt in run.record["doubts"]}
    assert run.result.json["doubts"] == run.record["doubts"]
    places = {place: (say(run), True) for place, say in IN_FULL.items()}
    places |= {place: (say(run), False) for place, say in IN_SHORT.items()}
    for doubt in run.doubts:
        for place, (text, in_full) in places.items():
            if place == "elcs run --all-targets" and doubt.kind == CHANCE:
                continue  # it is the same for all of them, and said once
            assert (doubt.sentence if in_full else doubt.short) in text, (place, doubt.kind)


@pytest.mark.parametrize("kind", CASES)
def test_a_replayed_trace_says_the_same_but_what_takes_the_data(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(CASES[kind], tmp_path, capsys)
    text = run.replayed()
    for doubt in run.record["doubts"]:
        assert (doubt["sentence"] in text) == (doubt["kind"] != WEAK)
    if kind == WEAK:
        assert (
            "Which edges rest on tests that had too few rows was not computed: that takes the data." in text
        )


def test_why_of_an_arrow_on_a_cycle_names_the_cycle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(CASES[CYCLE], tmp_path, capsys)
    trace = run.result.trace
    (doubt,) = (one for one in run.doubts if one.kind == CYCLE)
    [cycle] = doubt.details
    end = len(trace)
    on_it = {
        ends
        for ends in final_view(trace).edges
        if cycle in contradictions(trace, why_edge(trace, end, *ends))
    }
    assert on_it == {*doubt.edges}
    kept = content(trace, "asia")["why"]
    assert {tuple(sorted(one["of"])) for one in kept if cycle in one["warn"]} >= on_it
    first = min(why_edge(trace, end, *ends).step for ends in on_it)
    assert all(cycle not in contradictions(trace, why_edge(trace, first, *ends)) for ends in on_it)


def test_a_session_of_one_run_keeps_why_tests_had_no_information(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(CASES[NO_INFORMATION], tmp_path, capsys)
    path = tmp_path / "run.elcs"
    write_trace(run.result.trace, path)
    assert read_session(path).source is None
    capsys.readouterr()
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out == run.replayed()
    (doubt,) = (one for one in run.doubts if one.kind == NO_INFORMATION)
    found = summary_of(read_trace(path))
    assert found is not None and doubt in found.doubts


def test_a_run_without_doubts_names_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(Case("asia", 2000, 1, "bronc"), tmp_path, capsys)
    assert run.record["doubts"] == run.result.doubts == []
    assert run.note_of_the_picture() == "1 neighbour decided, 1 undecided"
    assert "In doubt" not in run.status_line()


def test_weak_edges_are_those_of_the_inquiry(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(CASES[WEAK], tmp_path, capsys)
    (doubt,) = (one for one in run.record["doubts"] if one["kind"] == WEAK)
    result = run.result
    found = weak_edges(result._evidence, result.header)
    names = result.header.names
    assert {frozenset(edge) for edge in doubt["edges"]} == {
        frozenset((names[x], names[y])) for x, y in found.edges
    }


def test_a_cycle_is_named_with_its_blankets_and_not_written_as_arrows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = Run(CASES[CYCLE], tmp_path, capsys).result
    (doubt,) = (one for one in result.json["doubts"] if one["kind"] == CYCLE)
    (sentence,) = doubt["details"]
    on_cycle = {frozenset(edge) for edge in doubt["edges"]}
    arrows = {
        frozenset((tail, head)) for tail, head, said in result.graph.edges(data=True) if said["directed"]
    }
    assert on_cycle <= arrows
    assert sentence == (
        "Arrows run in a cycle, smoke → bronc → dysp → either → smoke, "
        "from the blankets of smoke, bronc and dysp, by Meek R1."
    )
    for ending in (".dagitty", ".dot", ".edges.csv", ".matrix.csv", ".tetrad.txt", ".graphml", ".json"):
        result.save(tmp_path / f"graph{ending}")
    text = (tmp_path / "graph.dagitty").read_text(encoding="utf-8")
    assert text.startswith("pdag {")
    for edge in on_cycle:
        one, other = sorted(edge)
        assert not any(f"{a} -> {b}" in text for a, b in ((one, other), (other, one)))
    assert "Arrows run in a cycle" in (tmp_path / "graph.dot").read_text(encoding="utf-8")
    trace = tmp_path / "cyclic.jsonl"
    result.save(trace)
    assert main(["export", str(trace), "--to", str(tmp_path / "again.dagitty")]) == 0
    assert sentence in capsys.readouterr().err
    assert (tmp_path / "again.dagitty").read_text(encoding="utf-8") == text


def test_a_test_with_nothing_to_compare_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(CASES[NO_INFORMATION], tmp_path, capsys)
    (doubt,) = (one for one in run.record["doubts"] if one["kind"] == NO_INFORMATION)
    assert any("dysp is known only where smoke is" in detail for detail in doubt["details"])
    tests = run.result.tests
    empty = tests[tests.df == 0]
    assert len(empty)
    assert set(empty.verdict) == {"no information"}
    assert empty.independent.all()
    assert not (tests[tests.df != 0].verdict == "no information").any()


def test_what_follows_from_a_test_with_nothing_to_compare_is_not_told_as_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(CASES[NO_INFORMATION], tmp_path, capsys)
    reason = "dysp is known only where smoke is"
    lines = run.replayed().splitlines()
    assert any(f": no information ({reason}" in line for line in lines)
    assert any(
        f"smoke leaves PC: its test with bronc given {{dysp}} had no information ({reason}" in line
        for line in lines
    )
    assert not any("{dysp} separates it from bronc" in line and " smoke " in line for line in lines)
    result = run.result
    empty = [event for event in result.trace if isinstance(event, Tested) and event.df == 0]
    step = len(result.trace)
    proofs = [why_edge(result.trace, step, event.x, event.y) for event in empty]
    said = [proof_sentence(result.trace, proof) for proof in proofs]
    assert any("Nothing to compare, given {dysp}" in each for each in said)
    assert not any("separates them" in each or "Independent unconditionally" in each for each in said)


def test_a_trace_file_keeps_why_tests_had_no_information(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(CASES[NO_INFORMATION], tmp_path, capsys)
    path = tmp_path / "run.jsonl"
    run.result.save(path)
    read = read_trace(path)
    assert read.judge.tape.explain is None
    found = summary_of(read)
    assert found is not None
    assert [one for one in found.doubts if one.kind == NO_INFORMATION] == [
        one for one in run.doubts if one.kind == NO_INFORMATION
    ]
    again = tmp_path / "again.jsonl"
    write_trace(read, again)
    assert again.read_bytes() == path.read_bytes()
    log = tmp_path / "log.csv"
    assert main(["export", str(path), "--to", str(log)]) == 0
    rows = list(csv.DictReader(log.read_text(encoding="utf-8").splitlines()))
    assert {bool(row["reason"]) for row in rows if row["verdict"] == "no information"} == {True}
    assert {row["reason"] for row in rows if row["verdict"] != "no information"} == {""}
