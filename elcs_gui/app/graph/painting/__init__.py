"""How the picture of a run is drawn, in batches of one style each. A painter gets a frame and keeps
nothing but what it drew last (`Hairs`, `MapLabels`). By hand, for 800 nodes in motion
take pyqtgraph's `GraphItem` ten times as long.
"""
