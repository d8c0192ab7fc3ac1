"""Where variables stand on a map of all, and names written out; for the local view see `picture`."""
