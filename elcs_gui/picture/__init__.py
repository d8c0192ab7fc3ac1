"""What there is to be seen of a run at a step, and where: the window and the player paint the same picture.

- Entry points: `scene` says what is to be seen at a step (from `facts_by_target`), `places` where
- Places go by the plan for few neighbours (`local`, `slots`) or for many (`hub`, `hub_slots`), for names as
  wide as `labels` has them, which `short_names` shortens
- A rule that is drawn: `argument_drawing` has its lines between the `outlines` of its nodes, which
  `pattern_places` has seated by its pattern (`argument_seats`); dotted lines are led round by
  `argument_routes`
- Beside the graph: `stage_strip`, `live_sets` (the sets of the pseudo-code), `why_answer` and `why_lines`
  (the Why page)
- `colours` are those of the design

Numbers and words only: nothing here paints, or knows Qt. Imports the engine up to `inquiry`; the player
and the features of the window import it. To show something new of a run: what it is in `scene`, its
place in a plan; then the window's painter (`elcs_gui.app.graph.painting`) and the player's drawing
(`elcs_gui.player.drawing`) each draw it.
"""
