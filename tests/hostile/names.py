"""Names that a careless writer takes for something else: one table for all that shows or writes names.

`NAMES` has one entry for each kind of trouble; `REFUSED` are names no door lets in. What a name becomes at
import is `elcs_gui.data.names.tidy_name` of it: `KNOWN` are these names as the program has them after that,
all different. `renamed` gives a finished run such names.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from elcs_gui.data.names import tidy_name
from elcs_gui.trace.trace import Trace

NAMES: dict[str, str] = {
    # HTML, rich text, SVG and XML
    "script": "</script><script>window.taken = true</script>",
    "image": "<img src=x onerror='window.taken = true'>",
    "file": '<img src="file:///tmp/elcs-taken.png">',
    "address": '<img src="http://elcs-taken.invalid/a.png">',
    "link": "<a href='javascript:window.taken=true'>here</a>",
    "svg": "<svg onload=window.taken=true><use href='http://elcs-taken.invalid/#a'/></svg>",
    "style": "</style><style>*{display:none}@import url(http://elcs-taken.invalid/a.css)</style>",
    "table": "</td></tr></table><h1>big</h1>",
    "comment": "--><b>bold</b><!--",
    "cdata": "]]><b>bold</b><![CDATA[",
    "entity": "&lt;b&gt; &amp;amp; &#60; &xxe;",
    "attribute": '" onmouseover="window.taken=true" x=\'',
    "doctype": "<!DOCTYPE a [<!ENTITY xxe SYSTEM 'file:///etc/passwd'>]>",
    "quotes": "she said \"no\" & 'left'",
    # Scripts and templates
    "template": "{{data}} ${names} {% raw %} %(name)s {0} \\u003c",
    "javascript": "javascript:window.taken=true//",
    "python": "''' + __import__('os').system('touch /tmp/elcs-taken') + '''",
    "python lines": '"""\nimport os\nos.abort()\n"""',
    "shell": "$(touch /tmp/elcs-taken) `id` ; rm -rf ~ #",
    "backslash": "a\\",
    "qt": "&File\tCtrl+Q &&",
    # Formats
    "latex": "\\input{/etc/passwd} 50% $x_1^2$ #1 {a}~\\\\ & b",
    "latex end": "}\\end{document}\\write18{touch /tmp/elcs-taken}",
    "dot": 'a"]; b -> c; d [label="',
    "dot html": "<<b>bold</b>>",
    "dot word": "digraph",
    "dagitty": "x [latent,outcome] y <-> z",
    "mermaid": 'graph TD; A-->B; click A "javascript:window.taken=true"',
    "markdown": "# *a* _b_ `c` | d [e](http://elcs-taken.invalid) ![f](file:///tmp/elcs-taken.png)",
    "markdown rule": "---",
    "formula": '=HYPERLINK("http://elcs-taken.invalid","here")',
    "formula plus": "+1+cmd|' /C calc'!A0",
    "formula minus": "-2+3",
    "formula at": "@SUM(1,2)",
    "formula quote": "'=1+1",
    "json": '","x":{"$ref":"#"},"y":["',
    "csv": 'a,"b";c',
    "number": "1e5",
    "missing": "NA",
    "truth": "true",
    "arrow": "a -> b",
    "option": "--target",
    "at file": "@/etc/passwd",
    # File names
    "path": "../../../tmp/elcs-taken",
    "full path": "/tmp/elcs-taken",
    "windows path": "C:\\Windows\\x:stream",
    "device": "CON",
    "device ending": "nul.txt",
    "dots": "..",
    "trailing dot": "name. . .",
    "hidden": ".profile",
    "wildcards": '*?"<>|',
    # Terminals
    "clear": "\x1b[2J\x1b[H",
    "title": "\x1b]0;taken\x07",
    "osc 52": "\x1b]52;c;dGFrZW4=\x1b\\",
    "hyperlink": "\x1b]8;;http://elcs-taken.invalid\x1b\\here\x1b]8;;\x1b\\",
    "eight bit": "\x9b31mred",
    "backspace": "abc\b\b\bxyz",
    "return": "first\rsecond",
    "newline": "first\nsecond",
    "tab": "first\tsecond",
    "vertical tab": "first\x0bsecond\x0cthird",
    "separators": "first\u2028second\u2029third\x85fourth",
    "nul": "a\0b",
    "delete": "a\x7fb",
    "bell": "\x07",
    # Unicode
    "override": "\u202egnp.exe",
    "isolates": "\u2067right\u2066left",
    "unclosed": "\u202b\u202b\u202babc",
    "hebrew": "שלום עולם",
    "arabic": "العمر (بالسنوات)",
    "zero width": "ze\u200bro\u200c\u200dwi\u2060dth",
    "mark": "a\ufeffb",
    "emoji": "🦊🧪",
    "family": "👩‍👩‍👧‍👦 🏳️‍🌈",
    "flag tag": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "combining": "Z̸̧̛̗̱̳͖͎̄̈́̑͐a" + "\u0301" * 60,
    "decomposed": "e\u0301te\u0301",
    "composed": "\u00e9t\u00e9\u2009",
    "noncharacter": "a\ufffeb\uffffc",
    "private": "a\ue000b\U0010fffd",
    "surrogate": "half\ud800",
    "wide": "血圧（収縮期）",
    "soft hyphen": "co\u00adop",
    "fullwidth": "＝SUM（Ａ１）",
    "long": "x" * 1000,
    "long words": "word " * 199 + "end",
}
"""By the kind of trouble. All become different names."""

REFUSED: dict[str, str] = {"10,000 letters": "y" * 10_000, "blank": " \t ", "empty": ""}

SHORT = tuple(kind for kind, name in NAMES.items() if len(name) < 200)

KNOWN: dict[str, str] = {kind: tidy_name(name) for kind, name in NAMES.items()}
"""The same as they are after import."""

TRACES_OF_A_TAKEOVER = ("elcs-taken", "window.taken")
"""What only a name contains: an address, a file or a script that is asked for holds one of them."""


def renamed(trace: Trace, names: Iterable[str]) -> Trace:
    """The same run, its target and its first variables called by these names."""
    called = list(trace.header.names)
    target = trace.header.target
    others = [x for x in range(len(called)) if x != target]
    for x, name in zip([target, *others], names, strict=False):
        called[x] = name
    made = copy(trace)
    made.derived = {}
    made.header = replace(trace.header, names=tuple(called))
    return made
