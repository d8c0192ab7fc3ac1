"""Do it yourself: exercises on small networks, on a page of their own.

- `practising` is an exercise under way, with what is chosen for the next move
- `page` has the `panel_view` at the left, with kinds, network, rows to choose from, the reason and what is
  known, and the picture, `graph_view`, which takes clicks for the same choices

Which moves are allowed, and why not, says `elcs_gui.lessons.practice`. A lesson that offers an exercise opens
it here; answers and mastery are kept where lessons keep theirs.
"""
