"""Drawing a network, on a page of its own: it needs no run, and what is drawn is kept with a session."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from elcs_gui.app.model.actions import Action
from elcs_gui.app.model.feature import Feature, PageFeature, Part, View
from elcs_gui.app.start.feature import StartFeature

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.drawing.editor import Editor
    from elcs_gui.app.drawing.page import DrawingPage
    from elcs_gui.data.network import Network


class DrawingFeature(PageFeature["DrawingPage"]):
    """Its editor outlives the page, and what was drawn last the window; others take the network from here."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Draw a network",
            "draw",
            "Click to place a variable, drag from the rim of a variable to draw an edge, and set "
            "strengths by a slider or tables by hand. A cycle is refused and shown. What can be learnt "
            "stands beside the drawing, in the same places, and follows at once: sliders for rows, alpha "
            "and a strength show where the answer would be the drawing itself, and the test that decides "
            "is named. Everything works by keys too (N, E, arrows, F2, T, R, Del), or as a list. The "
            "network opens as the main run, is saved as BIF, XDSL, JSON and others, or stands on the "
            "start page as an example of your own.",
        ),
        Part(
            "Tables of a drawn network",
            "TablesDialog",
            "The probability tables of a variable that is drawn, to be changed by hand.",
        ),
    )

    page = "draw"

    actions: ClassVar[tuple[Action[DrawingFeature], ...]] = (
        Action("draw", "File", 45, "Draw a network",
               "Draw a small network and watch what can be learnt from it.",
               Feature.show_page, "Ctrl+Shift+N"),
        Action("save-example", "File", 47, "Save as example...",
               "Put the network that is drawn on the start page, to be opened with one click.",
               lambda drawing: drawing.ask_and_keep(), when=lambda drawing: drawing.has_drawing),
    )  # fmt: skip

    def connect(self) -> None:
        self.context.feature(StartFeature).open_own = self.open_example

    @cached_property
    def editor(self) -> Editor:
        from elcs_gui.app.drawing.editor import Editor

        made = Editor(self.context)
        self._take(made, self.context.settings.drawing())
        made.edited.connect(self._tell)
        made.edits_changed.connect(self.context.changed)
        made.changed.connect(self._enable)
        return made

    def _enable(self) -> None:
        """There may be something to save now, or no longer; this is told while it is drawn."""
        if self.has_drawing != self.context.actions["save-example"].isEnabled():
            self.context.changed.emit()

    def _tell(self) -> None:
        """A session keeps the drawing, and there is one as soon as there is a run."""
        if self.context.player.trace is not None:
            self.context.worked.emit()

    @property
    def network(self) -> Network | None:
        """What is drawn; None while that is nothing."""
        drawing = self.editor.drawing
        return drawing.network() if drawing.variables else None

    # Examples of one's own

    @property
    def has_drawing(self) -> bool:
        """Is there a network that something can be learnt from?"""
        return "editor" in self.__dict__ and len(self.editor.drawing.variables) > 1

    def ask_and_keep(self) -> None:
        """Ask what it is to be called, and put it on the start page."""
        from elcs_gui.app.kit.dialogs import asked_words

        about = "Its title on the start page; one of the same title is replaced:"
        title = asked_words(self.context.widget, "Save as example", about, self.editor.drawing.name)
        if title:
            self.keep_example(title[:60])

    def keep_example(self, title: str) -> None:
        """Put what is drawn on the start page."""
        self.context.settings.keep_example(title, {**self.editor.settings.to_json(), "name": title})
        self.context.status.say(f"{title} stands on the start page from now on.")

    def open_example(self, title: str) -> None:
        """Run on one of them, with its drawing as the truth; undo on the page of drawings has the last."""
        from elcs_gui.app.drawing.drawing import DrawingError
        from elcs_gui.app.drawing.settings import Settings

        try:
            settings = Settings.from_json(self.context.settings.own_examples().get(title))
        except DrawingError as error:
            self.context.messages.say(f"{title} cannot be opened: {error}")
            return
        page = self.show_page()
        page.begin(settings.drawing)
        self.editor.set(settings)
        page.open_run()

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
