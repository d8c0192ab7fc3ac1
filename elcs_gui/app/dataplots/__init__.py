"""The inspector's page Data: a variable's distribution, and two variables before and after conditioning.

- `feature` has the page, and the order of levels that the user may change; `panel` puts it together
- `summaries` counts and computes, without Qt; `questions` finds the sets that a run has conditioned a pair on
- `level_plot_view`, `joint_table_view` and `scatter_plot_view` are the plots

Knows `graph`, `log` and `citest`, whose choice it follows, and `importing` for its histogram; nobody but the
shell imports it. To add a plot: what it draws in `summaries`, a view on `elcs_gui.app.kit.plot_view`, and its
place in `panel`.
"""
