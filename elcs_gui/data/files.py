"""Reading and writing files politely: clear errors, and never half a file in place of a whole one.

Names of files need not be text: on many systems they are bytes, and not every byte is UTF-8. Python keeps
such a byte as half a surrogate pair, which opens the file and nothing else: no text file can hold it. So
names come in two more forms. `shown_name` is for people, with a sign for what cannot be shown; `kept_path` is
for files of ours, and `restored_path` makes the same path of it again.
"""

import itertools
import os
import platform
import re
import shutil
import stat
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote_from_bytes, unquote_to_bytes

from elcs_gui.data.locking import Lock
from elcs_gui.data.names import nearest
from elcs_gui.errors import DataError

NETWORK_ENDINGS = (
    ".bif", ".xmlbif", ".bifxml", ".xml", ".xdsl", ".net", ".json", ".dot", ".gv", ".graphml", ".dagitty",
)  # fmt: skip
"""Files with these endings are networks; others that may be (.txt, .csv) are taken for data first."""

STANDARD_INPUT = "standard input"
"""What is called so came through a pipe: there is no such file."""

_ENDING = re.compile(r"(?:\.[a-z0-9]+)+")

_LONGEST = 180
"""Bytes of a file's name in the name of its part: with what is added that stays below 255."""
_GIVEN_UP = 24 * 3600.0
"""Seconds after which a part, or a folder, counts as left behind where nobody can tell whose it is."""
_numbers = itertools.count(1)
_parts: set[Path] = set()
"""Those that this process is writing."""
_SCRATCH = "elcs-scratch-"
_LOCK = "lock"
_TRIES = 3
_folders: set[Path] = set()
"""Those that this process has for the time being."""


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Around the reading of `path`, a file with something in it; what fails becomes a DataError."""
    try:
        if not path.exists():
            raise DataError(f"There is no file '{path}'.")
        if path.is_dir():
            raise DataError(f"{folder_name(path)} is a folder: name a file in it.")
        if path.stat().st_size == 0:
            raise DataError(f"{path.name} is empty.")
        yield
    except (OSError, MemoryError) as error:
        raise DataError(f"'{path}' cannot be read: {_reason(error)}.") from error


def folder_name(path: Path) -> str:
    """A folder for a message: as it was named, and in full where that says nothing (`.`)."""
    return f"'{path}'" if path.name else f"'{path}' ({path.resolve()})"


@contextmanager
def replacing(path: Path, *, durable: bool = True) -> Iterator[Path]:
    """Gives a new file to write; it takes the place of `path` at the end, and only if all went well.

    Whatever happens, and be it that the power fails, `path` is the old file or the whole new one. Links are
    followed, the permissions of a file that is replaced are kept, and one that is read-only is refused. Parts
    that were left behind by programs that were killed while they wrote this very file are swept away.

    Args:
        durable: False does not wait for the disk. Then it is the same unless the system itself crashes.
    """
    target = path.resolve()
    part = target.with_name(f"{_beginning(target)}{os.getpid()}-{next(_numbers)}.part")
    try:
        there = target.stat() if target.exists() else None
        if there is not None and not stat.S_ISREG(there.st_mode):
            raise DataError(f"'{path}' is not a file: name a file to write.")
        if there is not None and not os.access(target, os.W_OK):
            raise DataError(f"'{path}' is read-only: choose another name, or allow it to be written.")
        _parts.add(part)
        yield part
        if there is not None:
            part.chmod(stat.S_IMODE(there.st_mode))
        if durable:
            _to_disk(part)
        part.replace(target)
        if durable:
            _folder_to_disk(target.parent)
        _sweep(target)
    except OSError as error:
        lost = isinstance(error, FileNotFoundError) and not target.parent.exists()
        reason = f"there is no folder '{path.parent}'" if lost else _reason(error)
        raise DataError(f"'{path}' cannot be written: {reason}.") from error
    finally:
        with suppress(OSError):  # nothing was written, or it has taken its place
            part.unlink()
        _parts.discard(part)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new folder for what is needed meanwhile, gone at the end; those that killed programs have left behind
    go, too.

    Whoever has one holds a lock in it: numbers of processes mean nothing to another container that has the
    same folder of temporary files.
    """
    _sweep_folders(Path(tempfile.gettempdir()))
    for _ in range(_TRIES):
        try:
            folder = Path(tempfile.mkdtemp(prefix=_SCRATCH))
        except OSError as error:
            raise DataError(f"No folder can be made in {tempfile.gettempdir()}: {_reason(error)}.") from error
        lock = Lock.take(folder / _LOCK)
        if lock is not None and (folder / _LOCK).exists():
            break  # else it was swept before it was locked, or nothing can be locked there, by nobody
    _folders.add(folder)
    try:
        yield folder
    finally:
        if lock is not None:
            lock.give_back(remove=True)
        shutil.rmtree(folder, ignore_errors=True)
        _folders.discard(folder)


def _sweep_folders(there: Path) -> None:
    """Remove the scratch folders whose locks nobody holds.

    One without a lock is about to get it, or to go; it counts as left behind once it is old.
    """
    with suppress(OSError):
        for folder in there.glob(f"{_SCRATCH}*"):
            with suppress(OSError):
                if (folder / _LOCK).exists():
                    lock = Lock.take(folder / _LOCK)
                    if lock is None:
                        continue
                    lock.give_back(remove=True)
                elif time.time() - folder.stat().st_mtime <= _GIVEN_UP:
                    continue
                shutil.rmtree(folder, ignore_errors=True)


def remove_parts() -> None:
    """Remove what this process is writing, from whichever thread: the process is about to be ended."""
    for part in tuple(_parts):
        with suppress(OSError):
            part.unlink()
    for folder in tuple(_folders):
        shutil.rmtree(folder, ignore_errors=True)


def _beginning(target: Path) -> str:
    """Of the names of all parts of a file that are written on this computer: a folder may be shared."""
    name = target.name.encode("utf-8", "surrogateescape")[:_LONGEST].decode("utf-8", "ignore")
    return f".{name}.{zlib.crc32(platform.node().encode()):08x}-"


def _to_disk(path: Path) -> None:
    """Before it takes its place: else a crash of the system could leave an empty file there."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _folder_to_disk(folder: Path) -> None:
    if os.name != "posix":
        return  # elsewhere a folder cannot be opened
    with suppress(OSError):  # nor on every file system
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _sweep(target: Path) -> None:
    """Remove the parts of this file whose writers are gone."""
    beginning = _beginning(target)
    with suppress(OSError), os.scandir(target.parent) as entries:
        for entry in entries:
            if entry.name.startswith(beginning) and entry.name.endswith(".part"):
                writer = entry.name.removeprefix(beginning).partition("-")[0]
                if writer.isdecimal() and _is_gone(int(writer), entry):
                    with suppress(OSError):
                        Path(entry).unlink()


def _is_gone(process: int, part: os.DirEntry[str]) -> bool:
    if os.name != "posix":  # there, asking for a process would end it
        return time.time() - part.stat().st_mtime > _GIVEN_UP
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False  # it is somebody else's
    return False


def size_words(count: int) -> str:
    """Bytes as people say them: `812 bytes`, `1.4 MB`."""
    if count < 1000:
        return f"{count:,} bytes"
    for unit in ("kB", "MB"):
        count_of_unit = count / 1000 if unit == "kB" else count / 1e6
        if count_of_unit < 999.5:
            return f"{count_of_unit:.3g} {unit}"
    return f"{count / 1e9:.3g} GB"


def not_read_yet(path: Path, known: str) -> DataError:
    """The complaint about a format this version cannot read; `known` names those it can."""
    ending = path.suffix or "no ending"
    return DataError(
        f"{path.name}: files with {ending} are not read yet by this version; it reads {known}."
        f"{like_ending(path, known)}"
    )


def like_ending(path: Path, known: str) -> str:
    """Behind a sentence with all endings: a question whether one of them is meant (`cvs`), or nothing."""
    endings = {ending.removeprefix("."): ending for ending in _ENDING.findall(known)}
    near = nearest(path.suffix.removeprefix("."), [*endings], 1) if path.suffix else []
    return f" Did you mean {endings[near[0]]}?" if near else ""


def _reason(error: OSError | MemoryError) -> str:
    if isinstance(error, MemoryError):
        return "not enough memory"
    return error.strerror or (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")


MOST_SHOWN = 1000
"""Letters of a name that is only shown; the rest is cut off."""

_MARK = "file:"
_UNSHOWABLE = re.compile("[\0\ud800-\udfff]")


def shown_name(name: str) -> str:
    """A name that can be shown and written anywhere: � stands for what cannot."""
    return _UNSHOWABLE.sub("�", name)[:MOST_SHOWN]


def kept_path(path: Path | str) -> str:
    """A path as a text that any file can hold: itself, or, where it is no text, `file:/data/a%FF.csv`."""
    text = str(path)
    if _UNSHOWABLE.search(text) is None and not text.startswith(_MARK):
        return text
    return _MARK + quote_from_bytes(os.fsencode(text))


def restored_path(kept: str) -> Path:
    """The path that `kept_path` was given."""
    if not kept.startswith(_MARK):
        return Path(kept)
    return Path(os.fsdecode(unquote_to_bytes(kept.removeprefix(_MARK))))
