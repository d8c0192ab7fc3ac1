"""The program's log: what went wrong in the window and its processes, for whoever is to mend it.

Every process writes a file of its own, for two must not rotate one: `window.log` and `elcs-worker.log`; those
of a second window that is open at the same time are `window-2.log` and so on. A window holds the lock of its
number as long as it lives. Nothing is kept unless `keep_log` is called: a test, or a command, has no log.

Where a process crashes, Python's fault handler writes the stacks of its threads into `window-crash.log`,
below a line that names the version. A process that ends in good order removes the file. What a window that
crashed has left becomes a report, `crash-<date>-<time>.txt`, when the program is started again.
"""

from __future__ import annotations

import faulthandler
import logging
import platform
import re
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import IO

from elcs_gui import __version__
from elcs_gui.data.locking import Lock

LONGEST = 256 << 10
"""Bytes of a file before it is rotated."""
KEPT = 2
"""Older files beside it."""
MOST_WINDOWS = 32
SHOWN = 400
"""Lines that are shown, and that go into a report."""
BEFORE = 60
"""Lines of the log in the report of a crash."""

_CRASH = "-crash.log"
_STARTED = "Started: "
"""What a line about the process begins with, in the file for its crash."""
_ENTRY = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} ", re.MULTILINE)
_log = logging.getLogger("elcs_gui")


@dataclass(frozen=True)
class LogFile:
    """Where one process writes; `keep` is called in that process."""

    folder: Path
    process: str
    number: int

    @property
    def path(self) -> Path:
        """Its newest file."""
        return self.folder / f"{self._stem}.log"

    @property
    def _stem(self) -> str:
        return self.process.replace(" ", "-") + (f"-{self.number}" if self.number > 1 else "")

    def keep(self) -> None:
        """Write warnings and errors from now on, and exceptions that nobody caught."""
        global _file
        _file = self
        handler = _Quietly(self.path, maxBytes=LONGEST, backupCount=KEPT, encoding="utf-8", delay=True)
        handler.setFormatter(logging.Formatter(f"%(asctime)s {self.process} %(levelname)s %(message)s"))
        logging.getLogger().addHandler(handler)
        _log.setLevel(logging.INFO)
        sys.excepthook = _exception
        threading.excepthook = _thread_exception
        sys.unraisablehook = _unraisable
        self._await_crash()

    @property
    def crash_path(self) -> Path:
        """Where Python's fault handler writes the stacks, if this process crashes."""
        return self.folder / f"{self._stem}{_CRASH}"

    def _await_crash(self) -> None:
        """The file must stay open, and the fault handler is too simple to rotate anything."""
        global _crash
        try:
            keeps = _has_stack(self.crash_path) and self.crash_path.stat().st_size <= LONGEST
            _crash = self.crash_path.open("ab" if keeps else "wb")
            _crash.write(f"{_STARTED}{_now()}, {self.process}, {_versions()}\n".encode())
            _crash.flush()
        except OSError:
            return
        faulthandler.enable(_crash)

    def end(self) -> None:
        """This process ends in good order: there is nothing to say of a crash of its own."""
        global _crash
        faulthandler.disable()
        if _crash is not None:
            _crash.close()
            _crash = None
        if not _has_stack(self.crash_path):
            with suppress(OSError):
                self.crash_path.unlink()


_file: LogFile | None = None
_lock: Lock | None = None
_crash: IO[bytes] | None = None


def log_folder(state: Path) -> Path:
    """Where the log is, in the folder of all that the program keeps for itself."""
    return state / "log"


def keep_log(folder: Path) -> LogFile | None:
    """Keep the log of this window there; None where nothing can be written."""
    global _lock
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    for number in range(1, MOST_WINDOWS + 1):
        _lock = Lock.take(folder / f"window-{number}.lock")
        if _lock is not None:
            found = _collect_crashes(folder, number)
            made = LogFile(folder, "window", number)
            made.keep()
            for report in found:
                _log.warning("A window crashed before this start: %s", report)
            return made
    return None


def end_log() -> None:
    """Write no more, and close the files; exceptions are Python's own matter again."""
    global _file, _lock
    root = logging.getLogger()
    for handler in [each for each in root.handlers if isinstance(each, _Quietly)]:
        root.removeHandler(handler)
        handler.close()
    sys.excepthook, sys.unraisablehook = sys.__excepthook__, sys.__unraisablehook__
    threading.excepthook = threading.__excepthook__
    if _file is not None:
        _file.end()
    if _lock is not None:
        _lock.give_back(remove=True)
    _file = _lock = None


def file_for(process: str) -> LogFile | None:
    """Where a process that this one starts writes its log; None if this one keeps none."""
    return None if _file is None else LogFile(_file.folder, process, _file.number)


def crash_reports(folder: Path) -> list[Path]:
    """The reports of windows that have crashed, the newest first; each stays until it is removed."""
    return sorted(folder.glob("crash-*.txt"), reverse=True)


def _collect_crashes(folder: Path, own: int) -> list[Path]:
    """A report of every crash of a window that is gone; the lock of this one's number is taken already."""
    made = []
    for path in folder.glob(f"window*{_CRASH}"):
        named = re.fullmatch(r"window-(\d{1,4})", path.name.removesuffix(_CRASH))
        number = int(named[1]) if named else 1
        lock = None if number == own else Lock.take(folder / f"window-{number}.lock")
        if number != own and lock is None:
            continue  # its window lives
        with suppress(OSError):
            if _has_stack(path):
                made.append(_write_report(folder, path))
            path.unlink()
        if lock is not None:
            lock.give_back(remove=True)
    return made


def _write_report(folder: Path, crash: Path) -> Path:
    from datetime import datetime

    when = datetime.fromtimestamp(crash.stat().st_mtime)
    report = folder / f"crash-{when:%Y%m%d-%H%M%S}.txt"
    text = crash.read_text(encoding="utf-8", errors="replace").rstrip()
    before = newest(folder, BEFORE, but=crash)
    report.write_text(f"{text}\n\nThe log before it:\n\n{before}\n", encoding="utf-8")
    return report


def newest(folder: Path, lines: int = SHOWN, *, but: Path | None = None) -> str:
    """The last lines of all files in the folder, by the time they were written, but not of that one."""
    entries: list[tuple[str, str]] = []
    for path in sorted(folder.glob("*.log*")):
        if path == but or (path.name.endswith(_CRASH) and not _has_stack(path)):
            continue
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        starts = [found.start() for found in _ENTRY.finditer(text)]
        if not starts and text:  # what a crash left has no times in it
            entries.append((_changed(path), f"{_changed(path)} {path.name}\n{text}"))
        for begin, end in pairwise([*starts, len(text)]):
            entries.append((text[begin : begin + 23], text[begin:end]))
    entries.sort(key=lambda entry: entry[0])
    return "\n".join("".join(text for _, text in entries).splitlines()[-lines:])


def report(folder: Path, qt: str) -> str:
    """What to send along with a question: versions, and the end of the log."""
    return f"{_versions(qt)}\n\n{newest(folder) or 'The log is empty.'}\n"


class _Quietly(RotatingFileHandler):
    """That nothing can be written, on a full disk, makes no further trouble."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Whatever it was."""


def _versions(qt: str = "") -> str:
    named = f"Qt {qt}, " if qt else ""
    return f"ELCS Explorer {__version__}, Python {platform.python_version()}, {named}{platform.platform()}"


def _has_stack(path: Path) -> bool:
    """Has a fault handler written into this file?"""
    try:
        with path.open("rb") as file:
            return any(line.strip() and not line.startswith(_STARTED.encode()) for line in file)
    except OSError:
        return False


def _now() -> str:
    from datetime import datetime

    return f"{datetime.now():%Y-%m-%d %H:%M:%S}"


def _changed(path: Path) -> str:
    """When, as the entries of a log say it."""
    from datetime import datetime

    return f"{datetime.fromtimestamp(path.stat().st_mtime):%Y-%m-%d %H:%M:%S},000"


def _exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        _log.critical("An exception nobody caught", exc_info=error)
    sys.__excepthook__(kind, error, trace)


def _thread_exception(hooked: threading.ExceptHookArgs) -> None:
    if hooked.exc_value is not None and not isinstance(hooked.exc_value, SystemExit):
        name = "a thread" if hooked.thread is None else f"the thread {hooked.thread.name!r}"
        _log.critical("An exception in %s", name, exc_info=hooked.exc_value)
    threading.__excepthook__(hooked)


def _unraisable(hooked: sys.UnraisableHookArgs) -> None:
    _log.critical("%s: %r", hooked.err_msg or "Ignored", hooked.object, exc_info=hooked.exc_value)
    sys.__unraisablehook__(hooked)
