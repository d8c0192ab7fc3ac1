"""Practice: exercises on small networks, on a page of their own.

- `feature` has the page; `practising` is an exercise under way, with what is chosen for the next move
- `page` has the `panel_view` at the left, with kinds, network, rows to choose from, the reason and what is
  known, and the picture, `graph_view`, which takes clicks for the same choices

Which moves are allowed, and why not, says `elcs_gui.lessons.practice`. Knows `graph` and `teaching`: a lesson
that offers an exercise opens it here, and answers and mastery are kept where lessons keep theirs; `drawing`
imports it, to have its network practised. To add a kind of exercise: its entry in
`elcs_gui.lessons.exercise`, its moves in `elcs_gui.lessons.practice`, and their choices in `practising`.
"""
