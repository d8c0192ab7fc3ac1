"""What can be found out by running an algorithm again: blame, alpha, stability, all targets.

- `replays` runs again with other verdicts, keeping the blankets that a change does not touch (`replay_cache`)
- `blame` finds the verdicts behind a wrong edge (`known_truth`, `smallest_correction`), `blame_words` says
  which; `twin` is the run with every verdict true
- `alpha` and `alpha_map` have the exact intervals of alpha between which a result changes; `alpha_walk` goes
  from one of them to the next, `alpha_figures` writes them short
- `firmness` says how far alpha may move before an edge changes, `firmness_words` and `firmness_rows` tell it;
  `weak_edges` which edges rest on tests that had too few rows
- `stability` repeats a run on resampled data (`replicates`, `replicate_kinds`)
- `all_targets` makes every variable the target and puts what they find side by side; `race` holds several
  algorithms side by side on one target, `race_words` says what each saved or lost
- `one_change` learns a known network with other rows, alpha or strengths, and says where that would be right

Imports `algorithms`, `proof`, `storage` and `parallel`; pictures, the worker's processes, the window and the
commands import it. An inquiry takes evidence and a header, tells its progress, and ends when that raises
`Cancelled`; `one_change`, which takes a network, is asked point by point instead. To add one: its module
here, a question in `elcs_gui.worker.inquiry_process` if the window asks it, and a command or a page.
"""
