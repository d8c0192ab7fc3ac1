"""The race: several algorithms on one target, moved along one axis together, on a page of its own.

- `page` has them run (`lane_runs`), moves them (`race_player`), and lets one be opened, or all be exported
- `board_view` is what moves: the lanes (`lane_view`, with a graph by `lane_graph_view` and `lane_layout`) and
  below them the chart (`chart_view`, `chart_painter`); a film is a board of its own (`film_painter`)
- `controls_view` has the rows above and below; `lane_glyphs` are the glyph and the line by which a lane is
  known everywhere

What the lanes are and what is said of them comes from `elcs_gui.inquiry.race` and
`elcs_gui.inquiry.race_words`. Knows `graph` and `exporting`; nobody but the shell imports it. To add an axis:
its entry in `elcs_gui.inquiry.race`, its button in `controls_view`. Any algorithm of the registry can race.
"""
