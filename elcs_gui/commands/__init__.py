"""The subcommands of `elcs`, one file each, and what they share.

- Learning: `run` (its work in `targets` and `sweep`), `race`, `bench`, `simulate`, `survey`, `algorithms`
- What a result hangs on: `why`, `blame`, `alpha`, `stability`
- Recorded runs and lessons: `replay`, `diff`, `export`, `lesson` (read through `recorded`)
- `guide` prints pages of the guide, or writes it as a site; `kernel` says which kernel counts for the tests
- Shared: `options` are what commands take; `report` and `stability_report` word results; `progress` is the
  line on a terminal, and Ctrl+C; `output` is standard output, whatever stands behind it

A command's module has `add_to()`, which declares its arguments, and `execute()`, which does the work and
gives the exit code. What it imports outside `execute()` is what `elcs COMMAND --help` and wrong usage wait
for: declarations, but not numpy. Errors are raised as `ElcsError`; `elcs_gui.cli` prints them.

May import everything, Qt only where something is painted; `cli` and `gui` alone import it. To add a command:
its module, and its line in the table of `elcs_gui.cli`.
"""
