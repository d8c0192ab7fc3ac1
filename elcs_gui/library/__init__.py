"""What is behind the public door (`elcs_gui.api`): what it takes, and what it hands back.

- `sources` makes a `Recipe` of whatever a caller has at hand: a data frame, a file, a graph of networkx
- `result` is what a run found, by the names of the variables, with its tests as a table and its proofs
- `notebook` shows a result as HTML

Imports the engine up to `proof` and `storage`; nobody but the door and, for `sources`, `lessons` imports it.
pandas and networkx are loaded where they are needed: importing the door loads neither. To take another kind
of data: a case in `sources`. To hand back more: a property of the result, documented there; the guide's
page on using it from Python names the main ones.
"""
