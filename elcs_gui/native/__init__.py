"""The kernel in C: counts tables, computes G² and χ², and searches; and it reads tables of text.

Statistics equal numpy's to the last bit, and what is read equals what Python's csv reads.

- `elcs_gui/native/kernel.h` has what the parts share. `elcs_gui/native/tables.c` counts a table, by bit
  sets or by coding rows, `elcs_gui/native/sorted.c` one of too many cells to hold; both hand it, stratum
  by stratum, to `elcs_gui/native/statistics.c`. `elcs_gui/native/search.c` answers batches of questions
  from the tape or by measuring: the functions that `elcs_gui.ci.compiled` calls.
  `elcs_gui/native/links.c` finds the strongest links of many variables, for `elcs_gui.worker.associations`
- `elcs_gui/native/reading.c` reads the columns of a text in one pass, `elcs_gui/native/decimal.c` numbers;
  `elcs_gui.data.tables.text_columns` gives them the text
- `build` compiles them where the package is built, `library` loads the result

`elcs_gui.ci.compiled` mirrors the structures, owns all memory and checks all ranges. Without a kernel,
`elcs_gui.ci.discrete` answers with numpy, and `elcs_gui.data.tables.text` reads with Python's csv. To add a
statistic, see `elcs_gui/native/statistics.c`.
"""
