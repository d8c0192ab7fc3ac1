"""Drawing a network, on a page of its own: it needs no run, and what is drawn is kept with a session."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from elcs_gui.app.model.actions import Action
from elcs_gui.app.model.feature import Feature, View

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.drawing.editor import Editor
    from elcs_gui.app.drawing.page import DrawingPage
    from elcs_gui.data.network import Network


class DrawingFeature(Feature):
    """Its editor outlives the page, and what was drawn last the window; others take the network from here."""

    page = "draw"

    actions: ClassVar[tuple[Action[DrawingFeature], ...]] = (
        Action("draw", "File", 45, "Draw a network",
               "Draw a small network and watch what can be learnt from it.",
               lambda drawing: drawing.show(), "Ctrl+Shift+N"),
    )  # fmt: skip

    @cached_property
    def editor(self) -> Editor:
        from elcs_gui.app.drawing.editor import Editor

        made = Editor(self.context)
        self._take(made, self.context.settings.drawing())
        made.edited.connect(self._tell)
        made.edits_changed.connect(self.context.changed)
        return made

    def _tell(self) -> None:
        """A session keeps the drawing, and there is one as soon as there is a run."""
        if self.context.player.trace is not None:
            self.context.worked.emit()

    @property
    def network(self) -> Network | None:
        """What is drawn; None while that is nothing."""
        drawing = self.editor.drawing
        return drawing.network() if drawing.variables else None

    def show(self) -> DrawingPage:
        """Show the page."""
        from elcs_gui.app.drawing.page import DrawingPage

        self.context.window.build_workspace()
        page = self.context.window.show_page(self.page)
        assert isinstance(page, DrawingPage)
        return page

    def make_page(self) -> DrawingPage:
        from elcs_gui.app.drawing.page import DrawingPage

        return DrawingPage(self.context, self.context.theme, self.editor)

    def remember(self) -> View:
        if "editor" not in self.__dict__ or not self.editor.drawing.variables:
            return {}
        return {"drawing": self.editor.settings.to_json()}

    def recall(self, view: Mapping[str, Any], variables: int) -> None:
        if "drawing" in view:
            self._take(self.editor, view["drawing"])

    def _take(self, editor: Editor, kept: object) -> None:
        """Draw what was kept; what cannot be, of another version or altered, changes nothing."""
        from elcs_gui.app.drawing.drawing import DrawingError
        from elcs_gui.app.drawing.settings import Settings

        try:
            settings = Settings.from_json(kept)
        except DrawingError:
            return
        editor.begin(settings.drawing)
        editor.set(settings)
