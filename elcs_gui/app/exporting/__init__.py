"""The export page and what it writes: pictures, films, the report, structures, the log, a script.

`formats` declares every ending once, for the window and the command line; a `Sheet` of the graph is a
picture, `film_*` and `report*` make the other files, `jobs` does it beside the window.
"""
