"""Work shared out: a function that begins, and numbers, go elsewhere; what is made of them comes back.

- Entry point: `made_at()` of `cluster`, which takes a place: a number of processes, or a Dask cluster
- `process_pool` has processes of this machine; `processes` starts and ends them, those of a benchmark too
- `cluster` sends numbers to a cluster in batches, and again where a worker was lost

Results come in the order of the numbers, wherever they were made; data are sent once. Nothing here knows what
the work is.

Imports `data`; inquiries, benchmarks, the worker, the window and the commands import it. To share out other
work: a function at the top of its module that takes what is the same for all numbers and gives back one that
takes a number. A new kind of place gets its case in `made_at()`.
"""
