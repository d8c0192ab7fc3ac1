"""Notes where the user goes, and takes them back there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QMouseEvent

from elcs_gui.app.model.history import Place

if TYPE_CHECKING:
    from elcs_gui.app.model.context import Context


class Recorder(QObject):
    """Follows the player and the pages of one window."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._context, self._history = context, context.history
        self._page = ""
        self._going = False
        """Is it the history itself that moves things now?"""
        context.session.opened.connect(self._history.clear)
        context.player.trace_changed.connect(self._note)
        context.player.moved.connect(self._note_step)
        context.page_shown.connect(self._note_page)
        context.widget.installEventFilter(self)

    def back(self) -> None:
        self.go(self._history.at - 1)

    def forward(self) -> None:
        self.go(self._history.at + 1)

    def go(self, at: int) -> None:
        """To one of the places of the history."""
        self._history.stay(self._context.player.step)
        place = self._history.go(at)
        if place is None:
            return
        context = self._context
        with self.one_step():
            if place.header != context.session.header:
                context.controller.return_to(place.header, place.step)
            else:
                context.player.seek(place.step)
            if place.page:
                context.window.show_page(place.page)
            else:
                context.window.show_workspace()

    @contextmanager
    def one_step(self) -> Iterator[None]:
        """Whatever is shown in between is no place to come back to; only the last is."""
        self._going = True
        try:
            yield
        finally:
            self._going = False
            self._note()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The buttons at the side of a mouse, pressed where nobody else wants them."""
        if event.type() == QEvent.Type.MouseButtonPress:
            assert isinstance(event, QMouseEvent)
            if event.button() is Qt.MouseButton.BackButton:
                self.back()
                return True
            if event.button() is Qt.MouseButton.ForwardButton:
                self.forward()
                return True
        return super().eventFilter(watched, event)

    def _note_page(self, page: str) -> None:
        self._page = page
        self._note()

    def _note_step(self, step: int) -> None:
        here, player = self._history.current, self._context.player
        alone = here is not None and abs(step - here.step) <= 1
        self._note(jump=not (alone or player.playing or self._context.session.running))

    def _note(self, *, jump: bool = True) -> None:
        trace = self._context.player.trace
        if trace is None or self._going:
            return
        if trace is not self._context.session.trace:
            return  # of what was open before: pages change before the first run of what is open now comes
        self._history.arrive(Place(trace.header, self._context.player.step, self._page), jump=jump)
