"""The worker looks at tables and reads them; it can be told to stop, and a run under way only rests."""

from __future__ import annotations

import errno
import os
import tempfile
import threading
from collections.abc import Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.app.model.incoming_runs import IncomingRuns
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.readers import write_table
from elcs_gui.data.tables.engine import MEMORY
from elcs_gui.storage.session_file import FileReference
from elcs_gui.storage.study import Study
from elcs_gui.trace.run import Listener
from elcs_gui.trace.trace import Header, Trace
from elcs_gui.worker import serve as worker
from elcs_gui.worker.messages import (
    Cancel,
    Failed,
    Learn,
    Open,
    Opened,
    Progress,
    ReadTruth,
    Stop,
    Take,
    TruthRead,
    UseMemory,
)
from elcs_gui.worker.survey_file import GiveUp, Look, Looked, Reading
from tests.imported import clean, troubled

PATIENCE = 60.0


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """To a worker in a thread of this process; that is quicker than a process."""
    monkeypatch.setattr("elcs_gui.worker.survey_file.TOLD_EVERY", 0.0)
    ours, theirs = Pipe()
    thread = threading.Thread(target=worker.main, args=(theirs,), daemon=True)
    thread.start()
    yield ours
    ours.send(Stop())
    thread.join(PATIENCE)
    assert not thread.is_alive()


def hear(pipe: Connection, kind: type, number: int) -> list[object]:
    """All messages up to the one that is waited for, itself last."""
    heard: list[object] = []
    while True:
        assert pipe.poll(PATIENCE), f"no {kind.__name__} came, but {heard}"
        heard.append(pipe.recv())
        message = heard[-1]
        if isinstance(message, kind) and getattr(message, "number", None) == number:
            return heard


def open_study(pipe: Connection, command: Open) -> Study:
    """Have it read, and take it."""
    pipe.send(command)
    [*_, opened] = hear(pipe, Opened, command.number)
    assert isinstance(opened, Opened)
    pipe.send(Take(command.number))
    return opened.study


def large(folder: Path, rows: int = 40_000) -> Path:
    """Enough blocks that there is time to say stop."""
    path = folder / "large.csv"
    lines = [f'"{row % 3}",{row % 2},{row % 5},{row % 7},{row % 4},{row % 6}' for row in range(rows)]
    path.write_text("\n".join(["a,b,c,d,e,f", *lines]) + "\n", encoding="utf-8")
    return path


def test_a_look_tells_how_far_it_is_and_ends_when_it_is_given_up(pipe: Connection, tmp_path: Path) -> None:
    pipe.send(Look(1, large(tmp_path, 300_000), ImportPlan()))
    hear(pipe, Reading, 1)
    pipe.send(GiveUp(1))
    pipe.send(Look(2, clean(tmp_path), ImportPlan()))
    heard = hear(pipe, Looked, 2)
    assert not [message for message in heard if isinstance(message, Looked | Failed) and message.number == 1]


def test_a_newer_look_takes_the_place_of_one_under_way(pipe: Connection, tmp_path: Path) -> None:
    pipe.send(Look(1, large(tmp_path, 300_000), ImportPlan()))
    hear(pipe, Reading, 1)
    pipe.send(Look(2, clean(tmp_path), ImportPlan()))
    heard = hear(pipe, Looked, 2)
    assert not [message for message in heard if isinstance(message, Looked | Failed) and message.number == 1]


def test_a_truth_that_stays_beside_other_data_is_still_known_by_its_file(
    pipe: Connection, tmp_path: Path
) -> None:
    table, network = clean(tmp_path), tmp_path / "truth.json"
    network.write_text('{"nodes": ["A", "B", "C", "D"], "edges": [["A", "B"]]}', encoding="utf-8")
    open_study(pipe, Open(1, data=table, test="g2"))
    pipe.send(ReadTruth(2, network))
    hear(pipe, TruthRead, 2)
    pipe.send(Open(3, data=table, test="g2", keeps_network=True))
    [*_, opened] = hear(pipe, Opened, 3)
    assert isinstance(opened, Opened)
    assert opened.study.network is not None
    assert opened.study.network_file == FileReference.of(network)


def test_a_truth_that_comes_too_late_for_its_data_is_refused_in_one_line(
    pipe: Connection, tmp_path: Path
) -> None:
    network = tmp_path / "truth.json"
    network.write_text('{"nodes": ["A", "B"], "edges": [["A", "B"]]}', encoding="utf-8")
    pipe.send(ReadTruth(1, network))
    [*_, failed] = hear(pipe, Failed, 1)
    assert isinstance(failed, Failed)
    assert failed.reason == "truth.json is the truth of no data: none are open any more."


def test_data_are_read_by_the_plan_and_know_their_file(pipe: Connection, tmp_path: Path) -> None:
    path = troubled(tmp_path)
    plan = ImportPlan().with_kinds(Kind.IGNORE, ["", "number", "code", "age", "bmi", "smoker", "country"])
    pipe.send(Open(1, data=path, test="g2", plan=plan))
    [*_, opened] = hear(pipe, Opened, 1)
    assert isinstance(opened, Opened)
    assert opened.study.data is not None
    assert opened.study.data.columns == ("site", "outcome")
    assert opened.study.path == path
    assert opened.study.plan == plan


def test_a_reading_that_is_given_up_leaves_what_was_open(pipe: Connection, tmp_path: Path) -> None:
    open_study(pipe, Open(1, data=clean(tmp_path), test="g2"))
    pipe.send(Open(2, data=large(tmp_path, 300_000), test="g2"))
    hear(pipe, Reading, 2)
    pipe.send(GiveUp(2))
    header = Header("elcs", 0, ("A", "B", "C", "D"), "g2", rows=60, rows_per_cell=5.0)
    pipe.send(Learn(3, header))
    last = None
    while not (isinstance(last, Progress) and last.done):
        [*_, last] = hear(pipe, Progress, 3)
    assert not last.cancelled


def test_a_run_rests_while_a_file_is_looked_at_and_is_not_cut_short(
    pipe: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "EVERY", 0.0)  # so that the run listens at every event
    header = endless(pipe, tmp_path)
    pipe.send(Learn(2, header))
    hear(pipe, Progress, 2)
    pipe.send(Look(3, clean(tmp_path), ImportPlan()))
    hear(pipe, Looked, 3)
    pipe.send(Open(4, data=tmp_path / "none.csv", test="g2"))
    [*_, failed] = hear(pipe, Failed, 4)
    assert isinstance(failed, Failed)
    assert "none.csv" in failed.reason
    [*_, more] = hear(pipe, Progress, 2)
    assert isinstance(more, Progress)
    assert not more.done
    # Nor by what can be read, until that is taken.
    pipe.send(Open(5, data=tmp_path / "clean.csv", test="g2"))
    heard = [*hear(pipe, Opened, 5), *hear(pipe, Progress, 2)]
    assert not [message for message in heard if isinstance(message, Progress) and message.done]
    pipe.send(Take(5))
    while not (isinstance(more, Progress) and more.done):
        [*_, more] = hear(pipe, Progress, 2)
    assert more.cancelled


def test_what_was_read_and_is_given_up_was_never_open(pipe: Connection, tmp_path: Path) -> None:
    """The window does not want it any more while the answer is on its way: runs go on with what is open."""
    study = open_study(pipe, Open(1, data=clean(tmp_path), test="g2"))
    pipe.send(Open(2, data=large(tmp_path), test="g2"))
    hear(pipe, Opened, 2)
    pipe.send(GiveUp(2))
    header, incoming = study.header(), IncomingRuns()
    trace = incoming.begin(3, header)
    pipe.send(Learn(3, header))
    while 3 in incoming:
        [*_, progress] = hear(pipe, Progress, 3)
        assert isinstance(progress, Progress)
        incoming.take(progress)
    assert study.data is not None
    assert trace == learn(Evidence(G2(study.data)), header).trace


def test_a_cancel_that_comes_while_a_file_is_looked_at_still_ends_the_run(
    pipe: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "EVERY", 0.0)
    header = endless(pipe, tmp_path)
    pipe.send(Learn(2, header))
    hear(pipe, Progress, 2)
    pipe.send(Look(3, large(tmp_path), ImportPlan()))
    pipe.send(Cancel())
    heard = hear(pipe, Looked, 3)
    while not any(isinstance(message, Progress) and message.done for message in heard):
        assert pipe.poll(PATIENCE)
        heard.append(pipe.recv())


def endless(pipe: Connection, folder: Path) -> Header:
    """A network whose first node nobody finishes learning about: a star of many effects, k unlimited."""
    import json

    effects = [f"E{place}" for place in range(26)]
    path = folder / "star.json"
    star = {"nodes": ["T", *effects], "edges": [["T", effect] for effect in effects]}
    path.write_text(json.dumps(star), encoding="utf-8")
    open_study(pipe, Open(1, network=path))
    return Header("elcs", 0, ("T", *effects), "oracle", k=None)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (ValueError("a bug"), "Something went wrong"),
        (RecursionError(), "Something went wrong"),
        (MemoryError(), "not enough memory"),
    ],
)
def test_no_error_but_the_end_of_the_window_ends_the_worker(
    pipe: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(worker, "look", fail)
    pipe.send(Look(1, clean(tmp_path), ImportPlan()))
    [*_, failed] = hear(pipe, Failed, 1)
    assert isinstance(failed, Failed)
    assert said in failed.reason
    monkeypatch.setattr(worker, "EVERY", 0.0)
    header = endless(pipe, tmp_path)
    pipe.send(Learn(2, header))
    hear(pipe, Progress, 2)
    pipe.send(Look(3, clean(tmp_path), ImportPlan()))
    hear(pipe, Failed, 3)
    hear(pipe, Progress, 2)  # the run goes on
    pipe.send(Cancel())


def test_a_run_that_fails_midway_leaves_answers_that_the_next_one_can_use(
    pipe: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window has what was sent of it: nothing of that is sent twice."""
    study = open_study(pipe, Open(1, data=clean(tmp_path), test="g2"))
    assert study.data is not None
    monkeypatch.setattr(worker, "EVERY", 0.0)
    header = Header("elcs", 0, ("A", "B", "C", "D"), "g2", rows=60, rows_per_cell=5.0)
    incoming = IncomingRuns()
    whole = learn

    def half(evidence: Evidence, header: Header, listener: Listener) -> Learnt:
        heard = 0

        def listen(trace: Trace) -> None:
            nonlocal heard
            listener(trace)
            heard += 1
            if heard == 3:
                raise MemoryError

        return whole(evidence, header, listener=listen)

    monkeypatch.setattr(worker, "learn", half)
    pipe.send(Learn(2, header))
    incoming.begin(2, header)
    for message in hear(pipe, Failed, 2):
        if isinstance(message, Progress):
            incoming.take(message)
    monkeypatch.setattr(worker, "learn", whole)
    pipe.send(Learn(3, header))
    trace = incoming.begin(3, header)
    while 3 in incoming:
        [*_, progress] = hear(pipe, Progress, 3)
        assert isinstance(progress, Progress)
        incoming.take(progress)
    assert trace == learn(Evidence(G2(study.data)), header).trace


def test_large_data_are_read_in_the_memory_that_is_allowed(
    pipe: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("duckdb")
    monkeypatch.setenv(MEMORY, "2GB")  # so that it is put back
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    path = tmp_path / "d.parquet"
    write_table(Dataset.discrete("d", "ab", [[0, 1] * 500, [0, 1, 1, 0] * 250]), path)
    pipe.send(UseMemory("500MB"))
    pipe.send(Look(1, path, ImportPlan()))
    *_, looked = hear(pipe, Looked, 1)  # at its first rows
    *_, looked = hear(pipe, Looked, 1)
    assert isinstance(looked, Looked) and looked.whole
    assert looked.survey.form.format == "engine" and looked.survey.rows == 1000
    pipe.send(Open(2, data=path))
    *_, opened = hear(pipe, Opened, 2)
    assert isinstance(opened, Opened) and opened.study.data is not None
    assert os.environ[MEMORY] == "500MB" and opened.study.data.stored == 4
    pipe.send(UseMemory(""))
    pipe.send(Open(3, data=path))
    *_, opened = hear(pipe, Opened, 3)
    assert isinstance(opened, Opened) and opened.study.data is not None
    assert opened.study.data.stored == 1000 and not list(scratch.iterdir())
