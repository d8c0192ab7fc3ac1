"""Session files of a window: saving, opening, autosaving, recovering. The files themselves:
`elcs_gui.storage`.

`controller` saves and opens, `restoring` rebuilds the runs, `autosave` keeps what is in no file. What is kept
of where the user was looking, each feature says itself (`remember`, `recall`).
"""
