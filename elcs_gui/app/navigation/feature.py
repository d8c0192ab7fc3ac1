"""Back and forward through targets, steps and pages; the trail above the graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from elcs_gui.app.model.actions import Action
from elcs_gui.app.model.feature import Feature, Panel, Part, View

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.kit.theme import Theme
    from elcs_gui.app.model.runs import Branch
    from elcs_gui.app.navigation.recorder import Recorder
    from elcs_gui.app.navigation.trail_view import Trail


class NavigationFeature(Feature):
    """Keeps where the user has been, as a browser does."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Trail of targets",
            "Trail",
            "The targets that you have been at stand above the graph, at most four of them. *Back* and "
            "*Forward* go through targets, steps and pages, as in a browser. Another target comes up with "
            "its result, and answers that are already computed are used again.",
        ),
    )

    trail: Trail
    recorder: Recorder

    actions: ClassVar[tuple[Action[NavigationFeature], ...]] = (
        Action("go-back", "View", 441, "Back", "Go back to the target, step or page before.",
               lambda navigation: navigation.recorder.back(), "Alt+Left",
               lambda navigation: navigation.context.history.can_go_back),
        Action("go-forward", "View", 442, "Forward", "Go forward again.",
               lambda navigation: navigation.recorder.forward(), "Alt+Right",
               lambda navigation: navigation.context.history.can_go_forward),
    )  # fmt: skip

    def panels(self) -> tuple[Panel, ...]:
        return (Panel("Trail", "centre", self._make),)

    def _make(self) -> Trail:
        self.trail = self.make_trail()
        self.trail.setContentsMargins(0, 3, 0, 3)
        return self.trail

    def make_trail(self) -> Trail:
        """Another view of the trail, for a page that stands in place of the workspace."""
        from elcs_gui.app.navigation.trail_view import Trail

        context = self.context
        titles = {
            action.id: action.title
            for feature in context.features
            for action in feature.actions
            if action.id == feature.page
        }
        trail = Trail(context.history, titles, context.theme)
        trail.place_requested.connect(lambda at: self.recorder.go(at))
        return trail

    def connect(self) -> None:
        from elcs_gui.app.navigation.recorder import Recorder

        self.recorder = Recorder(self.context)
        self.context.history.changed.connect(self.context.changed)

    def remember(self) -> View:
        """By the number of the run, where it is kept: the step, and the page."""
        history = self.context.history
        runs = {branch.header: number for number, branch in enumerate(self.context.session.runs)}
        kept = [i for i, place in enumerate(history.places) if place.header in runs]
        places = [history.places[i] for i in kept]
        return {
            "places": [[runs[place.header], place.step, place.page] for place in places],
            "place": kept.index(history.at) if history.at in kept else None,
        }

    def recall(self, view: Mapping[str, Any], variables: int) -> None:
        from elcs_gui.app.model.history import MOST_PLACES, Place

        said, at = view.get("places"), view.get("place")
        runs = list(self.context.session.runs)
        rows = said[:MOST_PLACES] if isinstance(said, list) else []
        if type(at) is int and 0 <= at < len(rows) and all(self._is_place(row, runs) for row in rows):
            places = [Place(runs[number].header, step, page) for number, step, page in rows]
            self.context.history.restore(places, at)

    def _is_place(self, row: object, runs: Sequence[Branch]) -> bool:
        if not isinstance(row, list) or len(row) != 3:
            return False
        number, step, page = row
        known = {"", *(feature.page for feature in self.context.features)}
        return type(number) is int and 0 <= number < len(runs) and type(step) is int and page in known

    def set_theme(self, theme: Theme) -> None:
        self.trail.set_theme(theme)
