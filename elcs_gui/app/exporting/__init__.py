"""The export page and what it writes: pictures, films, the report, a player, structures, the log, a script.

- `formats` declares every ending once, for the window and the command line
- `page` is the tool page, with `options_view` and `preview_view`; `choices` are what was chosen last, `jobs`
  writes the files beside the window
- Films: `film_steps` (which steps, how long), `film_painter`, `film_encoding`, `film_job`
- The report: `report_content` says it, `report_html` makes a page of it, `report` draws the graph into it
- `player_export` is the page that plays a run

Pictures are a sheet of `graph`, structures and scripts come from the engine, logs from `log`. `race` and
`teaching` make their films and pages with it, and `elcs export` imports it. To add a format: its entry in
`formats`, what writes it in `jobs` and in `elcs_gui.commands.export`, and its options, if any, in
`options_view`.
"""
