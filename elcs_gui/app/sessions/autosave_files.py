"""Where autosaves are kept: one place for every running window, found again after a crash.

A place is `<name>.elcs` with `<name>.lock` beside it. Its window holds the lock as long as it lives, so a
second window never takes it for lost; after a crash the lock is free and the file still there, and that is
what is offered for recovery. What is discarded stays for a week as `<name>.discarded`. What cannot be read
stays as `<name>.damaged` until the user removes it.
"""

from __future__ import annotations

import logging
import os
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.data.files import restored_path
from elcs_gui.data.locking import Lock
from elcs_gui.errors import ElcsError

if TYPE_CHECKING:
    from elcs_gui.storage.session_file import SessionFileError

_WEEK = 7 * 24 * 3600.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recoverable:
    """An autosave whose window is gone."""

    path: Path
    title: str
    described: str
    home: Path | None
    """The session file it belongs to; None if it was never saved."""
    saved: float
    """When, in seconds since the epoch."""


@dataclass(frozen=True)
class LeftFile:
    """A file of an earlier start that the program cannot use: to be looked at, or removed."""

    path: Path
    said: str
    is_report: bool = False
    """It is the report of a crash, which can be shown."""


class Place:
    """Where one window autosaves to."""

    def __init__(self, path: Path, lock: Lock) -> None:
        self.path, self._lock = path, lock

    def clear(self) -> None:
        """Remove the autosave: what it held is saved elsewhere, or not wanted."""
        with suppress(OSError):
            self.path.unlink()

    def give_up(self) -> None:
        """Let it be offered again."""
        self._lock.give_back(remove=False)

    def leave(self) -> None:
        """The window closes in good order: nothing stays."""
        self.clear()
        self._lock.give_back(remove=True)


class Autosaves:
    """The folder of all places."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._newer: list[Path] = []
        """Those of a later version of the program."""

    def new_place(self) -> Place | None:
        """A place of one's own; None where nothing can be written."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError:
            return None
        name = f"{os.getpid()}-{uuid.uuid4().hex[:12]}"
        lock = Lock.take(self._folder / f"{name}.lock")
        return None if lock is None else Place(self._folder / f"{name}.elcs", lock)

    def take_over(self, lost: Recoverable) -> Place | None:
        """The place of a window that is gone, now one's own; None if another window was quicker."""
        lock = Lock.take(lost.path.with_suffix(".lock"))
        if lock is None or not lost.path.exists():
            return None
        return Place(lost.path, lock)

    @property
    def is_in_use(self) -> bool:
        """Is anything there, of a window that is gone or of one that lives?"""
        return bool(self._files(".elcs") or self._files(".damaged"))

    def lost(self) -> list[Recoverable]:
        """What windows that are gone have left, the newest first. See `unread` for what cannot be read."""
        from elcs_gui.storage.session_file import NewerSession, SessionFileError
        from elcs_gui.storage.session_reading import read_summary

        found = []
        self._newer = []
        for path in self._files(".elcs"):
            lock = Lock.take(path.with_suffix(".lock"))
            if lock is None:
                continue  # its window lives
            lock.give_back(remove=False)
            try:
                summary = read_summary(path)
                saved = path.stat().st_mtime
            except NewerSession:
                self._newer.append(path)
                continue
            except SessionFileError as error:
                _put_aside(path, error)
                continue
            except (ElcsError, OSError) as error:  # perhaps next time
                _log.warning("An autosave cannot be read: %s: %s", path, error)
                continue
            home = None if summary.home is None else restored_path(summary.home)
            found.append(Recoverable(path, summary.title, summary.described, home, saved))
        return sorted(found, key=lambda lost: (-lost.saved, lost.path))

    def unread(self) -> list[LeftFile]:
        """What windows that are gone have left and `lost` could not read."""
        newer = [LeftFile(path, "An autosave of a newer version of the program") for path in self._newer]
        return newer + [LeftFile(path, "An autosave that cannot be read") for path in self._files(".damaged")]

    def discard(self, lost: Recoverable) -> bool:
        """Offer it no more; for a week `bring_back` can undo that. False if another window has taken it."""
        place = self.take_over(lost)
        if place is None:
            return False
        with suppress(OSError):
            lost.path.replace(lost.path.with_suffix(".discarded"))
            os.utime(lost.path.with_suffix(".discarded"))
        place.leave()
        return True

    def bring_back(self, lost: Recoverable) -> None:
        with suppress(OSError):
            lost.path.with_suffix(".discarded").replace(lost.path)
            os.utime(lost.path, (lost.saved, lost.saved))

    def sweep(self) -> None:
        """Remove what was discarded a week ago, and locks and parts that nobody holds any more."""
        for path in self._files(".discarded"):
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > _WEEK:
                    path.unlink()
        for path in self._files(".part"):
            owner = self._folder / f"{path.name.removeprefix('.').partition('.elcs')[0]}.lock"
            if not owner.exists() or _is_free(owner):
                with suppress(OSError):
                    path.unlink()
        for path in self._files(".lock"):
            if not path.with_suffix(".elcs").exists():
                lock = Lock.take(path)
                if lock is not None:
                    lock.give_back(remove=True)

    def _files(self, ending: str) -> list[Path]:
        try:
            return sorted(path for path in self._folder.iterdir() if path.suffix == ending)
        except OSError:
            return []


def _put_aside(path: Path, error: SessionFileError) -> None:
    """Keep it by a name under which it is not looked at again."""
    aside = path.with_suffix(".damaged")
    try:
        path.replace(aside)
    except OSError:
        aside = path
    _log.warning("An autosave cannot be read: %s It is kept as %s", error, aside)


def _is_free(path: Path) -> bool:
    lock = Lock.take(path)
    if lock is None:
        return False
    lock.give_back(remove=False)
    return True
