"""Where variables stand: rows about a target, columns about a hub, a map of all. Numbers only, no Qt."""
