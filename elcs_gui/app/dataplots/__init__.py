"""The inspector's page Data: a variable's distribution, and two variables before and after conditioning.

`summaries` counts and computes, without Qt; `questions` finds the sets that a run has conditioned a pair on;
`level_plot_view`, `joint_table_view` and `scatter_plot_view` are the plots, `panel` puts them together.
"""
