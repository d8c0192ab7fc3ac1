"""A file that is replaced is the old one or the whole new one, and keeps what belonged to it."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from elcs_gui.data.files import replacing
from elcs_gui.errors import DataError
from tests.conftest import ROOT


def write(path: Path, text: str) -> None:
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8")


def listed(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_takes_its_place_and_no_part_is_left(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "new")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "new"
    assert listed(tmp_path) == ["a.txt"]


def test_what_fails_in_between_leaves_the_old_file(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "old")
    with pytest.raises(DataError), replacing(tmp_path / "a.txt") as part:
        part.write_text("half", encoding="utf-8")
        raise OSError(28, "No space left on device")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "old"
    assert listed(tmp_path) == ["a.txt"]


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_the_permissions_of_an_existing_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write(path, "old")
    path.chmod(0o640)
    write(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write(path, "old")
    path.chmod(0o444)
    with pytest.raises(DataError, match="read-only"):
        write(path, "new")
    assert path.read_text(encoding="utf-8") == "old"


@pytest.mark.skipif(os.name != "posix", reason="needs links")
def test_links_are_followed_and_stay_links(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "real" / "a.txt")
    write(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "real" / "a.txt").read_text(encoding="utf-8") == "new"


def test_a_name_of_many_bytes_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 120 + ".txt")
    write(path, "new")
    assert path.read_text(encoding="utf-8") == "new"


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a part must be a day old")
def test_parts_of_writers_that_were_killed_are_swept_away_but_not_those_of_others(tmp_path: Path) -> None:
    code = (
        "import os, sys, pathlib; from elcs_gui.data.files import replacing\n"
        "with replacing(pathlib.Path(sys.argv[1])) as part:\n"
        "    part.write_text('half'); os._exit(1)"
    )
    path = tmp_path / "a.txt"
    subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT, check=False)
    [left] = listed(tmp_path)
    assert left.endswith(".part")
    other = tmp_path / left.replace("a.txt", "b.txt")
    mine = tmp_path / left.replace(left.rpartition("-")[0].rpartition("-")[2], str(os.getppid()))
    for part in (other, mine):
        part.write_text("half", encoding="utf-8")
    write(path, "new")
    assert listed(tmp_path) == sorted(["a.txt", other.name, mine.name])
