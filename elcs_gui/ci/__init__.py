"""Conditional-independence tests behind one interface, and the tape that keeps their answers.

- Entry points: `registry` declares every test; `evidence` is a test with all it has answered, which runs on
  the same data share; `questions` are the words that tests have in common (question, answer, verdict, policy)
- The tests: `discrete` (G² and χ², from `tables`), `fisher_z`, and `oracle`, which is d-separation in a known
  graph; `distributions` are those that statistics follow
- Asking: `asking` goes through the `tape`, so that nothing is computed twice; `judge` turns statistics into
  the verdicts of one run, by alpha, policy and overrides; `no_information` says why a test has nothing to
  compare
- The fast way: `compiled` is the bridge to the kernel in C (`elcs_gui.native`), which answers G² and χ² and
  agrees with numpy's version to the last bit.
- `false_discoveries` judges many p-values together
- `preselection` narrows the columns for one target; `choosing` is there for scripts that 0.3.0 exported

Imports `data` and `native`; everything to the right imports it, asks an entry of `registry` what it has to
know about a test, and never compares its id. To add a test: its class (a `CiTest` of `questions`; one that
counts rows extends `discrete.TableTest`) and its entry. `tests/test_declaring_a_ci_test.py` adds one, and
looks for it everywhere.
"""
