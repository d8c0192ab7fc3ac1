"""Data and networks: what the independence tests are asked about.

A `Dataset` holds one row of codes (or numbers) per variable, and may hold every distinct row of codes once,
with its count (`weighting`); a `Network` holds a known graph, with its
probability tables where they are known. Both come from files (`readers`, `network_files`), from one another
(`sampling`) or from the bundled examples (`examples`). Whatever is wrong with a file ends in a `DataError`
that names the file, the place and the way out; nothing here prints or guesses silently.

- `tables` reads and writes tables, in files, databases and elsewhere, as an `ImportPlan` (`plan`) says;
  `survey` looks at them and makes the data set; `cuts` cuts measurements into levels
- `networks` and `structures` do so for networks and bare graphs, `cpdag` tells what of a graph can be learnt
- `simulation`, `strengths` and `sampling` make data; `reading_order` has LOW before HIGH
- `moments` are running sums of long measurements
- `files`, `archive`, `checked_json`, `packed_source`, `locking`, `fingerprint`, `names` and `memory` are what
  everything that is read or written goes through
"""
