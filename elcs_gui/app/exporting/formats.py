"""What a run can be exported as: every ending declared once, for the command line and for the window."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Form:
    """One way to write a run.

    Attributes:
        ending: of the file, without its first dot.
        group: picture, film, report, player, structure, log, script or trace.
        painted: Qt is needed, for there is a picture in it.
    """

    ending: str
    group: str
    title: str
    painted: bool = False


FORMS = (  # longer endings before those they end in
    Form("svg", "picture", "SVG", painted=True),
    Form("pdf", "picture", "PDF", painted=True),
    Form("png", "picture", "PNG", painted=True),
    Form("gif", "film", "GIF", painted=True),
    Form("webp", "film", "WebP", painted=True),
    Form("mp4", "film", "MP4", painted=True),
    Form("html", "report", "HTML", painted=True),
    Form("html", "player", "Player", painted=True),
    Form("dot", "structure", "Graphviz DOT"),
    Form("graphml", "structure", "GraphML"),
    Form("json", "structure", "Node-link JSON"),
    Form("dagitty", "structure", "DAGitty"),
    Form("tetrad.txt", "structure", "Tetrad"),
    Form("edges.csv", "structure", "List of edges"),
    Form("matrix.csv", "structure", "Adjacency matrix"),
    Form("csv", "log", "CSV"),
    Form("tsv", "log", "TSV"),
    Form("jsonl", "log", "JSON lines"),
    Form("py", "script", "Python"),
)

GROUPS = {
    "picture": "Picture",
    "film": "Animation",
    "report": "Report",
    "player": "Player",
    "structure": "Structure",
    "log": "Log",
    "script": "Script",
    "trace": "Trace",
}
"""As the window calls them, in its order."""

EVERY = {"step": "Every step", "change": "Every change", "stage": "Every stage"}
"""What a frame of a film is made for -> how it is called."""


def form_of(path: Path) -> Form | None:
    """The form that the ending of a path names, in capitals or not; None if there is none.

    A page is a report: who wants a player says so.
    """
    name = path.name.lower()
    return next((form for form in FORMS if name.endswith(f".{form.ending}")), None)


def of_group(group: str) -> tuple[Form, ...]:
    return tuple(form for form in FORMS if form.group == group)


def endings(forms: Iterable[Form] = FORMS) -> str:
    """All endings, for a message."""
    return ", ".join(dict.fromkeys(f".{form.ending}" for form in forms))
