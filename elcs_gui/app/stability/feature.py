"""Stability: the run repeated on resampled data, on a page of its own, and its shares on the edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.model.actions import Action, has_data
from elcs_gui.app.model.feature import Feature, Part

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.stability.page import StabilityPage
    from elcs_gui.inquiry.stability import Stability
    from elcs_gui.worker.inquiry_process import InquiryProgress

OVERLAY = "show-stability"


class StabilityFeature(Feature):
    """Its shares follow the run that is shown: one that was never measured switches them off."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Stability",
            "stability",
            "How often each finding comes back on resampled data, or with the columns in another order. "
            "Bootstrap samples repeat rows, which makes independent columns look dependent; subsamples do "
            "not, but see half the rows. Neither says whether a finding is true.",
            more=("explanations/what-is-evidence",),
        ),
    )

    page = "stability"

    actions: ClassVar[tuple[Action[StabilityFeature], ...]] = (
        Action("stability", "Run", 400, "Stability",
               "Repeat the run on resampled data and count what comes back.",
               Feature.show_page, "Ctrl+R", has_data, ahead=True),
        Action("show-stability", "View", 480, "Stability on edges",
               "Show how often each edge came back, where that was measured.",
               lambda stability: stability.switch(), "Ctrl+Shift+R", has_data, toggles=True,
               ahead=True),
    )  # fmt: skip

    def connect(self) -> None:
        self.context.inquiry_client.progressed.connect(self._on_progress)
        self.context.player.trace_changed.connect(self._show)

    def make_page(self) -> StabilityPage:
        from elcs_gui.app.stability.page import StabilityPage

        return StabilityPage(self.context, self.context.theme)

    def switch(self) -> None:
        """The user switched the action."""
        if self.context.actions[OVERLAY].isChecked() and self._found is None:
            self.context.status.say("This run was not measured yet: Run, Stability does that.")
        self._show()

    @property
    def _found(self) -> Stability | None:
        context, trace = self.context, self.context.player.trace
        header = None if trace is None else trace.header
        return context.inquiry_client.measured.of(context.session.source, header)

    def _show(self) -> None:
        from elcs_gui.app.graph.edge_shares import EdgeShares

        found, action = self._found, self.context.actions[OVERLAY]
        if found is None:
            action.setChecked(False)
        shares = EdgeShares(found) if found is not None and action.isChecked() else None
        self.context.feature(GraphFeature).panel.set_shares(shares)

    def _on_progress(self, progress: InquiryProgress) -> None:
        from elcs_gui.worker.inquiry_process import MeasureStability

        if isinstance(progress.inquiry, MeasureStability) and self.context.actions[OVERLAY].isChecked():
            self._show()
