"""Stages by the names that people give them."""

from __future__ import annotations

import re

import pytest

from elcs_gui.errors import ElcsError
from elcs_gui.trace.listings import STAGES, find_stage
from elcs_gui.trace.stages import stage_spans, step_named
from tests.traces import trace_of


def test_every_stage_is_found_by_its_id_and_by_its_titles() -> None:
    for id, stage in STAGES.items():
        for said in (id, id.upper(), stage.title, stage.strip.lower(), f" {stage.title} "):
            assert find_stage(said) == id


def test_a_word_of_one_title_is_enough() -> None:
    assert find_stage("pruned") == "pruned"
    assert find_stage("checked") == "pc-again"
    assert find_stage("hill") == "climb"
    assert find_stage("spouses", ["pc", "spouses", "pruned"]) == "spouses"


@pytest.mark.parametrize(
    ("said", "among", "message"),
    [
        (
            "spouses",
            ["pc", "candidates", "pruned"],
            "mean candidates (Candidate spouses) or pruned (",
        ),
        ("colliderz", ["pc", "colliders"], "Did you mean colliders (Unshielded colliders)?"),
        ("spuoses", ["pc", "candidates", "pruned"], "mean candidates (Candidate spouses) or pruned ("),
        ("nowhere", ["pc", "meek"], "There are: pc (PC), meek (Meek propagation)."),
    ],
)
def test_what_is_not_there_or_not_the_only_one_is_refused_with_what_may_be_meant(
    said: str, among: list[str], message: str
) -> None:
    with pytest.raises(ElcsError, match=re.escape(message)):
        find_stage(said, among)


def test_a_step_is_named_by_its_number_by_the_end_or_by_a_stage_whose_middle_it_is() -> None:
    trace = trace_of("fig3")
    assert [step_named(trace, said) for said in ("0", "12", "end", "999999")] == [
        0,
        12,
        len(trace),
        len(trace),
    ]
    first = stage_spans(trace)[0]
    step = step_named(trace, first.stage)
    assert first.first < step <= first.last + 1 and abs(2 * step - first.first - first.last - 1) <= 1
    with pytest.raises(ElcsError, match=r"A step is named by its number, the end by end\."):
        step_named(trace, "nowhere")
