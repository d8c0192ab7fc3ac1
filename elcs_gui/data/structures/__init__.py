"""Graphs without tables in files: DOT, DAGitty, GraphML, JSON, Tetrad's text, edge lists, matrices.

`structure` is such a graph: named nodes, arrows, and edges that nobody has decided yet. Each format is a
module, reader and writer in one: `dot` (Graphviz and DAGitty), `graphml`, `json_graph`, `tetrad`,
`edge_list`, `matrix`. `structure_files` is the door for writing, by the ending of the file; for reading it is
`elcs_gui.data.network_files`, which looks at the content where endings are shared.

Exports and results write structures through the door; only the doors know the formats. To add one: its
module, a line in the table of `structure_files`, a case in the door for reading, and its ending in
`elcs_gui.app.exporting.formats`, which the window and `elcs export` offer.
"""
