"""Practice: the learner makes the moves of the algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.actions import Action
from elcs_gui.app.model.feature import PageFeature, Part
from elcs_gui.app.teaching.feature import LessonsFeature

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.practice.page import PracticePage
    from elcs_gui.data.network import Network
    from elcs_gui.lessons.exercise import Exercise, Offer, Setting


class PracticeFeature(PageFeature["PracticePage"]):
    """A page on which neighbours, spouses and arrows are found by hand."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Practice",
            "practice",
            "Find neighbours, spouses and arrows by hand. Every move is held against the rules, and a "
            "wrong one is answered with the reason.",
        ),
    )

    page = "practice"

    actions: ClassVar[tuple[Action[PracticeFeature], ...]] = (
        Action("practice", "Lessons", 645, "Practice",
               "Find neighbours, spouses and arrows by hand; every move is held against the rules.",
               lambda practice: practice.show(), "Ctrl+Alt+Y"),
    )  # fmt: skip

    def make_page(self) -> PracticePage:
        from elcs_gui.app.practice.page import PracticePage

        return PracticePage(self.context, self.context.theme)

    def connect(self) -> None:
        self.context.feature(LessonsFeature).open_exercise = self._open_offer

    def show(self) -> PracticePage:
        page = self.show_page()
        page.came_from = ""
        return page

    def practise_on(self, title: str, network: Network, target: str, exercise: Exercise) -> None:
        """Exercises on a network that another feature has, as one that was drawn."""
        self.show().practise_on(title, network, target, exercise)

    def _open_offer(self, offer: Offer, setting: Setting) -> None:
        """An exercise of the lesson that is played; from there it goes back to the lesson."""
        page = self.show_page()
        page.came_from = LessonsFeature.page
        if offer.seed is not None:
            page.practise(offer.exercise, offer.seed)
        else:
            target = setting.names[setting.target]
            page.practise_on(setting.network.name, setting.network, target, offer.exercise)
