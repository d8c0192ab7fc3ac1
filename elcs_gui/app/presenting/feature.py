"""Presenting a run: big type on a whole screen, and notes for the speaker."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.actions import Action, has_trace
from elcs_gui.app.model.feature import Feature, Part
from elcs_gui.app.presenting.presentation import Presentation, screens_for

if TYPE_CHECKING:
    from PySide6.QtGui import QScreen

    from elcs_gui.app.presenting.presenter_view import Presenter
    from elcs_gui.app.presenting.speaker_view import SpeakerView


def has_presentation(feature: Feature) -> bool:
    """There is a run to present, or a lesson is played."""
    return has_trace(feature) or feature.context.window.page is not None


def no_notes(step: int) -> str:  # noqa: ARG001  what notes are asked with
    """Nobody has written any."""
    return ""


class PresentingFeature(Feature):
    """The screen for the audience is a window of its own, and so is that of the speaker."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Presenter",
            "",
            "One step on a whole screen in big type, with the emblem of the rule that fires: P points, B "
            "blanks, T switches between light and dark, Esc ends. The speaker view has the next change, "
            "notes and a clock, on the first screen if there are two; the second has the slide.",
            more=("tutorials/teach",),
        ),
    )

    actions: ClassVar[tuple[Action[PresentingFeature], ...]] = (
        Action("present", "View", 572, "Present",
               "Show the step on a whole screen in big type: P points, B blanks, T light or dark, Esc ends.",
               lambda presenting: presenting.present(), "Ctrl+F11", has_presentation),
        Action("speaker-notes", "View", 574, "Speaker view",
               "Show notes, clock and the next step to whoever presents.",
               lambda presenting: presenting.show_speaker(), "Ctrl+Shift+F11", has_presentation),
    )  # fmt: skip

    notes: Callable[[int], str] = staticmethod(no_notes)
    """What the speaker reads at a step of a run; a lesson brings its own."""
    presenter: Presenter | None = None
    speaker: SpeakerView | None = None

    def present(self) -> Presenter:
        """Fill the second screen if there is one, with the speaker's view on the first; else this one."""
        from elcs_gui.app.presenting.presenter_view import Presenter

        audience, speaker = self._seats()

        self._choose()
        if self.presenter is None:
            self.presenter = Presenter(self.context, self._presentation)
            self.presenter.speaker_requested.connect(self.show_speaker)
        self.presenter.come_up(audience)
        if audience is not speaker:
            self.show_speaker()
        return self.presenter

    def _seats(self) -> tuple[QScreen, QScreen]:
        """The screens of the audience and of the speaker."""
        from PySide6.QtGui import QGuiApplication

        return screens_for(QGuiApplication.screens(), self.context.widget.screen())

    def show_speaker(self) -> SpeakerView:
        from elcs_gui.app.presenting.speaker_view import SpeakerView

        self._choose()
        if self.speaker is None:
            self.speaker = SpeakerView(self.context, self._presentation)
        audience, speaker = self._seats()
        self.speaker.come_up(speaker, alone=audience is not speaker)
        return self.speaker

    def _choose(self) -> None:
        """The lesson that is played, or the run of the workspace; views of anything else are given up."""
        self.context.window.build_workspace()
        presentation = self._lesson() or self._run
        if presentation.player is self._presentation.player:
            return
        self._presentation = presentation
        for view in (self.presenter, self.speaker):
            if view is not None:
                view.close()
                view.deleteLater()
        self.presenter = self.speaker = None

    @cached_property
    def _run(self) -> Presentation:
        player = self.context.player
        return Presentation(player, player.next_change, player.previous_change, lambda step: self.notes(step))

    @cached_property
    def _presentation(self) -> Presentation:
        """What the views show."""
        return self._run

    def _lesson(self) -> Presentation | None:
        from elcs_gui.app.teaching.page import LessonsPage

        page = self.context.window.page
        if not isinstance(page, LessonsPage) or not page.lessons.active:
            return None
        lessons = page.lessons

        def notes(step: int) -> str:  # noqa: ARG001  the lesson knows its place
            return lessons.step.lesson.notes if lessons.active else ""

        return Presentation(page.player, lessons.next, lessons.back, notes)
