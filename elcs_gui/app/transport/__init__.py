"""Moving through a run: stage strip, scrubber, buttons and breakpoints, all of them views of the player.

- `feature` has the actions (steps, playing, breakpoints); `panel` is the strip below the graph
- `scrubber_view` is the trace as one track, `stage_strip_view` the stages of the blanket at the cursor
- `breakpoint_dialog` chooses where to stop

The cursor is `elcs_gui.app.model.player`: nothing here holds a step of its own. Knows `graph`; `blame` and
`teaching` take its scrubber. To add a kind of breakpoint: its class among the kinds of
`elcs_gui.app.model.breakpoints`; the dialog and session files then know it.
"""
