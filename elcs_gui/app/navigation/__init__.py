"""Going back and forward through targets, steps and pages, and the trail of where one came from.

`elcs_gui.app.model.history` knows the places; `recorder` notes them and goes to them,
`trail_view` shows them.
"""
