"""The picture of a run: the local view about the target, the field view of all variables, and their
gestures.

- `feature` has the views, what is marked in them, and where things stand; `panel` is the widget, with the
  picture in it (`canvas_view`), `controls_view`, `truth_head_view` and `context_menu`
- `elcs_gui.picture` says what is to be seen, and where; `layout` places the rest (the map of all, names in
  full), `frame` has it in pixels, `painting` draws it; `local_stage` and `field_stage` join these for the two
  views, with `attention` (what is pointed at), `camera`, `tween` and `fonts`
- `sheet` is the same picture beside the window: for exports, pages and small graphs
- Laid over it: `difference` from another run, `edge_shares` of stability; `metric_words` say how right it is;
  `words_shown` says which words it shows, and where

Knows no feature, and every feature may know it; `commands` import `sheet`. Others lay something over the
picture, or add to the menu of a node, by what `feature` offers them; they do not reach into the stages. To
draw something new: see `painting`.
"""
