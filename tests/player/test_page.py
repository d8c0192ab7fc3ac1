"""What a page of the player holds: the run, only as text, and not too much of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from elcs_gui.packaged import packaged
from elcs_gui.player.kept_steps import gaps, kept_steps
from elcs_gui.player.page import player_page
from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.trace import Trace
from tests.hostile.names import renamed
from tests.player.hostile import NAMES
from tests.player.page_data import data_of
from tests.traces import trace_of

MOST_BYTES = 2_000_000


@pytest.mark.parametrize("figure", ["fig3", "fig4"])
def test_the_figures_of_the_paper_are_whole_and_small(figure: str, written: Callable[..., Path]) -> None:
    page = written(figure)
    assert page.stat().st_size < MOST_BYTES
    assert data_of(page.read_text(encoding="utf-8"))["gaps"] == []


def test_a_long_run_keeps_what_changes_and_says_what_is_left_out() -> None:
    trace = trace_of("fig4")
    kept = kept_steps(trace, 400)
    assert len(kept) <= 400 < len(trace)
    assert {0, len(trace)} | set(changes_of(trace).tolist()) <= set(kept)
    tests = {step + 1: number for number, step in enumerate(trace.test_steps.tolist(), 1)}
    left_out = {number for gap in gaps(trace, kept) for number in range(gap.first, gap.last + 1) if gap.first}
    assert left_out == {number for step, number in tests.items() if step not in kept}


def test_a_gap_is_told_by_the_tests_in_it() -> None:
    trace = trace_of("fig3")
    first, last = (int(trace.test_steps[number - 1]) for number in (400, 411))
    [gap] = gaps(trace, [first, last + 1])
    assert gap.words == "tests 400–410 left out"


def test_a_verdict_that_is_held_back_is_not_told_by_the_picture(written: Callable[..., Path]) -> None:
    data = data_of(written("fig3").read_text(encoding="utf-8"))
    steps, scenes = data["steps"], data["scenes"]
    telling = [
        (scenes[scene][2], scenes[asked][2])
        for scene, asked in zip(steps["scene"], steps["asked"], strict=True)
        if scene != asked
    ]
    assert telling  # tests that tie a candidate to a neighbour draw a link to it
    assert all({*without} < {*links} for links, without in telling)


def test_hostile_names_are_data_and_nothing_else(hostile: Path) -> None:
    page = hostile.read_text(encoding="utf-8")
    assert data_of(page)["names"] == list(renamed(trace_of("fig3"), NAMES).header.names)
    assert len(re.findall("<script", page)) == 2
    assert "<img" not in page and NAMES[0] not in page


def test_nothing_may_be_loaded_and_no_other_script_may_run(written: Callable[..., Path]) -> None:
    page = written("fig3").read_text(encoding="utf-8")
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert re.fullmatch(r"'sha256-[\w+/=]+'", rules["script-src"])
    assert set(re.findall(r"\w+://[^\s\"'<)]+", page)) <= {"http://www.w3.org/2000/svg"}


def test_an_empty_run_has_a_page_too() -> None:
    trace = trace_of("fig3")
    assert "Nothing was run." in player_page(Trace(trace.header, trace.judge))


def test_the_types_of_the_scripts_are_right() -> None:
    if shutil.which("tsc") is None:
        pytest.skip("needs TypeScript's tsc; on Debian `sh .ci/setup dev` brings it")
    done = subprocess.run(["tsc", "-p", packaged("player", "jsconfig.json")], capture_output=True, text=True)
    assert done.stdout == "" and done.returncode == 0
