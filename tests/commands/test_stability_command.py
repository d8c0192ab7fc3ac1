"""`elcs stability` keeps its contract."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from scipy.stats import binomtest

from tests.commands.calling import ROOT, Elcs


def test_the_json_holds_frequencies_that_add_up(elcs: Elcs) -> None:
    code, out, err = elcs("stability", "--example", "asia", "--target", "either", "--replicates", 8, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["schema"], found["target"], found["kind"]) == ("elcs-stability/1", "either", "bootstrap")
    assert (found["replicates"], found["asked"], found["seed"]) == (8, 8, 0)
    roles = {row["variable"]: row for row in found["roles"]}
    assert roles["lung"]["found"] == "parent"
    assert found["confidence"] == 0.95
    for row in found["roles"]:
        parts = [row[role] for role in ("parent", "child", "undecided", "spouse", "absent")]
        assert sum(part["count"] for part in parts) == 8
        for part in parts:
            interval = binomtest(part["count"], 8).proportion_ci(0.95, method="wilson")
            assert (part["low"], part["high"]) == pytest.approx((interval.low, interval.high), abs=1e-6)
            assert part["share"] == part["count"] / 8
    edges = {tuple(row["edge"]): row for row in found["edges"]}
    edge = edges["lung", "either"]
    assert edge["found"] == "directed"
    assert sum(edge[part]["count"] for part in ("directed", "reversed", "undirected", "absent")) == 8
    assert 0 <= found["same_answer"]["count"] <= 8


def test_the_same_seed_prints_the_same(elcs: Elcs) -> None:
    arguments = ["--example", "asia", "--replicates", 5, "--json", "--seed"]
    first = elcs("stability", *arguments, 7)[1]
    assert elcs("stability", *arguments, 7)[1] == first
    assert elcs("stability", *arguments, 8)[1] != first


def test_the_table_names_what_comes_back(elcs: Elcs) -> None:
    code, out, err = elcs("stability", "--example", "fig3", "--kind", "column-order", "--replicates", 6)
    assert (code, err) == (0, "")
    assert "6 replicates, seed 0: the same data, columns shuffled" in out
    line = next(line for line in out.splitlines() if line.startswith("  E "))
    assert line.split()[:4] == ["E", "cause", "100", "%"]
    assert line.endswith("cause 61 to 100 %")
    assert "the whole answer came back in 6 of 6 (61 to 100 %)" in out


def test_what_never_comes_up_is_left_out(elcs: Elcs) -> None:
    out = elcs("stability", "--example", "fig3", "--kind", "column-order", "--replicates", 3)[1]
    assert not any(line.startswith("  X ") for line in out.splitlines())


def test_the_oracle_has_nothing_to_resample(elcs: Elcs) -> None:
    code, out, err = elcs("stability", "--example", "fig3", "--test", "oracle")
    assert (code, out) == (1, "")
    assert err.startswith("elcs: The oracle answers from the network")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "wrong",
    [["--example", "asia", "--replicates", "0"], ["--example", "asia", "--kind", "jackknife"], []],
)
def test_wrong_usage(elcs: Elcs, wrong: list[str]) -> None:
    code, out, err = elcs("stability", *wrong)
    assert (code, out) == (2, "")
    assert "usage" in err


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is sent to a process group there")
def test_ctrl_c_prints_what_there_is(tmp_path: Path) -> None:
    out, err, begun = tmp_path / "out", tmp_path / "err", tmp_path / "begun"
    arguments = ["stability", "--example", "alarm", "--replicates", "100000", "--json"]
    # A file, not a clock, tells when the replicates have begun.
    code = f"""
import pathlib, sys
from elcs_gui.cli import main
from elcs_gui.inquiry.stability import Tally
add = Tally.add
def add_and_tell(self, replicate):
    add(self, replicate)
    if self.done == 2:
        pathlib.Path({str(begun)!r}).touch()
Tally.add = add_and_tell
sys.exit(main({arguments!r}))
"""
    environment = os.environ | {"ELCS_KERNEL": "numpy"}
    with out.open("w") as to, err.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, env=environment, stdout=to, stderr=errors
        )
        while not begun.exists():
            assert process.poll() is None, err.read_text(encoding="utf-8")
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    found = json.loads(out.read_text(encoding="utf-8"))
    assert 2 <= found["replicates"] < found["asked"] == 100000
    assert found["roles"]
    assert err.read_text(encoding="utf-8").startswith(
        f"elcs: cancelled after {found['replicates']} of 100000"
    )
