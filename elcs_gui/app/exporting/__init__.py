"""The export page and what it writes: pictures, films, the report, structures, the log, a script.

`formats` declares every ending once, for the window and the command line; `picture`, `svg`, `film_*` and
`report*` make the files, `jobs` does it beside the window.
"""
