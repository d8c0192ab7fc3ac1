"""Every action of the window, declared once: menus, palette, shortcut sheet and help derive from it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """One thing the user can do.

    Attributes:
        needs: what must be there for it to make sense: "" (nothing), "trace", "data" (a trace and what it was
            learnt from), "table" (data with rows, not a network alone), "file" (data read from a file),
            "run" (one under way), "truth" (a known network), "override" (a verdict that was overridden),
            "knowledge" (something known beforehand), "other" (a run to compare with), "undo",
            "redo" (an edit).
        toggles: it is switched on and off.
    """

    id: str
    menu: str
    title: str
    sentence: str
    shortcut: str = ""
    needs: str = ""
    toggles: bool = False

    @property
    def keys(self) -> str:
        """The shortcut as it is shown: arrows for the keys that have them."""
        return self.shortcut.replace("Right", "→").replace("Left", "←")


MENUS = ("File", "Edit", "Run", "View", "Help")

ACTIONS: tuple[Action, ...] = (
    Action("open", "File", "Open data...", "Open a data file, a network, a trace or a session.", "Ctrl+O"),
    Action("open-session", "File", "Open session...", "Go on where a session was saved.", "Ctrl+Shift+O"),
    Action(
        "import-options",
        "File",
        "Import options...",
        "Change how the data file that is open is read.",
        "Ctrl+Shift+I",
        "file",
    ),
    Action(
        "open-truth",
        "File",
        "Open truth...",
        "Read the true network of the data that are open.",
        "Ctrl+Shift+T",
        "table",
    ),
    Action(
        "simulate",
        "File",
        "Simulate data...",
        "Draw data from a known network and run on them, with the network as the truth.",
        "Ctrl+Shift+M",
    ),
    Action("start-page", "File", "Start page", "Go back to the examples and recent files.", "Ctrl+Home"),
    Action(
        "save",
        "File",
        "Save session",
        "Save all that is open: data, runs, overrides, layout and cursor.",
        "Ctrl+S",
        "trace",
    ),
    Action("save-as", "File", "Save session as...", "Save it in another file.", "Ctrl+Shift+S", "trace"),
    Action("save-trace", "File", "Save trace...", "Write the recorded trace to a file.", "", "trace"),
    Action(
        "export",
        "File",
        "Export...",
        "Write a picture, a film, a report, the structure, the log or a script.",
        "Ctrl+E",
        "trace",
    ),
    Action("export-picture", "File", "Export picture...", "Write the graph as SVG, PDF or PNG.", "", "trace"),
    Action("export-report", "File", "Export report...", "Write the run as one HTML page.", "", "trace"),
    Action(
        "copy-picture", "Edit", "Copy picture", "Put the graph on the clipboard.", "Ctrl+Shift+C", "trace"
    ),
    Action(
        "export-log",
        "File",
        "Export log...",
        "Write the tests shown in the log as CSV, TSV or JSON lines.",
        "Ctrl+Shift+E",
        "trace",
    ),
    Action("quit", "File", "Quit", "Close the program.", "Ctrl+Q"),
    Action("undo", "Edit", "Undo", "Take back the last edit; the cursor stays.", "Ctrl+Z", "undo"),
    Action("redo", "Edit", "Redo", "Make the edit again that was taken back.", "Ctrl+Shift+Z", "redo"),
    Action(
        "drop-overrides", "Edit", "Drop all overrides", "Take back every overridden verdict.", "", "override"
    ),
    Action(
        "knowledge",
        "Edit",
        "Background knowledge...",
        "Say which arrows there must or cannot be before any test is asked.",
        "Ctrl+Shift+K",
        "data",
    ),
    Action(
        "drop-knowledge",
        "Edit",
        "Drop all knowledge",
        "Run without background knowledge.",
        "",
        "knowledge",
    ),
    Action("settings", "Edit", "Settings...", "Choose theme, motion, speed and defaults.", "Ctrl+,"),
    Action("find-action", "Edit", "Find action...", "Search all actions by name.", "Ctrl+K"),
    Action("filter-log", "Edit", "Filter the log", "Type a filter for the CI-test log.", "Ctrl+L", "trace"),
    Action("find-variable", "Edit", "Find a variable", "Search the variables by name.", "Ctrl+F", "trace"),
    Action("forward", "Run", "Next event", "Go one event forwards.", "Right", "trace"),
    Action("back", "Run", "Previous event", "Go one event backwards.", "Left", "trace"),
    Action(
        "next-change",
        "Run",
        "Next change of the graph",
        "Go to the next change of the graph.",
        "Shift+Right",
        "trace",
    ),
    Action(
        "previous-change",
        "Run",
        "Previous change of the graph",
        "Go to the change before.",
        "Shift+Left",
        "trace",
    ),
    Action("next-stage", "Run", "Next stage", "Go to the next stage.", "Ctrl+Right", "trace"),
    Action("previous-stage", "Run", "Previous stage", "Go to the stage before.", "Ctrl+Left", "trace"),
    Action("first", "Run", "First step", "Go to the beginning.", "Home", "trace"),
    Action("last", "Run", "Last step", "Go to the end.", "End", "trace"),
    Action("play", "Run", "Play or pause", "Play the run, or pause it.", "Space", "trace"),
    Action("go-to-step", "Run", "Go to step...", "Name a step and go there.", "Ctrl+G", "trace"),
    Action("breakpoint", "Run", "Breakpoints...", "Choose where to stop.", "F9", "trace"),
    Action(
        "run-on", "Run", "Run to the next breakpoint", "Go on to where a breakpoint holds.", "F5", "trace"
    ),
    Action(
        "run-back",
        "Run",
        "Run back to a breakpoint",
        "Go back to where a breakpoint held.",
        "Shift+F5",
        "trace",
    ),
    Action(
        "what-if",
        "Run",
        "What if",
        "Run on with the other verdict for the test in the inspector.",
        "Ctrl+I",
        "trace",
    ),
    Action(
        "alpha-explorer",
        "Run",
        "Alpha explorer",
        "Show the result at every alpha, and where it changes.",
        "Ctrl+Shift+A",
        "data",
    ),
    Action(
        "stability",
        "Run",
        "Stability",
        "Repeat the run on resampled data and count what comes back.",
        "Ctrl+R",
        "data",
    ),
    Action(
        "blame",
        "Run",
        "Blame and twin run",
        "Find the verdicts behind wrong arrows, beside the run with every verdict true.",
        "Ctrl+B",
        "truth",
    ),
    Action(
        "break-test",
        "Run",
        "Break at this test",
        "Stop at the test in the inspector, or no longer.",
        "Ctrl+F9",
        "trace",
    ),
    Action(
        "parting",
        "Run",
        "Go to where the runs part",
        "Go to the first step that differs from the run compared with.",
        "Ctrl+J",
        "other",
    ),
    Action("cancel", "Run", "Cancel the run", "Stop computing; what is recorded stays.", "Ctrl+.", "run"),
    Action(
        "local-view", "View", "Local view", "Show the target and what stands around it.", "Ctrl+1", "trace"
    ),
    Action("field-view", "View", "Field view", "Show every variable as a map.", "Ctrl+2", "trace"),
    Action("truth", "View", "Truth", "Mark each arrow as right or wrong.", "Ctrl+T", "truth", toggles=True),
    Action(
        "show-stability",
        "View",
        "Stability on edges",
        "Show how often each edge came back, where that was measured.",
        "Ctrl+Shift+R",
        "data",
        toggles=True,
    ),
    Action(
        "difference",
        "View",
        "Show difference",
        "Mark how the graph differs from the run before, or from the one chosen among the runs.",
        "Ctrl+Shift+D",
        "other",
        toggles=True,
    ),
    Action(
        "reset-positions",
        "View",
        "Reset positions",
        "Put all nodes that were dragged back where they stand by themselves.",
        "",
        "trace",
    ),
    Action(
        "margin-width",
        "View",
        "Margin as edge width",
        "Draw arrows the thicker the further their weakest test is from turning.",
        "",
        "trace",
        toggles=True,
    ),
    Action("fit", "View", "Fit the graph", "Show all of the graph.", "Ctrl+0", "trace"),
    Action("zoom-in", "View", "Zoom in", "Make the graph larger.", "Ctrl++", "trace"),
    Action("zoom-out", "View", "Zoom out", "Make the graph smaller.", "Ctrl+-", "trace"),
    Action("dark", "View", "Dark theme", "Switch between light and dark.", "Ctrl+D", toggles=True),
    Action(
        "reduced-motion", "View", "Reduced motion", "Show changes at once, without animation.", toggles=True
    ),
    Action(
        "projector",
        "View",
        "Projector mode",
        "Make everything larger and hide the log and the left panels.",
        "Shift+F11",
        toggles=True,
    ),
    Action("full-screen", "View", "Full screen", "Use the whole screen.", "F11", toggles=True),
    Action("reset-layout", "View", "Reset layout", "Put all panels back in their places."),
    Action("shortcuts", "Help", "Shortcuts", "Show all keys.", "F1"),
    Action("palette", "Help", "Command palette", "Search all actions by name.", "Ctrl+Shift+P"),
    Action(
        "program-log",
        "Help",
        "Show the log...",
        "Show what the program noted when something went wrong, and copy it for a report.",
    ),
    Action("about", "Help", "About", "Version, licence and sources."),
)
