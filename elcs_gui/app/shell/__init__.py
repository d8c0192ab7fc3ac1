"""The window itself: it puts the features together and carries out the actions.

`main_window`, `workspace` and `docks` build it, `controller` speaks with the session, `handlers` say what
each action does, `startup`, `display`, `signals` and `garbage` belong to the program around it.
"""
