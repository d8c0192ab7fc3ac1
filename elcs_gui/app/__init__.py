"""The window, by feature: everything that knows Qt. Below all features stand two cores, above them the
shell.

`kit` (looks and small widgets) and `model` (session, player, runs, settings, clients) know no feature. A
feature is a package of its own with its rows, words and pictures; the edges between features are listed in
`tests/test_architecture.py`. `shell` puts the window together. Only modules whose name says so (page,
panel, dialog, view, painter, widgets, menus) know widgets.

To add a feature: a folder whose `feature.py` says what it has (`elcs_gui.app.model.feature`: actions, panels
or a tool page, colours, settings, what a session file keeps), and its line in `elcs_gui.app.shell.features`.
What it shows is imported when it is made, not before; it works with the context of its window, and with
features that stand before it in the order of the architecture test. `tests/app/shell/test_features.py` has
a small one.
"""
