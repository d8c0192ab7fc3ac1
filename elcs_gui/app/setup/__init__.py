"""The panel of data and run: the variables with their roles, the target, and how it is learnt.

- `feature` has the dock at the left; `panel` has the form and the list of variables below it
- `variable_list_view` is that list, `variable_row_painter` paints its rows: shape of the role, name, what
  it is
- `algorithm_widgets` choose an algorithm and what it can be told; `reliability_view` how a test with too few
  rows counts

Knows `graph`, whose selection it shares; nobody but the shell imports it. Algorithms, their parameters and CI
tests come from the registries: a new one is offered by itself. To add a field of the run's form: its place in
the header (`elcs_gui.trace.trace`), and its widget in `panel`.
"""
