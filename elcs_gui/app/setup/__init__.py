"""The panel of data and run: the variables with their roles, the target, and how it is learnt."""
