"""Exports: pictures, films, reports, players, structures, logs and scripts, on a page of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.model.actions import Action, has_data, has_trace
from elcs_gui.app.model.feature import Feature, PageFeature, Part

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.exporting.page import ExportPage
    from elcs_gui.app.graph.sheet import Look


def _in_a_file(feature: Feature) -> bool:
    """There is a run on what others can read as well: files, an address or a bundled example."""
    session = feature.context.session
    if not has_data(feature) or session.source is None or session.header is None:
        return False
    from elcs_gui.storage.recipe_text import argument_words

    return bool(argument_words(session.source, session.header))


class ExportingFeature(PageFeature["ExportPage"]):
    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Export",
            "export",
            "The graph at any step as SVG, PDF or PNG; the run as GIF, WebP or MP4; one HTML report with "
            "the proofs of all arrows; a player, which is one page that plays the run in any browser; the "
            "structure for other programs; the log; and a Python script that makes the run again.",
            more=("how-to/export",),
        ),
    )

    page = "export"

    actions: ClassVar[tuple[Action[ExportingFeature], ...]] = (
        Action("export", "File", 100, "Export...",
               "Write a picture, a film, a report, a player, the structure, the log or a script.",
               Feature.show_page, "Ctrl+E", has_trace, ahead=True),
        Action("export-picture", "File", 110, "Export picture...",
               "Write the graph as SVG, PDF or PNG.",
               lambda exporting: exporting.show("picture"), when=has_trace, ahead=True),
        Action("export-report", "File", 120, "Export report...", "Write the run as one HTML page.",
               lambda exporting: exporting.show("report"), when=has_trace, ahead=True),
        Action("export-player", "File", 125, "Export player...",
               "Write the run as one HTML page that plays it in any browser.",
               lambda exporting: exporting.show("player"), when=has_trace, ahead=True),
        Action("copy-picture", "Edit", 130, "Copy picture", "Put the graph on the clipboard.",
               lambda exporting: exporting.copy_picture(), "Ctrl+Shift+C", has_trace),
        Action("copy-command", "Edit", 132, "Copy as command",
               "Put the command that makes this run again on the clipboard.",
               lambda exporting: exporting.copy_recipe(command=True), when=_in_a_file),
        Action("copy-python", "Edit", 134, "Copy as Python",
               "Put the Python that makes this run again on the clipboard.",
               lambda exporting: exporting.copy_recipe(command=False), when=_in_a_file),
    )  # fmt: skip

    def make_page(self) -> ExportPage:
        from elcs_gui.app.exporting.page import ExportPage

        return ExportPage(self.context, self.context.theme, self._look)

    def _look(self) -> Look:
        return self.context.feature(GraphFeature).panel.shown

    def show(self, group: str) -> None:
        """The page, at one of its kinds."""
        self.show_page().choose(group)

    def copy_picture(self) -> None:
        """The graph as it is shown, sharp enough for a page, goes to the clipboard."""
        from PySide6.QtGui import QGuiApplication

        from elcs_gui.app.graph.sheet import Layout, Sheet
        from elcs_gui.app.kit.picture import SCREEN_SCALE

        player = self.context.player
        if player.trace is None:
            return
        look = self._look()
        sheet = Sheet(player.trace, Layout(self.context.theme, look.view, look.size), look)
        sheet.seek(player.step)
        made = sheet.picture.image(SCREEN_SCALE)
        QGuiApplication.clipboard().setImage(made)
        size = f"{made.width():,} × {made.height():,}"
        self.context.status.say(f"A picture of {size} pixels is on the clipboard.")

    def copy_recipe(self, *, command: bool) -> None:
        """The run that is shown, as text that makes it again, goes to the clipboard."""
        from PySide6.QtGui import QGuiApplication

        from elcs_gui.storage.recipe_text import command_of, python_of

        study, header = self.context.session.source, self.context.session.header
        if study is None or header is None:
            return
        text = command_of(study, header) if command else python_of(study, header)
        if text is not None:
            QGuiApplication.clipboard().setText(text)
            what = "command" if command else "Python"
            self.context.status.say(f"The {what} that makes this run again is on the clipboard.")
