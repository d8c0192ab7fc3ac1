"""Data drawn from a known network, which is then their truth."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.actions import Action
from elcs_gui.app.model.feature import Feature, Part

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.data.simulation import SimulationOrder


class SimulatingFeature(Feature):
    """A dialog beside the window."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Simulate data",
            "SimulateDialog",
            "Draws rows from a bundled network or one of your own, with hidden variables, missing values "
            "and linked copies if you like. The network is the truth of the run that follows.",
        ),
    )

    actions: ClassVar[tuple[Action[SimulatingFeature], ...]] = (
        Action("simulate", "File", 50, "Simulate data...",
               "Draw data from a known network and run on them, with the network as the truth.",
               lambda simulating: simulating.show(), "Ctrl+Shift+M"),
    )  # fmt: skip

    def show(self) -> None:
        """Open the dialog, or bring it to the front."""
        from elcs_gui.app.kit.dialogs import show_beside
        from elcs_gui.app.simulating.dialog import SimulateDialog

        context = self.context
        context.window.build_workspace()
        shown = show_beside(
            SimulateDialog,
            context.widget,
            lambda: SimulateDialog(context.session, self._draw, context.leave, context.widget),
        )
        shown.set_theme(context.theme)

    def _draw(self, order: SimulationOrder) -> None:
        """Draw data from a network and show them, the network beside them as the truth."""
        from elcs_gui.app.simulating.client import SimulationClient

        sentence = f"Simulating {order.plan.rows:,} rows of {order.network.name} …"
        self.context.controller.expect(None, sentence)
        self.context.session.client(SimulationClient).begin(order)
