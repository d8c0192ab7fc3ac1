"""Drawing a network: an editor for small graphs whose answer is learnt while they are drawn.

- `drawing` is what is drawn, without Qt: every edit gives another drawing, so that undo keeps the one before;
  `Drawing.network()` is the network that others learn from. `starters` are four to begin with
- `background_learning` has the drawing learnt in a thread, and finds out when idle where the sliders would
  change the answer
- `editor` holds the drawing, what is chosen in it and what can be undone; `settings` what the sliders say
- `canvas_view` edits on a `sheet_view` (`canvas_painter`; while empty `starters_view`), `learnt_view` shows
  what is learnt in the same places, `footer_views` stand below both; `sliders_view` and `side_view` change
  one thing; `tables_dialog` sets probabilities by hand, `list_view` says the same as a list
- `words` are the sentences; `page` puts all together

What is learnt, and where it hangs, is found by `elcs_gui.inquiry.one_change`; tables come from
`elcs_gui.data.strengths`. Knows the painters of `graph`, hands its network to `practice`, and is opened from
the page of `start`; nobody but the shell imports it. To add an edit: what it makes of a drawing in `drawing`,
its name for undo in `editor`, its gesture in `canvas_view`. To add a slider: its entry in `settings`.
"""
