"""Benchmarks: many algorithms on many data sets whose true networks are known, as in the paper's tables.

- `benchmark` is the door: a benchmark in its folder, begun, gone on with, looked at
- What is run: `plan` (networks, sizes, sets, algorithms, targets), `catalogue` (where data sets come from),
  `measures` (what is measured of every run)
- Running: `learner` makes one run, `processes` carries all out in processes of their own, `cluster` by the
  workers of one, and `results` keeps one line for each
- What comes of it: `summary` makes rows of means, beside the figures in `paper` with the `remarks` on them;
  `ranks` compares algorithms over all data sets
- Showing it, all in the same `wording`: `tables` as text and Markdown, `report_page` and `report_plots` as
  HTML; `output` writes them

Imports the engine up to `storage`, and `parallel`; the benchmark page and `elcs bench` import it. A new
measure is an entry in `measures`, a new doubt about the paper one in `remarks`, new data an entry of the
`catalogue`. Algorithms come from the registry; none is known here by name but those of the paper.
"""
