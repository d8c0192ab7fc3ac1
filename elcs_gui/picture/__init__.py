"""What there is to be seen of a run at a step, and where: the window and the player paint the same picture.

- `facts_by_target` and `scene` say what is to be seen; `places` where: by the plan for few (`local`, `slots`)
  or for many neighbours (`hub`, `hub_slots`), for names as wide as `labels` has them, which `short_names`
  shortens
- `argument_drawing` is the drawing of a rule between the `outlines` of its nodes, which `pattern_places` has
  seated by its pattern (`argument_seats`), with dotted lines led round them (`argument_routes`)
- `stage_strip` are the stages of every blanket; `live_sets` the sets of the pseudo-code; `why_answer` and
  `why_lines` the Why page
- `colours` are those of the design

Numbers and words only: nothing here paints, or knows Qt. Imports the engine up to `inquiry`; the player, the
features of the window and the commands import it.
"""
