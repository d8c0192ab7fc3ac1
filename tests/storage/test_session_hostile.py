"""Session files from anywhere: whatever they hold, they open or are refused in one clear line."""

import io
import json
import math
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from elcs_gui.data.archive import MOST_MEMBERS, Allowance, Archive, ArchiveError, pack
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.packed_source import packed_data, unpacked_data
from elcs_gui.errors import ElcsError
from elcs_gui.storage.session_file import KeptSession, write_session
from elcs_gui.storage.session_limits import MOST_INFLATED
from elcs_gui.storage.session_reading import read_session, read_summary
from tests.kept import HEADER, small_session
from tests.storage.test_limits import at
from tests.stress import many

MEMORY = 600 << 20


@cache
def whole() -> bytes:
    """A session with everything in it."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.elcs"
        write_session(small_session(), path)
        return path.read_bytes()


def members() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(whole())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(content: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, member in content.items():
            archive.writestr(name, member)
    return made.getvalue()


def opened(content: bytes, folder: Path) -> str:
    """What is said when it is refused; empty if it opens, and then its runs can be stepped through."""
    path = folder / "hostile.elcs"
    path.write_bytes(content)
    refused(lambda: read_summary(path))
    return refused(lambda: walk(read_session(path)))


def refused(read: Callable[[], object]) -> str:
    try:
        read()
    except ElcsError as error:
        said = str(error)
        assert said
        assert "\n" not in said
        assert len(said) < 600
        return said
    return ""


def walk(found: KeptSession) -> None:
    _, traces = found.traces()
    for trace in traces:
        assert len(list(trace)) == len(trace)


def with_json(change: Callable[[dict[str, Any]], None], name: str = "session.json") -> bytes:
    content = members()
    found = json.loads(content[name])
    change(found)
    return zipped(content | {name: json.dumps(found).encode()})


def with_arrays(name: str, change: Callable[[dict[str, np.ndarray]], None]) -> bytes:
    content = members()
    with np.load(io.BytesIO(content[name])) as found:
        arrays = dict(found)
    change(arrays)
    made = io.BytesIO()
    np.savez(made, **arrays)
    return zipped(content | {name: made.getvalue()})


def test_what_is_not_changed_opens(tmp_path: Path) -> None:
    assert opened(whole(), tmp_path) == ""
    assert opened(zipped(members()), tmp_path) == ""


@pytest.mark.parametrize("name", sorted(members()))
def test_a_member_that_is_missing_is_named(name: str, tmp_path: Path) -> None:
    content = members()
    del content[name]
    said = opened(zipped(content), tmp_path)
    assert name in ("field.npz", "reasons.json") or repr(name) in said


@pytest.mark.parametrize("name", sorted(members()))
def test_members_that_are_empty_or_noise_are_refused(name: str, tmp_path: Path) -> None:
    for noise in (b"", b"\0" * 100, b"PK\x05\x06" + b"\0" * 18, b"[" * 100_000, b'"' + b"a" * 100_000):
        assert opened(zipped(members() | {name: noise}), tmp_path)


def test_bytes_that_are_cut_off_or_turned_never_end_in_a_traceback(tmp_path: Path) -> None:
    content = whole()
    random = np.random.default_rng(5)
    for end in random.integers(0, len(content), 40).tolist():
        assert opened(content[:end], tmp_path)
    for _ in range(150):
        turned = bytearray(content)
        for place in random.integers(0, len(content), 3).tolist():
            turned[place] ^= int(random.integers(1, 256))
        opened(bytes(turned), tmp_path)


def test_a_bomb_is_refused_before_it_is_inflated(tmp_path: Path) -> None:
    big = b"\0" * (1 << 20)
    for name in many(["run-0.npz", "about.json"], suite=["session.json"]):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for other, member in members().items():
                if other != name:
                    archive.writestr(other, member)
            with archive.open(name, "w", force_zip64=True) as file:
                for _ in range(200):
                    file.write(big)
        tracemalloc.start()
        try:
            assert opened(made.getvalue(), tmp_path)
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert most < MEMORY


def test_a_bomb_inside_an_array_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at(MOST_INFLATED=MOST_INFLATED // 8)(monkeypatch)
    bomb = np.zeros(60_000_000 // 8, dtype=np.int32)
    made = io.BytesIO()
    with np.load(io.BytesIO(members()["run-0.npz"])) as found:
        np.savez_compressed(made, **(dict(found) | {"codes": bomb, "values": bomb}))
    del bomb
    tracemalloc.start()
    try:
        assert "more than" in opened(zipped(members() | {"run-0.npz": made.getvalue()}), tmp_path)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < MEMORY // 8


def test_a_member_larger_than_it_declares_is_refused(tmp_path: Path) -> None:
    content = bytearray(whole())
    place = content.rindex(b"session.json")  # in the list of members
    size = place - 46 + 24
    declared = struct.unpack_from("<L", content, size)[0]
    for wrong in (declared - 10, declared + 10, 0, 2**32 - 2):
        struct.pack_into("<L", content, size, wrong)
        assert opened(bytes(content), tmp_path)


def test_too_many_members_are_refused(tmp_path: Path) -> None:
    many = {f"{number}": b"" for number in range(MOST_MEMBERS + 1)}
    assert "members" in opened(zipped(members() | many), tmp_path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_member_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    made = io.BytesIO(whole())
    with zipfile.ZipFile(made, "a") as archive:
        archive.writestr("session.json", b"{}")
    assert "twice" in opened(made.getvalue(), tmp_path)


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    content = bytearray(whole())
    place = content.rindex(b"session.json")
    content[place - 46 + 8] |= 1
    assert "encrypted" in opened(bytes(content), tmp_path)


def test_names_that_are_paths_are_never_followed(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    strange = {"../escaped": b"x", "/tmp/escaped-elcs": b"x", "C:\\escaped": b"x"}
    assert opened(zipped(members() | strange), inside) == ""
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["hostile.elcs", "inside"]


def test_pickles_are_never_loaded(tmp_path: Path) -> None:
    def poison(arrays: dict[str, np.ndarray]) -> None:
        arrays["codes"] = np.array([{"a": 1}, None], dtype=object)

    assert "codes" in opened(with_arrays("run-0.npz", poison), tmp_path)


def put(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(arrays: dict[str, Any]) -> None:
        arrays[name] = value(arrays[name]) if callable(value) else value

    return change


@pytest.mark.parametrize(
    ("member", "name", "change"),
    [
        ("data.npz", "table", lambda a: a + 7),
        ("data.npz", "table", lambda a: a[:, :0]),
        ("data.npz", "table", lambda a: a[:-1]),
        ("data.npz", "table", lambda a: a * 0),
        ("data.npz", "table", lambda a: a.astype(np.int64)),
        ("data.npz", "table", lambda a: a.astype(np.float64)),
        ("data.npz", "table", lambda a: np.asfortranarray(a)),
        ("network.npz", "tables", lambda a: a[:-1]),
        ("network.npz", "tables", lambda a: a * np.nan),
        ("network.npz", "tables", lambda a: a - 1),
        ("tape-0.npz", "x", lambda a: a + 1000),
        ("tape-0.npz", "x", lambda a: -a - 1),
        ("tape-0.npz", "y", lambda a: a * 0),
        ("tape-0.npz", "size", lambda a: a + 1),
        ("tape-0.npz", "given", lambda a: a * 0 + 3),
        ("tape-0.npz", "given", lambda a: a[::-1]),
        ("tape-0.npz", "df", lambda a: a * 0 + 2**30),
        ("tape-0.npz", "df", lambda a: a * 0 - 5),
        ("tape-0.npz", "df", lambda a: a[:-1]),
        ("tape-0.npz", "statistic", lambda a: a * 0 - 1),
        ("tape-0.npz", "statistic", lambda a: a + np.inf),
        ("tape-0.npz", "statistic", lambda a: a.reshape(1, -1)),
        ("run-0.npz", "codes", lambda a: a + 1_000_000),
        ("run-0.npz", "codes", lambda a: a * 0 - 1),
        ("run-0.npz", "codes", lambda a: a[:-3]),
        ("run-0.npz", "places", lambda a: a + 5000),
        ("run-0.npz", "places", lambda a: -a - 1),
        ("run-0.npz", "flags", lambda a: a + 4),
        ("run-0.npz", "kinds", lambda a: a + 200),
        ("run-0.npz", "kinds", lambda a: a[:-1]),
        ("run-0.npz", "kinds", lambda a: a[::-1]),
        ("run-0.npz", "values", lambda a: a + 1000),
        ("run-0.npz", "values", lambda a: -a - 1),
        ("run-0.npz", "values", lambda a: a[:-1]),
        ("field.npz", "ends", lambda a: np.full_like(a, len(HEADER.names))),
        ("run-0.npz", "values", lambda a: np.append(a, 0).astype(np.int32)),
        ("field.npz", "ends", lambda a: a + 1000),
        ("field.npz", "strength", lambda a: a * np.nan),
        ("field.npz", "places", lambda a: a[:, :1]),
    ],
)
def test_arrays_that_cannot_be_are_refused(member: str, name: str, change: object, tmp_path: Path) -> None:
    assert opened(with_arrays(member, put(name, change)), tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        put("schema", "elcs-trace/1"),
        put("schema", "elcs-session/0"),
        put("schema", 1),
        put("runs", {}),
        put("runs", lambda runs: runs * 200),
        put("runs", lambda runs: runs[:-1]),
        put("current", 99),
        put("current", -1),
        put("tapes", 7),
        put("tapes", -1),
        put("names", [["a"]]),
        put("names", []),
        put("names", [[1, 2]]),
        put("names", lambda names: [["x\ud800", *names[0][1:]], *names[1:]]),
        put("kinds", ["Tested"]),
        put("kinds", []),
        put("view", []),
        put("source", []),
        put("data", {}),
        put("data", lambda data: data | {"embedded": 1}),
        put("data", lambda data: data | {"file": "/etc/passwd"}),
        put("network", {"file": {"absolute": 5}}),
        put("runs", lambda runs: [runs[0] | {"parent": 0}, *runs[1:]]),
        put("runs", lambda runs: [runs[0] | {"parent": -1}, *runs[1:]]),
        put("runs", lambda runs: [runs[0] | {"step": 10**9}, *runs[1:]]),
        put("runs", lambda runs: [runs[0] | {"step": True}, *runs[1:]]),
        put("runs", lambda runs: [runs[0] | {"tape": 5}, *runs[1:]]),
        put("runs", lambda runs: [runs[0] | {"tape": 1 + max(run["tape"] for run in runs)}, *runs[1:]]),
        put("runs", lambda runs: [runs[0] | {"lines": ["Nowhere:1"]}, *runs[1:]]),
        put("runs", lambda runs: [runs[0] | {"lines": runs[0]["lines"] + runs[0]["lines"][:1]}, *runs[1:]]),
        put("runs", lambda runs: [runs[0] | {"words": ["__class__"]}, *runs[1:]]),
        put("runs", lambda runs: [runs[0] | {"header": None}, *runs[1:]]),
        *(
            put("runs", lambda runs, key=key, value=value: [_headed(runs[0], key, value), *runs[1:]])
            for key, value in [
                ("target", 10**6), ("alpha", 2), ("alpha", "x"), ("k", "3"), ("k", -1), ("test", "magic"),
                ("rows", 1e300), ("policy", {"x": "y"}), ("policy", 5), ("forced", [{"x": 0}]),
                ("forced", [{"x": 0, "y": 0, "z": [], "verdict": "dependent"}]),
                ("forced", [{"x": 0, "y": 99, "z": [], "verdict": "dependent"}]),
                ("knowledge", {"required": [[0, 0]]}), ("knowledge", 5), ("names", 10**6), ("names", "abc"),
            ]
        ),
    ],
)  # fmt: skip
def test_json_that_cannot_be_is_refused(change: Callable[[dict[str, Any]], None], tmp_path: Path) -> None:
    assert opened(with_json(change), tmp_path)


def _headed(run: dict[str, Any], key: str, value: object) -> dict[str, Any]:
    return run | {"header": run["header"] | {key: value}}


def test_deep_json_is_refused(tmp_path: Path) -> None:
    deep = b'{"schema": "elcs-session/1", "x": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"
    assert opened(zipped(members() | {"session.json": deep}), tmp_path)


def test_one_member_in_place_of_another_is_refused_or_opens(tmp_path: Path) -> None:
    content = members()
    arrays = [name for name in content if name.endswith(".npz")]
    for name in arrays:
        for other in arrays:
            opened(zipped(content | {name: content[other]}), tmp_path)


# Sessions that were altered: they open, and say what was changed.


def altered(content: bytes, tmp_path: Path) -> str:
    path = tmp_path / "altered.elcs"
    path.write_bytes(content)
    kept = read_session(path)
    walk(kept)
    return "; ".join(kept.altered)


def test_a_session_as_it_was_saved_is_not_altered(tmp_path: Path) -> None:
    assert altered(whole(), tmp_path) == ""


def test_data_with_another_fingerprint_are_named(tmp_path: Path) -> None:
    def flip(arrays: dict[str, np.ndarray]) -> None:
        table = arrays["table"].copy()
        table[0, :5] = 1 - table[0, :5]
        arrays["table"] = table

    said = altered(with_arrays("data.npz", flip), tmp_path)
    assert "its data are not those it was saved with" in said
    assert "is not what the data give" in said


def test_a_statistic_that_the_data_do_not_give_is_named(tmp_path: Path) -> None:
    def change(arrays: dict[str, np.ndarray]) -> None:
        statistic = arrays["statistic"].copy()
        statistic[2] *= 1.5
        arrays["statistic"] = statistic

    said = altered(with_arrays("tape-0.npz", change), tmp_path)
    assert said.startswith("the statistic of ")
    assert said.endswith(" is not what the data give")


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("alpha", 1e-9, "its header says alpha is 1e-09, but its events are those of an alpha from "),
        ("alpha", 0.9, "its header says alpha is 0.9, but its events are those of an alpha from "),
        ("target", 0, "its header says the target is 'asia', but its events are about "),
    ],
)
def test_a_header_that_the_events_contradict_is_named(
    key: str, value: float, said: str, tmp_path: Path
) -> None:
    def change(found: dict[str, Any]) -> None:
        found["runs"][0] = _headed(found["runs"][0], key, value)

    assert altered(with_json(change), tmp_path).startswith(said)


def test_events_that_cannot_follow_one_another_are_refused(tmp_path: Path) -> None:
    def exchange(arrays: dict[str, np.ndarray]) -> None:
        codes = arrays["codes"].copy()
        tests = np.flatnonzero(codes >= 0)
        codes[tests[3]], codes[tests[5]] = codes[tests[5]], codes[tests[3]]
        arrays["codes"] = codes

    assert "of run 0 cannot follow those before it" in opened(with_arrays("run-0.npz", exchange), tmp_path)


@pytest.mark.parametrize("place", ["title", "described", "home"])
def test_a_nul_in_a_text_is_refused(place: str, tmp_path: Path) -> None:
    about = json.loads(members()["about.json"])
    content = json.dumps(about | {place: "a\0b"}).encode()
    assert opened(zipped(members() | {"about.json": content}), tmp_path)


def test_what_is_inflated_is_taken_from_what_is_allowed_for_a_file() -> None:
    allowance = Allowance(10)
    allowance.take(6)
    with pytest.raises(ArchiveError, match="more than this program opens"):
        allowance.take(6)


@pytest.mark.parametrize(
    ("spoilt", "said"), [({}, ""), ({"levels": [["x"], []]}, "levels for continuous"), (None, "not finite")]
)
def test_measurements_have_no_levels_and_are_finite(spoilt: dict[str, Any] | None, said: str) -> None:
    values = np.array([[0.5, 1.0, 2.0], [1.0, 0.0, 3.0]])
    data = Dataset.continuous("d", ["a", "b"], values.T)
    content = dict(packed_data(data))
    if spoilt is None:
        values[1, 2] = math.inf
        content["data.npz"] = pack({"table": values})
    content["data.json"] = json.dumps(json.loads(content["data.json"]) | (spoilt or {})).encode()
    allowance = Allowance(1 << 20)
    archive = Archive(io.BytesIO(zipped(content)), allowance)
    if said:
        with pytest.raises(ArchiveError, match=said):
            unpacked_data(archive, allowance)
    else:
        found = unpacked_data(archive, allowance).values
        assert found is not None and np.array_equal(found, values)
