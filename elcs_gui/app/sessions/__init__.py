"""Session files of a window: saving, opening, autosaving, recovering. The files themselves:
`elcs_gui.storage`.
"""
