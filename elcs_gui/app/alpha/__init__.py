"""The alpha explorer: every result there is between two alphas, with the exact places where it changes."""
