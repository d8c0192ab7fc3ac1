"""Tables in files, a reader and a writer for each format: text, xlsx, parquet, arff, npz;
and through DuckDB what memory does not hold (`engine`).

`opening` chooses by looking, every reader is a `table_file.TableFile` that yields blocks of columns;
`writers` is the door for writing. To add a format: its module, and a line in `opening` and `writers`.
"""
