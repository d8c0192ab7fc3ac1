"""A reference to a file beside a session, or elsewhere, or to a table at an address: where it is now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from elcs_gui.data.files import kept_path, restored_path, shown_name
from elcs_gui.data.tables.address import Address, address_of, full_path, title_of
from elcs_gui.storage.session_limits import LATEST


@dataclass(frozen=True)
class FileReference:
    """A file that data or a network were read from, as it was then.

    Its paths stand here as `elcs_gui.data.files` keeps them, so that any name can be written.
    """

    absolute: str
    relative: str | None
    size: int
    modified: int

    @classmethod
    def of(cls, path: Path, session: Path | None = None) -> FileReference:
        """`session` is the file that will hold the reference."""
        absolute = full_path(path)
        try:
            found = absolute.stat()
            size, modified = found.st_size, max(-LATEST, min(found.st_mtime_ns, LATEST))
        except OSError:
            size = modified = 0
        return cls(kept_path(absolute), None, size, modified).relative_to(session)

    @property
    def path(self) -> Path:
        """Where it was then."""
        return restored_path(self.absolute)

    def relative_to(self, session: Path | None) -> FileReference:
        """The same, for a session file in this place; only what lies in its folder or below moves with it."""
        relative = None
        if session is not None:
            folder = session.resolve().parent
            if self.path.is_relative_to(folder):
                relative = kept_path(self.path.relative_to(folder).as_posix())
        return FileReference(self.absolute, relative, self.size, self.modified)

    def candidates(self, session: Path) -> Iterator[Path]:
        """Where the file may be now, the likeliest first.

        A session may come from anybody: what lies outside its folder must be named in full, and no other
        computer is asked for a file.
        """
        if self.relative is not None:
            inside = restored_path(self.relative)
            if not inside.is_absolute() and not inside.drive and ".." not in inside.parts:
                yield session.resolve().parent / inside
        address = address_of(self.path)
        named = self.path if address is None or address.file is None else address.file
        if not str(named).startswith(("\\\\", "//")):
            yield self.path

    def found(self, session: Path) -> Path | None:
        """Where it is now; None if it is in neither place, or on a server, which only the user asks."""
        return next((path for path in self.candidates(session) if _is_file(path)), None)

    @property
    def server(self) -> Address | None:
        """Where the table is, if that is in no file."""
        address = address_of(self.path)
        return None if address is None or address.file is not None else address

    def located(self, session: Path) -> FileReference:
        """The same, named by where it is now, or where it would be."""
        there = self.found(session) or next(self.candidates(session), None)
        return self if there is None else replace(self, absolute=kept_path(there))

    @property
    def name(self) -> str:
        """Without its folders, as it can be shown."""
        if address_of(self.path) is not None:
            return shown_name(title_of(self.path))
        return shown_name(re.split(r"[\\/]", str(self.path))[-1])


def _is_file(path: Path) -> bool:
    address = address_of(path)
    file = path if address is None else address.file
    try:
        return file is not None and file.is_file()
    except (OSError, ValueError):  # a name that this system cannot have
        return False
