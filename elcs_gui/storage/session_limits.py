"""What a trace or a session can hold at most, for those who write it and those who read it.

Whatever is written within these limits opens again; what is beyond them is refused when it is to be written.
"""

from __future__ import annotations

MOST_RUNS = 512
MOST_LINES, MOST_WORDS = 32_000, 1000
"""Pseudo-code lines and words that the events of one run may use."""
MOST_EVENTS = 32_000_000
"""Of all runs together."""
MOST_INFLATED = 400 << 20
"""Bytes that all members of a file may have together, those of arrays counted packed and unpacked."""
BYTES_PER_ANSWER = 16
"""Counted besides for every answer on a tape: what is built on it while it is read."""
MOST_LINKS = 1_000_000
MOST_K = 10**6
"""Of the largest conditioning set that a run may ask for; no limit at all is another matter."""
MOST_ROWS = 2**53 - 1
"""Of rows, and of rows per cell: a whole number that JSON carries everywhere."""
MOST_TITLE = 1000
"""Letters of a title, a description or a name."""
MOST_PATH = 16_000
"""Letters of a path as `elcs_gui.data.files` keeps it: 4,096 bytes can become three times as many."""
LATEST = 2**62
"""Of a file's time in nanoseconds, before and after 1970."""
