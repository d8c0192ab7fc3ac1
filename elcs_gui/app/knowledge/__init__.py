"""Background knowledge, put together in a dialog beside the window and then run with."""
