"""Benchmarks: many algorithms on many data sets whose true networks are known, as in the paper's tables.

What is measured stands in `measures`, where data sets come from in `catalogue`, the runs in `plan`.
`learner` makes one run, `processes` carries all out in processes of their own, `cluster` by the workers of
one, and `results` keeps one line for each; `benchmark` puts these together. `summary` makes rows of means out
of the lines, beside the figures in `paper` with the `remarks` on them; `ranks` compares algorithms over all
data sets; `tables` and `report_page` (`report_plots`) show it all in the same
`wording`, and `output` writes them.

A new measure is an entry in `measures`, a new doubt about the paper one in `remarks`. Algorithms come from
the registry; none is known here by name but those of the paper.
"""
