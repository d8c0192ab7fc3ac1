"""The door to networks in files: read and written by their ending, and by what is in them where it is shared.

With tables: BIF, XMLBIF, XDSL (GeNIe), NET (Hugin). Graphs only: DOT, GraphML, DAGitty, Tetrad's text,
node-link JSON, JSON `{"nodes": [...], "edges": [[parent, child], ...]}`, matrices of 0 and 1, lists of edges.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.data.files import like_ending, not_read_yet, reading, replacing
from elcs_gui.data.names import listed
from elcs_gui.data.network import Network
from elcs_gui.data.networks.bif import parse_bif, write_bif
from elcs_gui.data.structures.json_graph import parse_json_graph
from elcs_gui.data.tables.encoding import read_small_text
from elcs_gui.errors import DataError

if TYPE_CHECKING:
    from elcs_gui.data.structures.structure import Structure

# Formats other than those of the bundled networks are imported where they are met: a start of the program
# should not wait for them.

_XML = frozenset({".xml", ".xmlbif", ".bifxml", ".xdsl", ".graphml"})
_GRAPHS = frozenset({".json", ".dot", ".gv", ".dagitty", ".txt", ".csv", ".tsv", ".edges", ".edgelist", ""})
_TEXT = _GRAPHS | {".bif", ".net", ".hugin"}
_READS = (
    "networks as .bif, .xmlbif, .xdsl, .net, .json, .dot, .graphml, .dagitty, Tetrad's .txt, and .csv or "
    ".txt with edges or a matrix"
)
_WITH_TABLES = (".xmlbif", ".bifxml", ".xml", ".xdsl", ".net")
"""Besides .bif."""
_DOT = re.compile(
    r"(?>\s|//[^\n]*+\n|/\*.*?\*/|\#[^\n]*+\n)*+(?:strict\b\s*+)?(?:di)?graph\b[^{};,]*+\{",
    re.DOTALL | re.IGNORECASE,
)
_DAGITTY = re.compile(r"\s*+(?:dag|pdag|mag|pag)\b[^{\n]*+\{", re.IGNORECASE)
_BIF = re.compile(r"(?>\s|//[^\n]*+\n|/\*.*?\*/)*+(?:network|variable|probability)\b[^\n{]*+\{", re.DOTALL)
_NET = re.compile(r"(?>\s|%[^\n]*+\n)*+(?:net|class|node|discrete|continuous)\b[^{]*+\{")
_XML_START = (b"<?xml", b"<!DOCTYPE", b"<!--", b"<BIF", b"<smile", b"<graphml", b"\xff\xfe<", b"\xfe\xff\0<")


def read_network(path: Path) -> Network:
    """The network in a file; a DataError that says what is wrong, and where."""
    ending = path.suffix.lower()
    if ending not in _XML | _TEXT:
        raise not_read_yet(path, _READS)
    if ending in _XML or _begins_as_xml(path):
        return _read_xml(path)
    text = read_small_text(path)
    name = path.stem
    match ending:
        case ".bif":
            return parse_bif(text, path.name, name)
        case ".net" | ".hugin":
            if text.lstrip().startswith("*"):
                raise DataError(f"{path.name} is a Pajek file, not one of Hugin: save the graph as GraphML.")
            from elcs_gui.data.networks.net import parse_net

            return parse_net(text, path.name, name)
        case ".json":
            return parse_json_graph(text, path.name, name)
        case ".dot" | ".gv" | ".dagitty":
            return _parse_drawing(text, path.name, name).network()
    return _by_content(text, path.name, name)


def check_network_ending(path: Path) -> None:
    """A DataError if no network is written to a file of that name."""
    from elcs_gui.data.structures.structure_files import can_write_structure

    if path.suffix.lower() not in (".bif", *_WITH_TABLES) and not can_write_structure(path):
        raise DataError(
            f"{path.name}: a network is written as .bif, {', '.join(_WITH_TABLES)}, or as a graph "
            f"(.dot, .graphml, .json, .dagitty, .tetrad.txt, .edges.csv, .matrix.csv): name such a file."
            f"{like_ending(path, '.bif .xmlbif .xdsl .net .dot .graphml .json .dagitty')}"
        )


def keeps_hidden(path: Path) -> bool:
    """Whether a network file of that name says which of its nodes are hidden."""
    return path.name.lower().endswith((".dot", ".gv", ".graphml", ".json", ".dagitty", ".tetrad.txt"))


def write_network(network: Network, path: Path) -> None:
    """Write `network` by the ending of `path`; formats without tables get the graph only.

    Not every format can say which nodes are hidden (`keeps_hidden`): then the data must.
    """
    check_network_ending(path)
    ending = path.suffix.lower()
    if ending == ".bif":
        write_bif(network, path)
        return
    if ending not in _WITH_TABLES:
        from elcs_gui.data.structures.structure import Structure
        from elcs_gui.data.structures.structure_files import write_structure

        write_structure(Structure.of(network), path)
        return
    unknown = [node for node, levels in zip(network.nodes, network.levels, strict=True) if not levels]
    if unknown:
        raise DataError(
            f"A {ending} file needs the levels of every node; {network.name} has none for {listed(unknown)}."
        )
    text = _text_of(network, ending)
    with replacing(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        file.write(text)


def _text_of(network: Network, ending: str) -> str:
    from elcs_gui.data.networks.net import net_text
    from elcs_gui.data.networks.xdsl import xdsl_text
    from elcs_gui.data.networks.xmlbif import xmlbif_text

    written: dict[str, Callable[[Network], str]] = {".xdsl": xdsl_text, ".net": net_text}
    return written.get(ending, xmlbif_text)(network)


def _begins_as_xml(path: Path) -> bool:
    with reading(path), path.open("rb") as file:
        start = file.read(200).lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(_XML_START)


def _read_xml(path: Path) -> Network:
    from elcs_gui.data.networks.xdsl import parse_xdsl
    from elcs_gui.data.networks.xml_tree import read_xml
    from elcs_gui.data.networks.xmlbif import parse_xmlbif
    from elcs_gui.data.structures.graphml import parse_graphml

    root = read_xml(path)
    match root.tag:
        case "bif":
            return parse_xmlbif(root, path)
        case "smile":
            return parse_xdsl(root, path)
        case "graphml":
            return parse_graphml(root, path.name, path.stem).network()
    raise DataError(
        f"{path.name} holds <{root.tag[:40]}>, which is no network: XMLBIF, XDSL and GraphML are read."
    )


def _parse_drawing(text: str, file: str, name: str) -> "Structure":
    """Graphviz's language or DAGitty's, whichever the ending."""
    from elcs_gui.data.structures.dot import parse_dagitty, parse_dot

    is_dot = _DOT.match(text) or (file.lower().endswith((".dot", ".gv")) and not _DAGITTY.match(text))
    return (parse_dot if is_dot else parse_dagitty)(text, file, name)


def _by_content(text: str, file: str, name: str) -> Network:
    from elcs_gui.data.networks.net import parse_net
    from elcs_gui.data.structures.edge_list import parse_edge_list
    from elcs_gui.data.structures.matrix import is_matrix, parse_matrix
    from elcs_gui.data.structures.tetrad import is_tetrad, parse_tetrad

    if is_tetrad(text):
        return parse_tetrad(text, file, name).network()
    if _DAGITTY.match(text) or _DOT.match(text):
        return _parse_drawing(text, file, name).network()
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return parse_json_graph(text, file, name)
    if _BIF.match(text):
        return parse_bif(text, file, name)
    if _NET.match(text):
        return parse_net(text, file, name)
    return (parse_matrix if is_matrix(text) else parse_edge_list)(text, file, name).network()
