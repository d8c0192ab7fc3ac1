"""The learners of one graph of all variables, from which the target's surroundings are read.

`pc_stable` asks tests about all variables at once, and its arrows are proved as those of local learners are.
`mmhc` lets tests say who may be joined, and a score (`bdeu`) which arrows are, by a library's hill climbing.
`notears` fits weights to the data and asks no tests. What such learners share: `drawn_graph` tells which
edges come and go, `numbers` reads data as numbers. `elcs_gui.algorithms` says how to add one; the listings
say which kind they are: `joint`, or `whole`, and `untested` where no test is asked.
"""
