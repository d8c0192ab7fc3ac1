"""What follows from what is open is the same for the window, its processes, the command line and scripts."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import TypeVar

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2, ROWS_PER_CELL
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.registry import make_test
from elcs_gui.ci.tape import Tape
from elcs_gui.commands.options.arguments import evidence_for, header_for
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.sampling import sample
from elcs_gui.data.tables.writers import write_table
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.alpha import explore_alpha
from elcs_gui.inquiry.replicates import AS_THEY_ARE, Plan, Replicates
from elcs_gui.storage.session_file import FileReference, KeptSession, kept_runs, write_session
from elcs_gui.storage.session_reading import read_session
from elcs_gui.storage.study import Study, with_origin
from elcs_gui.trace.script import script_of
from elcs_gui.trace.stream import Receiver
from elcs_gui.trace.trace import Origin, Trace
from elcs_gui.worker import inquiry_process as inquiries
from elcs_gui.worker import serve as worker
from elcs_gui.worker.inquiry_process import Ask, ExploreAlpha, InquiryProgress
from elcs_gui.worker.messages import Learn, Progress, Resume, Stop

Message = TypeVar("Message", Progress, InquiryProgress)
PATIENCE = 60
"""Seconds; only a failure takes that long."""
ROOT = Path(__file__).resolve().parents[2]
NETWORK = find_example("sachs").load_network()
DATA = sample(NETWORK, 150, seed=1)  # so few that many a test has less than five rows a cell
STUDY = Study("sachs.csv", DATA, NETWORK, "g2")
UNSAID = replace(STUDY.header("Akt"), rows_per_cell=None)
"""A run of which nobody said how many rows a cell are enough."""


# Nobody said how many rows a cell are enough: it is the usual five, wherever the run is made.


@contextmanager
def talking_to(process: Callable[[Connection], None]) -> Iterator[Connection]:
    """A process of the window, in a thread of this one: that is quicker."""
    here, there = Pipe()
    thread = Thread(target=process, args=(there,), daemon=True)
    thread.start()
    yield here
    here.send(Stop())
    thread.join(PATIENCE)
    assert not thread.is_alive()


def heard(pipe: Connection, kind: type[Message]) -> Iterator[Message]:
    """What it says until it is done."""
    while True:
        assert pipe.poll(PATIENCE), f"no {kind.__name__} came"
        message = pipe.recv()
        if isinstance(message, kind):
            yield message
            if message.done:
                return


def on_the_command_line() -> Trace:
    return learn(evidence_for(STUDY, UNSAID), UNSAID).trace


def in_the_worker() -> Trace:
    receiver = Receiver(UNSAID, Tape())
    with talking_to(worker.main) as pipe:
        pipe.send(Resume(1, STUDY, []))
        pipe.send(Learn(2, UNSAID))
        for message in heard(pipe, Progress):
            receiver.add(message.chunk)
    return receiver.trace


def for_the_tables_of_the_window() -> Trace:
    return learn(Evidence(STUDY.ci_test(UNSAID)), UNSAID).trace


USUAL = learn(Evidence(G2(DATA, ROWS_PER_CELL)), UNSAID).trace


def test_the_usual_number_of_rows_a_cell_makes_a_difference_here() -> None:
    assert learn(Evidence(G2(DATA, 0.0)), UNSAID).trace != USUAL


@pytest.mark.parametrize("made", [on_the_command_line, in_the_worker, for_the_tables_of_the_window])
def test_rows_per_cell_that_nobody_gave_are_the_usual_five(
    made: Callable[[], Trace], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made() == USUAL


def test_rows_per_cell_that_nobody_gave_are_the_usual_five_in_inquiries() -> None:
    with talking_to(inquiries.main) as pipe:
        pipe.send(Ask(1, ExploreAlpha(UNSAID), STUDY))
        *_, told = heard(pipe, InquiryProgress)
    assert told.result == explore_alpha(Evidence(G2(DATA)), UNSAID)
    assert told.result != explore_alpha(Evidence(G2(DATA, 0.0)), UNSAID)


def test_rows_per_cell_that_nobody_gave_are_the_usual_five_in_replicates() -> None:
    said = replace(UNSAID, rows_per_cell=ROWS_PER_CELL)
    found, expected = (
        [Replicates(Plan(DATA, header)).make(number) for number in (AS_THEY_ARE, 0)]
        for header in (UNSAID, said)
    )
    assert found == expected


def test_rows_per_cell_that_nobody_gave_are_the_usual_five_in_a_session_file(tmp_path: Path) -> None:
    tapes, runs = kept_runs([(USUAL, None, 0, True, False)])
    write_session(KeptSession(STUDY, tapes, runs, 0), tmp_path / "x.elcs")
    assert read_session(tmp_path / "x.elcs").altered == (), "its answers are measured anew when it is read"


def run_script(script: str, folder: Path) -> str:
    (folder / "script.py").write_text(script, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    command = [sys.executable, "script.py"]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    return done.stdout + done.stderr


def test_rows_per_cell_that_nobody_gave_are_the_usual_five_in_a_script(tmp_path: Path) -> None:
    write_table(DATA, tmp_path / "sachs.csv")
    script = script_of(with_origin(USUAL, STUDY), "a run")
    assert "The same as the recorded run." in run_script(script, tmp_path)


def test_a_script_of_an_older_version_that_says_none_still_means_none() -> None:
    header = UNSAID
    test = make_test(header.test, DATA, None, header.rows_per_cell or 0.0)  # its very words
    assert learn(Evidence(test), header).trace == learn(Evidence(G2(DATA, 0.0)), header).trace


# Names, rows, headers


def test_every_test_sees_its_own_variables_and_rows() -> None:
    narrow = replace(DATA, columns=DATA.columns[:3], codes=DATA.codes[:3], levels=DATA.levels[:3])
    study = Study("sachs", narrow, NETWORK, "g2")
    assert study.names() == study.names("chi2") == DATA.columns[:3]
    assert study.names("oracle") == NETWORK.nodes
    assert (study.rows(), study.rows("oracle")) == (DATA.rows, None)
    assert (study.material("g2"), study.material("oracle")) == (narrow, NETWORK)
    assert study.levels == DATA.levels[:3]
    assert replace(study, data=None, test="oracle").levels == NETWORK.levels
    assert replace(study, test="oracle").names() == NETWORK.nodes


@pytest.mark.parametrize(
    ("own", "wanted", "found"),
    [
        (None, None, 0),
        ("Mek", None, "Mek"),
        ("Mek", "PKA", "PKA"),
        (None, "nobody", 0),
        ("nobody", None, 0),
    ],
)
def test_a_first_run_is_for_the_target_that_is_wanted_and_there(
    own: str | None, wanted: str | None, found: str | int
) -> None:
    header = replace(STUDY, target=own).header(wanted)
    assert header.target == (DATA.index(found) if isinstance(found, str) else found)
    assert (header.names, header.test, header.k) == (DATA.columns, "g2", 3)
    assert (header.rows, header.rows_per_cell) == (DATA.rows, ROWS_PER_CELL)


def test_the_oracle_counts_no_rows() -> None:
    header = replace(STUDY, test="oracle", k=None).header()
    assert (header.rows, header.rows_per_cell, header.k) == (None, None, None)


def test_a_name_that_is_not_there_is_an_error_that_names_the_study() -> None:
    assert STUDY.index("Mek") == DATA.index("Mek")
    with pytest.raises(ElcsError, match=r"sachs\.csv"):
        STUDY.index("nobody")


def test_the_command_line_begins_with_the_same_header_as_the_window() -> None:
    from elcs_gui.commands.run import add_to

    parser = argparse.ArgumentParser()
    add_to(parser)
    args = parser.parse_args(["sachs.csv"])
    assert header_for(STUDY, args, DATA.index("Mek")) == STUDY.header("Mek")


# Where the answers come from


def test_a_table_is_told_by_its_file_and_how_it_was_read() -> None:
    file = FileReference("/data/patients.csv", None, 1, 1)
    study = replace(STUDY, data_file=file, plan=ImportPlan(delimiter=";"))
    origin = study.origin(study.header())
    assert origin == Origin("table", "patients.csv", fingerprint(DATA), {"delimiter": ";"})
    assert replace(study, data_file=None).origin(study.header()).name == "sachs.csv"


def test_data_of_numbers_are_told_as_read_for_their_test() -> None:
    values = DATA.codes.T.astype(float)
    study = Study("n.csv", Dataset.continuous("n.csv", list(DATA.columns), values), None, "fisher-z")
    assert study.origin(study.header()).reading == {"others": str(Kind.CONTINUOUS)}


def test_an_example_and_a_network_are_told_by_name() -> None:
    example = replace(STUDY, example="sachs")
    assert example.origin(example.header()) == Origin("example", "sachs", fingerprint(DATA))
    oracle = replace(example.header(), test="oracle")
    assert example.origin(oracle) == Origin("example", "sachs")
    assert STUDY.origin(oracle) == Origin("network", "sachs.csv")
    file = FileReference("/nets/sachs.bif", None, 1, 1)
    assert replace(STUDY, network_file=file).origin(oracle) == Origin("network", "sachs.bif")


def test_a_trace_that_tells_its_origin_keeps_it() -> None:
    told = with_origin(USUAL, STUDY)
    assert told.header.origin == STUDY.origin(UNSAID)
    assert USUAL.header.origin is None
    assert with_origin(told, replace(STUDY, title="other")) is told
    assert with_origin(USUAL, None) is USUAL
