"""Benchmarks that are carried out: stopped, killed, gone on with."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

from elcs_gui.benchmark import processes
from elcs_gui.benchmark.benchmark import Progress, begin, carry_out
from elcs_gui.benchmark.catalogue import DataSet
from elcs_gui.benchmark.learner import Learner, PeakMemory
from elcs_gui.benchmark.output import rows_of, write_tables
from elcs_gui.benchmark.plan import Cell, Plan, RunKey, cells_of
from elcs_gui.benchmark.processes import StoppedRuns
from elcs_gui.benchmark.results import DONE, FAILED, FILE, STOPPED, RunResult, read_results
from elcs_gui.errors import ElcsError
from elcs_gui.trace.run import Cancelled
from tests.conftest import ROOT
from tests.optional import needing

SMALL = Plan(networks=("asia",), algorithms=("elcs", "iamb"), rows=(300,), sets=2)


def nobody(progress: Progress) -> None:
    """Listens to nothing."""


def lasting(results: dict[RunKey, RunResult]) -> dict[RunKey, dict[str, float]]:
    """What does not depend on the moment."""
    passing = ("seconds", "memory")
    return {
        key: {id: value for id, value in result.figures.items() if id not in passing}
        for key, result in results.items()
    }


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A benchmark that is done."""
    folder = tmp_path_factory.mktemp("small")
    begin(SMALL, folder)
    carry_out(folder, place=2, tell=nobody)
    return folder


def test_every_run_has_its_line(small: Path) -> None:
    found = read_results(small)
    assert set(found) == {key for cell in cells_of(SMALL) for key in cell.runs()}
    assert {result.state for result in found.values()} == {DONE}
    elcs = found[RunKey("asia", 300, 1, "elcs", "either")].figures
    assert elcs["requested"] >= elcs["computed"] > 0
    assert elcs["seconds"] > 0 and elcs["memory"] > 10
    iamb = found[RunKey("asia", 300, 1, "iamb", "either")].figures
    assert "f1" in iamb and "shd" not in iamb  # it finds no arrows


def test_figures_are_those_of_a_run_by_itself(small: Path) -> None:
    from elcs_gui.algorithms.learning import learn
    from elcs_gui.storage.study import Study
    from elcs_gui.trace.metrics import measure, truth_for

    cell = cells_of(SMALL)[0]
    data, network = cell.data.load()
    study = Study("asia", data, network, "g2")
    header = study.header("either", "elcs")
    learnt = learn(study.evidence(header), header)
    assert learnt.outcome is not None
    metrics = measure(learnt.outcome, truth_for(network, study.names())[header.target])
    found = read_results(small)[RunKey("asia", 300, 1, "elcs", "either")].figures
    assert (found["requested"], found["computed"]) == (learnt.counts.requested, learnt.counts.performed)
    assert found["shd"] == metrics.shd
    assert found["f1"] == pytest.approx(metrics.mb_f1, abs=1e-5)


@needing("threadpoolctl")
def test_who_computes_a_graph_of_all_variables_takes_as_long_for_every_target() -> None:
    """And has no number of tests: it asks none."""
    plan = Plan(("cancer",), ("notears",), (200,), 1)
    (cell,) = cells_of(plan)
    learner = Learner(plan, cell, cell.data.load(), PeakMemory())
    first, second, *_ = (learner.learn(key).figures for key in cell.runs())
    assert second["seconds"] >= first["seconds"]
    assert "requested" not in first and {"shd", "f1"} <= first.keys()


def test_a_graph_of_all_variables_is_learnt_once_and_read_for_every_target() -> None:
    plan = Plan(("asia",), ("mmhc",), (300,), 1)
    (cell,) = cells_of(plan)
    learner = Learner(plan, cell, cell.data.load(), PeakMemory())
    together = {key: learner.learn(key) for key in cell.runs()}
    alone = {
        key: Learner(plan, cell, cell.data.load(), PeakMemory()).learn(key) for key in list(cell.runs())[1::3]
    }
    assert lasting(alone) == lasting({key: together[key] for key in alone})
    assert list(replace(cell, targets=tuple("abc" * 90)).blocks()) == [
        replace(cell, targets=tuple("abc" * 90))
    ]


def test_memory_is_what_the_system_tells_in_megabytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "status"
    monkeypatch.setattr(PeakMemory, "_STATUS", told)
    assert PeakMemory().megabytes() >= 0  # as far as anybody else tells
    told.write_text("VmPeak: 9 kB\nVmHWM:\t  123456 kB\nVmRSS: 5 kB\n")
    assert PeakMemory().megabytes() == 123.456


def test_who_looks_for_no_spouses_gets_no_figures_of_blankets() -> None:
    plan = Plan(("cancer",), ("pcd-by-pcd", "elcs"), (200,), 1)
    for cell, has_blanket in zip(cells_of(plan), (False, True), strict=True):
        learner = Learner(plan, cell, cell.data.load(), PeakMemory())
        figures = learner.learn(next(cell.runs())).figures
        assert "shd" in figures and ("f1" in figures) is has_blanket


def test_a_set_on_which_nothing_ended_speaks_for_the_others_of_its_size() -> None:
    cells = cells_of(Plan(("asia", "cancer"), ("elcs", "mmhc"), (200,), 2))

    def stop(cell: Cell, count: int, state: str = STOPPED) -> None:
        stopped.add(RunResult(key, "simulated", state) for key in list(cell.runs())[:count])

    elcs, mmhc, elcs_2, mmhc_2, *others = cells
    stopped = StoppedRuns()
    stop(elcs, 2)
    stop(mmhc, 1)
    assert [stopped.is_hopeless(each) for each in (elcs, mmhc, elcs_2, mmhc_2)] == [False, True, False, True]
    stop(elcs, 1)
    assert stopped.is_hopeless(elcs) and stopped.is_hopeless(elcs_2)
    assert not any(stopped.is_hopeless(each) for each in others)
    stop(elcs_2, 1, DONE)
    assert stopped.is_hopeless(elcs) and not stopped.is_hopeless(elcs_2)


def test_what_is_there_is_not_done_again_and_a_longer_plan_adds_to_it(small: Path, tmp_path: Path) -> None:
    begin(SMALL, tmp_path)
    (tmp_path / FILE).write_bytes((small / FILE).read_bytes())
    told: list[int] = []
    again = carry_out(tmp_path, place=1, tell=lambda now: told.append(now.done))
    assert (again.total, again.kept, again.done) == (32, 32, 32)
    assert (tmp_path / FILE).read_bytes() == (small / FILE).read_bytes()
    longer = Plan(networks=("asia",), algorithms=("gsmb", "elcs", "iamb"), rows=(300,), sets=2)
    begin(longer, tmp_path)
    more = carry_out(tmp_path, place=1, tell=nobody)
    assert (more.kept, more.done) == (32, 48)
    assert [row.algorithm for row in rows_of(tmp_path)] == ["gsmb", "elcs", "iamb"]


def test_results_are_not_mixed_with_those_of_other_data(small: Path) -> None:
    with pytest.raises(ElcsError, match="holds results with --seed '1', not '2': choose another folder"):
        begin(Plan(seed=2), small)
    assert Plan.load(small) == SMALL


def stars(tmp_path: Path, *targets: str, limit: float | None = None) -> Path:
    """Stars, whose middles (M0, ...) have more subsets of neighbours than anybody can ask; L01 is an end."""
    random = np.random.default_rng(1)
    rows, names, edges = [], [], []
    for star in range(5):
        middle = random.integers(0, 2, 4000)
        leaves = [f"L{star}{place}" for place in range(20)]
        rows += [middle, *(middle ^ (random.random(4000) < 0.25) for _ in leaves)]
        names += [f"M{star}", *leaves]
        edges += [[f"M{star}", leaf] for leaf in leaves]
    data = tmp_path / "data"
    data.mkdir()
    np.savez(data / "stars_4000.npz", columns=np.array(names), v1=np.array(rows).T.astype(np.uint8))
    (data / "stars.json").write_text(json.dumps({"nodes": names, "edges": edges}))
    plan = Plan(("stars",), ("stmb",), (4000,), 1, targets, folder=str(data), k=None, limit=limit)
    begin(plan, tmp_path / "to")
    return tmp_path / "to"


def states(folder: Path) -> dict[str, str]:
    return {key.target: result.state for key, result in read_results(folder).items()}


def test_a_run_over_the_limit_is_stopped_and_after_three_the_others_are_not_tried(tmp_path: Path) -> None:
    folder = stars(tmp_path, "L01", "M0", "M1", "M2", "M3", "L02", limit=0.5)
    carry_out(folder, place=1, tell=nobody)
    assert states(folder) == {"L01": DONE} | dict.fromkeys(("M0", "M1", "M2", "M3", "L02"), STOPPED)
    stopped = [result for result in read_results(folder).values() if result.state == STOPPED]
    assert [bool(result.note) for result in stopped] == [False, False, False, True, True]
    assert stopped[0].figures.keys() == {"seconds"} and stopped[0].figures["seconds"] >= 0.5
    begin(replace(Plan.load(folder), targets=(*states(folder), "M4")), folder)
    assert carry_out(folder, place=1, tell=nobody).kept == 6
    assert [result.note for result in read_results(folder).values() if result.key.target == "M4"] != [""]
    begun: list[int] = []

    def cancel(progress: Progress) -> None:
        begun.append(progress.kept)
        raise Cancelled

    begin(replace(Plan.load(folder), limit=60.0), folder)
    with pytest.raises(Cancelled):
        carry_out(folder, place=1, tell=cancel)
    assert begun == [1]  # those that were stopped would be tried again
    (row,) = rows_of(folder)
    assert row.trouble == "6 stopped" and row.complete
    assert "STMB (6 stopped)" in write_tables(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_process_that_dies_fails_one_run_and_takes_nothing_with_it(tmp_path: Path) -> None:
    endless = stars(tmp_path, "L01", "M0", "L02")

    def kill(progress: Progress) -> None:
        if progress.done == 1:  # the endless one is under way
            for child in multiprocessing.active_children():
                if child.name == "elcs bench":
                    os.kill(child.pid or 0, signal.SIGKILL)

    carry_out(endless, place=1, tell=kill)
    assert states(endless) == {"L01": DONE, "M0": FAILED, "L02": DONE}
    assert "ended by itself" in read_results(endless)[RunKey("stars", 4000, 1, "stmb", "M0")].note


def dies_reading_the_second_set(pipe: Connection, plan: Plan) -> None:
    """Serves as a process of a benchmark."""
    load = DataSet.load

    def deadly(data: DataSet) -> object:
        if data.number == 2:
            os._exit(9)
        return load(data)

    with patch.object(DataSet, "load", deadly):
        processes._serve(pipe, plan)


def test_a_process_that_dies_while_it_reads_fails_that_cell_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_serve", dies_reading_the_second_set)
    plan = Plan(networks=("asia",), algorithms=("iamb",), rows=(300,), sets=3, targets=("lung", "smoke"))
    begin(plan, tmp_path)
    carry_out(tmp_path, place=1, tell=nobody)
    found = {(key.set, key.target): result for key, result in read_results(tmp_path).items()}
    assert len(found) == 6
    assert {key for key, result in found.items() if result.state == FAILED} == {(2, "lung"), (2, "smoke")}
    assert "while it read the data" in found[2, "lung"].note


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_benchmark_that_is_killed_goes_on_where_it_was(small: Path, tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "elcs_gui.cli", "bench", "--networks", "asia", "--rows", "300", "--sets", "2",
        "--algorithms", "elcs,iamb", "--jobs", "2", "--to", str(tmp_path),
    ]  # fmt: skip
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    results = tmp_path / FILE
    while not (results.exists() and results.read_bytes().count(b"\n") > 3):
        assert running.poll() is None
        time.sleep(0.005)
    running.kill()
    running.wait()
    kept = read_results(tmp_path)
    assert len(kept) >= 2
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert lasting(read_results(tmp_path)) == lasting(read_results(small))
    assert results.read_bytes().count(b"\n") == 1 + 32  # none twice
    assert f"{32 - len(kept)} runs in" in done.stdout and f", {len(kept)} kept from before" in done.stdout


def test_targets_are_drawn_alike_for_every_set_and_size(tmp_path: Path) -> None:
    cells = cells_of(Plan(networks=("alarm",), algorithms=("elcs",), rows=(100, 200), sets=2, targets=3))
    assert len(cells) == 4
    assert len({cell.targets for cell in cells}) == 1 and len(cells[0].targets) == 3
    assert cells_of(Plan(networks=("asia",), targets=("lung", "smoke")))[0].targets == ("lung", "smoke")
    (once,) = cells_of(Plan(("asia", "Asia"), ("elcs", "elcs"), (50, 50), 1, ("lung", "lung")))
    assert once.targets == ("lung",)
    assert Plan().k == 3 and Plan.of_paper(None).sets == 10
    with pytest.raises(ElcsError, match="lunk"):
        begin(Plan(networks=("asia",), targets=("lunk",)), tmp_path / "benchmark")
    assert not [*tmp_path.iterdir()]
    begin(Plan(networks=("asia",)), tmp_path / "of" / "today")
    assert Plan.load(tmp_path / "of" / "today").networks == ("asia",)


def test_the_page_is_one_file_and_says_all_that_the_table_says(small: Path) -> None:
    write_tables(small)
    page = (small / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") >= 1 and "<script" not in page and "http-equiv" in page
    assert "asia, 300 rows" in page and "2 sets, simulated" in page
    assert "://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "ELCS" in (small / "table.txt").read_text(encoding="utf-8")
