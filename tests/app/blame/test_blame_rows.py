"""The blame page's table and sentences, without a window."""

from __future__ import annotations

import csv
import io
from functools import cache

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.blame import words
from elcs_gui.app.blame.rows import TITLES, as_csv, as_markdown, blame_rows, corrected
from elcs_gui.app.graph.metric_words import MEASURES, metrics_shown
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.registry import make_test
from elcs_gui.ci.tape import Tape
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.inquiry.blame import Blame, blame
from elcs_gui.inquiry.known_truth import KnownTruth
from elcs_gui.inquiry.twin import Twins, learn_twin
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.scene import LinkKind, local_scene
from elcs_gui.trace.metrics import outcome_so_far
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Header, Trace


class Case:
    """A run, what is true about it, and its blame."""

    def __init__(self, example: str, target: str, rows: int = 0, *, test: str = "g2", seed: int = 1) -> None:
        declared = find_example(example)
        self.network = declared.load_network()
        data = sample(self.network, rows, seed) if rows else declared.load_data()
        names = self.network.nodes if data is None or test == "oracle" else data.columns
        self.evidence = Evidence(make_test(test, data, self.network, 5.0))
        rows_known = None if data is None or test == "oracle" else data.rows
        self.header = Header("elcs", names.index(target), names, test, k=declared.k, rows=rows_known)
        self.trace: Trace = learn(self.evidence, self.header).trace
        self.found: Blame = blame(self.evidence, self.header, self.network)
        self.truth = KnownTruth.of(self.network, names, self.header.target)


@cache
def press() -> Case:
    return Case("alarm", "PRESS")


@cache
def false_child() -> Case:
    return Case("false-child", "8", test="oracle")


def test_every_wrong_edge_is_a_row_that_says_what_was_found_and_what_is_true() -> None:
    rows = blame_rows(press().found, press().trace)
    cells = {row.cells for row in rows}
    assert ("no edge", "INTUBATION → PRESS", "missing", "separated by {MINVOL, VENTLUNG, VENTALV}",
            "#89", "4 → 0") in cells  # fmt: skip
    assert ("MINVOL → PRESS", "no edge", "extra", "R1 on INTUBATION → MINVOL", "#89", "4 → 0") in cells
    assert ("PRESS → VENTALV", "#89, not cited") in {(row.found, row.mended_by) for row in rows}
    assert len(rows) == 4


def test_a_replay_with_the_rows_correction_sets_it_right() -> None:
    case = press()
    for row in blame_rows(case.found, case.trace):
        again = learn(case.evidence, corrected(case.header, row.corrections))
        assert again.outcome is not None
        assert row.fault.other not in case.truth.edge_faults(again.outcome)


def test_corrections_come_on_top_of_what_is_overridden() -> None:
    case = press()
    first = corrected(case.header, case.found.corrections)
    assert len(first.forced) == 1
    assert corrected(first, case.found.corrections) == first


def test_one_verdict_behind_all_is_said_so() -> None:
    found = press().found
    assert words.headline(found) == "4 wrong edges, 1 wrong verdict behind them all"
    assert words.status(found) == (
        "Four edges at PRESS are wrong: one missing, three extra. Correcting test 89 alone mends them all."
    )
    box = words.repair(found)
    assert (box.bold, box.possible) == ("Smallest repair: one verdict.", True)
    assert box.rest == "Replayed with only test 89 corrected, all four edges come out right."


def test_where_all_verdicts_are_right_the_algorithm_errs() -> None:
    case = false_child()
    assert case.found.wrong_verdicts == 0
    assert words.status(case.found).endswith("All verdicts were right: the algorithm errs here.")
    box = words.repair(case.found)
    assert (box.bold, box.possible) == ("All verdicts were right: the algorithm errs here.", False)
    rows = blame_rows(case.found, case.trace)
    assert {row.kind for row in rows} == {"not identifiable", "extra", "extra spouse"}
    assert all(row.mended_by == "none" and not row.corrections for row in rows)
    assert words.headline(case.found) == (
        "1 wrong edge and 1 wrong spouse, all the algorithm's own; 1 edge not identifiable from independences"
    )


def test_the_repair_names_what_is_wrong_after_it() -> None:
    """An edge that was right by luck is among the rest, though it is no row of the table."""
    found = Case("child", "Sick", 500, seed=2).found
    assert words.repair(found).rest.startswith("Replayed with tests ")
    assert (
        "but for 1 edge: Sick — Age, right before, is left undirected (not identifiable from independences)."
        in (words.repair(found).rest)
    )


def test_what_verdicts_reversed_is_not_the_algorithms_own() -> None:
    case = Case("sachs", "Jnk", 400)
    assert words.status(case.found) == (
        "One edge at Jnk is reversed, and 3 spouses were invented. Four wrong verdicts are behind them."
    )
    assert "4 wrong verdicts behind them" in words.headline(case.found)  # the same count in both places
    assert "the algorithm" not in words.headline(case.found)
    [row] = [row for row in blame_rows(case.found, case.trace) if row.kind == "reversed"]
    assert " +2" in row.mended_by
    assert row.shd == "1 → 2", "it is undirected then, and so is another edge"


def test_what_is_not_identifiable_is_no_error() -> None:
    case = Case("asia", "tub")
    assert words.headline(case.found) == "nothing is wrong, 1 edge not identifiable from independences"
    assert words.status(case.found) == (
        "Every edge at tub that can be identified from independences is right."
    )
    box = words.repair(case.found)
    assert (box.bold, box.possible) == ("Nothing to repair.", False)
    assert box.rest == "asia — tub is left undirected (not identifiable from independences)."
    [row] = blame_rows(case.found, case.trace)
    assert (row.kind, row.mended_by, row.shd) == ("not identifiable", "none", "–")


def test_a_missed_spouse_is_a_row() -> None:
    case = Case("missed-spouse", "2", test="oracle")
    [row] = [row for row in blame_rows(case.found, case.trace) if row.kind == "spouse missed"]
    assert row.found == "no spouse"
    assert row.truth.endswith("spouse of 2")


def test_a_run_without_errors_says_how_many_wrong_verdicts_did_no_harm() -> None:
    case = Case("fig3", "T")
    title, text = words.nothing_wrong(case.found)
    assert title == "Nothing is wrong at T"
    assert f"{case.found.questions:,}" in text
    assert words.status(case.found).startswith("Every edge at T is right")


def test_the_explanation_names_the_arrow_and_how_weak_it_is() -> None:
    case = press()
    [wrong] = case.found.corrections
    assert wrong.test is not None
    [event] = case.trace.tests(wrong.test - 1, wrong.test).events()
    text = words.explanation(wrong, case.header, event, case.truth.oracle)
    assert text == (
        "INTUBATION → PRESS is an arrow of the network: nothing separates the two. "
        f"At 5,000 rows the dependence is too weak to be detected (p {event.p:.3f})."
    )


def test_the_table_is_written_as_csv_and_markdown() -> None:
    rows = blame_rows(press().found, press().trace)
    read = list(csv.reader(io.StringIO(as_csv(rows))))
    assert read == [list(TITLES), *(list(row.cells) for row in rows)]
    text = as_markdown(rows, "Blame for PRESS", words.all_sentences(press().found))
    assert text.startswith("# Blame for PRESS\n\n| Found | Truth |")
    assert text.count("\n| ") == len(rows) + 2
    assert "Smallest repair: one verdict." in text
    assert "- MINVOL → PRESS" in text or "- MINVOL and PRESS are no neighbours in truth" in text
    assert text.count("Correcting this verdict alone mends the edge.") == len(rows)
    assert text.count("(SHD) goes from 4 to 0.") == len(rows)


def test_the_first_divergence_is_the_first_wrong_verdict() -> None:
    case = press()
    twin = learn_twin(case.evidence, case.header, case.truth.independent).trace
    parting = words.divergence(Twins(twin, case.trace))
    assert parting is not None
    assert parting.test is not None
    numbers = [
        test.number
        for test in case.trace.tests().events()
        if test.independent != case.truth.oracle.separated(test.x, test.y, test.z)
    ]
    assert parting.test.number == numbers[0]
    assert parting.sentence.startswith("HRBP and PRESS: p 0.055, called independent; in truth dependent.")
    assert words.divergence(Twins(twin, twin)) is None


def test_a_twin_longer_than_the_tape_has_room_for_is_made_all_the_same() -> None:
    """Measuring for the twin may give the tape another array."""
    declared = find_example("child")
    data, network = declared.load_data(), declared.load_network()
    assert data is not None
    header = Header("elcs", data.index("Grunting"), data.columns, "g2", rows=data.rows)
    truth = KnownTruth.of(network, data.columns, header.target)
    evidence = Evidence(G2(data))
    evidence.tape = Tape(room=16)  # however much the compiled kernel asks for in advance
    learn(evidence, header)
    answers = len(evidence.tape)
    assert learn_twin(evidence, header, truth.independent).outcome is not None
    assert len(evidence.tape) > answers
    assert evidence.tape.growths > 0


def test_correcting_what_changes_nothing_is_said_so() -> None:
    case = press()
    end = outcome_so_far(Timeline(case.trace).view(len(case.trace)), case.header.target)
    again = learn(case.evidence, corrected(case.header, case.found.corrections)).outcome
    assert again is not None
    assert words.effect(end, end, "PRESS") == "Corrected alone, it changes no edge."
    assert words.effect(end, again, "PRESS") == "Corrected alone, it changes 4 edges at PRESS."


def test_what_is_still_being_learnt_is_not_called_wrong() -> None:
    from elcs_gui.trace.metrics import measure_at, truth_for

    case = press()
    about = truth_for(case.network, case.header.names)[case.header.target]
    timeline = Timeline(case.trace)
    middle = metrics_shown(measure_at(timeline.view(100), case.header.target, about), finished=False)
    end = metrics_shown(measure_at(timeline.view(len(case.trace)), case.header.target, about), finished=True)
    assert not any(each.wrong for each in middle)
    assert [(each.title, each.text, each.wrong) for each in end] == [
        ("ArrP", "0.40", True), ("ArrR", "0.67", True), ("SHD", "4", True), ("SHD CPDAG", "4", True),
        ("FDR", "0.60", True),
        ("MB F1", "0.50", True),
    ]  # fmt: skip
    assert all(measure.sentence.endswith(".") for measure in MEASURES)


@pytest.mark.parametrize("known", [True, False])
def test_true_edges_that_were_dismissed_are_drawn_where_the_truth_is_shown(known: bool) -> None:
    case = press()
    view = Timeline(case.trace).view(len(case.trace))
    truth = frozenset(case.network.edges) if known else None
    scene = local_scene(FactsByTarget(case.trace), view, len(case.trace), case.trace[-1], truth)
    missing = [(link.tail, link.head) for link in scene.links if link.kind is LinkKind.MISSING]
    intubation = case.header.names.index("INTUBATION")
    assert missing == ([(intubation, case.header.target)] if known else [])
    assert scene.missed == (((intubation,), ()) if known else ((), ()))
    wrong = {link.ends for link in scene.links if link.shade is LinkKind.WRONG}
    assert bool(wrong) is known


def test_a_true_neighbour_is_not_called_missing_before_it_is_dismissed() -> None:
    case = press()
    timeline, by_target = Timeline(case.trace), FactsByTarget(case.trace)
    truth = frozenset(case.network.edges)
    scene = local_scene(by_target, timeline.view(3), 3, case.trace[2], truth)
    assert not [link for link in scene.links if link.kind is LinkKind.MISSING]
    assert scene.missed == ((), ())
