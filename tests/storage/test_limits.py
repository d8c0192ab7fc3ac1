"""What we write, we read: at every limit a session opens again, and beyond it nothing is written."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.tape import TapeRows
from elcs_gui.data import packed_source
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.files import kept_path, restored_path, shown_name
from elcs_gui.errors import ElcsError
from elcs_gui.storage import packed_runs, session_file, session_limits, session_reading
from elcs_gui.storage.records import HeaderRecord, converted, header_object, header_of
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
from tests.kept import DATA, HEADER, small_session, small_traces


def test_reader_and_writer_have_the_same_limits() -> None:
    for name, value in vars(session_limits).items():
        if name.startswith("MOST_"):
            assert getattr(session_reading, name, value) == value, name
            assert getattr(session_file, name, value) == value, name


# Headers of traces


@pytest.mark.parametrize("k", [0, session_limits.MOST_K, None])
@pytest.mark.parametrize("rows_per_cell", [0.0, 1e-300, float(session_limits.MOST_ROWS), None])
def test_what_the_command_line_takes_a_trace_can_hold(k: int | None, rows_per_cell: float | None) -> None:
    header = replace(HEADER, k=k, rows_per_cell=rows_per_cell)
    assert header_of(converted(header_object(header), HeaderRecord), header.names) == header


@pytest.mark.parametrize("ending", [".jsonl", ".elcs"])
def test_a_trace_of_the_largest_settings_is_read_again(ending: str, tmp_path: Path) -> None:
    largest = replace(HEADER, k=session_limits.MOST_K, rows_per_cell=float(session_limits.MOST_ROWS))
    write_trace(learn(Evidence(G2(DATA)), largest).trace, tmp_path / f"t{ending}")
    assert read_trace(tmp_path / f"t{ending}").header == largest


# Sessions


def at(**limits: int) -> Callable[[pytest.MonkeyPatch], None]:
    """Sets limits of the writer and of the reader, wherever they stand."""

    def lower(monkeypatch: pytest.MonkeyPatch) -> None:
        for name, value in limits.items():
            for module in (session_file, session_reading, session_limits, packed_runs, packed_source):
                if hasattr(module, name):
                    monkeypatch.setattr(module, name, value)

    return lower


@pytest.mark.parametrize(
    ("name", "needed", "said"),
    [
        ("MOST_RUNS", 5, "runs"),
        ("MOST_EVENTS", sum(len(trace) for trace in small_traces()), "steps"),
        ("MOST_FACTS", max(len(trace.facts) for trace in small_traces()), "facts"),
        ("MOST_VARIABLES", len(HEADER.names), "variables"),
        ("MOST_K", 3, "k cannot be"),
        ("MOST_PATH", len("x.elcs"), "too long"),
    ],
)
def test_at_a_limit_a_session_opens_again_and_one_beyond_it_is_not_written(
    name: str,
    needed: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = small_session()
    path = tmp_path / "s.elcs"
    at(**{name: needed})(monkeypatch)
    write_session(kept, path)
    assert len(read_session(path).runs) == len(kept.runs)
    path.unlink()
    at(**{name: needed - 1})(monkeypatch)
    with pytest.raises(SessionFileError, match=said):
        write_session(kept, path)
    assert list(tmp_path.iterdir()) == []


def test_whoever_waits_may_rest_before_every_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def packing(pack: Callable[..., Any], *args: Any) -> Any:
        told.append("part")
        return pack(*args)

    for name in ("packed_tape", "packed_run"):
        monkeypatch.setattr(session_file, name, partial(packing, getattr(session_file, name)))
    kept = small_session()
    write_session(kept, tmp_path / "s.elcs", lambda: told.append("pause"))
    before = [one for one, other in pairwise(told) if other == "part"]
    assert before == ["pause"] * told.count("part")


@pytest.mark.parametrize("name", ["MOST_INFLATED", "MOST_PACKED", "MOST_TEXT"])
def test_what_may_be_written_by_its_size_may_be_read(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the limit, there is no size that is written and cannot be opened."""
    kept = small_session()
    path = tmp_path / "s.elcs"

    def is_written(limit: int) -> bool:
        at(**{name: limit})(monkeypatch)
        try:
            write_session(kept, path)
        except SessionFileError:
            return False
        read_session(path)
        return True

    least = bisect_left(range(60_000), True, key=is_written)
    assert 500 < least < 60_000
    with ZipFile(path) as written:
        texts = [each for each in written.namelist() if each.endswith(".json") == (name == "MOST_TEXT")]
        sizes = [len(written.read(each)) for each in texts]
    assert name == "MOST_INFLATED" or least == max(sizes)
    for more in (-1000, -100, -10, -1, 0, 1, 10, 100, 1000):
        assert is_written(least + more) == (more >= 0)


def test_a_tape_as_large_as_can_be_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers take more room while they are read than in the file."""
    answers = 1000
    asked = np.zeros((answers, 4), dtype=np.int32)
    asked[:, 1] = 1
    no_sets, df = np.empty(0, dtype=np.int32), np.zeros(answers, dtype=np.int32)
    rows = TapeRows(asked, no_sets, np.zeros(answers), df)
    kept = small_session()
    nothing = learn(Evidence(G2(DATA)), HEADER, record=False).trace
    _, [run] = kept_runs([(nothing, None, 0, False, False)])
    kept = replace(kept, tapes=(rows,), runs=(run,), current=0)
    path = tmp_path / "s.elcs"
    written = []
    for limit in range(20_000, 80_000, 1_997):
        at(MOST_INFLATED=limit)(monkeypatch)
        try:
            write_session(kept, path)
        except SessionFileError as error:
            assert "too much for one file" in str(error)
            written.append(False)
            continue
        written.append(True)
        read_session(path)
    assert {*written} == {True, False}


def test_a_map_without_a_run_or_with_too_many_links_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, path = small_session(), tmp_path / "s.elcs"
    write_session(replace(kept, runs=(), tapes=(), current=None), path)
    assert read_session(path).links == ()
    at(MOST_LINKS=1)(monkeypatch)
    write_session(kept, path)
    assert read_session(path).links == ()


@settings(max_examples=60)
@given(st.text(max_size=1200), st.text(max_size=1200))
def test_any_title_can_be_kept(title: str, described: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.elcs"
        source = Study(title, None, None, "g2")
        write_session(KeptSession(source, (), (), None, title=title, described=described), path)
        summary = read_summary(path)
        assert (summary.title, summary.described) == (shown_name(title), shown_name(described))
        found = read_session(path).source
        assert found is not None
        assert found.title == shown_name(title)


def test_long_names_of_data_and_networks_are_cut_before_they_are_kept() -> None:
    data = Dataset.discrete("n" * 5000, "ab", np.array([[0, 1], [1, 0]]))
    assert data.name == "n" * 1000


# Names of files that are no text


@given(st.binary(min_size=1, max_size=60).filter(lambda name: b"\0" not in name))
def test_any_path_is_kept_and_restored(name: bytes) -> None:
    path = os.fsdecode(name)
    kept = kept_path(path)
    assert kept.encode("utf-8").decode("utf-8") == kept
    assert str(restored_path(kept)) == str(Path(path))


@given(st.text(max_size=60))
def test_what_is_shown_can_be_written(name: str) -> None:
    assert "\0" not in shown_name(name)
    shown_name(name).encode("utf-8")


@pytest.mark.parametrize("name", ["file:name.csv", "50%25.csv", "größe.csv", "a b.csv"])
def test_names_that_look_like_ours_are_told_apart(name: str) -> None:
    assert restored_path(kept_path(name)) == Path(name)


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A data file whose name is not UTF-8, where the system has such names."""
    folder = os.fsencode(tmp_path) + b"/gr\xf6sse"
    try:
        os.mkdir(folder)  # noqa: PTH102  as bytes, which no Path takes
    except OSError:
        pytest.skip("this file system has no such names")
    path = Path(os.fsdecode(folder + b"/d\xff.csv"))
    path.write_text("a,b\n" + "0,0\n1,1\n0,1\n" * 30, encoding="ascii")
    return path


def test_a_reference_to_a_file_with_an_odd_name_finds_it_again(odd: Path, tmp_path: Path) -> None:
    session = odd.parent / "s.elcs"
    for place in (session, tmp_path / "s.elcs", None):
        file = FileReference.of(odd, place)
        assert file.name == "d�.csv"
        assert file.path == odd
        source = Study("d", None, None, "g2", data_file=file, fingerprint="0" * 64)
        write_session(KeptSession(source, (), (), None, home=kept_path(session)), session)
        found = read_session(session)
        assert found.home is not None
        assert restored_path(found.home) == session
        assert found.source is not None
        assert found.source.data_file == file
        assert found.source.data_file.found(session) == odd
    moved = odd.parent.rename(tmp_path / "elsewhere")
    file = FileReference.of(moved / odd.name, moved / "s.elcs")
    assert file.located(moved / "s.elcs").path == moved / odd.name


def test_a_file_of_another_age_can_be_referred_to(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("a", encoding="ascii")
    try:
        os.utime(path, ns=(2**63 + 5, 2**63 + 5))
    except (OSError, OverflowError):
        os.utime(path, ns=(2**62 + 5, 2**62 + 5))
    source = Study("d", None, None, "g2", data_file=FileReference.of(path), fingerprint="0" * 64)
    write_session(KeptSession(source, (), (), None), tmp_path / "s.elcs")
    assert read_session(tmp_path / "s.elcs").source is not None


def test_text_that_no_file_can_hold_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(ElcsError, match="no text file can hold"):
        write_session(KeptSession(None, (), (), None, {"selected": "\udcff"}), tmp_path / "s.elcs")
    assert list(tmp_path.iterdir()) == []
