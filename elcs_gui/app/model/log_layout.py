"""The columns of the CI-test log, by name: light to import, for the settings as well."""

COLUMNS = ("n", "stage", "x", "y", "z", "stat", "df", "p", "verdict", "answer", "line")
"""From left to right; also what a test can be sorted by."""
