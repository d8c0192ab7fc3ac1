"""All variables at once: a third view beside the local and the field view."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.model.actions import Action, has_data
from elcs_gui.app.model.feature import Feature, Part
from elcs_gui.app.model.selection import Edge
from elcs_gui.app.navigation.feature import NavigationFeature

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.all_variables.page import AllPage


class AllVariablesFeature(Feature):
    """Every edge on its map leads to the run, and the proof, that it comes from."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "All variables",
            "all-view",
            "Makes every variable the target in turn and puts everything that was found on one map. "
            "*Worth a look* lists what blankets disagree about: conflicts, weak edges, edges found from "
            "one end only, and edges without a direction. Every edge answers why. With more than 2,000 "
            "variables it says what that will cost and waits for *Learn all variables*; the map shows 300 of "
            "them, and the search others.",
            more=("how-to/all-variables",),
        ),
    )

    page = "all-view"

    actions: ClassVar[tuple[Action[AllVariablesFeature], ...]] = (
        Action("all-view", "View", 465, "All variables",
               "Learn the surroundings of every variable and show them together.",
               Feature.show_page, "Ctrl+3", has_data, ahead=True),
    )  # fmt: skip

    def make_page(self) -> AllPage:
        from elcs_gui.app.all_variables.page import AllPage

        page = AllPage(self.context, self.context.theme)
        page.edge_opened.connect(self.open_run)
        return page

    def open_run(self, target: int, ends: tuple[int, int] | None) -> None:
        """Go to the run of a variable, at its end, with an edge selected."""
        from PySide6.QtCore import Qt

        context = self.context

        def select() -> None:
            header = context.session.header
            if ends is not None and header is not None and header.target == target:
                context.feature(GraphFeature).panel.announce(Edge(ends))

        once = Qt.ConnectionType.SingleShotConnection
        context.session.run_finished.connect(select, once)
        with context.feature(NavigationFeature).recorder.one_step():
            context.feature(GraphFeature).panel.set_kind("local")
            context.window.show_workspace()
            context.controller.set_target(target, result=True)
