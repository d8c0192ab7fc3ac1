"""Background knowledge: claimed in its dialog or in the menu of the graph, and run with at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.model.actions import Action, has_data
from elcs_gui.app.model.feature import Feature, Part

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.trace.knowledge import Knowledge
    from elcs_gui.trace.knowledge_statements import Statement


class KnowledgeFeature(Feature):
    """What is known beforehand in the run that is shown; saying more of it is an edit."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Background knowledge",
            "KnowledgeDialog",
            "Say what you know already: require an edge or an arrow, forbid an arrow, or "
            "put variables into tiers of time. Knowledge that contradicts itself is refused with the "
            "reason. Where tests contradict it, knowledge stays, and the conflict is shown.",
            more=("how-to/background-knowledge",),
        ),
    )

    actions: ClassVar[tuple[Action[KnowledgeFeature], ...]] = (
        Action("knowledge", "Edit", 190, "Background knowledge...",
               "Say which arrows must or cannot be there, whatever the tests say.",
               lambda knowledge: knowledge.show(), "Ctrl+Shift+K", has_data),
        Action("drop-knowledge", "Edit", 200, "Drop all knowledge",
               "Run without background knowledge.",
               lambda knowledge: knowledge.drop(), when=lambda knowledge: knowledge.is_there),
    )  # fmt: skip

    def connect(self) -> None:
        wishes = self.context.feature(GraphFeature).wishes
        wishes.claim, wishes.take_back = self.claim, self._take_back
        wishes.tiers = lambda: self.show(tiers=True)

    @property
    def is_there(self) -> bool:
        header = self.context.session.header
        return header is not None and bool(header.knowledge)

    @property
    def _known(self) -> Knowledge:
        from elcs_gui.trace.knowledge import Knowledge

        header = self.context.session.header
        return Knowledge.none if header is None else header.knowledge

    def claim(self, statement: Statement) -> None:
        """Run with one claim more, or say why it cannot be true."""
        from elcs_gui.trace.knowledge import KnowledgeError
        from elcs_gui.trace.knowledge_statements import with_statement

        header = self.context.session.header
        names = () if header is None else header.names
        try:
            self.context.controller.know(with_statement(self._known, statement, names))
        except KnowledgeError as error:
            self.context.messages.say(str(error))

    def _take_back(self, statement: Statement) -> None:
        from elcs_gui.trace.knowledge_statements import without

        self.context.controller.know(without(self._known, statement))

    def drop(self) -> None:
        """Run without any; overrides stay."""
        from elcs_gui.trace.knowledge import Knowledge

        self.context.controller.know(Knowledge.none)

    def show(self, *, tiers: bool = False) -> None:
        """Open the dialog beside the window, or bring it to the front."""
        from elcs_gui.app.kit.dialogs import show_beside
        from elcs_gui.app.knowledge.dialog import KnowledgeDialog

        context = self.context
        shown = show_beside(
            KnowledgeDialog,
            context.widget,
            lambda: KnowledgeDialog(context.session, context.controller.know, context.widget),
        )
        if tiers:
            shown.tiers.setFocus()
