"""What holds of every file of the project: no folder of somebody, no conflict marker, no unused picture."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# A user's folder on Linux, macOS or Windows, or that of root; not a part of a web address.
PARTS_OF_HOMES = (b"/home/", b"Users", b"/root/")
HOME = re.compile(rb"(?<![\w.-])(?:/(?:home|Users)/|/root/|[A-Za-z]:[\\/]+Users[\\/]+)\w")
# What git leaves in a text that it could not merge. A line of "=" alone may be a heading.
CONFLICT = re.compile(rb"^(?:<{7}|>{7}|\|{7})(?: |\r?$)", re.MULTILINE)

PICTURES = "resources/pictures/"


@cache
def project_files() -> dict[str, bytes]:
    """The files that git has or would take, with what is in them."""
    listing = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    try:
        names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs git, and a checkout, to know the project's files")
    return {name: (ROOT / name).read_bytes() for name in names if name and (ROOT / name).is_file()}


def test_no_file_names_a_folder_of_somebody() -> None:
    assert not [
        name
        for name, content in project_files().items()
        if any(part in content for part in PARTS_OF_HOMES) and HOME.search(content)
    ]


def test_no_text_holds_a_conflict_marker() -> None:
    assert not [
        name
        for name, content in project_files().items()
        if b"\0" not in content[:8000] and CONFLICT.search(content)
    ]


@pytest.mark.parametrize("mark", ["<<<<<<< HEAD", "||||||| 555d2f1e", ">>>>>>> plain", ">>>>>>>"])
def test_what_git_leaves_between_two_versions_is_known(mark: str) -> None:
    assert CONFLICT.search(f"a line\n{mark}\nanother\n".encode())
    assert not CONFLICT.search(f"a line with {mark}\n".encode())


def test_every_picture_is_shown_somewhere() -> None:
    files = project_files()
    texts = [content for name, content in files.items() if not name.startswith(PICTURES)]
    pictures = [name.removeprefix("resources/").encode() for name in files if name.startswith(PICTURES)]
    assert pictures
    assert not [picture.decode() for picture in pictures if not any(picture in text for text in texts)]
