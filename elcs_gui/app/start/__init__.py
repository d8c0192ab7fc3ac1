"""The start page: bundled examples, recent files, work that a crash has left, and a place to drop a file.

- `feature` shows it while nothing is open; `page` puts its parts together
- `example_cards_view` are the cards, with the small pictures of `thumbnails`; `recovery_view` offers what a
  crash has left; `side_views` are recent files, the place to drop one, and the strip of shortcuts

It is the first picture of the program: nothing here loads numpy or the engine. Knows `sessions` and
`teaching`, whose cards it shows; `drawing` imports it, to be offered here. To add an example: its entry in
`resources/examples.json`, and its picture by `tests/bench/draw_thumbnails.py`.
"""
