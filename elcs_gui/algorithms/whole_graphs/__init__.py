"""The learners of one graph of all variables, from which the target's surroundings are read.

- `pc_stable` asks tests about all variables at once; its arrows are proved as those of local learners are
- `mmhc` lets tests say who may be joined, and a score (`bdeu`) which arrows are, by `hill_climbing`
- `notears` and `dag_gnn` fit weights to the data and ask no tests; `numbers` reads data for them

All tell which edges come and go by `drawn_graph`, but `pc_stable`, whose edges are those of the local graph.
Each is reached by its entry in `elcs_gui.algorithms.registry`. How to add one says `elcs_gui.algorithms`; its
listing says which kind it is ("joint", or "whole", and "untested" where no test is asked), and declares the
parameters that a user may set.
"""
