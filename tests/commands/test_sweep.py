"""Every target in turn, kept in a file, in processes or on a cluster: the same lines in the same order."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from elcs_gui.benchmark.benchmark import begin as begin_benchmark
from elcs_gui.benchmark.benchmark import carry_out
from elcs_gui.benchmark.plan import Plan
from elcs_gui.benchmark.results import read_results
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.all_targets import learn_all, learn_all_at
from elcs_gui.parallel.cluster import Scheduler, made_at
from elcs_gui.storage.study import Study
from tests.commands.calling import Elcs
from tests.inquiry.repeated import child, child_header
from tests.optional import needing

COMMANDS = {
    "run": (),
    "alpha": ("--from", "0.001", "--to", "0.05"),
    "stability": ("--replicates", "3", "--seed", "2"),
}


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Two workers of one thread each, in processes of their own."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=100) as started:
        yield started.scheduler_address


def lines(text: str) -> list[dict[str, Any]]:
    results = [json.loads(line) for line in text.splitlines()]
    for result in results:
        result.pop("seconds", None)
    return results


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_of_all_targets_goes_on_where_it_was_stopped(
    elcs: Elcs, asia: Path, tmp_path: Path, command: str
) -> None:
    asked = (command, asia, "--all-targets", *COMMANDS[command])
    file = tmp_path / "all.jsonl"
    assert elcs(*asked, "--results", file)[0] == 0
    whole = file.read_text()
    assert lines(whole) == lines(elcs(*asked, "--json")[1])
    assert [result["target"] for result in lines(whole)][:2] == ["asia", "tub"]

    # As if it had been killed while the third line was written.
    part = tmp_path / "all.jsonl.part"
    first = _first_line(elcs, asked, tmp_path)
    part.write_text("".join([first, *whole.splitlines(keepends=True)[:2], whole.splitlines()[2][:40]]))
    file.unlink()
    assert elcs(*asked, "--results", file)[0] == 0
    assert lines(file.read_text()) == lines(whole)
    assert not part.exists()


def _first_line(elcs: Elcs, asked: tuple[object, ...], folder: Path) -> str:
    """What stands on top of the part of a file that was asked for like this."""
    place = folder / "stopped.jsonl"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("elcs_gui.commands.sweep.PartFile.append", _interrupt)
        assert elcs(*asked, "--results", place)[0] == 130
    return (folder / "stopped.jsonl.part").read_text()


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_what_was_kept_counts_only_for_the_same_question(elcs: Elcs, asia: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("elcs_gui.commands.sweep.PartFile.append", _interrupt)
        assert elcs("run", asia, "--all-targets", "--results", file)[0] == 130
    code, _, said = elcs("run", asia, "--all-targets", "--results", file, "--alpha", "0.05")
    assert code == 1
    assert "all.jsonl.part' holds results of other data or other options: remove it" in said
    assert elcs("run", asia, "--all-targets", "--results", file)[0] == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--target", "asia", "--results", "x"), "--results is for --all-targets"),
        (("--all-targets", "--jobs", "2", "--scheduler", "tcp://a:1"), "either --jobs or --scheduler"),
        (("--all-targets", "--tls-ca", "x"), "are for a --scheduler"),
    ],
)
def test_options_that_do_not_fit_are_wrong_usage(
    elcs: Elcs, asia: Path, options: tuple[str, ...], said: str
) -> None:
    code, _, errors = elcs("run", asia, *options)
    assert code == 2
    assert said in errors


# On a cluster


@needing("distributed")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_cluster_gives_the_same_lines_as_one_process(
    elcs: Elcs, asia: Path, cluster: str, command: str
) -> None:
    asked = (command, asia, "--all-targets", "--json", *COMMANDS[command])
    code, out, said = elcs(*asked, "--scheduler", cluster)
    assert (code, said) == (0, "")
    assert lines(out) == lines(elcs(*asked)[1])


@needing("distributed")
def test_traces_of_a_cluster_are_written_here(elcs: Elcs, asia: Path, cluster: str, tmp_path: Path) -> None:
    asked = ("run", asia, "--all-targets", "--json", "--trace")
    assert elcs(*asked, tmp_path / "far", "--scheduler", cluster)[0] == 0
    assert elcs(*asked, tmp_path / "near")[0] == 0
    near = {path.name: path.read_bytes() for path in (tmp_path / "near").iterdir()}
    assert near == {path.name: path.read_bytes() for path in (tmp_path / "far").iterdir()}
    assert len(near) == 8


@needing("distributed")
def test_a_benchmark_on_a_cluster_has_the_same_figures(cluster: str, tmp_path: Path) -> None:
    figures = []
    for place in (Scheduler(cluster), 1):
        folder = tmp_path / type(place).__name__
        begin_benchmark(Plan(networks=("asia",), algorithms=("elcs", "iamb"), rows=(500,), sets=1), folder)
        carry_out(folder, place=place, tell=lambda _: None)
        told = read_results(folder)
        own = {"seconds", "memory"}
        figures.append({k: {m: x for m, x in r.figures.items() if m not in own} for k, r in told.items()})
    assert figures[0] == figures[1]
    assert len(figures[0]) == 16


@needing("distributed")
def test_all_variables_of_the_window_are_learnt_by_a_cluster_as_here(cluster: str) -> None:
    study = Study("child", child(), None, "g2")
    header = child_header(alpha=0.05)
    assert learn_all_at(Scheduler(cluster), study, header) == learn_all(study.evidence(header), header)


def squares() -> Callable[[int], tuple[int, int]]:
    """In a worker: the square of a number, and which process made it."""

    def make(number: int) -> tuple[int, int]:
        time.sleep(0.02)
        return number * number, os.getpid()

    return make


@needing("distributed")
def test_a_worker_that_is_killed_loses_nothing(cluster: str) -> None:
    made, killed = [], False
    for square, process in made_at(Scheduler(cluster), squares, range(200), lambda: None):
        made.append(square)
        if not killed:
            os.kill(process, signal.SIGKILL)
            killed = True
    assert made == [number * number for number in range(200)]


def failing() -> Callable[[int], int]:
    raise ElcsError("There is no such thing.")


@needing("distributed")
def test_an_error_on_a_worker_is_told_here(cluster: str) -> None:
    with pytest.raises(ElcsError, match="no such thing"):
        list(made_at(Scheduler(cluster), failing, range(3), lambda: None))


@needing("distributed")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "tcp://nowhere"])
def test_a_scheduler_that_is_not_there_is_told_in_a_line(elcs: Elcs, asia: Path, address: str) -> None:
    code, out, said = elcs("run", asia, "--all-targets", "--json", "--scheduler", address)
    assert (code, out) == (1, "")
    assert said.startswith(f"elcs: No scheduler answers at '{address}'")
    assert said.count("\n") == 1


def test_without_dask_an_error_names_what_to_install(
    elcs: Elcs, asia: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    code, _, said = elcs("run", asia, "--all-targets", "--scheduler", "tcp://127.0.0.1:1")
    assert code == 1
    assert "pip install 'elcs-explorer[cluster]'" in said
