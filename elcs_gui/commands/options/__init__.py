"""What commands take: what to learn from, for which variable, by which algorithm and test, what is known."""
