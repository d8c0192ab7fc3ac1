"""The presenter: one step on a whole screen, in type that the last row reads; and what the speaker sees.

- `feature` begins and ends it, on one screen or two
- `presentation` is what is presented: the run of the workspace, or the lesson that is played, with its notes
- `presenter_view` is the screen for the audience, where sentences are cut for the wall; `speaker_view` the
  one with notes, clock and the next step

Knows the painters of `graph`, and the lesson of `teaching`; nobody but the shell imports it. To present
something else: another kind of `presentation`; both views follow that alone.
"""
