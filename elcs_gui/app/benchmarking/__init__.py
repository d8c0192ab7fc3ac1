"""The benchmark page: tables of means beside the paper's figures, a plot, mean ranks, and the runs behind
them.

`rows` says what stands in the table and in the plot, without Qt; `runner` carries out what is left of a
benchmark while the window goes on.
"""
