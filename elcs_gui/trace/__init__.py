"""The trace: what a run asked and found, event by event, and everything that is read off it."""
