"""Where variables stand on the map of all, and names written out where there is room.

- `field` is the map: places that depend only on how the variables hang together, found in slices
- `field_spread` makes room: nodes are moved off each other and out from under what stands in the corners
- `full_names` writes out names that were shortened for the whole recording

The stages of `graph` import these; `all_variables` lays out its map by them, and `sessions` keeps the places
that `field` has found. The local view and the drawing of a rule are placed by
`elcs_gui.picture`, which the player shares; what stands here needs numpy and the window's fonts. To place
something new that a page plays too, add it there, not here.
"""
