"""How firm edges are, without a window: rows, words, labels and line weights all say the same."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.examples import find_example
from elcs_gui.inquiry.firmness import (
    AlphaInterval,
    Change,
    EdgeBand,
    Firmness,
    FoundEdge,
    firmness,
    keep_firmness,
)
from elcs_gui.inquiry.firmness_rows import CLOSE, FIRM, FirmRow, about, firm_rows, title
from elcs_gui.inquiry.firmness_words import label, other_rules, stands_sentence
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.scene import LinkKind, Scene, is_final, local_scene, stroke_of, with_strokes
from elcs_gui.proof.weakest import Weakest
from elcs_gui.proof.why import FragileEdge, Margins, why_edge
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Header, Trace


@cache
def run(example: str) -> tuple[Trace, Firmness]:
    """A run of its own: what is kept with it is nobody else's."""
    declared = find_example(example)
    data = declared.load_data()
    assert data is not None
    header = Header("elcs", data.index(declared.target), data.columns, "g2", rows=data.rows, k=declared.k)
    evidence = Evidence(G2(data))
    trace = learn(evidence, header).trace
    found = firmness(evidence, header)
    keep_firmness(trace, found)
    return trace, found


def rows_of(example: str, step: int | None = None) -> list[FirmRow]:
    trace, found = run(example)
    step = len(trace) if step is None else step
    arrows = Margins.of(trace).at(step)
    return firm_rows(found, arrows, trace.header.names, ended=step == len(trace))


def scene_of(trace: Trace) -> Scene:
    end = len(trace)
    return local_scene(FactsByTarget(trace), Timeline(trace).view(end), end, trace[end - 1])


def test_the_papers_example_is_said_to_hold_throughout() -> None:
    rows = rows_of("fig3")
    _, found = run("fig3")
    own = [row for row in rows if row.found]
    assert title(rows) == "All eight arrows hold"
    assert about(rows, found.low, found.high).startswith("for every alpha from 1e−6 to 0.2. Proofs may")
    assert [row.edge for row in own] == [
        "T → K",
        "D → K",
        "T → A",
        "T → B",
        "C → A",
        "T → L",
        "E → T",
        "J → T",
    ]
    assert {label(row.stands) for row in own} == {"holds for α 1e−6 … 0.2"}
    by_edge = {row.edge: row for row in rows}
    assert by_edge["T → K"].words == "Proof changes at 0.025, effect all the same"
    assert by_edge["T → B"].words == "Proof changes at 0.0039; Lemma 1b below 2.3e−5"
    assert by_edge["E → T"].words == "Proof changes at 0.651, outside this range"
    assert [(piece.role, piece.badge) for piece in by_edge["T → B"].pieces] == [
        ("child", "1b"),
        ("child", "N"),
    ]
    last = rows[-1]
    assert (last.edge, last.found, last.tests) == ("T → I", False, "not in this result")
    assert last.words == "Enters as an effect from 0.175 up"


def test_the_edge_orders_the_rows_not_its_proof() -> None:
    rows = [row for row in rows_of("child") if row.found]
    margins = [row.stands.margin for row in rows]
    assert margins == sorted(margins)
    assert any(margin < math.inf for margin in margins)
    assert "change" in title(rows)


def test_before_the_end_only_arrows_found_so_far_have_rows() -> None:
    trace, _ = run("fig3")
    assert rows_of("fig3", 100) == []
    early = rows_of("fig3", len(trace) - 12)
    assert early and all(row.found for row in early)
    assert {row.edge for row in early} < {row.edge for row in rows_of("fig3")}


HEADER = Header("elcs", 0, ("T", "A", "B"), "g2")


def made(*bands: EdgeBand) -> Firmness:
    """One edge between T and A."""
    return Firmness(HEADER, 1e-6, 0.2, {(0, 1): bands})


def row_of(found: Firmness, weakest: Weakest | None = None) -> FirmRow:
    trace, _ = run("fig3")
    edge = found.of(0, 1).edge
    proof = why_edge(trace, len(trace), *sorted((trace.header.target, trace.header.names.index("A"))))
    arrows = []
    if weakest is not None and edge is not None:
        claim = replace(proof.claim, of=(edge.tail, edge.head))
        arrows = [FragileEdge(replace(proof, claim=claim), weakest)]
    (row,) = firm_rows(found, arrows, HEADER.names)
    return row


def test_what_becomes_of_an_edge_is_said_in_words() -> None:
    arrow, back, line = FoundEdge(0, 1, "spouse"), FoundEdge(1, 0, "lemma-1a"), FoundEdge(0, 1)
    weak = Weakest(3, 0.0102, 0.01, 0.02, independent=True, cited=4)
    found = made(EdgeBand(1e-6, 0.004, line), EdgeBand(0.004, 0.03, arrow), EdgeBand(0.03, 0.2, None))
    row = row_of(found, weak)
    assert row.words == "Undecided below 0.004; gone from 0.03 up; proof changes at 0.0102"
    assert row.close and not row.pieces[0].turned
    assert stands_sentence(row.stands, 0, 1, HEADER.names) == (
        "T → A holds from alpha 0.004 to 0.03: below, it has no direction; from 0.03 on, there is no edge."
    )
    found = made(EdgeBand(1e-6, 0.03, arrow), EdgeBand(0.03, 0.2, back))
    row = row_of(found, weak)
    assert row.words == "Turned round from 0.03 up; proof changes at 0.0102"
    assert [(piece.role, piece.turned) for piece in row.pieces] == [("child", False), ("parent", True)]
    assert "from 0.03 on, it is A → T" in stands_sentence(row.stands, 0, 1, HEADER.names)
    row = row_of(made(EdgeBand(1e-6, 0.05, line), EdgeBand(0.05, 0.2, back)))
    assert (row.edge, row.words) == ("T — A", "A cause from 0.05 up")
    assert label(row.stands) == "undecided for α 1e−6 … 0.05"
    row = row_of(made(EdgeBand(1e-6, 0.2, line)))
    assert row.words == "The same at every alpha"
    row = row_of(made(EdgeBand(1e-6, 0.005, FoundEdge(0, 1, one_sided=True)), EdgeBand(0.005, 0.2, line)))
    assert (row.role, row.words) == ("undecided", "One-sided below 0.005")
    assert "below, only one of the two sides has it" in stands_sentence(row.stands, 0, 1, HEADER.names)
    row = row_of(made(EdgeBand(1e-6, 0.002, back), EdgeBand(0.002, 0.2, None)))
    assert (row.found, row.words) == (False, "Enters as a cause below 0.002")


@pytest.mark.parametrize(
    ("cited", "unreliable", "said"),
    [
        (0, 0, ""),
        (1, 0, "1 test"),
        (2, 0, "2 tests"),
        (1234, 0, "1,234 tests"),
        (1234, 1, "1 of 1,234 tests"),
    ],
)
def test_a_row_counts_the_tests_of_its_proof(cited: int, unreliable: int, said: str) -> None:
    weakest = Weakest(None, None, 0.01, math.inf, unreliable=tuple(range(unreliable)), cited=cited)
    row = row_of(made(EdgeBand(1e-6, 0.2, FoundEdge(0, 1, "spouse"))), weakest)
    assert row.tests == said


def test_a_change_next_to_alpha_is_not_written_like_alpha() -> None:
    close = made(EdgeBand(1e-6, 0.0100004, FoundEdge(0, 1, "spouse")), EdgeBand(0.0100004, 0.2, None))
    assert "from 0.0100004 up" in row_of(close, Weakest(3, 0.5, 0.01, 3.9, cited=1)).words


@pytest.mark.parametrize(("p", "outside"), [(9e-7, True), (1e-6, False), (0.2, False), (0.21, True)])
def test_where_its_proof_changes_outside_the_range_is_said(p: float, outside: bool) -> None:
    row = row_of(made(EdgeBand(1e-6, 0.2, FoundEdge(0, 1, "spouse"))), Weakest(3, p, 0.01, 1.0, cited=1))
    assert row.words.endswith(", outside this range") == outside


@pytest.mark.parametrize(
    ("weakest", "words"),
    [
        (Weakest(None, None, 0.01, 0.0, unreliable=(3,), cited=1), "Rests on too few rows"),
        (Weakest(None, None, 0.01, math.inf, forced=(3,), cited=1), "Rests on what you decided"),
        (Weakest(None, None, 0.01, math.inf, cited=4), "Certain: no alpha turns it"),
        (Weakest(None, None, 0.01, math.inf), "Rests on no test"),
        (Weakest(3, 0.0, 0.01, math.inf, cited=1), "No alpha changes its proof"),
    ],
)
def test_a_proof_that_no_alpha_changes_says_why(weakest: Weakest, words: str) -> None:
    row = row_of(made(EdgeBand(1e-6, 0.2, FoundEdge(0, 1, "spouse"))), weakest)
    assert (row.words, row.proof_at) == (words, None)
    assert title([row]) == "The arrow holds"


def test_arrows_are_the_thicker_the_further_alpha_may_move() -> None:
    assert stroke_of(0.0) == stroke_of(CLOSE) == 1.2
    assert stroke_of(math.inf) == stroke_of(FIRM) == 2.0
    assert stroke_of(CLOSE) < stroke_of(math.log(10)) < stroke_of(FIRM)
    trace, found = run("fig3")
    scene = scene_of(trace)
    drawn = with_strokes(scene, found)
    assert {link.stroke for link in drawn.links if link.directed} == {2.0}
    assert {link.stroke for link in scene.links} == {1.0}


def test_only_what_the_run_ends_with_has_a_weight_and_a_label() -> None:
    trace, found = run("fig3")
    (link,) = (link for link in scene_of(trace).links if link.kind is LinkKind.CHILD and link.badge == "N")
    assert is_final(link, found)
    assert not is_final(replace(link, tail=link.head, head=link.tail), found)
    assert not is_final(replace(link, directed=False), found)
    assert not is_final(replace(link, kind=LinkKind.CANDIDATE), found)
    assert is_final(replace(link, directed=False), made_undirected(found, link.ends))


def made_undirected(found: Firmness, ends: tuple[int, int]) -> Firmness:
    line = EdgeBand(found.low, found.high, FoundEdge(*ends))
    return replace(found, bands={**found.bands, ends: (line,)})


def test_the_nearest_change_counts() -> None:
    arrow = FoundEdge(0, 1, "spouse")
    near = AlphaInterval(arrow, 0.01, 0.001, 0.02, Change(0.001, None), Change(0.02, None))
    assert near.margin == pytest.approx(math.log(2))
    assert AlphaInterval(arrow, 0.01, 0.001, 0.2, Change(0.001, None)).margin == pytest.approx(math.log(10))


def test_other_rules_are_those_beside_its_own_on_the_stretch_on_which_the_edge_stands() -> None:
    """Above 0.2 the arrow is found once more, after a gap."""
    lows = (1e-6, 0.01, 0.05, 0.1, 0.2, 0.3)
    rules = ("lemma-1a", "spouse", "lemma-1b", None, "lemma-1a")
    edges = [None if rule is None else FoundEdge(1, 0, rule) for rule in rules]
    bands = [EdgeBand(low, high, edge) for (low, high), edge in zip(pairwise(lows), edges, strict=True)]
    assert other_rules(bands, AlphaInterval(edges[1], 0.02, 1e-6, 0.1)) == [
        "Lemma 1a below 0.01", "Lemma 1b from 0.05 up",
    ]  # fmt: skip
    assert other_rules(bands, AlphaInterval(edges[2], 0.06, 1e-6, 0.1)) == ["V-structure below 0.05"]
    assert other_rules(bands, AlphaInterval(edges[4], 0.25, 0.2, 0.3)) == []
