"""Presenting a run: big type on a whole screen, and notes for the speaker."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.actions import Action, has_trace
from elcs_gui.app.model.feature import Feature

if TYPE_CHECKING:
    from elcs_gui.app.presenting.presenter_view import Presenter
    from elcs_gui.app.presenting.speaker_view import SpeakerView


def no_notes(step: int) -> str:  # noqa: ARG001  what notes are asked with
    """Nobody has written any."""
    return ""


class PresentingFeature(Feature):
    """The screen for the audience is a window of its own, and so is that of the speaker."""

    actions: ClassVar[tuple[Action[PresentingFeature], ...]] = (
        Action("present", "View", 572, "Present",
               "Show the step on a whole screen in big type: P points, B blanks, T light or dark, Esc ends.",
               lambda presenting: presenting.present(), "Ctrl+F11", has_trace),
        Action("speaker-notes", "View", 574, "Speaker view",
               "Show notes, clock and the next step to whoever presents.",
               lambda presenting: presenting.show_speaker(), "Ctrl+Shift+F11", has_trace),
    )  # fmt: skip

    notes: Callable[[int], str] = staticmethod(no_notes)
    """What the speaker reads at a step; set by whoever has something to say, such as a lesson."""
    presenter: Presenter | None = None
    speaker: SpeakerView | None = None

    def present(self) -> Presenter:
        """Fill the second screen if there is one, with the speaker's view on the first; else this one."""
        from elcs_gui.app.presenting.presenter_view import Presenter

        self.context.window.build_workspace()
        if self.presenter is None:
            self.presenter = Presenter(self.context)
            self.presenter.speaker_requested.connect(self.show_speaker)
        if self.presenter.come_up():
            self.show_speaker()
        return self.presenter

    def show_speaker(self) -> SpeakerView:
        from elcs_gui.app.presenting.speaker_view import SpeakerView

        self.context.window.build_workspace()
        if self.speaker is None:
            self.speaker = SpeakerView(self.context, lambda step: self.notes(step))
        self.speaker.come_up()
        return self.speaker
