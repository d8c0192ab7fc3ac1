"""The pseudo-code panel: the listing that is being run, its current line, and its sets as they stand.

- `feature` has the dock at the left; `panel` puts the two parts together
- `listing_view` shows the numbered lines, with the current one lit
- `sets_view` shows the sets with their values, and what just changed

What the sets are at a step says `elcs_gui.picture.live_sets`; the lines stand in `resources/pseudocode`.
Knows `why`, which it asks about a member of a set; nobody but the shell imports it. A new algorithm brings
its listing, and needs nothing here; a new set is declared in `elcs_gui.trace.sets`.
"""
