"""The race: several algorithms on the target side by side, on a page of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from elcs_gui.app.model.actions import Action, has_data
from elcs_gui.app.model.feature import Feature, Part, View

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.race.page import RacePage


class RaceFeature(Feature):
    """Which algorithms race, and along which axis, is kept with a session."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Race",
            "race",
            "Two to six algorithms on the same target and with the same answers, moved together along "
            "tests requested, tests performed or seconds. The chart shows neighbours that are right, or "
            "decided; a sentence says what each algorithm saved or lost. Any lane can be opened as the "
            "main run, and the whole can be exported as a film, a table or a picture.",
            more=("how-to/compare-algorithms",),
        ),
    )

    page = "race"

    actions: ClassVar[tuple[Action[RaceFeature], ...]] = (
        Action("race", "Run", 395, "Race",
               "Run several algorithms on this target side by side, and see what each saves.",
               Feature.show_page, "Ctrl+Shift+L", has_data, ahead=True),
    )  # fmt: skip

    algorithms: tuple[str, ...] = ()
    """Those chosen; empty until the user has chosen some."""
    axis = "requested"

    def make_page(self) -> RacePage:
        from elcs_gui.app.race.page import RacePage

        page = RacePage(self.context, self.context.theme, self.algorithms, self.axis)
        page.choice_changed.connect(self._take_choice)
        return page

    def _take_choice(self, algorithms: tuple[str, ...], axis: str) -> None:
        self.algorithms, self.axis = algorithms, axis

    def remember(self) -> View:
        return {"race": {"algorithms": list(self.algorithms), "axis": self.axis}} if self.algorithms else {}

    def recall(self, view: Mapping[str, Any], variables: int) -> None:
        from elcs_gui.errors import ElcsError
        from elcs_gui.inquiry.race import Axis, check_algorithms

        kept = view.get("race")
        names = kept.get("algorithms") if isinstance(kept, dict) else None
        if not isinstance(kept, dict) or not isinstance(names, list):
            return
        try:
            self.algorithms = check_algorithms([str(name) for name in names])
        except ElcsError:
            return
        # Seconds were measured on another day: they are asked for again.
        axis = kept.get("axis")
        self.axis = axis if axis in (Axis.REQUESTED, Axis.COMPUTED) else Axis.REQUESTED.value
