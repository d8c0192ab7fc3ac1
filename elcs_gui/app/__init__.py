"""The window, by feature: everything that knows Qt. Below all features stand two cores, above them the shell.

`kit` (looks and small widgets) and `model` (session, player, runs, settings, clients) know no feature. A
feature is a package of its own with its rows, words and pictures; `graph` is the one that any other may know.
`shell` puts the window together. A package here imports the engine, the cores and the features it knows;
`commands` and `gui` import this.

To add a feature (a dock, a page of the inspector, a tool page, or actions alone):

1. a folder whose `feature.py` has a class that says what there is (`elcs_gui.app.model.feature`: actions,
   panels or a tool page, colours, settings, what a session file keeps)
2. its line in the tuple of `elcs_gui.app.shell.features`, from which the window and the tests derive the rest

No other source is touched. If it is to know another feature than `graph`, that is a decision, made in the
table of edges in `tests/package_tree.py`; the order of the features follows from tuple and edges. Two records
change with it: an action comes up in `tests/app/shell/menus.txt`, the menus as they are, and
`tests/bench/draw_house.py` redraws the picture of the packages.

What a feature shows is imported when it is made, not before: the start page waits for every `feature.py`. It
works with the context of its window (`elcs_gui.app.model.context`). Only modules whose name says so (page,
panel, dialog, view, painter, widgets, menus) know widgets; the others are tested without a window.
`tests/app/shell/test_features.py` has a small feature.
"""
