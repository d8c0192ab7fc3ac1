"""Networks as XMLBIF 0.3 (also 0.2), read and written.

In a <TABLE>, the node itself (FOR) varies fastest and its first parent (GIVEN) slowest. Some old writers put
the node slowest; where the numbers sum to one only in that way, they are read in that way.
"""

from pathlib import Path

from elcs_gui.data.network import Network
from elcs_gui.data.networks.probabilities import Described, assembled, parsed_numbers
from elcs_gui.data.networks.xml_tree import Element, as_text, check_storable, storable
from elcs_gui.errors import quoted, shown


def parse_xmlbif(root: Element, path: Path) -> Network:
    """The network in the file; a DataError with the place of what is wrong with it."""
    network = root.first("network")
    if root.tag != "bif" or network is None:
        root.fail("expected <BIF> with a <NETWORK> in it")
    described = {variable.name: variable for variable in map(_variable, network.all("variable"))}
    if not described:
        network.fail("no variable is declared")
    if len(described) < sum(1 for _ in network.all("variable")):
        network.fail("a variable is declared twice")
    defined: set[str] = set()
    for definition in network.all("definition", "probability"):
        node = _text(definition, "for")
        if node not in described:
            definition.fail(f"the variable {quoted(node)} is not declared")
        if node in defined:
            definition.fail(f"{quoted(node)} is defined twice")
        defined.add(node)
        here = described[node]
        here.fail = definition.fail
        here.parents = [given.text.strip() for given in definition.all("given")]
        table = definition.first("table")
        here.numbers = None if table is None else parsed_numbers(table.text, node, table.fail)
        here.node_may_be_slowest = True
    title = network.first("name")
    name = " ".join(title.text.split()) if title is not None else ""
    return assembled(name or path.stem, list(described.values()), path.name)


def xmlbif_text(network: Network) -> str:
    """The whole file; a DataError for a name that XML cannot hold."""
    for text in (*network.nodes, *(label for levels in network.levels for label in levels)):
        check_storable(text, "the name", "An XMLBIF file")
    nodes = [as_text(node) for node in network.nodes]
    # Without the usual document type: some readers (aGrUM's) cannot step over it.
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    lines = [head, '<BIF VERSION="0.3">', "<NETWORK>", f"<NAME>{as_text(storable(network.name))}</NAME>"]
    for node, levels in zip(nodes, network.levels, strict=True):
        outcomes = "".join(f"  <OUTCOME>{as_text(label)}</OUTCOME>\n" for label in levels)
        lines.append(f'<VARIABLE TYPE="nature">\n  <NAME>{node}</NAME>\n{outcomes}</VARIABLE>')
    for place, (node, parents) in enumerate(zip(nodes, network.parents, strict=True)):
        lines.append(f"<DEFINITION>\n  <FOR>{node}</FOR>")
        lines += [f"  <GIVEN>{nodes[parent]}</GIVEN>" for parent in parents]
        if network.tables is not None:
            numbers = " ".join(map(repr, network.tables[place].ravel().tolist()))
            lines.append(f"  <TABLE>{numbers}</TABLE>")
        lines.append("</DEFINITION>")
    return "\n".join([*lines, "</NETWORK>", "</BIF>", ""])


def _variable(element: Element) -> Described:
    name = _text(element, "name")
    kind = element.attributes.get("type", "nature").strip().lower()
    if kind != "nature":
        element.fail(f"{quoted(name)} is a {shown(kind)} node: only chance nodes are read")
    outcomes = tuple(outcome.text.strip() for outcome in element.all("outcome", "value"))
    return Described(name, outcomes, element.fail)


def _text(element: Element, tag: str) -> str:
    child = element.first(tag)
    if child is None or not child.text.strip():
        element.fail(f"<{element.tag.upper()}> has no <{tag.upper()}>")
    return child.text.strip()
