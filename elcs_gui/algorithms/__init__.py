"""The algorithms, one file each, written to be read beside the paper's pseudo-code."""
