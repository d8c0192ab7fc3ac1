"""Tables: in files, a reader and a writer for each format (text, xlsx, parquet, arff, npz), as a pandas frame
(`frame_table`), and through engines what memory does not hold or what lives elsewhere.

`opening` chooses by looking, every reader is a `table_file.TableFile` that yields blocks of columns;
`writers` is the door for writing. To add a format: its module, and a line in `opening` and `writers`.

An `engine` runs queries on one table: `duckdb_engine` on files and databases (`duckdb_sources`) and on what a
program has at hand, `ibis_engine` on what an `address` names; `packing` makes few numbers of many columns
before they are grouped. To add an engine: a class that is an `engine.Engine`, and a
line in `opening`.
"""
