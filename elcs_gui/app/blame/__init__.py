"""Blame and the twin run: the verdicts behind every wrong arrow, and the run in which every verdict is
true.

- `page` is the tool page; it asks the inquiry process (`elcs_gui.inquiry.blame`, `elcs_gui.inquiry.twin`)
- The upper half: `twin_view` with two panes (`twin_pane_view`), whose cursors `cursor_lock` keeps together
- The lower half: `findings_view` with the table (`table_view`) and the smallest repair, `card_view` with the
  verdict behind the chosen row
- `rows` and `words` are what is said, without Qt

Knows `graph`, `citest` and `transport`; nobody but the shell imports it. It needs the true network. To add a
column: its figure in `rows`, its place in `table_view`.
"""
