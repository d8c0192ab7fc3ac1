"""Recorded runs in files: traces (JSON lines) and sessions (a zip of JSON and arrays), written and read.

- Entry points: `trace_file` reads and writes traces; `session_file` writes sessions, `session_reading` reads
  them; `file_kinds` tells what a file is by its ending
- `study` is what is open: data, a known network or both, where they came from, and what runs on them need.
  The window, its processes, the command line and sessions hand it on
- `recipe` is all that somebody says about a run, and decides what is left open, for every door; `recipe_text`
  says a run as the command or the Python that makes it again
- The forms: `records` declares what a file may hold, `session_limits` how much; `packed_runs` has tapes and
  traces as columns of numbers; `file_reference` finds the data that a session does not carry; `why_empty`
  keeps why tests had no information, which the data alone can tell
- The checks: `checking` asks whether a recorded run can have been, `retrace` lets its algorithm walk through
  it; `upgrade` turns files of the first format into those of today

Whatever is read is checked before anything is built on it. Imports `algorithms` and what is left of it, no
`proof`; inquiries, the worker, sessions and the commands import it. To add a field: its place in `records`,
what writes it and what reads it; a file without it must still be read. A change that an older program cannot
read gets a new number of its format and a case in `upgrade`. Events need nothing here: their classes are
their form.
"""
