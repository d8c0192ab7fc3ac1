"""A session file brings back exactly what was kept, in the same bytes every time, and quickly."""

import zipfile
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.plan import ImportPlan
from elcs_gui.errors import ElcsError
from elcs_gui.storage.session_file import (
    FileReference,
    KeptSession,
    SessionFileError,
    kept_runs,
    write_session,
)
from elcs_gui.storage.session_reading import read_session, read_summary
from elcs_gui.storage.study import Study
from elcs_gui.storage.trace_file import read_trace, write_trace
from tests.conftest import ROOT
from tests.kept import DATA, HEADER, NETWORK, small_session, small_traces
from tests.optional import EVERYWHERE

FIXTURE = ROOT / "tests" / "files" / "session-1.elcs"


def test_every_run_comes_back_with_its_tree_and_its_step(tmp_path: Path) -> None:
    kept, path = small_session(), tmp_path / "asia.elcs"
    write_session(kept, path)
    found = read_session(path)
    tapes, traces = found.traces()
    for trace, before in zip(traces, small_traces(), strict=True):
        assert trace == before
        assert list(trace.tests().verdict) == list(before.tests().verdict)
    assert len(tapes) == 2
    assert [run.tape for run in found.runs] == [0, 0, 0, 0, 1]
    assert traces[0].judge.tape is traces[2].judge.tape
    for run, given in zip(found.runs, kept.runs, strict=True):
        assert (run.parent, run.step, run.finished) == (given.parent, given.step, given.finished)
    assert found.current == 1
    assert found.view == kept.view
    assert found.links == kept.links
    assert found.places is not None
    assert kept.places is not None
    assert np.array_equal(found.places, kept.places)
    assert (found.title, found.described, found.home) == ("Asia", "400 rows", "x.elcs")


def test_data_and_network_come_back(tmp_path: Path) -> None:
    write_session(small_session(), tmp_path / "asia.elcs")
    source = read_session(tmp_path / "asia.elcs").source
    assert source is not None
    data, network = source.data, source.network
    assert data is not None
    assert network is not None
    assert (data.name, data.columns, data.levels) == (DATA.name, DATA.columns, DATA.levels)
    assert data.codes.dtype == DATA.codes.dtype
    assert np.array_equal(data.codes, DATA.codes)
    assert (network.name, network.nodes, network.parents) == (NETWORK.name, NETWORK.nodes, NETWORK.parents)
    assert network.levels == NETWORK.levels
    assert network.tables is not None
    for table, before in zip(network.tables, NETWORK.tables or (), strict=True):
        assert np.array_equal(table, before)


def test_every_field_of_a_data_set_is_kept() -> None:
    kept = ["name", "columns", "codes", "levels", "values", "counts", "fingerprint"]
    assert [field.name for field in fields(Dataset)] == kept, "keep it in data/packed_source.py as well"


@pytest.mark.parametrize("levels", [2, 300])
def test_hostile_names_and_many_levels_are_kept(levels: int, tmp_path: Path) -> None:
    columns = ['a,"b"', "<&>\n\\", "🙂 {x}", "1"]
    codes = np.arange(4 * 600).reshape(4, 600) % levels
    data = Dataset.coded("d.csv", columns, list(codes), [[f"l\t{i}é" for i in range(levels)]] * 4)
    write_session(
        KeptSession(Study("t", data, None, "g2", k=None, fingerprint="0"), (), (), None), tmp_path / "x"
    )
    source = read_session(tmp_path / "x").source
    assert source is not None
    assert source.data is not None
    assert source.data.columns == data.columns
    assert source.data.levels == data.levels
    assert np.array_equal(source.data.codes, data.codes)


def test_names_of_an_earlier_version_become_tidy_and_it_is_said(tmp_path: Path) -> None:
    def renamed(names: tuple[str, ...]) -> tuple[str, ...]:
        return ("a\nb", "\u202ec", *names[2:])

    levels = (("x\x07", *DATA.levels[0][1:]), *DATA.levels[1:])
    data = replace(DATA, columns=renamed(DATA.columns), levels=levels)
    kept = small_session()
    assert kept.source is not None
    source = replace(kept.source, data=data, network=None, target="a\nb")
    runs = tuple(
        replace(run, header=replace(run.header, names=renamed(run.header.names))) for run in kept.runs
    )
    write_session(replace(kept, source=source, runs=runs), tmp_path / "x.elcs")
    found = read_session(tmp_path / "x.elcs")
    assert found.source is not None
    assert found.source.data is not None
    assert found.source.data.columns[:2] == found.runs[0].header.names[:2] == ("a␤b", "�c")
    assert found.source.data.levels[0][0] == "x␇"
    assert found.source.target == "a␤b"
    assert found.source.fingerprint == fingerprint(found.source.data)
    assert found.altered == ()
    assert found.renamed == (
        "Signs that cannot be seen stand in the names 'a␤b', '�c' and in levels of 'a␤b'."
    )
    write_session(found, tmp_path / "again.elcs")
    assert read_session(tmp_path / "again.elcs").renamed == ""


def test_continuous_data_are_kept(tmp_path: Path) -> None:
    values = np.random.default_rng(1).normal(size=(50, 3))
    data = Dataset.continuous("c.csv", ["a", "b", "c"], values)
    write_session(KeptSession(Study("t", data, None, "fisher-z"), (), (), None), tmp_path / "x.elcs")
    found = read_session(tmp_path / "x.elcs").source
    assert found is not None
    assert found.data is not None
    assert found.data.values is not None
    assert np.array_equal(found.data.values, values.T)
    assert found.data.codes.shape == (3, 0)
    assert found.fingerprint == fingerprint(data)


def test_large_data_are_referred_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elcs_gui.storage.session_file.MOST_EMBEDDED", 1000)
    (tmp_path / "d.csv").write_text("a,b\n", encoding="utf-8")
    file = FileReference.of(tmp_path / "d.csv", tmp_path / "x.elcs")
    source = Study("t", DATA, None, "g2", data_file=file, plan=ImportPlan(delimiter=";"))
    write_session(KeptSession(source, (), (), None), tmp_path / "x.elcs")
    found = read_session(tmp_path / "x.elcs").source
    assert found is not None
    assert found.data is None
    assert found.fingerprint == fingerprint(DATA)
    assert found.data_file == file
    assert found.plan == ImportPlan(delimiter=";")


@pytest.mark.parametrize("algorithm", EVERYWHERE)
def test_traces_of_every_algorithm_are_kept(algorithm: str, tmp_path: Path) -> None:
    trace = learn(Evidence(G2(DATA)), replace(HEADER, algorithm=algorithm)).trace
    path = tmp_path / "trace.elcs"
    write_trace(trace, path)
    assert read_trace(path) == trace


def test_the_same_session_is_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.elcs", "b.elcs"):
        write_session(small_session(), tmp_path / name)
    assert (tmp_path / "a.elcs").read_bytes() == (tmp_path / "b.elcs").read_bytes()


def test_a_session_read_and_written_again_is_the_same_bytes(tmp_path: Path) -> None:
    write_session(small_session(), tmp_path / "a.elcs")
    write_session(read_session(tmp_path / "a.elcs"), tmp_path / "b.elcs")
    assert (tmp_path / "a.elcs").read_bytes() == (tmp_path / "b.elcs").read_bytes()


def test_the_summary_is_read_without_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "asia.elcs"
    write_session(small_session(), path)
    found = read_summary(path)
    assert (found.title, found.described, found.home) == ("Asia", "400 rows", "x.elcs")


def test_a_session_of_the_first_version_still_opens() -> None:
    """The file was written when there was no other version, and is never to be written anew."""
    found = read_session(FIXTURE)
    _, traces = found.traces()
    assert traces == small_traces()
    assert found.current == 1


def test_a_newer_session_is_refused_with_both_versions(tmp_path: Path) -> None:
    write_session(small_session(), tmp_path / "old.elcs")
    with zipfile.ZipFile(tmp_path / "old.elcs") as old, zipfile.ZipFile(tmp_path / "new.elcs", "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"elcs-session/2", b"elcs-session/12"))
    for read in (read_session, read_summary):
        with pytest.raises(SessionFileError) as refused:
            read(tmp_path / "new.elcs")
        assert "format 12" in str(refused.value)
        assert "up to format 2:" in str(refused.value)
        assert "\n" not in str(refused.value)


def test_a_file_reference_moves_with_the_session(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    data = tmp_path / "work" / "d.csv"
    data.write_text("a,b\n", encoding="utf-8")
    reference = FileReference.of(data, tmp_path / "work" / "s.elcs")
    assert reference.relative == "d.csv"
    assert reference.size == 4
    assert FileReference.of(data, tmp_path / "elsewhere" / "s.elcs").relative is None
    moved = (tmp_path / "work").rename(tmp_path / "moved")
    assert reference.found(moved / "s.elcs") == moved / "d.csv"
    located = reference.located(moved / "s.elcs")
    assert located.absolute == str(moved / "d.csv")
    assert located.relative_to(moved / "again.elcs").relative == "d.csv"
    assert (located.size, located.modified) == (reference.size, reference.modified)


@pytest.mark.parametrize("relative", ["../d.csv", "/etc/passwd", "a/../../d.csv"])
def test_a_session_of_somebody_else_does_not_lead_out_of_its_folder(relative: str, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("a,b\n", encoding="utf-8")
    inside = tmp_path / "inside"
    inside.mkdir()
    for absolute in ("//server/share/d.csv", "\\\\server\\share\\d.csv"):
        reference = FileReference(absolute, relative, 0, 0)
        assert list(reference.candidates(inside / "s.elcs")) == []
        assert reference.found(inside / "s.elcs") is None
        assert reference.located(inside / "s.elcs") == reference
    longest = FileReference(str(tmp_path / ("x" * 5000)), None, 0, 0)  # a name that no system can have
    assert longest.found(inside / "s.elcs") is None


def test_a_run_under_way_is_kept_as_far_as_it_has_come(tmp_path: Path) -> None:
    """The snapshot does not change when the trace grows after it was made."""
    seen: list[KeptSession] = []
    lengths: list[int] = []

    def listen(trace) -> None:
        if len(trace) > 30 and not seen:
            tapes, runs = kept_runs([(trace, None, 0, False, False)])
            seen.append(KeptSession(None, tapes, runs, 0))
            lengths.append(len(trace))

    whole = learn(Evidence(G2(DATA)), HEADER, listener=listen).trace
    write_session(seen[0], tmp_path / "x.elcs")
    _, [part] = read_session(tmp_path / "x.elcs").traces()
    assert len(part) == lengths[0] < len(whole)
    assert list(part) == whole[: lengths[0]]


def test_too_many_events_are_refused_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elcs_gui.storage.session_limits.MOST_EVENTS", 10)
    with pytest.raises(ElcsError, match="too much for one file"):
        write_session(small_session(), tmp_path / "x.elcs")
    assert list(tmp_path.iterdir()) == []
