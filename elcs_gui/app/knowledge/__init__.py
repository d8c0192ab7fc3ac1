"""Background knowledge, put together in a dialog beside the window and then run with.

- `feature` has the actions, and adds to the menu of the graph what can be claimed of a node or an edge
- `dialog` lists the statements, takes new ones and tiers, and says at once what contradicts what

What can be known, and how it is said, stands in `elcs_gui.trace.knowledge` and its neighbours there; running
with it is an edit that can be undone. Knows `graph`; nobody but the shell imports it. To add a kind of
statement: its claim in `elcs_gui.trace.knowledge_statements`, and its row in `dialog`.
"""
