"""Looking at a table and reading it: what its cells are, what is odd about it, and the codes it becomes.

- `survey` is the look: the table's form, its columns, what is odd, and the plan that is proposed; it puts
  together `tally` (what is counted while blocks pass by), `findings`, `linear` and `deciding` (what is
  odd)
- `markers` decides which cells are values nobody knows, and which are numbers
- `assembling` makes the data set of a table that is read block by block
- Of a table that an engine reads, `exact_counts` counts what a sample cannot tell, `engine_cells` says in
  SQL what a cell is, `scanning` makes the data set of its distinct rows

`elcs_gui.data.readers` is the door for reading; the worker, the import page and `elcs survey` ask `survey`.
To add something odd that is noticed: what counts it in `tally`, what says it, with its remedy, in `findings`.
"""
