"""The other side of the window's pipes: processes that read files, run algorithms and find things out. No
Qt here.

- `entry` is where a process begins, `serve` the worker, `inquiry_process` the one for long questions;
  `pipe_end` tells the end of the window apart from other errors, `program_log` keeps what nobody caught
- `messages` is all that passes through the pipes; `survey_file`, `reopen_session` and `associations` are what
  the worker does beside runs

Imports the engine; `app` imports it. To add a command: a dataclass in `messages` and a handler in `serve`.
"""
