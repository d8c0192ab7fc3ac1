"""What can be found out by running an algorithm again: blame, alpha, stability. No Qt here.

- `blame` finds the verdicts behind a wrong edge, with `twin` (the run with every verdict true), `known_truth`
  and `smallest_correction`; `blame_words` says it
- `alpha_map` has the exact intervals of alpha between which a result changes
- `stability` repeats a run on resampled data, by `replicates`, in several processes (`process_pool`)

Imports `algorithms`, `proof` and `trace`; the api, the worker's processes and the commands import it. An
inquiry takes evidence and a header, tells its progress, and ends when that raises `Cancelled`.
"""
