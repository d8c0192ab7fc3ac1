"""The tool pages there are. No Qt here: the command line names them before Qt is asked for."""

TOOLS: dict[str, tuple[str, str]] = {
    "blame": ("elcs_gui.panels.blame_page", "BlamePage"),
}
"""By the id of the action that opens it: module and class of the page."""
