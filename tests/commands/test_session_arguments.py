"""The commands that read a trace read the run of a session as well, and a trace may be kept as one."""

from pathlib import Path

import pytest

from elcs_gui.algorithms.run_title import transcript
from elcs_gui.cli import main
from elcs_gui.inquiry.summary import summary_of
from elcs_gui.storage.session_file import write_session
from elcs_gui.storage.session_reading import read_session
from elcs_gui.storage.trace_file import read_trace, write_trace
from tests.commands.calling import Elcs
from tests.kept import small_session, small_traces


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "asia.elcs"
    write_session(small_session(), path)
    return path


def test_replay_tells_the_run_that_was_shown(session: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(session)]) == 0
    shown = small_traces()[1]
    found = summary_of(shown)
    assert found is not None
    doubts = [f"{'  ' * depth}{line}" for depth, line in found.lines()]
    assert doubts
    assert capsys.readouterr().out.splitlines() == [*transcript(shown), *doubts]


def test_why_and_diff_take_sessions_too(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = small_traces()[1].header.names
    assert main(["why", str(session), "--edge", names[1], names[3]]) == 0
    assert names[3] in capsys.readouterr().out
    write_trace(small_traces()[1], tmp_path / "same.jsonl")
    assert main(["diff", str(session), str(tmp_path / "same.jsonl")]) == 0
    assert "are the same" in capsys.readouterr().out


def test_run_writes_its_trace_as_a_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("run.elcs", "run.jsonl"):
        assert main(["run", "--example", "cancer", "--trace", str(tmp_path / name)]) == 0
    capsys.readouterr()
    assert read_trace(tmp_path / "run.elcs") == read_trace(tmp_path / "run.jsonl")
    [run] = read_session(tmp_path / "run.elcs").runs
    assert run.finished


def test_a_broken_session_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.elcs").write_bytes(b"no zip at all, but long enough to look at")
    assert main(["replay", str(tmp_path / "bad.elcs")]) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert "bad.elcs cannot be opened as a session" in said[0]


def test_an_altered_file_is_told_of_and_refused_where_that_is_asked(elcs: Elcs, tmp_path: Path) -> None:
    trace = tmp_path / "run.jsonl"
    assert elcs("run", "--example", "asia", "--target", "either", "--trace", trace)[0] == 0
    code, _, err = elcs("replay", trace)
    assert (code, err) == (0, "")
    text = trace.read_text(encoding="utf-8")
    trace.write_text(text.replace('"alpha":0.01', '"alpha":1e-30', 1), encoding="utf-8")
    for command in (["replay", trace], ["diff", trace, trace], ["why", trace, "--edge", "either", "lung"]):
        code, _, err = elcs(*command)
        assert code == 0
        assert "elcs: warning: run.jsonl was altered after it was recorded: its header says alpha is" in err
        code, out, err = elcs(*command, "--strict")
        assert (code, out) == (1, "")
        assert err.startswith("elcs: run.jsonl was altered")
