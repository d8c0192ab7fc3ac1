"""Data and networks: what the independence tests are asked about.

A `Dataset` (`dataset`) holds one row of codes, or of numbers, for each variable; it may hold every distinct
row once, with its count (`weighting`). A `Network` (`network`) is a known graph, with probability tables
where they are known.

- Entry points: `readers` for tables, `network_files` for networks, `examples` for what is bundled
- `plan` is all that was decided about how a table is read; `columns` says what its cells mean and codes them,
  `tables` reads and writes it, `survey` looks at it and makes the data set, `reading_order` has LOW before
  HIGH. Nothing here imports in a circle: `columns`, `dataset`, `tables`, `survey`, `readers`
- `networks` and `structures` are the formats of networks and of bare graphs, with `scanner` for their words;
  `cpdag` tells which arrows of a graph can be learnt at all
- Data made here: `sampling`, `simulation`, `strengths`
- What everything that is read or written goes through: `files`, `archive`, `checked_json`, `packed_source`,
  `names`, `fingerprint`, `locking`, `memory`

Imports nothing but `errors`, `packaged` and `native`; everything else may import it. Whatever is wrong with a
file ends in a `DataError` that names the file, the place and the way out; nothing here prints or guesses
silently. To add a format see `tables`, `networks` or `structures`; to add an example, its entry in
`resources/examples.json`.
"""
