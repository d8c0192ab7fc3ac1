"""The dock of runs: the runs on this target as a tree, and where the one shown parts from another."""
