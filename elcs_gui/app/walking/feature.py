"""Back and forward through targets, steps and pages; the trail above the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.actions import Action
from elcs_gui.app.model.feature import Feature, Panel

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.kit.theme import Theme
    from elcs_gui.app.walking.recorder import Recorder
    from elcs_gui.app.walking.trail_view import Trail


class WalkingFeature(Feature):
    """Keeps where the user has been, as a browser does."""

    trail: Trail
    recorder: Recorder

    actions: ClassVar[tuple[Action[WalkingFeature], ...]] = (
        Action("go-back", "View", 441, "Back", "Go back to the target, step or page before.",
               lambda walking: walking.recorder.back(), "Alt+Left",
               lambda walking: walking.context.history.can_go_back),
        Action("go-forward", "View", 442, "Forward", "Go forward again.",
               lambda walking: walking.recorder.forward(), "Alt+Right",
               lambda walking: walking.context.history.can_go_forward),
    )  # fmt: skip

    def panels(self) -> tuple[Panel, ...]:
        return (Panel("Trail", "centre", self._make),)

    def _make(self) -> Trail:
        self.trail = self.make_trail()
        self.trail.setContentsMargins(0, 3, 0, 3)
        return self.trail

    def make_trail(self) -> Trail:
        """Another view of the trail, for a page that stands in place of the workspace."""
        from elcs_gui.app.walking.trail_view import Trail

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
        from elcs_gui.app.walking.recorder import Recorder

        self.recorder = Recorder(self.context)
        self.context.history.changed.connect(self.context.changed)

    def set_theme(self, theme: Theme) -> None:
        self.trail.set_theme(theme)
