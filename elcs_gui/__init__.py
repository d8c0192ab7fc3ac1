"""ELCS Explorer: local causal discovery that can be watched, questioned and replayed.

Given a data set and one target variable, ELCS and its relatives find the target's direct causes and direct
effects without learning the whole network. This package holds those algorithms, the independence tests they
ask, the recorded trace of every question and conclusion, the `elcs` command, and the window that shows all of
it step by step.

Ways in: `api` for programs, `cli` for the `elcs` command, `gui` for the window. What a run goes through:

- `data` is read; `ci` tests independence in it; `algorithms` ask those tests and tell a `trace`
- `proof` says why, read off the trace; `storage` keeps traces and sessions in files; `inquiry` runs an
  algorithm again and again to find out what a result hangs on; `parallel` does such work in many processes
- `picture` is what there is to be seen of a run, painted by the window and by the pages of `player`;
  `lessons` ask about runs; `guide` are the pages of the guide; `benchmark` measures algorithms; `library` is
  what is behind `api`
- `worker` are the window's other processes, `app` the window, `commands` the subcommands of `elcs`
- `errors` are those a user may see; `markdown` reads Markdown; `packaged` is the one door to the files in
  `resources/`; `native` is the kernel in C that counts for the tests; `versions` says what all runs with

Packages stand in an order (`tests/package_tree.py`), and each imports only from those before it; Qt begins at
`app`, so that the engine runs without it. Each package's docstring is its map: what is in it, who imports it,
how to add to it.
"""

__version__ = "0.5.0"
