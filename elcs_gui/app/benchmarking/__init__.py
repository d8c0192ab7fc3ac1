"""The benchmark page: tables of means beside the paper's figures, a plot, mean ranks, and the runs behind
them.

- `page` is the tool page: a folder of results, going on in the background by `runner` if wanted
- `rows` says what stands in the table and in the plot, without Qt
- `table_view`, `dot_plot_view` and `side_view` show it; `presets_view` offers benchmarks to begin with

All figures come from `elcs_gui.benchmark`. Knows no other feature, and nobody but the shell imports it. To
add a benchmark to begin with: an entry among the presets in `presets_view`. A new measure is declared in
`elcs_gui.benchmark.measures` and comes up here by itself.
"""
