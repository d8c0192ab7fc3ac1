"""What commands take: what to learn from, for which variable, by which algorithm and test, what is known.

- `arguments` declares what most commands share (source, target, method, what is known beforehand), in one
  wording
- `source` reads what the arguments name, as a `Study`; `import_options` say how a data file is to be read
- `sweep_options` are those of long work: every variable as the target, processes or a cluster
- `parser` is argparse with short usage and suggestions, `named_files` what becomes of files that are named:
  standard input, a network where data are taken, a table where a trace is wanted
- `parsing` has types for values; a wrong one is wrong usage (exit code 2)

The commands import it, and `gui` for its own arguments. Nothing here loads numpy while arguments are
declared. To add an option that several commands take: declare it in the module of its theme and let each
command call that; one that a single command takes stays with the command.
"""
