"""The pseudo-code panel: the listing that is being run, its current line, and its sets as they stand."""
