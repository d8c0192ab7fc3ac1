"""Session files of a window: saving, opening, autosaving, recovering.

- `feature` has the actions; `controller` saves and opens, and asks before unsaved work is left
  (`file_dialog`)
- `snapshot` is what is open at this moment, ready to be written; `restoring` rebuilds the runs of a file
- `autosave` keeps what is in no file yet, at the places that `autosave_files` has for every running window

The files themselves are those of `elcs_gui.storage`, and the worker reads them. Knows `graph`; `start`
imports it, for what a crash has left. What is kept of where the user was looking, each feature says itself:
to keep something more, give it to the feature's `remember()` and `recall()`; nothing changes here.
"""
