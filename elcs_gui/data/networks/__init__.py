"""Networks with probability tables in files: BIF, XMLBIF, XDSL and NET. The door:
`elcs_gui.data.network_files`.
"""
