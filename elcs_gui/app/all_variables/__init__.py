"""All variables at once: every variable's run in the background, and a map of all that was found together.

- `feature` is the third view beside the local and the field view; `page` puts its parts together
- `map_view` shows the map, drawn by `map_painter`; `places` has who is on it and where, by `layout`
- `disagreements_view` lists what is worth a look, `edge_card_view` says what both ends make of an edge,
  `targets_view` has a bar for every target
- `words` says it, without Qt

What is found comes from `elcs_gui.inquiry.all_targets`, made by the inquiry process. Knows `graph`, and
`navigation` and `why`, to which it leads; nobody but the shell imports it. To say more of an edge: its words
in `words`, its line in `edge_card_view`; to mark more on the map: `map_painter`.
"""
