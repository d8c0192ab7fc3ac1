"""Data drawn from a known network: the dialog, and the window's end of the drawing."""
