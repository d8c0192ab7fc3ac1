"""What becomes of the files that a command line names, before the command works with them.

- Standard input (`-`, /dev/stdin) and other pipes are read into a temporary file: reading looks at the
  beginning of a file first, and a stream can be read only once
- A network in place of data is run as one
- What is of another kind than a command wants is refused with what would be right

An argument that names a file to read is declared with `action=InputFile, wants=...`.
"""

from __future__ import annotations

import argparse
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

DATA, NETWORK, TRACE = "data", "network", "trace"
"""What an argument wants."""

_PIPES = ("/dev/fd", "/proc/self/fd")
_STANDARD = ("-", "/dev/stdin", *(f"{folder}/0" for folder in _PIPES))
_BEGINNING = 4096
"""Bytes by which a format is told."""
_HEADER = 64
"""Bytes in which a trace names its schema."""
_AT_ONCE = 1 << 20
_TABLES = (".xlsx", ".xlsm", ".parquet", ".pq", ".arff", ".npz")
"""Endings of tables that are nothing else."""


class InputFile(argparse.Action):
    """Keeps the path of a file to read, and that it is one."""

    def __init__(self, *args: Any, wants: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self._wants = wants

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002  argparse gives all four
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        setattr(namespace, self.dest, values)
        namespace.inputs = {**getattr(namespace, "inputs", {}), self.dest: self._wants}


def is_piped(path: Path) -> bool:
    """Is it standard input or another stream, which can be read only once?"""
    if path.as_posix() in _STANDARD or path.parent.as_posix() in _PIPES:
        return True
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def as_named(args: argparse.Namespace, path: Path) -> str:
    """A file of the command line as it was named there, also where its content came through a pipe."""
    piped: dict[Path, Path] = getattr(args, "piped", {})
    return str(piped.get(path, path))


@contextmanager
def named_files(args: argparse.Namespace) -> Iterator[None]:
    """Inside, the arguments name files that are there, of the kinds that are wanted; else an ElcsError."""
    inputs: dict[str, str] = getattr(args, "inputs", {})
    with ExitStack() as stack:
        taken: list[str] = []
        for name in inputs:
            path: Path | None = getattr(args, name)
            if path is not None and is_piped(path):
                _check_single(path, taken)
                setattr(args, name, stack.enter_context(_spooled(path)))
                args.piped = {**getattr(args, "piped", {}), getattr(args, name): path}
        for name, wants in inputs.items():
            path = getattr(args, name)
            if path is not None:
                _check_kind(args, path, wants)
        yield


def _check_single(path: Path, taken: list[str]) -> None:
    from elcs_gui.errors import ElcsError

    source = "-" if path.as_posix() in _STANDARD else str(path)
    if source in taken:
        raise ElcsError("Standard input can be read only once: name a file for one of the two.")
    taken.append(source)


@contextmanager
def _spooled(path: Path) -> Iterator[Path]:
    """What comes through the pipe, in a file that is gone at the end; its ending tells the format."""
    from elcs_gui.data.files import STANDARD_INPUT, scratch_folder
    from elcs_gui.errors import DataError

    is_standard = path.as_posix() in _STANDARD
    with scratch_folder() as folder:
        copy = folder / STANDARD_INPUT
        try:
            with (
                open(0 if is_standard else path, "rb", closefd=not is_standard) as pipe,
                copy.open("wb") as file,
            ):
                while some := pipe.read(_AT_ONCE):
                    file.write(some)
        except OSError as error:
            raise DataError(
                f"Standard input cannot be read: {error.strerror or error}."
                if is_standard
                else f"'{path}' cannot be read: {error.strerror or error}."
            ) from None
        if copy.stat().st_size == 0:
            raise DataError("Standard input is empty." if is_standard else f"'{path}' gave nothing to read.")
        yield copy.rename(copy.with_suffix(_ending_of(copy)))


def _ending_of(file: Path) -> str:
    """By what is in it; none for text, which its reader looks at more closely. A DataError for an archive."""
    from elcs_gui.errors import DataError

    with file.open("rb") as opened:
        start = opened.read(_BEGINNING)
    if start.startswith(b"PK\x03\x04"):
        return _ending_of_zip(file)
    if start.startswith((b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd")):
        raise DataError("What comes through the pipe is compressed: unpack it there (as gzip -dc does).")
    if start.startswith(b"PAR1"):
        return ".parquet"
    if start.startswith(b"SQLite format 3\0"):
        return ".sqlite"
    if start[8:12] == b"DUCK":
        return ".duckdb"
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text.startswith((b"<?xml", b"<BIF", b"<smile", b"<graphml")):
        return ".xml"
    lines = [line.strip().lower() for line in text.splitlines() if not line.startswith(b"%")]
    if any(line.startswith(b"@relation") for line in lines):
        return ".arff"
    if lines and lines[0].startswith(b"network ") and lines[0].endswith(b"{"):
        return ".bif"
    return ".jsonl" if text.startswith(b"{") and b'"elcs-trace/' in text[:_HEADER] else ""


def _ending_of_zip(file: Path) -> str:
    from zipfile import BadZipFile, ZipFile

    from elcs_gui.errors import DataError

    try:
        with ZipFile(file) as archive:
            names = archive.namelist()
    except (BadZipFile, OSError, ValueError, NotImplementedError):
        raise DataError("What comes through the pipe is a damaged archive, or its end is missing.") from None
    if "[Content_Types].xml" in names:
        return ".xlsx"
    if names and all(name.endswith(".npy") for name in names):
        return ".npz"
    if "session.json" in names:
        return ".elcs"
    raise DataError("What comes through the pipe is an archive: unpack it there (as unzip -p does).")


def _check_kind(args: argparse.Namespace, path: Path, wants: str) -> None:
    """Refuse a file of another kind than is wanted; a network in place of data becomes the network."""
    from elcs_gui.errors import ElcsError
    from elcs_gui.storage.file_kinds import is_network

    kind = _kind_of(path)
    if wants == DATA and path.is_dir():
        from elcs_gui.data.tables.duckdb_sources import files_of

        files_of(path)
    elif wants == DATA and is_network(path):
        if "network" not in args:
            raise ElcsError(f"'{path}' is a network, not a table of data.")
        if args.network is not None:
            raise ElcsError(f"'{path}' is a network, and so is '{args.network}': name data and one network.")
        args.data, args.network = None, path
    elif wants == DATA and kind in _RECORDED:
        raise ElcsError(f"'{path}' is {kind}, not data. {_RECORDED[kind].format(path)}")
    elif wants == NETWORK and path.suffix.lower() in _TABLES:
        raise ElcsError(f"'{path}' is a table of data, not a network: name it as DATA, without --network.")
    elif wants == TRACE and kind is not None and kind not in ("a recorded run", "a session"):
        if kind == "a lesson" and "player" in args:  # it plays lessons as well
            return
        make = _MAKES.get(kind, _MAKES[""]).format(path)
        raise ElcsError(f"'{path}' is {kind}; a trace or a session is wanted. This makes a trace: {make}")


_RECORDED = {
    "a recorded run": "Print it with: elcs replay {}",
    "a session": "Print the run in it with: elcs replay {}",
    "a lesson": "Check it with: elcs lesson check {}",
}
_MAKES = {
    "a network": "elcs run --network {} --target NAME --trace run.jsonl",
    "a table of data": "elcs run {} --target NAME --trace run.jsonl",
    "": "elcs run DATA --target NAME --trace run.jsonl",
}


def _kind_of(path: Path) -> str | None:
    """In words, by its ending and its beginning; None for what is not there, or may be anything."""
    from elcs_gui.storage.file_kinds import SESSION_ENDING, is_lesson, is_network, is_trace

    if is_trace(path):
        return "a recorded run"
    if path.suffix.lower() == SESSION_ENDING:
        return "a session"
    if not path.is_file():
        return "a folder" if path.is_dir() else None
    if _begins_as_trace(path):
        return "a recorded run"
    if is_network(path):
        return None if path.suffix.lower() == ".json" else "a network"
    return "a lesson" if is_lesson(path) else "a table of data"


def _begins_as_trace(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return b'"elcs-trace/' in file.read(_HEADER)
    except OSError:
        return False
