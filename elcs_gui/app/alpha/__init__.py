"""The alpha explorer: every result there is between two alphas, with the exact places where it changes.

- `page` is the tool page; it asks the inquiry process for the map of alphas (`elcs_gui.inquiry.alpha_map`)
- The plot: `rows` says what is drawn, `axis` lays alphas along it, `plot_view` and `plot_painter` show it
- Beside it: `table_view` has a line for every different result, `graph_view` the graph at the chosen alpha
  (`traces` are made when looked at), `change_card_view` what differs and which test decides it (`changes`)
- `side_views` hold these, and what is said when there is nothing to explore; `words` are the sentences

Knows `graph`; nobody but the shell imports it. `rows`, `changes`, `axis` and `words` know no Qt: to show
something more of a result, say it there first, then give it a place in a view.
"""
