"""Networks as GeNIe's XDSL, read and written.

Chance nodes with full tables (`cpt`) and deterministic ones are read; other kinds are named and refused. Ids
in XDSL are identifiers, so a name or level that is none is written under another id, and kept in a property
of the node (`original_name`, `original_levels`), which this reader looks for.
"""

import json
from pathlib import Path
from typing import TypeVar

import numpy as np

from elcs_gui.data.names import identifiers
from elcs_gui.data.network import Network
from elcs_gui.data.networks.probabilities import Described, Table, assembled, parsed_numbers
from elcs_gui.data.networks.xml_tree import Element, as_text, storable
from elcs_gui.errors import quoted

_Kept = TypeVar("_Kept")
_NAME, _LEVELS = "original_name", "original_levels"
_ADVICE = {
    "noisymax": "a noisy-MAX node: change its type to General in GeNIe and save the network again",
    "noisyadder": "a noisy adder: change its type to General in GeNIe and save the network again",
    "equation": "an equation node: only discrete nodes are read",
    "decision": "a decision node: only chance nodes are read",
    "utility": "a utility node: only chance nodes are read",
    "mau": "a utility node: only chance nodes are read",
}


def parse_xdsl(root: Element, path: Path) -> Network:
    """The network in the file; a DataError with the place of what is wrong with it."""
    nodes = root.first("nodes")
    if root.tag != "smile" or nodes is None:
        root.fail("expected <smile> with <nodes> in it")
    if root.first("dynamic") is not None:
        root.fail("a network that unrolls in time is not read: unroll it in GeNIe first")
    _check_writer(root)
    described = []
    ids: dict[str, Described] = {}
    for element in nodes.children:
        if element.tag not in ("cpt", "deterministic"):
            what = _ADVICE.get(element.tag, f"a node of the kind {quoted(element.tag)}, which is not read")
            element.fail(f"{quoted(element.attributes.get('id', '?'))} is {what}")
        node = _node(element)
        if element.get("id") in ids:
            element.fail(f"the node {quoted(element.get('id'))} is declared twice")
        ids[element.get("id")] = node
        described.append(node)
    if not described:
        nodes.fail("no node is declared")
    for node in described:
        for place, parent in enumerate(node.parents):
            if parent not in ids:
                node.fail(f"{quoted(node.name)} has a parent that is not declared: {quoted(parent)}")
            node.parents[place] = ids[parent].name
    return assembled(_title(root) or path.stem, described, path.name)


def xdsl_text(network: Network) -> str:
    """The whole file; parents stand before their children, as GeNIe wants it."""
    ids = identifiers(network.nodes)
    tables = network.tables
    title = as_text(storable(network.name))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<smile version="1.0" id="{identifiers([network.name])[0]}" numsamples="10000">',
        "\t<nodes>",
    ]
    for node in network.topological_order():
        levels = network.levels[node]
        states = identifiers(levels)
        lines.append(f'\t\t<cpt id="{ids[node]}">')
        lines += [f'\t\t\t<state id="{state}" />' for state in states]
        if network.parents[node]:
            lines.append(
                f"\t\t\t<parents>{' '.join(ids[parent] for parent in network.parents[node])}</parents>"
            )
        if tables is not None:
            numbers = " ".join(map(repr, tables[node].ravel().tolist()))
            lines.append(f"\t\t\t<probabilities>{numbers}</probabilities>")
        if ids[node] != network.nodes[node]:
            lines.append(_property(_NAME, network.nodes[node]))
        if tuple(states) != levels:
            lines.append(_property(_LEVELS, list(levels)))
        lines.append("\t\t</cpt>")
    extension = [
        "\t</nodes>",
        "\t<extensions>",
        f'\t\t<genie version="1.0" app="ELCS Explorer" name="{title}" faultnameformat="nodestate">',
        "\t\t</genie>",
        "\t</extensions>",
        "</smile>",
        "",
    ]
    return "\n".join([*lines, *extension])


def _node(element: Element) -> Described:
    kept = {entry.attributes.get("id", ""): entry for entry in element.all("property")}
    name = _kept(kept.get(_NAME), str) or element.get("id")
    states = [state.get("id") for state in element.all("state")]
    levels = _kept(kept.get(_LEVELS), list) or states
    if len(levels) != len(states) or not all(isinstance(label, str) for label in levels):
        element.fail(f"the levels of {quoted(name)} in its property {quoted(_LEVELS)} do not fit its states")
    parents = element.first("parents")
    numbers: Table | None = None
    if element.tag == "cpt":
        table = element.first("probabilities")
        numbers = None if table is None else parsed_numbers(table.text, name, table.fail)
    else:
        results = element.first("resultingstates")
        numbers = None if results is None else _certain(results, states, name)
    given = [] if parents is None else parents.text.split()
    return Described(name, tuple(map(str.strip, levels)), element.fail, given, numbers)


def _certain(results: Element, states: list[str], node: str) -> Table:
    """The table of a deterministic node: one state for every configuration of the parents."""
    place = {state: number for number, state in enumerate(states)}
    words = results.text.split()
    for word in words:
        if word not in place:
            results.fail(f"{quoted(node)} has no state {quoted(word)}")
    table = np.zeros((len(words), len(states)))
    table[np.arange(len(words)), [place[word] for word in words]] = 1
    return table.ravel()


def _property(id: str, value: object) -> str:
    return f'\t\t\t<property id="{id}">{as_text(json.dumps(value))}</property>'


def _kept(entry: Element | None, kind: type[_Kept]) -> _Kept | None:
    """What this program wrote into a property, if it did."""
    if entry is None:
        return None
    try:
        value = json.loads(entry.text)
    except (ValueError, RecursionError):
        entry.fail("a property that this program writes does not hold JSON")
    return value if isinstance(value, kind) else None


def _check_writer(root: Element) -> None:
    """aGrUM (3.3.1) lets the first parent vary fastest, where GeNIe has the last: nothing is guessed."""
    genie = _genie(root)
    nodes = root.first("nodes")
    if genie is None or nodes is None or not genie.attributes.get("app", "").startswith("aGrUM"):
        return
    for node in nodes.children:
        parents = node.first("parents")
        if parents is not None and len(parents.text.split()) > 1:
            node.fail(
                f"aGrUM wrote the table of {quoted(node.attributes.get('id', '?'))} with the parents in "
                "another order than GeNIe does: save the network as BIF or NET instead"
            )


def _title(root: Element) -> str:
    genie = _genie(root)
    return "" if genie is None else " ".join(genie.attributes.get("name", "").split())


def _genie(root: Element) -> Element | None:
    extensions = root.first("extensions")
    return None if extensions is None else extensions.first("genie")
