"""All variables at once: every variable's run in the background, and a map of all that was found together.

`words` says it, `map_view` shows the map (places by `layout`, drawn by `map_painter`), `disagreements_view`
lists what is worth a look, `edge_card_view` says what both ends make of an edge, `targets_view` has a bar for
every target; `page` puts them together.
"""
