"""No two places tell different stories of an edge: in every bundled example, of every edge spoken of."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache
from html import escape

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.exporting import report_html
from elcs_gui.app.graph.painting.firmness_painter import edge_label
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.log.columns import LogColumns
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Edge
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.examples import examples, find_example
from elcs_gui.foreign import Rich
from elcs_gui.inquiry.alpha import explore_alpha
from elcs_gui.inquiry.firmness import Firmness, certain_firmness, firmness, keep_firmness
from elcs_gui.inquiry.firmness_rows import firm_rows
from elcs_gui.inquiry.firmness_words import firm_words, label, short, stands_sentence, weak_words
from elcs_gui.inquiry.weak_edges import WeakEdges, keep_weak_edges, none_weak, weak_edges
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.scene import (
    Link,
    LinkKind,
    Scene,
    as_measured,
    field_scene,
    local_scene,
    stroke_of,
)
from elcs_gui.picture.why_answer import Answer, Subject, answer, test_row
from elcs_gui.picture.why_lines import Reading, page_lines
from elcs_gui.proof.export import as_json, as_text
from elcs_gui.proof.tree import Proof
from elcs_gui.proof.why import Margins, why_edge
from elcs_gui.storage.study import Study
from elcs_gui.trace.conflicts import Dispute, about, disputes
from elcs_gui.trace.explain import p_value
from elcs_gui.trace.outcome import Outcome, Pair
from elcs_gui.trace.result import as_json as result_json
from elcs_gui.trace.roles import FinalRole
from elcs_gui.trace.rules import badge
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View

EXAMPLES = [known.id for known in examples()]
MEASURED = [known.id for known in examples() if known.rows]
NOT_CLAIMED = (LinkKind.GHOST, LinkKind.CANDIDATE, LinkKind.MISSING)


@dataclass(frozen=True, eq=False)
class Finished:
    """A run that has ended, with all that can be found out about it."""

    evidence: Evidence
    trace: Trace
    view: View
    outcome: Outcome
    firmness: Firmness
    weak: WeakEdges
    disputes: tuple[Dispute, ...]
    conflicts: list[dict[str, object]]
    """As `elcs run` tells them."""

    @property
    def names(self) -> tuple[str, ...]:
        return self.trace.header.names

    @property
    def spoken_of(self) -> list[Pair]:
        """Every edge that was found, is contradicted or weak, or would be at the target at another alpha."""
        doubted = [ends for dispute in self.disputes for ends in dispute.marks]
        return sorted({*self.outcome.graph, *doubted, *self.weak.becomes, *self.firmness.others})

    def scene(self, *, field: bool = False) -> Scene:
        end = len(self.trace)
        local = local_scene(FactsByTarget(self.trace), self.view, end, self.trace[end - 1])
        scene = field_scene(local, self.view) if field else local
        return as_measured(scene, self.trace, firm=True)

    def page(self, ends: Pair) -> Answer:
        end = len(self.trace)
        about_edge = Subject("edge", ends)
        return answer(self.trace, end, self.view, self.trace[end - 1], about_edge, self.names, formal=False)


@cache
def finished(example: str) -> Finished:
    known = find_example(example)
    study = Study(
        example, known.load_data(), known.load_network(), known.test if known.rows else "oracle",
        target=known.target, k=known.k, require=known.require,
    )  # fmt: skip
    header = study.header()
    evidence = study.evidence(header)
    learnt = learn(evidence, header)
    trace, outcome = learnt.trace, learnt.outcome
    assert outcome is not None
    firm = firmness(evidence, header) if known.rows else certain_firmness(trace)
    weak = none_weak(trace) or weak_edges(evidence, header)
    keep_firmness(trace, firm)
    keep_weak_edges(trace, weak)
    view = final_view(trace)
    told = result_json(header, outcome, learnt.counts, 0.0, None, [])["conflicts"]
    return Finished(evidence, trace, view, outcome, firm, weak, disputes(view), told)


def said_of(proof: Proof) -> tuple[str, tuple[int, ...]]:
    return proof.status, proof.claim.of if proof.status == "directed" else ()


def drawn_as(link: Link) -> tuple[str, tuple[int, ...]]:
    return ("directed", (link.tail, link.head)) if link.directed else ("undecided", ())


def found_as(run: Finished, ends: Pair) -> tuple[str, tuple[int, ...]]:
    edge = run.outcome.graph.get(ends)
    if edge is None:
        return "absent", ()
    return ("directed", (edge.tail, edge.head)) if edge.rule else ("undecided", ())


@pytest.mark.parametrize("example", EXAMPLES)
def test_picture_and_proof_agree_about_presence_direction_weakness_and_conflict(example: str) -> None:
    run = finished(example)
    local = {link.ends: link for link in run.scene().links if link.kind not in NOT_CLAIMED}
    field = {link.ends: link for link in run.scene(field=True).links if link.kind not in NOT_CLAIMED}
    target = run.outcome.target
    assert set(field) == set(run.outcome.graph), "the map has every edge, and no other"
    here = {ends for ends in run.outcome.graph if target in ends}
    assert here <= set(local) <= set(field), "and the blanket every edge at its target"
    for ends in run.spoken_of:
        proof = why_edge(run.trace, len(run.trace), *ends)
        assert said_of(proof) == found_as(run, ends)
        doubted, weak = bool(about(run.disputes, *ends)), ends in run.weak
        assert bool(proof.disputes) == bool(proof.against) == doubted
        for link in (drawn[ends] for drawn in (local, field) if ends in drawn):
            assert drawn_as(link) == said_of(proof)
            assert link.badge == (badge(proof.rule) if link.directed else "")
            assert (link.conflict, link.weak) == (doubted, weak)
            pointed_at = "\n".join(text for text, _ in edge_label(link, run.trace, run.view))
            assert ("contradicted:" in pointed_at) == doubted
            assert ("too few rows" in pointed_at) == weak
            assert label(run.firmness.of(*ends)) in pointed_at


@pytest.mark.parametrize("example", EXAMPLES)
def test_page_command_report_and_result_say_the_same_of_an_edge(example: str) -> None:
    run = finished(example)
    names, trace, end = run.names, run.trace, len(run.trace)
    report = report_html.report(trace, Rich(""), Rich(""))
    assert [(one["from"], one["to"], one["kind"]) for one in run.conflicts] == [
        (names[dispute.tail], names[dispute.head], dispute.kind) for dispute in run.disputes
    ]
    for dispute in run.disputes:
        assert escape(dispute.words(names)) in report
    for ends in run.spoken_of:
        proof, page = why_edge(trace, end, *ends), run.page(ends)
        weak = weak_words(trace, end, (proof,), names)
        assert bool(weak) == (ends in run.weak)
        text = as_text(trace, proof, weak=weak)
        told = as_json(trace, proof, weak=ends in run.weak)
        contradictions = [dispute.words(names) for dispute in proof.disputes]
        assert list(page.contradictions) == told["contradictions"] == contradictions
        assert text[: len(contradictions)] == [f"Contradicted: {words}" for words in contradictions]
        cautions = [words for words in (page.missing_evidence, weak) if words]
        assert text[len(contradictions) + 1 :][: len(cautions)] == cautions
        assert bool(page.missing_evidence) == bool(told["unreliable"] or told["no_information"])
        assert (told["status"], tuple(names.index(x) for x in told["edge"])) == (proof.status, proof.claim.of)
        claim = text[len(contradictions)]
        if proof.status == "directed":
            said = "".join(words for words, _ in page.words)
            assert page.heading == f"Why {names[proof.claim.of[0]]} → {names[proof.claim.of[1]]}?"
            assert claim == f"{page.heading[4:-1]} {said[0].lower()}{said[1:]}"
            assert escape(claim) in report
            assert not weak or escape(weak) in report
            assert not page.missing_evidence or escape(page.missing_evidence) in report


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_tests_under_a_proof_have_the_verdicts_of_the_log(example: str) -> None:
    run = finished(example)
    log = LogColumns(run.trace)
    for ends in run.spoken_of:
        page = run.page(ends)
        lines = page_lines(Reading(run.trace, run.names), page.premises, frozenset(), page.against)
        for row in (test_row(run.trace, line.test, run.names) for line in lines if line.test):
            record = log.record(row.number)
            assert row.verdict is record.verdict
            assert row.p == ("" if record.p is None or math.isnan(record.p) else p_value(record.p))
            assert f" {record.verdict.sign} " in row.ends


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_note_of_the_run_counts_what_is_marked_anywhere(example: str) -> None:
    run = finished(example)
    scene = run.scene()
    answer_is_open = len(run.outcome.undetermined)
    marked = {link.ends for link in scene.links if link.conflict}
    assert marked <= {ends for dispute in run.disputes for ends in dispute.marks}
    assert {link.ends for link in scene.links if link.weak} <= set(run.weak.edges)
    said = re.findall(r"(\d+) (?:neighbours? )?(undecided|contradiction|edges? weak)", scene.note)
    counted = {what.removesuffix("s weak").removesuffix(" weak"): int(many) for many, what in said}
    assert counted.get("undecided", 0) == answer_is_open
    assert counted.get("contradiction", 0) == len(run.disputes)
    assert counted.get("edge", 0) == len(run.weak.edges)
    assert scene.disputed == bool(run.disputes)
    assert scene.doubted or not (run.disputes or run.weak.edges)


@pytest.mark.parametrize("example", MEASURED)
def test_how_firm_an_edge_is_is_said_alike_everywhere(example: str) -> None:
    """Row, label, sentence, line weight, report and the explorer of alpha."""
    run = finished(example)
    trace, found, names, end = run.trace, run.firmness, run.names, len(run.trace)
    target = trace.header.target
    rows = {
        row.ends: row for row in firm_rows(found, Margins.of(trace).at(end), names, run.weak) if row.found
    }
    assert set(rows) == set(found.edges)
    links = {link.ends: link for link in run.scene().links}
    page = report_html.report(trace, Rich(""), Rich(""))
    explored = explore_alpha(run.evidence, trace.header)
    for ends, row in rows.items():
        stands, proof = found.of(*ends), why_edge(trace, end, *ends)
        assert row.stands == stands
        assert row.weak == (ends in run.weak) == row.words.startswith("Rests on too few rows")
        assert (proof.status == "directed") == ("→" in row.edge)
        sentence = stands_sentence(stands, *ends, names)
        assert firm_words(trace, end, (proof,), names) == sentence
        interval = [short(stands.low, stands.alpha), short(stands.high, stands.alpha)]
        assert all(text in sentence and text in label(stands) for text in interval)
        assert escape(row.words) in page
        assert escape(sentence) in page or ("—" in row.edge and target not in ends)  # proofs are not all told
        if ends in links and links[ends].directed:
            assert links[ends].stroke == stroke_of(stands.margin)
        if target in ends:
            other = sum(ends) - target
            status = explored.at(trace.header.alpha).surroundings.status(other)[0]
            around = [band for band in explored.bands(other) if band.status is status]
            assert row.role == (
                status.word if status in (FinalRole.PARENT, FinalRole.CHILD, FinalRole.UNDECIDED) else "other"
            )
            if row.role != "other":
                low = min(band.low for band in around if stands.low <= band.low < stands.high)
                high = max(band.high for band in around if stands.low < band.high <= stands.high)
                assert (low, high) == (stands.low, stands.high)


def named_in(run: Finished, page: Answer) -> set[str]:
    """Whom the sentences of a page name: the answer, what contradicts it, and every premise below."""
    lines = page_lines(Reading(run.trace, run.names), page.premises, frozenset(), page.against)
    said = [page.heading, *(words for words, _ in page.words), *page.contradictions]
    said += [f"{line.said.strong} {line.said.quiet}" for line in lines]
    return set(re.findall(r"\w+", " ".join(said))) & set(run.names)


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_proof_names_nobody_whom_the_picture_does_not_show(example: str, qtbot: QtBot) -> None:
    run = finished(example)
    player = Player()
    player.load(run.trace)
    panel = GraphPanel(player, LIGHT)
    player.setParent(panel)
    qtbot.addWidget(panel)
    panel.set_reduced_motion(True)
    panel.resize(824, 446)  # as in a window of 1440×900
    with qtbot.waitExposed(panel):
        panel.show()
    player.last()
    for link in run.scene().links:
        if link.kind not in NOT_CLAIMED:
            panel.choose(Edge(link.ends))
            made = panel._frame
            assert made is not None
            named = named_in(run, run.page(link.ends))
            assert named >= {run.names[x] for x in link.ends}
            shown = {name for x, name in enumerate(run.names) if made.is_shown(x)}
            assert named <= shown, f"{[run.names[x] for x in link.ends]}: {named - shown}"


def test_the_examples_have_everything_that_could_be_told_differently() -> None:
    """Else some of the above would compare nothing with nothing."""
    runs = [finished(example) for example in EXAMPLES]
    assert {dispute.kind for run in runs for dispute in run.disputes} >= {"reversal", "denial"}
    assert sum(len(run.weak.edges) for run in runs) > 5
    assert any(len(dispute.marks) > 1 for run in runs for dispute in run.disputes)
    cancer = finished("cancer")
    assert cancer.scene().note.startswith("3 neighbours decided, 1 contradiction")
    assert "1 undecided, 1 contradiction" in finished("conflict").scene().note
    (both,) = cancer.disputes
    for ends in both.marks:
        assert as_text(cancer.trace, why_edge(cancer.trace, len(cancer.trace), *ends))[0].startswith(
            "Contradicted: The blankets of Smoker and Cancer disagree"
        )
