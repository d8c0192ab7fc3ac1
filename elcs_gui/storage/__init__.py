"""Recorded runs in files: traces (JSON lines) and sessions (a zip of JSON and arrays), written and read.

Whatever is read is checked before anything is built on it: its form by the classes that declare it, its story
by letting the algorithm walk through it (`elcs_gui.storage.retrace`).
"""
