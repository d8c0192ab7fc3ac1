"""The window itself: it goes through the features and puts each thing where it belongs.

- `features` is the tuple of them, and `feature` what is the window's own
- `main_window` builds the frame; `workspace`, `docks` and `dock_layout` place the panels, `inspector` the
  pages about what is selected, `tool_shelf` the tool pages, `centre` the middle; `command_palette`,
  `recent_menu` and `title_row` offer the actions, `settings_dialog` the settings
- `run_notes`, `estimate` and `status_row` say how the run stands; `error_notice` and `program_log_dialog`
  what went wrong
- `startup`, `display`, `window_placement`, `signals` and `garbage` belong to the program around the window;
  `screenshot` takes its picture

Imports every feature; only `gui` and, for pictures, `commands` import it. No other module than `main_window`,
`screenshot` and `gui` names the main window. To add a dock, a page or an action: declare it in its feature;
nothing here changes but the tuple.
"""
