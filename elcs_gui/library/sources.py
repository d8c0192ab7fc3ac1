"""What is learnt from, for a `Recipe`, from whatever a caller has at hand: a data frame, a file, a graph."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from elcs_gui.ci.registry import Needs, asks_network, chosen, kind_for, usual
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import Example
from elcs_gui.data.files import NETWORK_ENDINGS
from elcs_gui.data.names import checked_names, did_you_mean
from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network
from elcs_gui.data.plan import Cutting, ImportPlan, Kind, Method, MissingPolicy
from elcs_gui.data.tables.address import address_of, data_path, title_of
from elcs_gui.data.tables.duckdb_engine import RelationEngine
from elcs_gui.data.tables.engine import Engine, EngineTable
from elcs_gui.data.tables.frame_table import FrameTable, label_of
from elcs_gui.data.tables.ibis_engine import IbisEngine
from elcs_gui.data.tables.table_file import TableFile
from elcs_gui.errors import DataError, ElcsError, quoted, shown
from elcs_gui.storage.recipe import Recipe
from elcs_gui.storage.study import Study
from elcs_gui.trace.trace import Header, Origin

if TYPE_CHECKING:
    import duckdb
    import ibis
    import networkx
    import pyarrow
    from pandas import DataFrame

PathLike: TypeAlias = "str | os.PathLike[str]"
Graph: TypeAlias = "networkx.DiGraph | Network | PathLike"
"""A known graph."""
Data: TypeAlias = (
    "DataFrame | ibis.Table | duckdb.DuckDBPyRelation | pyarrow.Table | Dataset | Example | Graph"
)
"""What can be learnt from: a table, a bundled example, or a known graph, which answers by d-separation."""

_FRAME = ("pandas", "DataFrame")
_ENGINES: dict[tuple[str, str], Callable[[Any], Engine]] = {
    ("ibis.expr.types", "Table"): IbisEngine.of,
    ("duckdb", "DuckDBPyRelation"): RelationEngine,
    ("pyarrow", "Table"): RelationEngine.of_arrow,
    ("pyarrow.dataset", "Dataset"): RelationEngine.of_arrow,
}
"""Tables of others that are asked where they are, by module and name of their class."""

_IN_PYTHON = {
    "(--missing-policy)": '(missing="drop", "available" or "level")',
    "(--discretise)": '(discretise="quantile", "width" or "kmeans")',
    "(--ignore)": "(ignore=[...])",
    "(--missing '')": "(plan=ImportPlan(missing=('',)))",
    "(--drop-headers)": "(plan=ImportPlan(drop_headers=True))",
    "(--ignore, or --tidy)": "(ignore=[...], or tidy=True)",
    "(--discrete)": "(kinds={'age': 'discrete'})",
    "(--tidy)": "(tidy=True)",
    "(--set MB --member NAME)": "(why(NAME), or why(NAME, target))",
}
"""The options of the command line that messages name, as they are said in Python."""


def recipe_for(data: Data, truth: Graph | None, recipe: Recipe) -> Recipe:
    """The recipe with what is learnt from; without a test, data are asked as their kinds demand and graphs by
    the oracle."""
    test = chosen(recipe.test)
    if isinstance(data, Example):
        if truth is not None:
            raise ElcsError("An example brings its own truth: leave truth out.")
        return replace(recipe, example=data.id)
    if _is_graph(data) or (asks_network(test) and not _is_table(data)):
        if test is not None and not asks_network(test):
            oracle = usual(Needs.NETWORK).id
            raise ElcsError(f"The test {test} needs data: a known graph is asked with test={oracle!r}.")
        if truth is not None:
            raise ElcsError("A known graph is the truth itself: leave truth out, or hand in data.")
        graph = _path(data) if isinstance(data, str | os.PathLike) else network_of(data)
        return replace(recipe, network=graph)
    if asks_network(test):
        raise ElcsError("The oracle answers from a known graph, not from data: hand that in as data.")
    network = None if truth is None else network_of(truth)
    if isinstance(data, str | os.PathLike):
        return replace(recipe, data=_path(data), network=network)
    if isinstance(data, Dataset):
        return replace(recipe, data=data, network=network)
    return replace(recipe, data=_table(data, recipe.plan or ImportPlan()), network=network)


def opened(recipe: Recipe) -> Study:
    """What a recipe names; what there is to know about it is warned of."""
    found = recipe.open()
    for note in found.notes:
        warnings.warn(in_python(note), stacklevel=4)
    return found.study


def origin_of(data: Data, study: Study, header: Header) -> Origin:
    """Where the answers of a run come from: what is in no file has no name, and a data set was not read."""
    found = study.origin(header)
    if found.kind == "example":
        return found
    name = title_of(_path(data)) if isinstance(data, str | os.PathLike) else ""
    return replace(found, name=name, reading={} if study.plan is None else found.reading)


def plan_of(
    plan: ImportPlan | None,
    test: str | None,
    *,
    missing: str | None,
    ignore: Collection[Hashable],
    kinds: Mapping[Any, str] | None,
    discretise: str | None,
) -> ImportPlan:
    """How a table is to be read: the plan, or one by which kinds are guessed unless the test says them."""
    checked(plan, ImportPlan | None, "plan", "an ImportPlan")
    checked(kinds, Mapping | None, "kinds", "a dictionary as {'age': 'continuous'}")
    checked(discretise, str | None, "discretise", "text as 'quantile:4'")
    cutting = None if discretise is None else _cutting(discretise)
    if cutting is not None and kind_for(test) is Kind.CONTINUOUS:
        raise ElcsError(f"The test {test} takes numbers as they are: leave discretise out.")
    if plan is None:
        plan = ImportPlan(others=kind_for(test) if cutting is None else Kind.GUESS)
    if missing is not None:
        plan = replace(plan, policy=MissingPolicy(_checked(missing, list(MissingPolicy), "missing policy")))
    if cutting is not None:
        plan = replace(plan, cutting=cutting)
    if isinstance(ignore, str):
        raise ElcsError(f"ignore is a list of columns: write [{quoted(ignore)}].")
    checked(ignore, Iterable, "ignore", "a list of columns")
    said = {
        label_of(column): Kind(_checked(kind, list(Kind), "kind")) for column, kind in (kinds or {}).items()
    }
    ignored = dict.fromkeys(map(label_of, ignore), Kind.IGNORE)
    return replace(plan, kinds={**plan.kinds, **said, **ignored})


def network_of(graph: object) -> Network:
    """A known graph, checked to be acyclic and fully directed; a DiGraph's `latent` nodes are hidden."""
    if isinstance(graph, Network):
        return graph
    if isinstance(graph, str | os.PathLike):
        return read_network(Path(graph))
    if not _is_a(graph, "networkx", "Graph"):
        raise ElcsError(f"A known graph is a networkx DiGraph or the path of a file, not {_type_of(graph)}.")
    given: Any = graph
    name = str(given.name or type(given).__name__)
    if not given.is_directed():
        raise DataError(f"{name} has edges without a direction: a known graph is a networkx DiGraph.")
    nodes = list(given.nodes)
    names = dict(zip(nodes, checked_names(map(label_of, nodes), "node", name), strict=True))
    network = Network.from_edges(name, list(names.values()), [(names[a], names[b]) for a, b in given.edges()])
    return network.hiding(names[node] for node, hidden in given.nodes(data="latent") if hidden is True)


@contextmanager
def options_in_python() -> Iterator[None]:
    """Messages that name an option of the command line name the argument of `learn` instead."""
    try:
        yield
    except ElcsError as error:
        raise type(error)(in_python(str(error))) from error.__cause__


def in_python(text: str) -> str:
    """A message of the command line as the library says it."""
    for option, argument in _IN_PYTHON.items():
        text = text.replace(option, argument)
    return text


def _table(data: object, plan: ImportPlan) -> TableFile:
    if _is_a(data, *_FRAME):
        frame: Any = data
        return FrameTable(frame, plan)
    for kind, engine in _ENGINES.items():
        if _is_a(data, *kind):
            return EngineTable(engine(data), plan)
    raise ElcsError(
        "Data are a pandas DataFrame, the path of a file, a table of Ibis, DuckDB or Arrow, or a networkx "
        f"DiGraph, not {_type_of(data)}."
    )


def _ignored(plan: ImportPlan) -> list[str]:
    return [column for column, kind in plan.kinds.items() if kind is Kind.IGNORE]


def _cutting(text: str) -> Cutting:
    method, colon, bins = text.partition(":")
    if method not in list(Method) or (colon and not bins.isdecimal()):
        raise ElcsError(
            f"discretise is {', '.join(map(repr, map(str, Method)))}, or one of them with a number of levels "
            f"as 'quantile:4', not {quoted(text)}."
        )
    return Cutting(Method(method), int(bins)) if bins else Cutting(Method(method))


def _is_graph(data: object) -> bool:
    """Whether data are a known graph, by type or by the ending of the file."""
    if isinstance(data, str | os.PathLike):
        path = _path(data)
        return address_of(path) is None and path.suffix.lower() in NETWORK_ENDINGS
    return isinstance(data, Network) or _is_a(data, "networkx", "Graph")


def _path(named: PathLike) -> Path:
    return data_path(named) if isinstance(named, str) else Path(named)


def _is_table(data: object) -> bool:
    return isinstance(data, Dataset) or any(_is_a(data, *kind) for kind in (_FRAME, *_ENGINES))


def _is_a(thing: object, module: str, name: str) -> bool:
    """`isinstance`, without importing the module: who has one of its objects has imported it."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(thing, getattr(loaded, name))


def _type_of(thing: object) -> str:
    kind = type(thing)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def checked(value: object, kind: type | UnionType, argument: str, form: str) -> None:
    """Refuse what is of another type than an argument takes, and say the form that it has."""
    if not isinstance(value, kind):
        raise ElcsError(f"{argument} is {form}, not {shown(repr(value))}.")


_Word = TypeVar("_Word", bound=str)


def _checked(word: _Word, words: Collection[str], what: str) -> _Word:
    if word not in list(words):
        raise ElcsError(f"No {what} {quoted(str(word))}. {did_you_mean(str(word), [*words])}")
    return word
