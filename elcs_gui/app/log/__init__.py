"""The CI-test log: every test of the run, filtered, sorted, copied and written to files.

- `feature` has the dock at the bottom; `panel` puts it together
- `columns` are numpy arrays over the trace, `rows` an index of those shown, `filter` the language of the
  filter field: no Qt
- `qt_model`, `table_view`, `row_painter`, `menus` and `widths` show it
- `text_export` is the log as text, `export_job` writes it a piece at a time

Knows `graph`, whose selection it follows; `why`, `citest`, `dataplots` and `exporting` import it, and
`commands` its text. To add a column: its array in `columns`, its words in `qt_model` and `text_export`, its
width in `widths`, and its name among the columns of `elcs_gui.app.model.setting_table`. To add a term of the
filter: `filter`, whose docstring describes them all.
"""
