"""The start page: bundled examples, recent files, work that a crash has left, and a place to drop a file."""
