"""The scene of the graph panel: the player's step, with all that is to be seen in it, made when asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from elcs_gui.app.graph.difference import Contrast, Contrasting
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Edge, Selection, ends_of
from elcs_gui.picture.scene import Edges, Scene, as_measured, with_rule
from elcs_gui.trace.trace import Trace

if TYPE_CHECKING:
    from elcs_gui.app.graph.field_stage import FieldStage
    from elcs_gui.app.graph.local_stage import LocalStage


class ShownScene:
    """Keeps the scene until it may be another.

    Attributes:
        truth: the true edges, by which arrows are marked.
        firm_width: arrows are as thick as they are firm.
        contrasting: how the picture differs from that of another run.
        contrast: what that gave for the scene.
        about: the arrow whose rule is drawn because it was selected; the next step ends that.
        fires: a rule is drawn at the step at which it fires, until something is selected there.
    """

    def __init__(self, player: Player) -> None:
        self._player = player
        self._is_outdated = True
        self.truth: Edges | None = None
        self.firm_width = False
        self.contrasting: Contrasting | None = None
        self.contrast: Contrast | None = None
        self.about: Edge | None = None
        self.fires = True

    def outdate(self) -> None:
        """It may be another."""
        self._is_outdated = True

    def follow_rules(self, *, on: bool = True) -> None:
        """Draw the rule that fires at the step, or none."""
        self.about, self.fires = None, on

    def draw_rule_of(self, what: Selection) -> None:
        """The last act wins: a selection takes the place of the rule that has fired."""
        self.about, self.fires = what if isinstance(what, Edge) else None, False

    def seen_by(self, stage: LocalStage | FieldStage, *, rules: bool) -> Scene | None:
        """The scene of a view; with the `rules` to be drawn now, where that has room for any."""
        if not self._is_outdated:
            return stage.scene
        self._is_outdated, self.contrast = False, None
        player = self._player
        # Other data may be open already while the run on those before is still shown.
        fits = are_of_run(player.trace, chain.from_iterable(self.truth or ()))
        scene = stage.update(self.truth if fits else None)
        if scene is not None:
            if self.contrasting is not None:
                self.contrast = self.contrasting(player.step, scene.target)
            scene = as_measured(scene, player.trace, firm=self.firm_width)
            if player.asking:
                scene = replace(scene, asking=True)
            stage.scene = scene = self._with_rule(scene) if rules else scene
        return scene

    def _with_rule(self, scene: Scene) -> Scene:
        player = self._player
        if player.trace is None:
            return scene
        fires = self.fires and not player.is_fast
        about = ends_of(self.about)
        return with_rule(scene, player.trace, player.step, player.current_event, about, fires=fires)


def are_of_run(trace: Trace | None, variables: Iterable[int]) -> bool:
    """Has the run that is shown all of these?"""
    return trace is not None and max(variables, default=0) < len(trace.header.names)
