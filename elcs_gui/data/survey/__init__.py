"""Looking at a table and reading it: what its cells are, what is odd about it, and the codes it becomes.

`cells` and `markers` decide what a cell is, `tally` counts while rows go by, `findings` and `linear` say
what is odd, `survey` puts that together; `assembling` makes the data set.

Of a table that an engine reads, `exact` counts what a sample cannot tell, `engine_cells` says in SQL what a
cell is, `scanning` makes the data set of its distinct rows, and narrows others; `spilling` has room on the
disk for what memory does not hold.
"""
