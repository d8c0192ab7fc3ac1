"""Blame: the verdicts behind wrong arrows, beside the run with every verdict true, on a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.actions import Action, has_truth
from elcs_gui.app.model.feature import Feature, Part

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.blame.page import BlamePage


class BlameFeature(Feature):
    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Blame and twin run",
            "blame",
            "With a known network: for every wrong arrow, a wrong verdict whose correction alone mends "
            "it, how many edges are wrong then, and a small set of corrections. The run with every "
            "verdict true stands beside it, with its scrubber locked to this one.",
            more=("tutorials/find-a-wrong-arrow", "how-to/known-network"),
        ),
    )

    page = "blame"

    actions: ClassVar[tuple[Action[BlameFeature], ...]] = (
        Action("blame", "Run", 410, "Blame and twin run",
               "Find the verdicts behind wrong arrows, beside the run with every verdict true.",
               lambda blame: blame.show(), "Ctrl+B", has_truth, ahead=True),
    )  # fmt: skip

    def make_page(self) -> BlamePage:
        from elcs_gui.app.blame.page import BlamePage

        return BlamePage(self.context, self.context.theme)

    def show(self) -> None:
        self.context.window.show_page(self.page)
