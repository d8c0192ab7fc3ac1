"""The compiled kernel as it is kept on the disk, and checked before it is loaded.

numba keeps machine code in files of its own and believes them: a damaged one ends in an exception at best and
in a crash at worst. So a list of the checksums of all files is written beside them when they are complete,
and whatever does not agree with it is removed and made again.

    <the user's cache folder>/elcs-explorer/kernel/<edition>/
        checksums.json      {"files": {"ci_93c3.../kernel.ask_listed-141.py311.1.nbc": "5e88...", ...}}
        ci_93c3.../*        numba's

Another kernel, numba, Python or installation is another edition, in another folder; old ones are removed.
"""

from __future__ import annotations

import hashlib
import json
import platform
import shutil
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import platformdirs

from elcs_gui.data.files import replacing
from elcs_gui.data.locking import Lock
from elcs_gui.errors import DataError

_LIST = "checksums.json"
_LOCK = "compiling.lock"
_PATIENCE = 60.0
"""Seconds to wait for another process that compiles the same; then we do it ourselves."""


@cache
def folder() -> Path:
    """Where this edition is kept.

    numba looks only at the file of the function it is called for, not at those that function calls, so the
    edition tells all of it apart.
    """
    sources = sorted(Path(__file__).parent.glob("kernel*.py"))
    made_of = [source.read_bytes() for source in sources]
    for package in ("numba", "llvmlite", "numpy"):
        with suppress(PackageNotFoundError):
            made_of.append(version(package).encode())
    made_of.append(f"{sys.implementation.cache_tag} {platform.machine()} {Path(__file__).parent}".encode())
    return _all_editions() / f"{zlib.crc32(b'|'.join(made_of)):08x}"


def is_intact() -> bool:
    """Is everything there as it was when it was complete?"""
    listed = _listed()
    return bool(listed) and listed == _found()


def is_damaged() -> bool:
    """Is anything there that is not as it was, or was never completed?"""
    found = _found()
    return bool(found) and _listed() != found


def seal() -> None:
    """What is there now is complete; a DataError where that cannot be written down."""
    with replacing(folder() / _LIST) as part:
        part.write_text(json.dumps({"files": _found()}, indent=1), encoding="utf-8")
    _remove_old_editions()


def clear() -> None:
    """Remove all of this edition but the lock, as far as that can be."""
    with suppress(OSError):
        for path in folder().iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            elif path.name != _LOCK:
                with suppress(OSError):
                    path.unlink()


def size() -> tuple[int, int]:
    """How many files are kept, and their bytes."""
    files = list(_files())
    return len(files), sum(path.stat().st_size for path in files)


@contextmanager
def alone() -> Iterator[None]:
    """Inside, no other process checks, loads or compiles: one of them works, the others find it done.

    Raises a DataError where nothing can be kept.
    """
    here = folder()
    try:
        here.mkdir(parents=True, exist_ok=True)
        (here / _LOCK).open("ab").close()
    except OSError as error:
        raise DataError(
            f"The compiled kernel cannot be kept in '{here}': {error.strerror or error}."
        ) from None
    patience = time.monotonic() + _PATIENCE
    lock = Lock.take(here / _LOCK)
    while lock is None and time.monotonic() < patience:
        time.sleep(0.05)
        lock = Lock.take(here / _LOCK)
    try:
        yield
    finally:
        if lock is not None:
            lock.give_back(remove=False)


def _all_editions() -> Path:
    return Path(platformdirs.user_cache_dir("elcs-explorer", appauthor=False)) / "kernel"


def _remove_old_editions() -> None:
    """Those that nobody has used for long: another version of this program may still be in use."""
    with suppress(OSError):
        for other in _all_editions().iterdir():
            long_ago = time.time() - 90 * 24 * 3600
            if other != folder() and other.is_dir() and other.stat().st_mtime < long_ago:
                shutil.rmtree(other, ignore_errors=True)


def _files() -> Iterator[Path]:
    """All of numba's."""
    for path in sorted(folder().rglob("*")):
        if path.is_file() and path.parent != folder():
            yield path


def _found() -> dict[str, str]:
    """The checksum of every file, by its name; a file that cannot be read has none."""
    sums = {}
    for path in _files():
        try:
            content = path.read_bytes()
        except OSError:
            content = b""
        sums[path.relative_to(folder()).as_posix()] = hashlib.sha256(content).hexdigest()
    return sums


def _listed() -> dict[str, str]:
    """The checksums as they were written down; none where the list itself is missing or damaged."""
    try:
        listed = json.loads((folder() / _LIST).read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    return listed if isinstance(listed, dict) else {}
