"""Which rule a picture draws: that of the arrow the user has chosen, else the one that fires at the step."""

from __future__ import annotations

from dataclasses import replace

from elcs_gui.app.graph.scene import Scene
from elcs_gui.app.model.selection import Edge
from elcs_gui.proof.argument import argument_of_edge, argument_of_event
from elcs_gui.trace.events import Event
from elcs_gui.trace.trace import Trace


def with_rule(
    scene: Scene, trace: Trace, step: int, event: Event | None, about: Edge | None, *, fires: bool = True
) -> Scene:
    """The scene after `step` events, with the rule of the arrow `about`, or of the event if it `fires`."""
    if about is not None:
        argument = argument_of_edge(trace, step, *about.ends)
    else:
        argument = argument_of_event(trace, step, event) if fires else None
    return scene if argument is None else replace(scene, argument=argument, chosen=about is not None)
