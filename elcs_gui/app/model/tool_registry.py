"""The tool pages there are. No Qt here: the command line names them before Qt is asked for."""

IMPORT_PAGE = "import-options"

TOOLS: dict[str, tuple[str, str]] = {
    "alpha-explorer": ("elcs_gui.app.alpha.page", "AlphaPage"),
    "stability": ("elcs_gui.app.stability.page", "StabilityPage"),
    IMPORT_PAGE: ("elcs_gui.app.importing.page", "ImportPage"),
    "blame": ("elcs_gui.app.blame.page", "BlamePage"),
    "export": ("elcs_gui.app.exporting.page", "ExportPage"),
}
"""By the id of the action that opens it: module and class of the page."""
