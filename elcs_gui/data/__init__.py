"""Data and networks: what the independence tests are asked about.

A `Dataset` holds one row of codes (or numbers) per variable, and may hold every distinct row of codes once,
with its count (`weighting`); a `Network` holds a known graph, with its
probability tables where they are known. Both come from files (`readers`, `network_files`), from one another
(`sampling`) or from the bundled examples (`examples`). Whatever is wrong with a file ends in a `DataError`
that names the file, the place and the way out; nothing here prints or guesses silently.
"""
