"""Tables: in files, as a frame of pandas, and through engines what memory does not hold or lives elsewhere.

`opening` chooses the reader, every reader is a `table_file.TableFile` that yields blocks of columns, and
`writers` is the door for writing.

- Formats, reader and writer in one: `text` (its form found by `text_scan` and `encoding`, its columns read by
  `text_columns`, with the core in C), `xlsx`, `parquet`, `arff`, `npz`; `frame_table` is a DataFrame read as
  a file of the same cells would be; `arrays` makes parts of the columns of an array
- An `engine` runs queries on one table: `duckdb_engine` on files and databases (`duckdb_sources`) and on what
  a program has at hand, `ibis_engine` on what an `address` names; `packing` makes few numbers of many columns
  before they are grouped, `arrow_cells` reads what comes back
- `repeated_header` finds rows that hold the header again, and leaves them out

`elcs_gui.data.readers` and `elcs_gui.data.survey` import these; others only `address` and the doors. To add a
format: its module, and a line in `opening` and `writers`. To add an engine: a class that is an
`engine.Engine`, and a line in `opening`. Every reader is tried on spoiled files: a new one has its entry in
`tests/hostile/readers.py` too.
"""
