"""Going through a run: steps, playing, breakpoints; the transport below the graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.model.actions import Action, shows_trace
from elcs_gui.app.model.feature import Feature, Panel, Part, View

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.kit.theme import Theme
    from elcs_gui.app.transport.panel import Transport


class TransportFeature(Feature):
    """Moves the cursor of the run that is shown, or of what a tool page shows instead."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Stages, scrubber and playback",
            "Transport",
            "The strip above the graph shows the stages of the run: click one to go there. Drag the "
            "scrubber below, or use the keys: ← and → go one step, with Shift to the next change of "
            "the graph, with Ctrl to the next stage. *Play* goes from change to change, and asks the "
            "question of each change first, or through every test.",
        ),
        Part(
            "Breakpoints",
            "BreakpointDialog",
            'A run can be played to a place that you name: "p within 2× of alpha", "a Meek rule fires", '
            "and others. F9 opens the list, F5 runs to the next breakpoint, Shift+F5 to the one before.",
        ),
    )

    panel: Transport

    actions: ClassVar[tuple[Action[TransportFeature], ...]] = (
        Action("forward", "Run", 250, "Next step",
               "Go one step forwards; from the beginning, to the first test.",
               lambda transport: transport.context.stepper.forward(), "Right", shows_trace),
        Action("back", "Run", 260, "Previous step", "Go one step backwards.",
               lambda transport: transport.context.stepper.back(), "Left", shows_trace),
        Action("next-change", "Run", 270, "Next change of the graph",
               "Go to the next step at which the picture changes.",
               lambda transport: transport.context.stepper.next_change(), "Shift+Right", shows_trace),
        Action("previous-change", "Run", 280, "Previous change of the graph",
               "Go to the change before.",
               lambda transport: transport.context.stepper.previous_change(), "Shift+Left", shows_trace),
        Action("next-stage", "Run", 290, "Next stage", "Go to the next stage.",
               lambda transport: transport.context.stepper.next_stage(), "Ctrl+Right", shows_trace),
        Action("previous-stage", "Run", 300, "Previous stage", "Go to the stage before.",
               lambda transport: transport.context.stepper.previous_stage(), "Ctrl+Left", shows_trace),
        Action("first", "Run", 310, "First step", "Go to the beginning.",
               lambda transport: transport.context.stepper.first(), "Home", shows_trace),
        Action("last", "Run", 320, "Last step", "Go to the end.",
               lambda transport: transport.context.stepper.last(), "End", shows_trace),
        Action("play", "Run", 330, "Play or pause",
               "Play the run, or pause it: what changes in it, or every step.",
               lambda transport: transport.context.stepper.toggle(), "Space", shows_trace),
        Action("go-to-step", "Run", 340, "Go to step...", "Name a step and go there.",
               lambda transport: transport.go_to_step(), "Ctrl+G", shows_trace),
        Action("breakpoint", "Run", 350, "Breakpoints...", "Choose where to stop.",
               lambda transport: transport.edit_breakpoints(), "F9", shows_trace),
        Action("run-on", "Run", 360, "Run to the next breakpoint",
               "Go on to where a breakpoint holds.",
               lambda transport: transport.run_to_breakpoint(1), "F5", shows_trace),
        Action("run-back", "Run", 370, "Run back to a breakpoint",
               "Go back to where a breakpoint held.",
               lambda transport: transport.run_to_breakpoint(-1), "Shift+F5", shows_trace),
    )  # fmt: skip

    def panels(self) -> tuple[Panel, ...]:
        return (Panel("Transport", "centre", self._make),)

    def _make(self) -> Transport:
        from elcs_gui.app.transport.panel import Transport

        context = self.context
        self.panel = panel = Transport(context.player, context.breakpoints, context.theme)
        panel.breakpoints_requested.connect(self.edit_breakpoints)
        panel.go_to_requested.connect(self.go_to_step)
        panel.pace_chosen.connect(lambda pace: context.settings.set("speed", pace.id))
        self.on_setting("speed")
        return panel

    def connect(self) -> None:
        from elcs_gui.app.model.breakpoints import EdgeChanges

        graph, breakpoints = self.context.feature(GraphFeature), self.context.breakpoints
        self.panel.scrubbing_changed.connect(graph.panel.set_scrubbing)
        self.context.actions["truth"].toggled.connect(lambda on: None if on else breakpoints.forget_truth())
        graph.wishes.stop = lambda x, y: breakpoints.toggle(EdgeChanges(x, y))

    def set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)

    def on_setting(self, id: str) -> None:
        if id == "speed":
            from elcs_gui.app.model.player import pace_of

            self.context.player.set_pace(pace_of(self.context.settings.get(id)))
            self.panel.show_pace()

    def go_to_step(self) -> None:
        from elcs_gui.app.transport.panel import asked_step

        player = self.context.stepper
        step = asked_step(player, self.context.widget)
        if step is not None:
            player.seek(step)

    def edit_breakpoints(self) -> None:
        from elcs_gui.app.transport.breakpoint_dialog import BreakpointDialog

        context = self.context
        trace, shown = context.player.trace, context.truth_shown
        if trace is None:
            return
        truth, step = None if shown is None else shown.oracle.separated, context.player.step
        dialog = BreakpointDialog(context.breakpoints, trace.header.names, truth, step, context.widget)
        dialog.exec()

    def run_to_breakpoint(self, direction: int) -> None:
        """Forwards (+1) or backwards (-1); where there is none, say so."""
        player, breakpoints, status = self.context.stepper, self.context.breakpoints, self.context.status
        if player.trace is None:
            return
        step = breakpoints.next(player.trace, player.step, direction)
        if step is not None:
            player.seek(step)
        elif not len(breakpoints):
            status.say("No breakpoint is set: press F9 to choose where to stop.")
        else:
            status.say(f"No breakpoint holds {'after' if direction > 0 else 'before'} this step.")

    def remember(self) -> View:
        from elcs_gui.app.model.breakpoints import breakpoint_objects

        return {"breakpoints": breakpoint_objects(self.context.breakpoints.items)}

    def recall(self, view: Mapping[str, Any], variables: int) -> None:
        from elcs_gui.app.model.breakpoints import breakpoints_of

        truth = self.context.session.truth if view.get("truth") is True else None
        separated = None if truth is None else truth.oracle.separated
        for item in breakpoints_of(view.get("breakpoints"), variables, separated):
            self.context.breakpoints.add(item)
