"""The window, by feature: everything that knows Qt. Below all features stand two cores, above them the
shell.

`kit` (looks and small widgets) and `model` (session, player, runs, settings, clients) know no feature. A
feature is a package of its own with its rows, words and pictures; the edges between features are listed in
`tests/test_architecture.py`. `shell` puts the window together. Only modules whose name says so (page,
panel, dialog, view, painter, widgets, menus) know widgets.
"""
