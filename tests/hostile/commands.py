"""What every command prints about a table whose columns have hostile names, as a stranger's file has them."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from elcs_gui.app.exporting.formats import FORMS
from elcs_gui.cli import main
from elcs_gui.data.examples import find_example

EXAMPLE, TARGET = "asia", "dysp"


def said_by(*arguments: object) -> tuple[int, str, str]:
    """The exit code of a command, and what it printed."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as wrong_usage:
            code = int(wrong_usage.code or 0)
    return code, out.getvalue(), err.getvalue()


def table(path: Path, names: Sequence[str], rows: int = 400) -> int:
    """Write data of the example under these names; the place of its target."""
    data = find_example(EXAMPLE).load_data()
    assert data is not None
    with path.open("w", encoding="utf-8", errors="surrogatepass", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerow(names)
        for row in data.codes[:, :rows].T.tolist():
            writer.writerow(f"{name[:30]} {code}" if place == 1 else code
                            for place, (name, code) in enumerate(zip(names, row, strict=True)))  # fmt: skip
    return data.index(TARGET)


def commands(folder: Path, names: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """All that prints something about variables, on a table with these names; each needs what came before."""
    data, truth, trace, other = (folder / name for name in ("d.csv", "n.json", "t.jsonl", "o.jsonl"))
    target = names[table(data, names)]
    network = find_example(EXAMPLE).load_network()
    columns = find_example(EXAMPLE).load_data().columns  # type: ignore[union-attr]
    called = dict(zip(columns, names, strict=True))
    edges = [[called[network.nodes[x]] for x in edge] for edge in network.edges]
    truth.write_text(json.dumps({"nodes": list(names), "edges": edges}), encoding="utf-8")
    asking = data, f"--target={target}"
    yield "survey", data
    yield "survey", data, "--json"
    yield "run", *asking, "--trace", trace
    yield "run", *asking, "--algorithm", "cmb-sound", "--json", "--network", truth, "--trace", other
    yield "run", data, "--all-targets"
    yield "run", data, "--all-targets", "--json"
    yield "run", "--network", truth, f"--target={target}"
    yield "run", data, f"--target={target}y"
    yield "replay", trace
    yield "replay", trace, "--json"
    yield "diff", trace, other
    yield "diff", trace, other, "--json"
    for form in ((), ("--formal",), ("--json",), ("--markdown",), ("--latex",), ("--data", data)):
        yield "why", trace, "--edge", names[0], target, *form
    yield "why", trace, "--set", "MB", f"--member={names[1]}"
    yield "blame", *asking, "--network", truth
    yield "blame", *asking, "--network", truth, "--json"
    yield "alpha", *asking
    yield "alpha", *asking, "--json"
    yield "stability", *asking, "--replicates", "3"
    yield "stability", *asking, "--replicates", "3", "--json"
    yield "race", *asking, "--algorithms", "elcs,elcs-ii"
    yield "race", *asking, "--algorithms", "elcs,elcs-ii", "--json"
    yield "simulate", "--rows", "20", "--seed", "1", "--to", folder / "s.csv", "--example", EXAMPLE
    for written in FORMS:
        if written.group != "film":
            player = ("--player",) if written.group == "player" else ()
            yield "export", trace, "--to", folder / f"x.{written.ending}", *player


def may_refuse(arguments: Sequence[object], names: Sequence[str]) -> bool:
    """Whether a command may answer that it cannot: a name that is no argument, or that no such file holds."""
    if arguments[0] == "why":
        return any(name.startswith("-") for name in map(str, arguments[2:5]) if name in names)
    return str(arguments[-1]).endswith(("y", ".tetrad.txt", ".dagitty"))
