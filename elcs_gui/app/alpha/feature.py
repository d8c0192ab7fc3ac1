"""The alpha explorer: the result at every alpha, on a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.actions import Action, has_data
from elcs_gui.app.model.feature import Feature

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.alpha.page import AlphaPage


class AlphaFeature(Feature):
    page = "alpha-explorer"

    actions: ClassVar[tuple[Action[AlphaFeature], ...]] = (
        Action("alpha-explorer", "Run", 390, "Alpha explorer",
               "Show the result at every alpha, and where it changes.",
               Feature.show_page, "Ctrl+Shift+A", has_data, ahead=True),
    )  # fmt: skip

    def make_page(self) -> AlphaPage:
        from elcs_gui.app.alpha.page import AlphaPage

        return AlphaPage(self.context, self.context.theme)
