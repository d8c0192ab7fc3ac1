"""Graphs as GraphML, read and written.

An edge without a direction has the datum `mark` = `undirected`, because programs that read a graph as
directed refuse GraphML's own `directed="false"` in it; both are read. A node with the datum `latent` = `true`
is hidden. Where ids are mere numbers and every node has a name or label (yEd, igraph), those are the names.
They are read by hand: networkx's reader has no limits, expands entities, and says not where a file is wrong.
"""

from elcs_gui.data.names import names_of
from elcs_gui.data.networks.xml_tree import Element, check_storable, storable
from elcs_gui.data.structures.structure import Draft, Structure
from elcs_gui.errors import quoted

_NAMES = ("name", "label", "nodelabel")


def parse_graphml(root: Element, file: str, name: str) -> Structure:
    """The graph in the file; `name` is what it is called if it has no name."""
    graphs = list(root.all("graph"))
    if root.tag != "graphml" or not graphs:
        root.fail("expected <graphml> with a <graph> in it")
    graph = graphs[0]
    if len(graphs) > 1:
        graphs[1].fail("there is a second graph: one is read")
    keys = {key.get("id"): key.attributes.get("attr.name", "").casefold() for key in root.all("key")}
    directed = graph.attributes.get("edgedefault", "directed") == "directed"
    draft = Draft(file)
    labels: list[str] = []
    for node in graph.all("node"):
        id = node.get("id")
        if draft.knows(id):
            node.fail(f"more than one node has the id {quoted(id)}")
        if node.first("graph"):
            node.fail(f"the node {quoted(id)} holds a graph of its own, which is not read")
        draft.node(id)
        labels.append(_name(node, keys))
        data = ((keys.get(datum.attributes.get("key", "")), datum.text) for datum in node.all("data"))
        if any(key == "latent" and text.strip().casefold() in ("true", "1") for key, text in data):
            draft.hide(id)
    for hyperedge in graph.all("hyperedge"):
        hyperedge.fail("an edge between more than two nodes is not read")
    for edge in graph.all("edge"):
        tail, head = edge.get("source"), edge.get("target")
        for end in (tail, head):
            if not draft.knows(end):
                edge.fail(f"the edge leads to a node that is not there: {quoted(end)}")
        own = edge.attributes.get("directed", "")
        marked = {keys.get(datum.attributes.get("key", "")): datum.text for datum in edge.all("data")}
        if (
            marked.get("mark", "").strip() == "undirected"
            or own == "false"
            or not (directed or own == "true")
        ):
            draft.line(tail, head)
        else:
            draft.arrow(tail, head)
    title = next(
        (datum.text for datum in graph.all("data") if keys.get(datum.attributes.get("key", "")) == "name"), ""
    )
    return draft.structure(title.strip() or name, names_of(draft.nodes(), labels))


def graphml_text(structure: Structure) -> str:
    """The whole file; a DataError for a name that XML cannot hold."""
    from xml.etree.ElementTree import indent, tostring

    from networkx.readwrite.graphml import GraphMLWriter

    for node in structure.nodes:
        check_storable(node, "the name", "A GraphML file")
    graph = structure.graph()
    graph.name = storable(structure.name)
    for _, _, data in graph.edges(data=True):
        data["mark"] = "directed" if data.pop("directed") else "undirected"
    root = GraphMLWriter(graph, named_key_ids=True).xml
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _name(node: Element, keys: dict[str, str]) -> str:
    """The node's name in its data: plain, or somewhere in what a drawing program keeps there."""
    for datum in node.all("data"):
        if keys.get(datum.attributes.get("key", "")) in _NAMES and datum.text.strip():
            return datum.text
        inside = list(datum.children)  # not by recursion: it may be deep
        while inside:
            element = inside.pop()
            if element.tag in _NAMES and element.text.strip():
                return element.text
            inside += element.children
    return ""
