"""The page itself: one text with everything in it.

The scripts in `resources/player/` are plain modules that a browser could load one by one; here they are
joined to one, imported ones first. Names of a run are only ever text: in the markup they are escaped, and the
scripts get them as JSON (deflated: a run says much again and again). The page's own policy lets nothing be
loaded, and no script run but the one written here.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from copy import copy
from functools import cache
from typing import Any

from elcs_gui import __version__
from elcs_gui.algorithms.run_title import run_title
from elcs_gui.foreign import Rich, rich
from elcs_gui.inquiry.summary import told_with_doubts
from elcs_gui.inquiry.weak_edges import keep_weak_edges, known_weak_edges
from elcs_gui.lessons.lesson_file import Lesson
from elcs_gui.packaged import packaged
from elcs_gui.picture.colours import COLOURS
from elcs_gui.player.content import about, content
from elcs_gui.player.kept_steps import MOST_STEPS
from elcs_gui.trace.trace import Trace

_FONTS = (
    ("Inter", 400, "inter-regular.woff2"),
    ("Inter", 500, "inter-medium.woff2"),
    ("Inter", 600, "inter-semibold.woff2"),
    ("Signs", 400, "signs.woff2"),
)
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def player_page(
    trace: Trace,
    lesson: Lesson | None = None,
    *,
    title: str = "",
    picture: Rich = Rich(""),  # noqa: B008  # it is never changed
    most_steps: int = MOST_STEPS,
) -> Rich:
    """A run as a page that plays it; with a `lesson` on that run, one that leads through it.

    Args:
        title: what it is called; where nothing is said, by its data and its target.
        picture: the graph at the end as SVG, for browsers without scripts.
        most_steps: of a longer run only what changes is kept, and the tests around that.
    """
    trace = _own(trace)
    name = title or (title_of(trace) if lesson is None else lesson.title)
    return _filled(name, about(trace), _result(trace), picture, content(trace, name, lesson, most_steps))


def _own(trace: Trace) -> Trace:
    """The same events; what is derived from them on the way is the page's own, for it may be made in a thread
    while others look at the trace."""
    made, weak = copy(trace), known_weak_edges(trace)
    made.derived = {}
    if weak is not None:
        keep_weak_edges(made, weak)
    return made


def title_of(trace: Trace) -> str:
    """What a page is called if nobody says."""
    header = trace.header
    target = header.names[header.target]
    return run_title(header) if header.origin is None else f"{target} in {header.origin.name}"


def _result(trace: Trace) -> str:
    return told_with_doubts(trace, trace[-1]) if len(trace) else "Nothing was run."


def _filled(title: str, told_about: str, result: str, picture: Rich, record: dict[str, Any]) -> Rich:
    style, script = _style(), _script()
    data = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    parts: dict[str, Rich] = {
        "policy": Rich(_policy(style, script)),
        "version": rich(__version__),
        "title": rich(title),
        "style": style,
        "about": rich(told_about),
        "result": rich(result),
        "picture": picture,
        "data": rich(base64.b64encode(zlib.compress(data, 9)).decode()),
        "script": script,
    }
    template = packaged("player/page.html").read_text(encoding="utf-8")
    # In one go, so that nothing in a name is taken for a place to fill.
    page = re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], template)
    return Rich(page.encode("utf-8", "replace").decode())  # half of a pair of signs: no file can hold it


def _policy(style: Rich, script: Rich) -> str:
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@cache
def _script() -> Rich:
    """The modules as one; every name is declared once in all of them."""
    joined: dict[str, str] = {}

    def join(module: str) -> None:
        text = packaged(f"player/{module}.js").read_text(encoding="utf-8")
        for needed in _IMPORT.findall(text):
            if needed not in joined:
                join(needed)
        joined[module] = _EXPORT.sub("", _IMPORT.sub("", text))

    join("main")
    return Rich("\n".join(joined.values()))


@cache
def _style() -> Rich:
    """The sheet behind the colours of the design and the letters it is written in."""
    light, dark = (_colours(place) for place in (0, 1))
    faces = "".join(_face(*font) for font in _FONTS)
    sheet = packaged("player/player.css").read_text(encoding="utf-8")
    return Rich(
        f"{faces}\n:root{{{light}color-scheme:light}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}color-scheme:dark}}}}\n"
        f":root[data-theme=light]{{{light}color-scheme:light}}\n"
        f":root[data-theme=dark]{{{dark}color-scheme:dark}}\n{sheet}"
    )


def _colours(place: int) -> str:
    return "".join(f"--{name.replace('_', '-')}:{found[place]};" for name, found in COLOURS.items())


def _face(family: str, weight: int, file: str) -> str:
    held = base64.b64encode(packaged(f"player/fonts/{file}").read_bytes()).decode()
    return (
        f"@font-face{{font-family:{family};font-weight:{weight};"
        f"src:url(data:font/woff2;base64,{held}) format('woff2')}}"
    )
