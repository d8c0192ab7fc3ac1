"""Opening tables: at once where nothing is odd about them, else through the import page.

- `controller` is the way from a file to open data, state by state; `survey_client` asks the worker to look at
  the file
- `draft` is what was decided so far, `words` what is said, `histogram` how numbers lie: without Qt
- `page` has its parts: `header_view` and `footer_view`, the first rows (`table_view`, `column_heads_view`,
  `column_bar_view`), the cards of the file and of the chosen columns (`file_card_view`, `column_card_view`,
  `column_plot_view`)

Knows no other feature; `dataplots` takes its histogram, the shell opens files through it. What is odd about a
table is found by `elcs_gui.data.survey`. To let the user decide something more: its field in
`elcs_gui.data.plan`, its place in `draft`, its control on a card.
"""
