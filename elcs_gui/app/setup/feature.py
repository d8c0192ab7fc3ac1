"""Data and run: the variables, and how they are learnt about, at the left."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.model.actions import Action, has_trace
from elcs_gui.app.model.feature import Feature, Panel, Part
from elcs_gui.app.model.selection import Selection, Variable, variable_of

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.kit.theme import Theme
    from elcs_gui.app.setup.panel import DataPanel

DATA = "Data and run"


class SetupFeature(Feature):
    """The form of the run; its list shows what is selected."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Data and run",
            "Data and run",
            "The data that are open, their variables, and how the run is made: target, algorithm, test, "
            "alpha, k, what counts as reliable, and the parameters of the algorithm. Every change makes "
            "another run and can be undone. Data are opened with Sound ELCS (Settings, New data). "
            "Algorithms are listed in groups, with a sentence on each.",
            more=("how-to/choose-a-target",),
        ),
    )

    panel: DataPanel

    actions: ClassVar[tuple[Action[SetupFeature], ...]] = (
        Action("find-variable", "Edit", 240, "Find a variable", "Search the variables by name.",
               lambda setup: setup.find_variable(), "Ctrl+F", has_trace),
    )  # fmt: skip

    def panels(self) -> tuple[Panel, ...]:
        return (Panel(DATA, "left", self._make, height=400),)

    def _make(self) -> DataPanel:
        from elcs_gui.app.setup.panel import DataPanel

        context = self.context
        self.panel = panel = DataPanel(
            context.session, context.player, context.theme, context.actions["other-elcs"]
        )
        panel.header_changed.connect(context.controller.run)
        panel.refused.connect(context.messages.say)
        panel.variable_activated.connect(context.controller.set_target)
        return panel

    def connect(self) -> None:
        graph = self.context.feature(GraphFeature)
        self.panel.variable_selected.connect(lambda x: graph.panel.announce(Variable(x)))
        graph.panel.selection_changed.connect(self._mark)
        graph.wishes.select = self._select

    def set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)

    def find_variable(self) -> None:
        self.context.window.show_panel(DATA)
        self.panel.focus_search()

    def _mark(self, what: Selection) -> None:
        self.panel.select(variable_of(what))

    def _select(self, x: int) -> None:
        """Select a variable, and bring the list to the front."""
        self.context.feature(GraphFeature).panel.choose(Variable(x))
        self.context.window.show_panel(DATA)
        self.panel.select(x)
