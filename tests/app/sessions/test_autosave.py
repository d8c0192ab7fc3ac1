"""Places for autosaves: each window its own, never taken from one that lives, found again after a crash."""

import os
import re
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from elcs_gui.app.sessions.autosave_files import Autosaves, Place
from elcs_gui.storage.session_file import write_session
from tests.conftest import ROOT
from tests.kept import small_session

CRASH = """
import os, sys
from pathlib import Path
from elcs_gui.app.sessions.autosave_files import Autosaves
from elcs_gui.storage.session_file import write_session
from tests.kept import small_session
place = Autosaves(Path(sys.argv[1])).new_place()
write_session(small_session(), place.path)
os.kill(os.getpid(), 9)
"""


def crashed(folder: Path) -> None:
    """A window autosaves and is killed."""
    subprocess.run([sys.executable, "-c", CRASH, str(folder)], cwd=ROOT, check=False)


def place_in(autosaves: Autosaves) -> Place:
    place = autosaves.new_place()
    assert place is not None
    return place


def test_a_window_that_lives_is_not_taken_for_lost(tmp_path: Path) -> None:
    place = place_in(Autosaves(tmp_path))
    write_session(small_session(), place.path)
    assert Autosaves(tmp_path).lost() == []
    place.leave()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_what_a_crash_has_left_is_found_with_its_name_and_recovered_once(tmp_path: Path) -> None:
    crashed(tmp_path)
    first, second = Autosaves(tmp_path), Autosaves(tmp_path)
    [lost] = first.lost()
    assert (lost.title, lost.described, lost.home) == ("Asia", "400 rows", Path("x.elcs"))
    assert abs(lost.saved - time.time()) < 60
    taken = first.take_over(lost)
    assert taken is not None
    assert second.take_over(lost) is None
    assert second.lost() == []
    taken.give_up()
    assert [each.path for each in second.lost()] == [lost.path]


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_what_is_discarded_stays_for_a_week_and_can_be_brought_back(tmp_path: Path) -> None:
    crashed(tmp_path)
    autosaves = Autosaves(tmp_path)
    [lost] = autosaves.lost()
    assert autosaves.discard(lost)
    assert autosaves.lost() == []
    autosaves.sweep()
    autosaves.bring_back(lost)
    assert autosaves.lost() == [lost]
    autosaves.discard(lost)
    [discarded] = tmp_path.iterdir()
    old = time.time() - 8 * 24 * 3600
    os.utime(discarded, (old, old))
    autosaves.sweep()
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_autosave_is_kept_by_another_name_listed_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "1-a.elcs").write_bytes(b"half")
    autosaves = Autosaves(tmp_path)
    assert autosaves.lost() == []
    aside = tmp_path / "1-a.damaged"
    assert [left.path for left in autosaves.unread()] == [aside]
    assert aside.read_bytes() == b"half"
    assert str(aside) in caplog.text
    autosaves.sweep()
    again = Autosaves(tmp_path)
    assert again.is_in_use
    assert again.lost() == []
    assert [left.path for left in again.unread()] == [aside]


def test_an_autosave_of_a_newer_version_is_listed_and_stays_what_it_is(tmp_path: Path) -> None:
    place = place_in(Autosaves(tmp_path))
    write_session(small_session(), place.path)
    place.give_up()
    with zipfile.ZipFile(place.path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["about.json"] = re.sub(rb"elcs-session/\d+", b"elcs-session/999", parts["about.json"])
    with zipfile.ZipFile(place.path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    autosaves = Autosaves(tmp_path)
    assert autosaves.lost() == []
    [left] = autosaves.unread()
    assert (left.path, left.said) == (place.path, "An autosave of a newer version of the program")
    assert place.path.exists()


def test_parts_and_locks_that_nobody_holds_are_swept_away(tmp_path: Path) -> None:
    autosaves = Autosaves(tmp_path)
    place = place_in(autosaves)
    living = tmp_path / f".{place.path.name}.00000000-1-1.part"
    for path in (living, tmp_path / ".9-dead.elcs.00000000-1-1.part", tmp_path / "9-dead.lock"):
        path.write_bytes(b"")
    autosaves.sweep()
    assert sorted(tmp_path.iterdir()) == sorted([living, place.path.with_suffix(".lock")])
    place.leave()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_where_nothing_can_be_written_there_is_no_place(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert Autosaves(tmp_path / "deeper").new_place() is None
