"""A run as a Python script that makes it again with this library, and says whether the result is the same.

A trace may come from anybody. Whatever of it reaches the script goes through `_literal` or, in the docstring,
through `_escaped`: it is a value there, never a statement.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from elcs_gui import __version__
from elcs_gui.ci.choosing import CONTINUOUS
from elcs_gui.ci.questions import Policy
from elcs_gui.data.plan import Kind
from elcs_gui.trace.events import Set
from elcs_gui.trace.explain import headline
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header, Origin, Trace

_TABLE = Origin("table", "")
_NETWORK = Origin("network", "")


def script_of(trace: Trace) -> str:
    """The script. Where a trace does not tell what it was learnt from, the script asks for the file."""
    header = trace.header
    origin = header.origin or (_NETWORK if header.test == "oracle" else _TABLE)
    parts = [
        _docstring(header, origin),
        "\n".join(_imports(header, origin)),
        "\n".join(_reading(header, origin)),
        "\n".join(_header(header)),
        "\n".join(_running(trace, origin)),
    ]
    return "\n\n".join(parts) + "\n"


def _docstring(header: Header, origin: Origin) -> str:
    named = origin.name or ("NETWORK" if origin.kind == "network" else "DATA")
    how = "" if origin.kind == "example" else f"\n\n    python SCRIPT [{named}]\n"
    said = f"{headline(header)}, as ELCS Explorer {__version__} ran it.{how}"
    return f'"""{_escaped(said)}"""'


def _imports(header: Header, origin: Origin) -> Iterator[str]:
    yield "import sys"
    if origin.kind != "example":
        yield "from pathlib import Path"
    yield ""
    needed = {
        "elcs_gui.algorithms.learning": "learn",
        "elcs_gui.ci.choosing": "make_test",
        "elcs_gui.ci.evidence": "Evidence",
        "elcs_gui.ci.questions": "Policy, Question, Verdict" if header.forced else "Policy, Verdict",
        "elcs_gui.trace.trace": "Header",
    }
    if origin.kind == "example":
        needed["elcs_gui.data.examples"] = "find_example"
    elif origin.kind == "network":
        needed["elcs_gui.data.network_files"] = "read_network"
    else:
        needed["elcs_gui.data.readers"] = "read_table"
    if _plan(header, origin):
        needed["elcs_gui.data.plan"] = "ImportPlan"
    if origin.fingerprint:
        needed["elcs_gui.data.fingerprint"] = "fingerprint"
    if header.knowledge:
        needed["elcs_gui.trace.knowledge"] = "Knowledge"
    for module in sorted(needed):
        yield f"from {module} import {needed[module]}"


def _reading(header: Header, origin: Origin) -> Iterator[str]:
    """Until `data`, `network` and `names` are there, and known to be those of the run."""
    if origin.kind == "example":
        yield f"example = find_example({_literal(origin.name)})"
        yield f"data = {'None' if header.test == 'oracle' else 'example.load_data()'}"
        yield "network = example.load_network()"
    else:
        if origin.name:
            yield f"PATH = Path(sys.argv[1] if len(sys.argv) > 1 else {_literal(origin.name)})"
        else:
            yield "if len(sys.argv) != 2:"
            yield f"    sys.exit({_literal(f'Name the {origin.kind} file that the run was learnt from.')})"
            yield "PATH = Path(sys.argv[1])"
        if origin.kind == "network":
            yield "data, network = None, read_network(PATH)"
        else:
            plan = _plan(header, origin)
            how = f", ImportPlan.from_json({_literal(plan)})" if plan else ""
            yield f"data, network = read_table(PATH{how}), None"
    yield f"names = {'network.nodes' if header.test == 'oracle' else 'data.columns'}"
    if origin.fingerprint and header.test != "oracle":
        yield f"if fingerprint(data) != {_literal(origin.fingerprint)}:"
        yield '    sys.exit("These are not the data of the run: their fingerprint is another one.")'
    else:
        yield "NAMES = ("
        yield from (f"    {_literal(name)}," for name in header.names)
        yield ")"
        yield "if names != NAMES:"
        yield '    sys.exit("These are not the variables of the run.")'


def _plan(header: Header, origin: Origin) -> dict[str, Any]:
    """How the table is to be read, where that is not as usual."""
    if header.origin is None and header.test in CONTINUOUS:
        return {"others": str(Kind.CONTINUOUS)}
    return dict(origin.reading)


def _header(header: Header) -> Iterator[str]:
    names = header.names
    yield "at = names.index"
    yield "header = Header("
    yield f"    algorithm={_literal(header.algorithm)},"
    yield f"    target=at({_literal(names[header.target])}),"
    yield "    names=names,"
    yield f"    test={_literal(header.test)},"
    for part in ("alpha", "k", "rows", "rows_per_cell"):
        yield f"    {part}={_literal(getattr(header, part))},"
    yield f"    policy={_policy(header.policy)},"
    if header.forced:
        yield "    forced=("
        for (x, y, z), verdict in header.forced:
            asked = f"{_at(names, (x,))}, {_at(names, (y,))}, [{_at(names, z)}]"
            yield f"        (Question.of({asked}), Verdict.{verdict.name}),"
        yield "    ),"
    if header.knowledge:
        yield from _knowledge(header.knowledge, names)
    yield ")"


def _policy(policy: Policy) -> str:
    return f"Policy(Verdict.{policy.marginal.name}, Verdict.{policy.conditional.name})"


def _knowledge(known: Knowledge, names: tuple[str, ...]) -> Iterator[str]:
    yield "    knowledge=Knowledge("
    for part in ("forbidden", "required", "adjacent", "tiers"):
        sets: tuple[Set, ...] = getattr(known, part)
        if sets:
            yield f"        {part}=("
            for some in sets:
                yield f"            ({_at(names, some)}{',' if len(some) == 1 else ''}),"
            yield "        ),"
    yield "    ),"


def _at(names: tuple[str, ...], members: Iterable[int]) -> str:
    return ", ".join(f"at({_literal(names[x])})" for x in members)


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


def _running(trace: Trace, origin: Origin) -> Iterator[str]:
    header = trace.header
    network = "network" if header.test == "oracle" or origin.kind == "example" else "None"
    yield f"evidence = Evidence(make_test(header.test, data, {network}, header.rows_per_cell))"
    yield "learnt = learn(evidence, header)"
    yield "outcome = learnt.outcome"
    yield "found = {"
    for word, part in (("causes", "parents"), ("effects", "children"), ("undecided", "undetermined")):
        yield f'    "{word}": [names[x] for x in outcome.{part}],'
    yield "}"
    yield "for word, members in found.items():"
    yield "    print(f\"{word:<10} {', '.join(members) or 'none'}\")"
    yield 'print(f"tests      {learnt.counts.requested} requested, {learnt.counts.performed} performed")'
    end = final_view(trace).finished
    if end is None:
        yield ""
        yield "# The recorded run was cut short: there is no result to compare with."
        return
    names = header.names
    yield ""
    yield "RECORDED = {"
    for word, members in (
        ("causes", end.parents),
        ("effects", end.children),
        ("undecided", end.undetermined),
    ):
        yield f'    "{word}": [{", ".join(_literal(names[x]) for x in members)}],'
    yield "}"
    yield f"if found != RECORDED or learnt.counts.requested != {len(trace.test_steps)}:"
    yield '    sys.exit("This is not what the recorded run found.")'
    yield 'print("The same as the recorded run.")'
