"""Graphs without tables in files: DOT, DAGitty, GraphML, JSON, Tetrad text, edge lists, matrices; read and
written.
"""
