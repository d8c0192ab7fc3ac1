"""Columns of a data set, whatever they were read from: what their cells mean, and the codes they become.

- `cells` says which labels are one level, in which order levels come, and which texts are numbers
- `coding` makes the codes of all columns, those with the same labels together; `cuts` makes levels of numbers
- `moments` are running sums of measurements, which correlations of long data come from
- `spilling` has room on the disk for rows that memory does not hold

It imports nothing of `elcs_gui.data` but plans and names. `elcs_gui.data.dataset` stands on it, and so do
`tables`, which yields columns, and `survey`, which looks at them and puts them together. To add a way to cut
numbers see `cuts`.
"""
