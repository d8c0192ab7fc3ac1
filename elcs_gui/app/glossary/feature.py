"""Help: a card at each word that the window shows, and the guide, at the page about what has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.actions import Action
from elcs_gui.app.model.feature import Feature, Part

if TYPE_CHECKING:
    from elcs_gui.app.glossary.card_view import TermCards
    from elcs_gui.app.glossary.help_dialog import HelpDialog
    from elcs_gui.app.glossary.terms import Term
    from elcs_gui.app.kit.theme import Theme


KEYS = "reference/shortcuts"
"""The page with all keys."""


class GlossaryFeature(Feature):
    """It is asked, never asks: the widgets say which words they show (`elcs_gui.app.kit.terms`)."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Help",
            "HelpDialog",
            "F1 opens the page of the guide about the part of the window that has the focus. The search "
            "covers the guide, the glossary and the actions of the window. Point at a sign or a term for "
            "a card that explains it in three lines; Shift+F1 shows the card of what has the focus.",
        ),
    )

    cards: TermCards | None = None
    """Made with the workspace: the start page alone has no words to explain."""

    actions: ClassVar[tuple[Action[GlossaryFeature], ...]] = (
        Action("help", "Help", 595, "Help", "Open the guide at the page about what has the focus.",
               lambda help: help.show(), "F1"),
        Action("explain", "Help", 597, "Explain this",
               "Say what the word means that has the focus.", lambda help: help.explain(), "Shift+F1"),
        Action("shortcuts", "Help", 600, "Keys", "Show all keys.", lambda help: help.show_keys()),
    )  # fmt: skip

    def connect(self) -> None:
        from elcs_gui.app.glossary.card_view import TermCards

        self.cards = TermCards(self.context.widget, self.context.theme)
        self.cards.more_requested.connect(self._read_on)

    def set_theme(self, theme: Theme) -> None:
        from elcs_gui.app.glossary.help_dialog import HelpDialog

        if self.cards is not None:
            self.cards.set_theme(theme)
        for dialog in self.context.widget.findChildren(HelpDialog):
            dialog.set_theme(theme)

    def show(self) -> HelpDialog:
        """Help, at the page about what has the focus."""
        from elcs_gui.app.glossary.focus_page import page_of_focus

        address = page_of_focus(self.context)
        dialog = self._dialog()
        dialog.show_page(address)
        return dialog

    def _dialog(self) -> HelpDialog:
        from elcs_gui.app.glossary.help_dialog import HelpDialog
        from elcs_gui.app.kit.dialogs import show_beside

        context = self.context
        return show_beside(
            HelpDialog, context.widget, lambda: HelpDialog(context, context.theme, context.widget)
        )

    def show_keys(self) -> None:
        self._dialog().show_page(KEYS)

    def explain(self) -> None:
        """The card of what has the focus; where nothing is to be explained, Help."""
        if self.cards is None or not self.cards.explain_focus():
            self.show()

    def _read_on(self, term: Term) -> None:
        self._dialog().show_word(term.title)
