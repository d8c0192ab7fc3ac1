"""What the window knows, without a picture of it: the session, the player, runs, edits, settings, clients.

- `session` holds what is open; what it asks of the worker are `requests`, one of them for the `shown_run`;
  `incoming_runs` rebuilds traces from what comes, `runs` keeps them as a tree, `player` is the cursor over
  the one shown, `selection` what is selected in its graph, `undo` the edits, `history` where the user has
  been, `breakpoints` where to stop, `level_orders` how levels stand
- `child_process`, `inquiry_client` and `resuming` speak with the processes and bring them back when they
  die; `firmness_client` has them find out how firm a run is when it has ended
- `run_controller` opens and runs for the user; `context` is what a feature or a tool page works with
- `feature`, `actions` and `tool_page` are what a feature declares; `setting_table` declares the settings,
  `settings` keeps them

Imports `worker`, the engine and `kit`, and no widgets but what a tool page is; every feature may import it.
To add a setting: an entry of `setting_table`, and `on_setting()` of the feature that it changes. To add a
kind of breakpoint: its class and its place among the kinds in `breakpoints`.
"""
