"""A run whose variables have names that a careless page would take for something else."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from elcs_gui.trace.trace import Trace

NAMES = (
    "</script><script>window.taken = true</script>",
    "<img src=x onerror='window.taken = true'>",
    'she said "no" & left',
    "שלום עולם",
    "🦊🧪",
    "{{data}} ${names} \\u003c \u2028",
    "javascript:window.taken=true//",
)


def renamed(trace: Trace) -> Trace:
    """The same run, its first variables and the target called by these names."""
    names = list(trace.header.names)
    target = trace.header.target
    others = [x for x in range(len(names)) if x != target]
    for x, name in zip([target, *others], NAMES, strict=False):
        names[x] = name
    made = copy(trace)
    made.derived = {}
    made.header = replace(trace.header, names=tuple(names))
    return made
