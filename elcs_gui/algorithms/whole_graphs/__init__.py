"""The learners of one graph of all variables, from which the target's surroundings are read.

`pc_stable` asks tests about all variables at once, and its arrows are proved as those of local learners are.
`mmhc` lets tests say who may be joined, and a score (`bdeu`) which arrows are, by `hill_climbing`.
`notears` and `dag_gnn` fit weights to the data and ask no tests. They share `drawn_graph`, which tells which
edges come and go; `numbers` reads data as numbers. `elcs_gui.algorithms` says how to add one; the
listings say which kind they are: `joint`, or `whole`, and `untested` where no test is asked.
"""
