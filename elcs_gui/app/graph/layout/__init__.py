"""Where variables stand on a map of all, and while a rule is drawn; for the local view see `picture`."""
