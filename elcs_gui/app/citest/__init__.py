"""The inspector's page on one CI test: question, figures, reference curve, tables, and what follows from
it.

- `feature` has the page and its actions: what if, stop at this test; `panel` puts the page together
- `figures` are the numbers and the axes of the tables, `strata` the tables behind the answer, `words` the
  sentences: all without widgets
- `reference_plot_view` is the curve, `strata_view` the small tables, with sizes by `strata_grid`

Knows `log` and `why`, which choose the test that is shown; `blame` and `dataplots` import it. A new CI test
needs nothing here: its entry in `elcs_gui.ci.registry` says which figures it has. To show something more of
every test: its figure in `figures`, its place in `panel`.
"""
