"""Data drawn from a known network: the dialog, and the window's end of the drawing.

- `feature` has the action; `dialog` says what will come of an order before anything is drawn
- `networks` are those that can be chosen: the one that is open, the bundled ones, one from a file
- `client` asks the worker to draw, and tells how far it is

What can be ordered, and the drawing itself, is `elcs_gui.data.simulation`, which `elcs simulate` shares.
Knows `stability`, for a field of its form; nobody but the shell imports it. To offer something more: its
field in the plan there, what it does there, and its row in `dialog`.
"""
