"""The kernel on the disk: whatever becomes of its files, the next program notices, and makes it again."""

import errno
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from elcs_gui.ci import compiled, kept_kernel
from elcs_gui.ci.compiled import Warmed
from elcs_gui.cli import main
from elcs_gui.errors import DataError
from tests.conftest import ROOT
from tests.stress import many
from tests.timing import seconds_of


@pytest.fixture(scope="module")
def whole() -> Path:
    """The folder of a kernel that is complete: what all tests here take copies of."""
    warmed = compiled.warm_up()
    if not warmed.ready or warmed.trouble:
        pytest.skip("no compiled kernel on this machine")
    return kept_kernel.folder()


@pytest.fixture
def kept(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, which is where the kernel is looked for."""
    copy = tmp_path / "kernel" / whole.name
    shutil.copytree(whole, copy)
    monkeypatch.setattr(kept_kernel, "folder", lambda: copy)
    monkeypatch.setattr(kept_kernel, "_all_editions", lambda: copy.parent)
    assert kept_kernel.is_intact()
    return copy


def files(kept: Path) -> list[Path]:
    found = sorted(path for path in kept.rglob("*") if path.is_file() and path.name != "compiling.lock")
    assert len(found) == 7  # an index and machine code for each entry, and the checksums
    return found


def test_a_byte_that_changed_is_noticed_in_every_file(kept: Path) -> None:
    chance = random.Random(5)
    for path in files(kept):
        content = path.read_bytes()
        for place in [0, len(content) - 1, *(chance.randrange(len(content)) for _ in range(20))]:
            changed = bytearray(content)
            changed[place] ^= 1 << chance.randrange(8)
            path.write_bytes(changed)
            if path.name == "checksums.json" and not content[place : place + 1].strip():
                continue  # one blank for another means the same
            assert not kept_kernel.is_intact(), (path.name, place)
            assert kept_kernel.is_damaged()
        path.write_bytes(content)
    assert kept_kernel.is_intact()


def test_files_that_are_cut_missing_or_added_are_noticed(kept: Path) -> None:
    for path in files(kept):
        content = path.read_bytes()
        for length in (0, 1, len(content) // 2, len(content) - 2):
            path.write_bytes(content[:length])
            assert not kept_kernel.is_intact(), (path.name, length)
        path.unlink()
        assert not kept_kernel.is_intact(), path.name
        path.mkdir()  # even root cannot read that
        assert not kept_kernel.is_intact(), path.name
        path.rmdir()
        path.write_bytes(content)
    (files(kept)[0].parent / "ci_0").mkdir()
    (files(kept)[0].parent / "ci_0" / "more.nbc").write_bytes(b"more")
    assert kept_kernel.is_damaged()
    kept_kernel.clear()
    assert [path.name for path in kept.iterdir()] == ["compiling.lock"]
    assert not kept_kernel.is_damaged()


@pytest.mark.parametrize("listed", [b"", b"null", b"[]", b'{"files": []}', b"[" * 100_000, b"\xff"])
def test_a_list_of_anything_else_is_no_list(kept: Path, listed: bytes) -> None:
    (kept / "checksums.json").write_bytes(listed)
    assert not kept_kernel.is_intact()


def test_checking_takes_no_time_to_speak_of(kept: Path) -> None:
    assert seconds_of(kept_kernel.is_intact, enough=0.05) <= 0.05


SMALL = """
from numba import int64, njit

@njit(int64(int64), cache=True)
def doubled(number):
    return 2 * number

ENTRIES = (doubled,)
"""
COMMAND = """
import sys
from elcs_gui.ci import compiled
from elcs_gui.cli import main

def exercise(kernel):
    assert kernel.doubled(21) == 42

if sys.argv[1] == "small":
    compiled._MODULES, compiled._exercise = ("small",), exercise
sys.exit(main(["kernel"]))
"""


@pytest.mark.parametrize("kernel", many(["whole"], suite=["small"]))
def test_a_damaged_kernel_is_made_again_and_used(kernel: str, tmp_path: Path) -> None:
    """In processes of their own: if damaged machine code were loaded, this is where it would crash.

    In the suite it is that of one small function, since the kernel takes ten seconds to compile.
    """
    (tmp_path / "small.py").write_text(SMALL, encoding="utf-8")
    environment = os.environ | {
        "XDG_CACHE_HOME": str(tmp_path),
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path))),
    }

    def said() -> str:
        command = [sys.executable, "-c", COMMAND, kernel]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=600
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    assert "The kernel was compiled in" in said()
    [cache] = (tmp_path / "elcs-explorer" / "kernel").iterdir()
    machine_code = [path for path in cache.rglob("*") if path.suffix in (".nbc", ".nbi")]
    assert len(machine_code) == (2 if kernel == "small" else 6)
    for path in machine_code:
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 0xFF
        path.write_bytes(content)
    repaired = said()
    assert "damaged or incomplete, and has been replaced" in repaired
    assert "The kernel was compiled in" in repaired
    again = said()
    assert "The kernel was there already" in again
    assert str(cache) in again
    assert "replaced" not in again


def test_where_nothing_can_be_kept_the_kernel_is_compiled_for_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setattr(kept_kernel, "folder", lambda: tmp_path / "file" / "kept")
    folders = []

    def loaded(folder: Path) -> object:
        folders.append(folder)
        assert folder.is_dir()
        return compiled

    monkeypatch.setattr(compiled, "_loaded", loaded)
    kernel, warmed = compiled._made_ready()
    assert kernel is compiled
    assert warmed.ready
    assert "cannot be kept" in warmed.trouble
    assert not folders[0].exists()


def test_a_full_disk_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kept_kernel, "folder", lambda: tmp_path / "kept")
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    rooms = {tmp_path / "kept": 0}  # elsewhere there is room

    def loaded(folder: Path) -> object:
        if folder in rooms or not rooms:
            raise full
        return compiled

    monkeypatch.setattr(compiled, "_loaded", loaded)
    for room_elsewhere, said in ((True, "cannot be kept in"), (False, "numpy answers instead")):
        rooms = rooms if room_elsewhere else {}
        kernel, warmed = compiled._made_ready()
        assert (kernel is not None) == room_elsewhere
        monkeypatch.setattr(compiled, "warm_up", lambda warmed=warmed: warmed)
        assert main(["kernel"]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert said in err
        assert full.strerror in err
        assert "Errno" not in err
        assert err.splitlines()[-1].count(". ") == 0


def test_what_cannot_be_loaded_though_it_is_as_it_was_is_made_again_once(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def loaded(folder: Path) -> object:
        tried.append(sorted(path.name for path in folder.iterdir()))
        raise ValueError("not for this processor")

    monkeypatch.setattr(compiled, "_loaded", loaded)
    kernel, warmed = compiled._made_ready()
    assert kernel is None
    assert warmed.trouble == "ValueError: not for this processor"
    assert [len(names) for names in tried] == [3, 1]  # the second time there is nothing but the lock


@pytest.mark.parametrize(
    ("warmed", "code", "said"),
    [
        (Warmed(ready=True), 0, "there already"),
        (Warmed(ready=True, compiled=True), 0, "was compiled in"),
        (Warmed(ready=True, compiled=True, repaired=True), 0, "has been replaced"),
        (Warmed(ready=True, compiled=True, trouble="It cannot be kept."), 1, "elcs: It cannot be kept; it works"),
        (Warmed(ready=False, trouble="Why."), 1, "numpy answers instead: Why."),
    ],
)
def test_the_command_says_what_it_did_and_whether_it_worked(
    warmed: Warmed, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled, "warm_up", lambda: warmed)
    assert main(["kernel"]) == code
    out, err = capsys.readouterr()
    assert said in (err if code else out)
    assert (out if code else err) == ""


def test_one_process_compiles_while_the_others_wait(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_kernel, "_PATIENCE", 0.2)
    with kept_kernel.alone():
        started = time.monotonic()
        with kept_kernel.alone():
            assert time.monotonic() - started >= 0.2
    shutil.rmtree(kept)
    kept.write_bytes(b"")
    with pytest.raises(DataError, match="cannot be kept"), kept_kernel.alone():
        pass
