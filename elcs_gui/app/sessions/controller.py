"""Keeps the session of a window: saves it, opens it, and asks before work that is not saved is left.

What is asked about is *work*: edits (parameters, overrides, knowledge, nodes moved), breakpoints, a truth
opened beside the data, runs forgotten, a run that took long. Where one was looking (cursor, view, selection,
filter) is saved along with it, but nobody is asked about that; nor about an example just looked at.

Nothing is asked where the environment variable ELCS_UNSAVED is `discard`: for programs that drive a window.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from elcs_gui.app.kit.thread_task import ThreadTask
from elcs_gui.app.sessions.file_dialog import ask_to_save, asked_name, asked_place
from elcs_gui.app.sessions.restoring import Restoring
from elcs_gui.data.files import size_words
from elcs_gui.data.names import WRITTEN_AS_SIGNS
from elcs_gui.data.tables.address import PASSWORD, agree
from elcs_gui.errors import shown
from elcs_gui.foreign import Foreign
from elcs_gui.storage.file_kinds import SESSION_ENDING

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.model.context import Context
    from elcs_gui.storage.session_file import KeptSession
    from elcs_gui.storage.study import Study
    from elcs_gui.worker.messages import SessionOpened

LONG = 5.0
"""Seconds of a run that one does not want to wait for again."""
_LONGEST_ADDRESS = 200
"""Letters: the middle of a longer one is left out."""
_REST = 0.001
"""Seconds that the thread which saves leaves to the window between two parts."""


class SessionFileController(QObject):
    """Of one window."""

    title_changed = Signal()
    """What is open has another title, or another description; or there is work to be saved now."""
    saved = Signal()
    """All that is open is in the file now."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._context, self._session = context, context.session
        self._edits = context.controller.edits
        self.home_of: Callable[[SessionOpened], Path | None] = lambda kept: kept.path
        """The session file that what was opened belongs to, if it is not that file itself."""
        self.recovered: Callable[[SessionOpened], bool] = lambda _: False
        """All of it is shown: was it in no file of the user's?"""
        context.leave = self.leaving
        self.path: Path | None = None
        """The session file that is open; None if there is none yet."""
        self._version: Version | None = None
        """That file as this window has read or written it."""
        self.altered = False
        """Does what is open come from a file that was altered?"""
        self.origin: Study | None = None
        """Where the data came from that are not to be had, of a session that was opened without them."""
        self._made = False
        self._quiet = False
        """What changes now is not the user's work."""
        self._began = 0.0
        self._saving = ThreadTask("saving", self)
        self._saving.done.connect(self._saved)
        self._saving.failed.connect(self._not_saved)
        self._under_way: tuple[Path, Callable[[], object]] | None = None
        self._next: tuple[Path, Callable[[], object]] | None = None
        self.restoring = Restoring(self._session, self)
        self.restoring.shown.connect(self._run_shown)
        self.restoring.restored.connect(self._restored)
        self.restoring.altered.connect(self._ask_about_altered)
        self.restoring.origin_changed.connect(self._origin_changed)
        self._session.opened.connect(self._opened)
        self._session.run_started.connect(self._run_started)
        self._session.run_finished.connect(self._run_finished)
        self._session.truth_changed.connect(self.work)

    def watch(self) -> None:
        """The workspace is there: hear what is made in it."""
        import elcs_gui.app.sessions.snapshot  # noqa: F401  loading it with the first save would be felt

        self._context.breakpoints.changed.connect(self.work)
        self._context.worked.connect(self.work)
        self._edits.cleanChanged.connect(self.title_changed)

    # What is open

    @property
    def title(self) -> str:
        """The session file, the data or the network."""
        source, file = self._session.source, self._context.controller.path
        if self.path is not None:
            return self.path.name
        return source.title if source else (file.name if file else "Trace")

    @property
    def described(self) -> str:
        """What is open, in a few words."""
        source, header = self._session.source, self._session.header
        rows = f"{source.data.rows:,} rows · " if source and source.data else ""
        variables = f"{len(header.names) if header else 0:,} variables"
        altered = ", altered" if self.altered else ""
        return (f"{rows}{variables}" if source else f"{variables}, a recorded trace") + altered

    # What there is to save

    @property
    def modified(self) -> bool:
        """Is there work that is in no file?"""
        return self._session.runs.current is not None and (self._made or not self._edits.isClean())

    def work(self, *_: object) -> None:
        """Something was made that is worth keeping."""
        if not self._quiet and not self._made:
            self._made = True
            self.title_changed.emit()

    def _run_started(self) -> None:
        self._began = time.monotonic()
        self._quiet = self.restoring.bringing is not None

    def _run_finished(self, _cancelled: bool) -> None:
        if self._session.source is not None and time.monotonic() - self._began > LONG:
            self.work()

    def snapshot(self, path: Path | None, home: Path | None = None) -> KeptSession:
        """All that is open, as it is now."""
        from elcs_gui.app.sessions.snapshot import kept_session

        return kept_session(
            self._session, self._context.player.step, self._context.remember(),
            title=self.title, described=self.described, path=path, home=home, origin=self.origin,
        )  # fmt: skip

    # Saving

    @property
    def saving(self) -> bool:
        return self._saving.busy

    def save(self, then: Callable[[], object] = lambda: None) -> None:
        """Into the file that is open, or into one that is asked for; `then` only if it could be saved."""
        if self._session.runs.current is None:
            return
        if self.path is None:
            self.save_as(then)
        elif (now := _version(self.path)) is not None and now != self._version:
            self._context.messages.ask(
                f"{self.path.name} was changed since it was opened here, perhaps by another window. "
                "What was saved there is lost if this session takes its place.",
                {
                    "Save under another name…": partial(self.save_as, then),
                    "Replace it": partial(self.write, self.path, then),
                },
            )
        else:
            self.write(self.path, then)

    def save_as(self, then: Callable[[], object] = lambda: None) -> None:
        stem = Foreign(Path(self.title).stem or "session").file_name(160)
        beside = self.path or Path(f"{stem}{SESSION_ENDING}")
        path = asked_name(self._context.widget, beside)
        if path is not None:
            self.write(path, then)

    def write(self, path: Path, then: Callable[[], object] = lambda: None) -> None:
        """Into this file, in the background."""
        from elcs_gui.storage.session_file import write_session

        if self._saving.busy:
            self._next = path, then
            return
        kept = self.snapshot(path)
        self._edits.setClean()
        self._made = False  # what is made from now on is not in the file
        self._under_way = path, then
        self._context.status.say(f"Saving {path.name} …")
        self._saving.start(partial(write_session, kept, path, partial(time.sleep, _REST)))

    def _saved(self, _: object) -> None:
        assert self._under_way is not None
        (path, then), self._under_way = self._under_way, None
        self.path, self.altered = path, False  # what is shown makes sense, and so does the file
        self._version = _version(path)
        self._context.settings.add_recent(path, f"session, {self.described}")
        self.saved.emit()
        self.title_changed.emit()
        self._context.messages.clear()
        self._context.status.say(f"Saved {path.name}, {_size(path)}.")
        then()
        self._go_on()

    def _not_saved(self, reason: str) -> None:
        self._under_way = None
        self._edits.resetClean()
        self._made = True
        self.title_changed.emit()
        self._context.messages.say(f"The session is not saved. {reason}")
        self._go_on()

    def _go_on(self) -> None:
        if self._next is not None:
            (path, then), self._next = self._next, None
            self.write(path, then)

    # Opening

    def open(self, path: Path, *, recent: bool = True, as_altered: bool = False) -> None:
        """Bring back what a session or trace file holds; `as_altered` although it contradicts itself."""
        self._context.controller.expect(path if recent else None, f"Opening {path.name} …")
        self.restoring.open(path, as_altered=as_altered)

    def _ask_about_altered(self, kept: SessionOpened) -> None:
        """The file contradicts itself: it is for the user to say whether to look at it."""
        self._context.controller.give_up_opening()
        self._context.messages.ask(
            f"{kept.path.name} was altered after it was saved: {'; '.join(kept.session.altered)}.",
            {
                "Leave it": lambda: None,
                "Open it as altered": partial(self.open, kept.path, as_altered=True),
            },
        )

    def _opened(self) -> None:
        """Something else is open, or about to be shown: from a session file, or not."""
        kept = self.restoring.bringing
        self._made, self.path, self.origin, self.altered = False, None, None, False
        self._quiet = True  # until it is all there: what is taken down and brought back is not made
        if kept is not None:
            self.path = self.home_of(kept)
            self._version = None if self.path is None else _version(self.path)
            self.origin = kept.session.source
            self.altered = bool(kept.session.altered)
        file = self._context.controller.path
        if file is not None:
            session = "session, " if file.suffix.lower() == SESSION_ENDING else ""
            self._context.settings.add_recent(file, session + self.described)

    def _run_shown(self, kept: SessionOpened) -> None:
        current = self._session.runs.current
        if current is not None and not kept.anew:
            self._context.player.seek(current.step)

    def _restored(self, kept: SessionOpened) -> None:
        from elcs_gui.app.graph.layout.field import KNOWN_MAPS

        session = kept.session
        current = self._session.runs.current
        if session.links and current is not None:
            if session.places is not None:
                KNOWN_MAPS.remember(len(current.header.names), session.links, session.places)
            self._session.links = session.links
            self._session.associated.emit(session.links)
        elif kept.study is not None:
            self._session.ask_associations()
        self._context.recall(session.view)
        self._quiet = False
        if self.recovered(kept):
            self.work()
        self._tell_of_the_data(kept)
        self.title_changed.emit()

    def _tell_of_the_data(self, kept: SessionOpened) -> None:
        ask, source = self._context.messages.ask, kept.session.source
        file = None if source is None else source.data_file
        if kept.missing is not None and file is not None and file.server is not None:
            where = shown(str(file.server), _LONGEST_ADDRESS)
            ask(
                f"This file says that its data are at {where}. Nobody was connected: do it if you know "
                f"that server. {PASSWORD} is not sent there; for a server that wants it, type the address "
                "yourself (Open URL). The recorded runs are here without it.",
                {"Leave it": lambda: None, "Connect": partial(self._connect, kept.path, file.path)},
            )
        elif kept.missing is not None:
            ask(
                f"The data file {kept.missing} is not where it was: the recorded runs are here, but none can "
                "be made without it.",
                {"Find the file…": partial(self._find, kept.path, kept.missing)},
            )
        elif kept.changed is not None:
            self._ask_about(kept.changed, "none can be made without the data they were on")
        else:
            renamed, made_before = kept.session.renamed, _made_before(kept.session)
            if renamed or made_before:
                said = f"{renamed} {WRITTEN_AS_SIGNS}" if renamed else ""
                self._context.messages.say(f"{said} {made_before}".strip())
            if source is not None:
                self.restoring.check_origin(source, kept.path)

    def _connect(self, session: Path, address: Path) -> None:
        agree(address)
        self.restoring.open(session, address)

    def _origin_changed(self, path: Path) -> None:
        self._ask_about(path, "the data they were on are here too")

    def _ask_about(self, path: Path, recorded: str) -> None:
        """The file holds other data than the session was saved with."""
        if self.path is None:
            return
        self._context.messages.ask(
            f"{path.name} has changed since this session was saved. The recorded runs are shown; {recorded}.",
            {
                "Keep the recorded runs": lambda: None,
                "Use the new data": partial(self.restoring.open, self.path, path, anew=True),
            },
        )

    def _find(self, session: Path, name: str) -> None:
        path = asked_place(self._context.widget, name, session.parent)
        if path is not None:
            self.restoring.open(session, path)

    # Leaving

    @property
    def may_leave(self) -> bool:
        """Need nobody be asked?"""
        return not self.modified or os.environ.get("ELCS_UNSAVED") == "discard"

    def leaving(self, then: Callable[[], object]) -> None:
        """Do something after which what is open is gone; with work that is not saved, ask before."""
        if self.may_leave:
            then()
            return
        ask_to_save(self._context.widget, self.title, partial(self.save, then), then)

    def close(self) -> None:
        """The window goes; what is being written is finished before."""
        self._edits.blockSignals(True)  # it tells when it is emptied, even if nobody is left to hear of it
        self._saving.wait()
        self.restoring.wait()


Version = tuple[int, int]
"""Of a file: its number, for it is replaced as a whole when it is written, and when that was."""


def _version(path: Path) -> Version | None:
    """None where there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def _size(path: Path) -> str:
    try:
        return size_words(path.stat().st_size)
    except OSError:
        return "written"


def _made_before(session: KeptSession) -> str:
    """What has changed since an earlier version wrote it; it is said until this version has saved it.

    A trace names no version: what it records is only shown.
    """
    if not (session.program and session.runs) or _numbers(session.program) >= _numbers("0.5"):
        return ""
    from elcs_gui.algorithms.registry import DEFAULT, find_algorithm

    default = find_algorithm(DEFAULT).title
    return (
        f"Version {shown(session.program, 20)} saved this session. Its runs, and new runs from its form, "
        f"keep their algorithm and settings; data opened from now on begin with {default}."
    )


def _numbers(text: str) -> tuple[int, ...]:
    """As far as it is made of numbers: (0, 4, 0)."""
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])
