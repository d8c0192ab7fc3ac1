"""The algorithms, one file each, written to be read beside their pseudo-code.

- Entry points: `registry` declares every algorithm, `learning` runs one: from a header and evidence to an
  outcome, a trace and counts; `run_title` names a run for users
- ELCS and its parts: `elcs`, `emb`, `hiton_pc`, `recog_spouses`, `distinguish_pc`, and `elcs_sound`; the
  other local learners beside it (`pcd_by_pcd`, `mb_by_mb`, `cmb`, `causal_search`, `lcs_fs`, `ldecc`); names
  that end in _cl are those as their authors released them, mistakes and all
- What several share: `local_graph` (edges between variables whose neighbours were learnt), `colliders`,
  `meek`, `rewritten_graph`, and `profiles`, which are the two ways to run some of them
- `blankets` learn Markov blankets and neighbours, `whole_graphs` one graph of all variables

An algorithm is a function of a `Run`: it asks the run for verdicts and tells it what changed. It sees no
data, no alpha and no window.

Imports `ci` and `trace`. Others go through `registry` and `learning`: proofs, storage, inquiries, the window,
the commands. To add one: its file, its listing in `resources/pseudocode` (lines, stages, what the tests of a
line are for) and its entry in `registry`; an entry may name rules, which are declared in
`elcs_gui.trace.rules`. The conformance tests, the window, the command line and recorded traces then know it.
"""
