"""The window itself: it goes through the features and puts each thing where it belongs.

`features` is the tuple of them, and `feature` what is the window's own. `main_window` builds the frame,
`workspace` and `docks` place the panels, `tool_shelf` the tool pages, `command_palette` makes the actions;
`run_notes` says in title and status row how the run stands. `startup`, `display`, `signals` and `garbage`
belong to the program around it, `gui` and `screenshot` drive it from outside. No other module names the
main window.

To add a dock, a page or an action: declare it in the feature; nothing here changes but the tuple.
"""
