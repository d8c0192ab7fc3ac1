"""The errors a user may see: each message is one clear line that says what, where and what next."""


class ElcsError(Exception):
    """Something the user can mend. `str(error)` is shown as it is, in the window and on the command line."""


class DataError(ElcsError):
    """A data set or a network cannot be read, written or used."""
