"""The picture of a run: the local view about the target, the field view of all variables, and their
gestures.

`elcs_gui.picture` says what is to be seen, and where; `layout/` places the rest (a rule that is drawn, the
map of all), `frame` has it in pixels, `painting/` draws it; `local_stage` and `field_stage` join these for
the two views, `canvas_view` and `panel` are the widget, `sheet` the same picture beside the window.
`difference` and `edge_shares` are laid over it; `words_shown` says which words it shows, and where.
"""
