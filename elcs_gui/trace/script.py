"""A run as a Python script that makes it again with this library, and says whether the result is the same.

A trace may come from anybody. Whatever of it reaches the script goes through `_literal` or, in the docstring,
through `_escaped`: it is a value there, never a statement.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from elcs_gui import __version__
from elcs_gui.ci.questions import Verdict
from elcs_gui.ci.registry import asks_network, kind_for
from elcs_gui.data.plan import Kind
from elcs_gui.trace.events import Members
from elcs_gui.trace.knowledge_text import statements
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header, Origin, Trace

_TABLE = Origin("table", "")
_NETWORK = Origin("network", "")


def script_of(trace: Trace, title: str) -> str:
    """The script; its docstring begins with the title of the run.

    Where a trace does not say what it was learnt from, the script takes the file as its argument.
    """
    header = trace.header
    origin = header.origin or (_NETWORK if asks_network(header.test) else _TABLE)
    parts = [
        _docstring(title, origin),
        "\n".join(_imports(header, origin)),
        "\n".join(_source(header, origin)),
        "\n".join([*learn_call(header, origin, "DATA"), *_same_data(header, origin)]),
        "\n".join(_comparing(trace)),
    ]
    return "\n\n".join(parts) + "\n"


def _docstring(title: str, origin: Origin) -> str:
    named = _file_of(origin) or ("NETWORK" if origin.kind == "network" else "DATA")
    how = "" if origin.kind == "example" else f"\n\n    python SCRIPT [{named}]\n"
    said = f"{title}, as ELCS Explorer {__version__} ran it.{how}"
    return f'"""{_escaped(said)}"""'


def _imports(header: Header, origin: Origin) -> Iterator[str]:
    yield "import sys"
    yield ""
    yield f"from elcs_gui.api import {'ImportPlan, ' if _plan(header, origin) else ''}learn"
    if origin.kind == "example":
        yield "from elcs_gui.data.examples import find_example"


def _source(header: Header, origin: Origin) -> Iterator[str]:
    """Until `DATA` is what to learn from."""
    if origin.kind == "example":
        load = "load_network" if asks_network(header.test) else "load_data"
        yield f"DATA = find_example({_literal(origin.name)}).{load}()"
    elif file := _file_of(origin):
        yield f"DATA = sys.argv[1] if len(sys.argv) > 1 else {_literal(file)}"
    else:
        yield "if len(sys.argv) != 2:"
        yield f"    sys.exit({_literal(f'Name the {origin.kind} file that the run was learnt from.')})"
        yield "DATA = sys.argv[1]"


def _file_of(origin: Origin) -> str:
    """The file that a run was learnt from; nothing where a trace names an address, which nobody has typed."""
    return "" if origin.name.startswith("ibis:") else origin.name


def _plan(header: Header, origin: Origin) -> dict[str, Any]:
    """How the table is to be read, where that is not as usual."""
    if header.origin is None and kind_for(header.test) is Kind.CONTINUOUS:
        return {"others": str(Kind.CONTINUOUS)}
    return dict(origin.reading)


def learn_call(header: Header, origin: Origin, data: str) -> Iterator[str]:
    """The run as a call of the library, on what is called `data` there."""
    names, policy = header.names, header.policy
    yield "found = learn("
    yield f"    {data},"
    yield f"    {_literal(names[header.target])},"
    for part in ("algorithm", "test", "alpha", "k", "rows_per_cell"):
        yield f"    {part}={_literal(getattr(header, part))},"
    yield f"    unreliable_marginal={_literal(policy.marginal.word)},"
    yield f"    unreliable_conditional={_literal(policy.conditional.word)},"
    for word in ("require", "forbid", "tiers"):
        lines = [line for line in statements(header.knowledge, names) if line.startswith(f"{word} ")]
        if lines:
            yield from _list(word, [_literal(line.removeprefix(f"{word} ")) for line in lines])
    if header.told:
        yield f"    parameters={_literal(header.told)},"
    if header.forced:
        yield from _list("forced", [_forced(*asked, verdict, names) for asked, verdict in header.forced])
    plan = _plan(header, origin)
    if plan:
        yield f"    plan=ImportPlan.from_json({_literal(plan)}),"
    yield ")"


def _same_data(header: Header, origin: Origin) -> Iterator[str]:
    """Whether it was about the same data."""
    if origin.fingerprint and not asks_network(header.test):
        yield f"if found.fingerprint != {_literal(origin.fingerprint)}:"
        yield '    sys.exit("These are not the data of the run: their fingerprint is another one.")'
    else:
        yield "NAMES = ("
        yield from (f"    {_literal(name)}," for name in header.names)
        yield ")"
        yield "if found.header.names != NAMES:"
        yield '    sys.exit("These are not the variables of the run.")'


def _list(argument: str, members: Iterable[str]) -> Iterator[str]:
    yield f"    {argument}=["
    yield from (f"        {member}," for member in members)
    yield "    ],"


def _forced(x: int, y: int, z: Members, verdict: Verdict, names: tuple[str, ...]) -> str:
    given = _literal([names[other] for other in z])
    return f"({_literal(names[x])}, {_literal(names[y])}, {given}, {_literal(verdict.word)})"


def _literal(value: object) -> str:
    """A value as Python reads it: of the types that a header holds, and of no other."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_literal(key)}: {_literal(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_literal, value)) + "]"
    if value is None or type(value) in (str, bool, int) or (type(value) is float and math.isfinite(value)):
        return repr(value)
    raise TypeError(f"a script cannot hold {type(value).__name__}")


def _escaped(text: str) -> str:
    """Text for within a docstring."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


def _comparing(trace: Trace) -> Iterator[str]:
    """What was found, and whether that is what was found then."""
    yield "print(found)"
    end = final_view(trace).finished
    if end is None:
        yield ""
        yield "# The recorded run was cut short: there is no result to compare with."
        return
    names = trace.header.names
    yield ""
    yield "RECORDED = {"
    found = {"parents": end.parents, "children": end.children, "undetermined": end.undetermined}
    if end.members is not None:
        found = {"mb": end.members}
    for part, members in found.items():
        yield f'    "{part}": {_literal([names[x] for x in members])},'
    yield "}"
    yield "same = all(getattr(found, part) == members for part, members in RECORDED.items())"
    yield f"if not same or found.counts.requested != {len(trace.test_steps)}:"
    yield '    sys.exit("This is not what the recorded run found.")'
    yield 'print("The same as the recorded run.")'
