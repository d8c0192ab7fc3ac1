"""ELCS Explorer: local causal discovery that can be watched, questioned and replayed.

Given a data set and one target variable, ELCS and its relatives find the target's direct causes and direct
effects without learning the whole network. This package holds those algorithms, the independence tests they
ask, the recorded trace of every question and conclusion, the `elcs` command, and the window that shows all of
it step by step. Its packages follow the data: `data -> parallel -> ci -> trace -> algorithms -> proof ->
storage -> inquiry -> picture -> library -> lessons -> player -> benchmark -> api -> worker -> app ->
commands`. Each imports only from those before it, and Qt begins at `app`, so that the engine runs without it.
Each package's docstring is its map.
"""

__version__ = "0.4.0"
