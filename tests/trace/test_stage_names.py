"""Stages by the names that people give them."""

from __future__ import annotations

import re

import pytest

from elcs_gui.errors import ElcsError
from elcs_gui.trace.listings import STAGES, find_stage


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
