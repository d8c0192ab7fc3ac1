"""The other side of the window's pipes: processes that read files, run algorithms and find things out.

- `entry` is where a process begins, `serve` the worker, `inquiry_process` the one for long questions;
  `pipe_end` tells the end of the window apart from other errors, `program_log` keeps what nobody caught
- `messages` is all that passes through the pipes; `survey_file`, `reopen_session` and `associations` are what
  the worker does beside runs

Imports the engine, and no Qt; the window imports `messages` and the questions of `inquiry_process`, and
starts processes by `elcs_gui.app.model.child_process`. To add a command: a dataclass in `messages` and a
handler in `serve`. To add a long question: a dataclass in `inquiry_process` whose `answer()` does the work
and reports how far it is.
"""
