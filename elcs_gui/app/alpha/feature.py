"""The alpha explorer: the result at every alpha, on a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.actions import Action, has_data
from elcs_gui.app.model.feature import Feature, Part

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.alpha.page import AlphaPage


class AlphaFeature(Feature):
    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Alpha explorer",
            "alpha-explorer",
            "Every result between two values of alpha, with the exact places where it changes. The result "
            "can change only at a p-value that the run itself computed, so the explorer runs at each of "
            "these and nowhere else.",
            more=("how-to/another-alpha",),
        ),
    )

    page = "alpha-explorer"

    actions: ClassVar[tuple[Action[AlphaFeature], ...]] = (
        Action("alpha-explorer", "Run", 390, "Alpha explorer",
               "Show the result at every alpha, and where it changes.",
               Feature.show_page, "Ctrl+Shift+A", has_data, ahead=True),
    )  # fmt: skip

    def make_page(self) -> AlphaPage:
        from elcs_gui.app.alpha.page import AlphaPage

        return AlphaPage(self.context, self.context.theme)
