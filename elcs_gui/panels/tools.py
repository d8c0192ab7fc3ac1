"""The tool pages there are. No Qt here: the command line names them before Qt is asked for."""

IMPORT_PAGE = "import-options"

TOOLS: dict[str, tuple[str, str]] = {
    "alpha-explorer": ("elcs_gui.panels.alpha_page", "AlphaPage"),
    "stability": ("elcs_gui.panels.stability_page", "StabilityPage"),
    IMPORT_PAGE: ("elcs_gui.panels.import_page", "ImportPage"),
    "blame": ("elcs_gui.panels.blame_page", "BlamePage"),
    "export": ("elcs_gui.panels.export_page", "ExportPage"),
}
"""By the id of the action that opens it: module and class of the page."""
