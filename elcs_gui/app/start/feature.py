"""The start page: examples, recent files, and what a crash has left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.actions import Action
from elcs_gui.app.model.feature import Feature, Part
from elcs_gui.app.sessions.feature import SessionsFeature
from elcs_gui.app.teaching.feature import LessonsFeature

if TYPE_CHECKING:
    from elcs_gui.app.model.context import Context


def described(drawing: object) -> str:
    """What a drawing that was kept is: 5 variables, target T. It may have been written by another version."""
    try:
        variables, target = drawing["variables"], drawing["target"]  # type: ignore[index]
        about = "" if target is None else f" · target {variables[target]['name']}"
        return f"{len(variables)} variables{about}"
    except (KeyError, IndexError, TypeError):
        return "cannot be read"


class StartFeature(Feature):
    """Its page is there at once, before the workspace is made."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Start page",
            "StartPage",
            "Bundled examples, recent files, lessons, and a place to drop files of your own. Data that "
            "are dropped together with their network open together.",
            more=("tutorials/first-ten-minutes",),
        ),
    )

    actions: ClassVar[tuple[Action[StartFeature], ...]] = (
        Action("start-page", "File", 60, "Start page", "Go back to the examples and recent files.",
               lambda start: start.go_back(), "Ctrl+Home"),
    )  # fmt: skip

    def __init__(self, context: Context) -> None:
        from elcs_gui.app.start.page import StartPage

        super().__init__(context)
        self._recent: list[tuple[str, str, str]] = []
        self.open_own: Callable[[str], object] = lambda _: None
        """Opens an example of the user's by its title; the feature that makes them says how."""
        self.start_page = page = StartPage(context.theme)
        page.file_chosen.connect(lambda path: context.window.open_path(Path(path)))
        page.open_requested.connect(lambda: context.actions["open"].trigger())
        page.simulate_requested.connect(lambda: context.actions["simulate"].trigger())
        page.draw_requested.connect(lambda: context.actions["draw"].trigger())
        page.shortcuts_requested.connect(lambda: context.actions["shortcuts"].trigger())
        page.recent_cleared.connect(self.clear_recent)
        page.lesson_chosen.connect(context.feature(LessonsFeature).open_bundled)
        page.lessons_requested.connect(lambda: context.actions["lessons"].trigger())
        page.own_examples.chosen.connect(self._open_own)
        page.own_examples.removed.connect(self.remove_example)
        context.controller.opening.connect(page.show_opening)
        context.controller.gave_up.connect(self._on_gave_up)
        autosaving = context.feature(SessionsFeature).autosaving
        autosaving.offered.connect(page.lost.offer)
        autosaving.listed.connect(page.lost.list_files)
        autosaving.recovering.connect(page.lost.show_recovering)
        page.lost.report_requested.connect(autosaving.report_requested)
        page.lost.remove_requested.connect(autosaving.remove)
        page.lost.recover_requested.connect(autosaving.recover)
        page.lost.discard_requested.connect(autosaving.discard)

    def enter(self) -> None:
        """The page is shown: nothing is being opened."""
        self._show_recent()
        self._show_own()
        self.start_page.show_places(self.context.settings.lessons)
        self.start_page.show_opening(None)
        self.start_page.setFocus()

    def _open_own(self, title: str) -> None:
        self.context.window.build_workspace()
        self.open_own(title)

    def remove_example(self, title: str) -> None:
        """Take a network of the user's off the page; it can be had back."""
        settings = self.context.settings
        kept = settings.own_examples().get(title)
        settings.keep_example(title, None)
        self._show_own()

        def put_back() -> None:
            settings.keep_example(title, kept)
            self._show_own()

        said = f"{title} was taken off the start page."
        self.context.messages.ask(said, {"Undo": put_back}, at_leisure=True)

    def _show_own(self) -> None:
        self.start_page.own_examples.show_examples(
            {title: described(said) for title, said in self.context.settings.own_examples().items()}
        )

    def go_back(self) -> None:
        self.context.session.cancel()
        self.context.window.show_start_page()

    def clear_recent(self) -> None:
        self.context.settings.clear_recent()
        self._show_recent()

    def _show_recent(self) -> None:
        self._recent = self.context.settings.recent()
        self.start_page.set_recent(self._recent)

    def _on_gave_up(self) -> None:
        self.start_page.show_opening(None)
        if self._recent != self.context.settings.recent():  # a file that is gone is taken off
            self._show_recent()
