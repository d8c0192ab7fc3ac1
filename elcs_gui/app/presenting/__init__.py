"""The presenter: one step on a whole screen, in type that the last row reads; and what the speaker sees.

`presenter_view` is the screen for the audience, `speaker_view` the one with notes, clock and the next step;
a `sentence` is cut for the wall. Both follow a `presentation`: the run of the workspace, or the lesson
that is played, with its notes. Knows the painters of `graph`, and the lesson of `teaching`.
"""
