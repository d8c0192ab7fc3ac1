"""The pseudo-code that is being run, and its sets, at the left."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.feature import Feature, Panel, Part
from elcs_gui.app.why.feature import WhyFeature

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.kit.theme import Theme
    from elcs_gui.app.pseudocode.panel import CodePanel

CODE = "Pseudo-code"


class PseudocodeFeature(Feature):
    """The listing and the sets; a member of a set is asked why."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Pseudo-code",
            "Pseudo-code",
            "The line of the algorithm that is at work, and the values of its sets: PC, Sep, Temp, CSP, "
            "SP, P, C, UN, Que and W. Click a line to go to the next time it ran; click a member of a set "
            "to see why it is there.",
        ),
    )

    panel: CodePanel

    def panels(self) -> tuple[Panel, ...]:
        return (Panel(CODE, "left", self._make, height=430),)

    def _make(self) -> CodePanel:
        from elcs_gui.app.pseudocode.panel import CodePanel

        self.panel = CodePanel(self.context.player, self.context.theme)
        self.panel.step_requested.connect(self.context.player.seek)
        return self.panel

    def connect(self) -> None:
        self.panel.sets.member_chosen.connect(self.context.feature(WhyFeature).ask)

    def set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)
