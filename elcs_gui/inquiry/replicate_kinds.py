"""The kinds of replicates, apart from what makes them: the command line names them before it loads numpy."""

KINDS: dict[str, str] = {
    "bootstrap": "as many rows, drawn with replacement",
    "subsample": "half of the rows, drawn without replacement",
    "column-order": "the same data, columns shuffled",
}
"""Kind of replicate -> what it is."""
