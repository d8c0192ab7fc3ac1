"""Work shared out: a function that begins, and numbers, go elsewhere; what is made of them comes back.

`process_pool` has processes of this machine (`processes` starts and ends them), `cluster` a Dask cluster that
the user has named; `made_at` there is the door to both. Nothing here knows what the work is.

Imports `data`; inquiries, benchmarks, the window and the commands import it.
"""
