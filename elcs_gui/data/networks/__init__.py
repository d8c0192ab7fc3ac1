"""Networks with probability tables in files: BIF, XMLBIF, XDSL (GeNIe) and NET (Hugin), read and written.

`bif`, `xmlbif`, `xdsl` and `net` are a format each, reader and writer in one file. They share
`probabilities`, which looks names up and measures tables, and those in XML share `xml_tree`, which expands
and fetches nothing.

The door is `elcs_gui.data.network_files`; nobody else imports these. To add a format: its module, and its
ending in the door's reading and writing. Every reader is tried on spoiled files: a new one has its entry in
`tests/hostile/readers.py` too.
"""
