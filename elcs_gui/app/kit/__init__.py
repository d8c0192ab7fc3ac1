"""How things look, and small widgets that any feature may use. Knows no feature, no session and no run.

`theme` is the one door for colours and fonts; `icons` are drawn as paths; `later` and `thread_task` put work
off; `picture` and `svg` make files of what is painted; `plot_view` is what all plots share; `terms` is how
widgets say which words they show; `layouts` arranges widgets in one expression, `dialogs` asks for files;
`quiet_table` has the model and the view of tables of rows; the rest are widgets. To add one: a module
here that takes what it shows as values.
"""
