"""How the picture of a run is drawn, in batches of one style each.

- Nodes and links: `node_painter`, `link_painter`, `mark_painter` (what stands on links), `firmness_painter`
- What happens at a step: `running_test_painter`, `ghost_painter`, `argument_painter` (a rule with its
  premises), `motion` (nodes glide, links draw themselves)
- `graph_painter` joins what both views paint alike
- The map: `field_labels_painter`, `association_painter`, `hop_rings_painter`, `learnt_painter`
- Around and over it: `tray_legend_painter`, `hover_card_painter`, `difference_painter`, `edge_share_painter`
- `pixmap_cache` keeps parts that are drawn once and then stamped

A painter gets a frame and keeps nothing but what it drew last. By hand, for 800 nodes in motion take
pyqtgraph's `GraphItem` ten times as long. The stages and the sheet of `graph` import these, and features that
draw small graphs. To add a painter: a function of a frame (`elcs_gui.app.graph.frame`) and a theme, called by
the stage at its place among the layers.
"""
