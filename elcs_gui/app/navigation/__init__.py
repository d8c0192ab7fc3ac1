"""Going back and forward through targets, steps and pages, and the trail of where one came from.

- `feature` has the actions and puts the trail above the graph
- `recorder` notes where the user goes, and takes them back there
- `trail_view` shows the trail, target by target

The places themselves are kept by `elcs_gui.app.model.history`, and with a session. Knows no other feature;
`all_variables` imports it, to come back from where it led to. A new tool page is a place by itself; to
note something else, give places a field there and let `recorder` set it.
"""
