"""Locks between programs: held as long as the one who took it lives, whatever becomes of it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import IO

if os.name == "posix":
    import fcntl
else:
    import msvcrt


class Lock:
    """An open file that the system has locked for this program. A crash, or kill -9, gives it back."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path = path
        self._file: IO[bytes] | None = file

    @classmethod
    def take(cls, path: Path) -> Lock | None:
        """The lock, or None while somebody else has it, or where there is nowhere to put it."""
        try:
            file = path.open("ab")
        except OSError:
            return None
        try:
            if os.name == "posix":
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        except OSError:
            file.close()
            return None
        return cls(path, file)

    def give_back(self, *, remove: bool) -> None:
        """Let others have it; with `remove` the file goes as well."""
        if self._file is None:
            return
        if remove and os.name == "posix":  # before it is given back: nobody may take what is being removed
            with suppress(OSError):
                self.path.unlink()
        self._file.close()
        self._file = None
        if remove and os.name != "posix":  # there an open file cannot be removed
            with suppress(OSError):
                self.path.unlink()
