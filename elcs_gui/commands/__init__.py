"""The subcommands of `elcs`, one file each, and what they share.

A command's module has `add_to`, which declares its arguments, and `execute`, which does the work. What it
imports outside `execute` is what `elcs COMMAND --help` and wrong usage wait for: declarations, but not numpy.
"""
