"""`elcs bench` keeps its contract."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from elcs_gui.benchmark.results import FILE, read_results
from tests.commands.calling import ROOT, Elcs

QUICK = ("bench", "--networks", "asia", "--algorithms", "iamb", "--rows", "200,100", "--sets", 1)


def test_it_writes_results_table_and_report_and_goes_on_by_the_folder_alone(
    elcs: Elcs, tmp_path: Path
) -> None:
    code, out, err = elcs(*QUICK, "--targets", 2, "--to", tmp_path)
    assert (code, err) == (0, "")
    assert {path.name for path in tmp_path.iterdir()} == {
        "plan.json",
        FILE,
        "table.txt",
        "table.md",
        "report.html",
    }
    assert out.startswith((tmp_path / "table.txt").read_text(encoding="utf-8"))
    assert "asia, 200 rows: 1 set, simulated" in out and "4 runs in" in out
    code, out, err = elcs("bench", "--to", tmp_path)
    assert (code, err) == (0, "")
    assert "0 runs in" in out and "4 kept from before" in out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--algorithms", "elsc"), 1, "No algorithm 'elsc'. Did you mean 'elcs'?"),
        (("--networks", "alram"), 1, "There is no network 'alram' bundled. Did you mean 'alarm'?"),
        (("--folder", "nowhere"), 1, "There is no folder"),
        (("--rows", "0"), 2, "must be a whole number from 1 on, not '0'"),
        (("--limit", "-1"), 2, "must be a number of seconds above 0, not '-1'"),
        (("--targets", "lunk", "--networks", "asia"), 1, "'lunk'"),
        (("--paper", "--rows", "100"), 2, "--paper says which networks"),
    ],
)
def test_wrong_input_is_one_clear_line(
    elcs: Elcs, tmp_path: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    found, out, err = elcs("bench", *arguments, "--to", tmp_path / "to")
    assert (found, out) == (code, "")
    assert said in err.splitlines()[-1] and "Traceback" not in err
    assert not (tmp_path / "to" / "plan.json").exists()


def test_a_file_in_place_of_the_folder_is_refused(elcs: Elcs, tmp_path: Path) -> None:
    (tmp_path / "to").write_text("")
    code, _, err = elcs(*QUICK, "--to", tmp_path / "to")
    assert code == 1 and err.count("\n") == 1 and "cannot be made" in err


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is sent as a signal")
def test_ctrl_c_keeps_what_is_there(tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "elcs_gui.cli", "bench", "--networks", "asia,alarm", "--rows", "5000",
        "--algorithms", "iamb,stmb,elcs", "--sets", "15", "--to", str(tmp_path),
    ]  # fmt: skip
    running = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    results = tmp_path / FILE
    while not (results.exists() and results.read_bytes().count(b"\n") > 3):
        assert running.poll() is None
        time.sleep(0.005)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    kept = len(read_results(tmp_path))
    assert err == f"elcs: cancelled after {kept} of 2,025 runs, which are kept in '{tmp_path}'\n"
    assert "asia, 5,000 rows" in out
    assert (tmp_path / "report.html").exists()
