"""The learners of one graph of all variables, from which the target's surroundings are read.

`notears` fits weights to the data and asks no tests. What such learners share: `drawn_graph` tells which
edges come and go, `numbers` reads data as numbers. `elcs_gui.algorithms` says how to add one; a listing of
this kind is `whole`, and `untested` where no test is asked.
"""
