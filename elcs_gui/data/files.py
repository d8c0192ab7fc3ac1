"""Reading and writing files politely: clear errors, and never half a file in place of a whole one."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from elcs_gui.errors import DataError


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Around the reading of `path`, a file with something in it; what fails becomes a DataError."""
    try:
        if not path.exists():
            raise DataError(f"There is no file '{path}'.")
        if path.is_dir():
            raise DataError(f"'{path}' is a folder: name a file in it.")
        if path.stat().st_size == 0:
            raise DataError(f"{path.name} is empty.")
        yield
    except (OSError, MemoryError) as error:
        raise DataError(f"'{path}' cannot be read: {_reason(error)}.") from error


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Gives a new file to write; it takes the place of `path` at the end, and only if all went well."""
    target = path.resolve()
    part = target.with_name(f".{target.name[:200]}.{os.getpid()}.part")
    try:
        if target.exists() and not target.is_file():
            raise DataError(f"'{path}' is not a file: name a file to write.")
        yield part
        part.replace(target)
    except OSError as error:
        raise DataError(f"'{path}' cannot be written: {_reason(error)}.") from error
    finally:
        with suppress(OSError):  # nothing was written, or it has taken its place
            part.unlink()


def not_read_yet(path: Path, known: str) -> DataError:
    """The complaint about a format this version cannot read; `known` names those it can."""
    ending = path.suffix or "no ending"
    return DataError(f"{path.name}: files with {ending} are not read yet by this version; it reads {known}.")


def _reason(error: OSError | MemoryError) -> str:
    if isinstance(error, MemoryError):
        return "not enough memory"
    return error.strerror or (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
