"""The stability page: how often each finding comes back on resampled data or with other column orders.

- `page` is the tool page: `form_view` says how the run is to be repeated, `results_view` what came of it
- `rows` and `words` are what is shown and said, without Qt
- `table_view` shows the rows, with bars by `bar_painter`

The work is `elcs_gui.inquiry.stability`, done by the inquiry process. Knows `graph`, on whose edges the
shares are shown; `simulating` takes a field of its form. To add a kind of repetition: its entry in
`elcs_gui.inquiry.replicate_kinds`, what it draws in `elcs_gui.inquiry.replicates`, and its sentence with its
caution in `words`.
"""
