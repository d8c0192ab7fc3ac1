"""The guide: the pages in `resources/guide`, read in the window, on the terminal, and as a static site.

- `pages` reads them: CommonMark with tables, in the order of the contents; `html` makes their markup, for a
  browser and for Qt; `terminal` their lines for a terminal
- `index` finds words in them; `site` writes them as pages for a browser, with the `players` they embed

Imports the engine up to `player`; the window's Help and `elcs guide` import it. To add a page: a file in
`resources/guide`, and its line in the contents there. What stands in the folder for reference is made by
`tests/bench/guide.py`; what a page can hold is described in `pages`, and what of it is run in
`tests/guide/running.py`.
"""
