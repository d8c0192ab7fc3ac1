"""Moving through a run: stage strip, scrubber, buttons and breakpoints, all of them views of the player."""
