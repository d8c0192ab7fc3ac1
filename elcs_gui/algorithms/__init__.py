"""The algorithms, one file each, written to be read beside their pseudo-code; ELCS and its parts stand here,
the learners of blankets in `blankets`.

`registry` declares them all, `learning` runs one. An algorithm asks a `Run` and tells it what changed; it
sees no data, no alpha and no window.

Imports `ci` and `trace`; proofs, storage, inquiries, the window and the commands import it. To add one: its
file, its listing in `resources/pseudocode/` (lines, stages, what their tests are for) and its entry in the
registry. The conformance tests, the window, the command line and recorded traces then know it.
"""
