"""The dock of runs: the runs on this target as a tree, and where the one shown parts from another.

- `feature` has the dock and the actions: go to where two runs part, show what differs between them
- `panel` shows the tree, whose `rows` say what each run changed and what came of it
- `comparison` is the run shown beside another: where they part, and how they differ at the cursor
- `override_words` says what follows from a verdict that was turned

`comparison`, `rows` and `override_words` know no widgets. The tree itself is kept by
`elcs_gui.app.model.runs`. Knows `graph`, which marks the difference; nobody but the shell imports it. A new
way to change a run gets its words in `rows`.
"""
