"""The presenter: one step on a whole screen, in type that the last row reads; and what the speaker sees.

`presenter_view` is the screen for the audience, `speaker_view` the one with notes, clock and the next step;
both follow the player of the window and have its keys. What the speaker reads at a step comes from whoever
sets `PresentingFeature.notes`. Knows the painters of `graph`.
"""
