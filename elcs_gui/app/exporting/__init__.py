"""The export page and what it writes: pictures, films, the report, a player, structures, the log, a script.

`formats` declares every ending once, for the window and the command line; a `Sheet` of the graph is a
picture, `film_*`, `report*` and `player_export` make the other files, `jobs` does it beside the window.
"""
