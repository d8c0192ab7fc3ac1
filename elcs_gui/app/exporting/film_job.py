"""A film made while the window goes on: frames are painted between two turns of its loop, one at a time, and
written by a thread beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread

from PySide6.QtCore import QObject, QTimer, Signal

from elcs_gui.app.exporting.film_encoding import Frames, write_film
from elcs_gui.app.exporting.film_painter import Painting
from elcs_gui.errors import ElcsError

AHEAD = 3
"""Frames painted but not yet written."""
PAUSE = 4
"""Milliseconds left to the window between two frames."""


class _Stopped(ElcsError):
    """The user has seen enough; nothing is written."""


class Filming(QObject):
    """One film at a time."""

    progressed = Signal(int, int)
    """Frames done, and how many there are."""
    ended = Signal(str, bool)
    """What is to be said, and whether there is a film now."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._painting: Painting | None = None
        self._path = Path()
        self._samples: list[bytes] = []
        self._wanted: list[int] = []
        self._next = 0
        self._queue: Queue[bytes | None] = Queue(AHEAD)
        self._thread: Thread | None = None
        self._stopped = False
        self._trouble: str | None = None
        self._timer = QTimer(self, interval=PAUSE)
        self._timer.timeout.connect(self._go_on)

    @property
    def running(self) -> bool:
        return self._painting is not None

    def start(self, painting: Painting, path: Path) -> None:
        """Begin. One under way is to be cancelled first."""
        assert not self.running
        self._painting = painting
        self._path, self._samples, self._next = path, [], 0
        self._wanted = self._painting.sampled if path.suffix.lower() == ".gif" else []
        self._queue, self._thread = Queue(AHEAD), None
        self._stopped, self._trouble = False, None
        self._timer.start()

    def cancel(self) -> None:
        """Give up what is under way; `ended` tells when that is done."""
        self._stopped = True

    def stop(self) -> None:
        """Give up and wait: the window closes."""
        if self.running:
            self._stopped = True
            self._let_go()
            self._timer.stop()
            self._painting = None

    def _go_on(self) -> None:
        painting = self._painting
        assert painting is not None
        if self._stopped:
            self._let_go()
            self._end("No film was written.", well=False)
        elif self._wanted:
            self._samples.append(painting.frame(self._wanted.pop(0)))
        elif self._thread is None:
            taken = self._taken(self._queue, len(painting.film.steps))
            frames = painting.frames(taken, self._samples)
            self._thread = Thread(target=self._write, args=(frames,), name="film", daemon=True)
            self._thread.start()
        elif not self._thread.is_alive():
            self._thread.join()
            count = len(painting.film.steps)
            noun = "frame" if count == 1 else "frames"
            said = self._trouble or f"{count:,} {noun} written to {self._path.name}."
            self._end(said, well=self._trouble is None)
        elif self._next < len(painting.film.steps) and not self._queue.full():
            self._queue.put_nowait(painting.frame(self._next))
            self._next += 1
            self.progressed.emit(self._next, len(painting.film.steps))

    def _let_go(self) -> None:
        """The thread is woken up and ends."""
        if self._thread is not None:
            while not self._queue.empty():
                self._queue.get_nowait()
            self._queue.put_nowait(None)
            self._thread.join()

    def _end(self, said: str, *, well: bool) -> None:
        self._timer.stop()
        self._painting, self._thread, self._samples = None, None, []
        self.ended.emit(said, well)

    # In the thread

    def _write(self, frames: Frames) -> None:
        try:
            write_film(self._path, frames)
        except _Stopped:
            pass  # as was wanted
        except ElcsError as error:
            self._trouble = str(error)

    @staticmethod
    def _taken(queue: Queue[bytes | None], count: int) -> Iterator[bytes]:
        for _ in range(count):
            data = queue.get()
            if data is None:
                raise _Stopped
            yield data
