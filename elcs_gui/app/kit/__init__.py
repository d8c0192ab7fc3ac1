"""How things look, and small widgets that any feature may use.

- `theme` is the one door for colours, fonts and the style sheet; `icons` are drawn as paths, `emblem` is a
  rule as a small picture
- `later` and `thread_task` put work off, to a later turn of the event loop or to a thread
- `plot_view` and `plot_items` are what all plots share; `round_numbers` stand along their axes
- `picture` and `svg` make files of what is painted
- `labels` shows text as it is, whatever stands in it: labels, tool tips, messages, menus and titles go
  through it
- `layouts` arranges widgets in one expression; `quiet_table` has the model and the view of tables of rows;
  `fields`, `buttons`, `segments`, `tick_list`, `message_bar` and `verdict_widgets` are small widgets,
  `scaled_widget` is for those that paint themselves; `dialogs` ask for files
- `terms` is how a widget says which words it shows; `time_words` are words for times

Knows no feature, no session and no run; of the engine it knows what is declared in tables, such as rules.
`model`, every feature and `shell` may import it. To add a widget: a module here that takes what it shows as
values, once two features need it. To add an icon: its path in `icons`; a colour: its place in `theme`.
"""
