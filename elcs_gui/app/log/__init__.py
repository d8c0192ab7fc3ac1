"""The CI-test log: every test of the run, filtered, sorted, copied and written to files.

`columns` are numpy arrays over the trace, `rows` an index of those shown, `filter` the language of the
filter field, `text_export` the log as text; `qt_model`, `table_view`, `row_painter`, `menus` and `panel`
show it.
"""
