"""Data sets and networks as members of an archive: texts as JSON, numbers as arrays.

data.json      {"name", "columns": [...], "levels": [[...], ...], "kind": "discrete" | "continuous"}; or, of
               weighted data, "kind": "weighted" and "fingerprint": as the rows stood in the file, or ""
data.npz       table: codes (variables x stored rows, u1 or u2) or values (f8); if weighted, counts (i8)
network.json   {"name", "nodes": [...], "parents": [[...], ...], "levels": [[...], ...], "tables": true}; and
               "hidden", how many of the last nodes are hidden, where there are any
network.npz    tables: all probability tables, one after the other (f8)
"""

from __future__ import annotations

import json
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.archive import Allowance, Archive, ArchiveError, pack, unpack
from elcs_gui.data.checked_json import Fields, parsed
from elcs_gui.data.dataset import MOST_ROWS, Dataset, check_size
from elcs_gui.data.names import checked_names
from elcs_gui.data.network import Network

Members = dict[str, bytes]

MOST_TEXT = 16 << 20
"""Bytes of JSON in one member: parsed, it can take twenty times as many."""
MOST_PACKED = 128 << 20
"""Bytes of one npz member in the file."""
MOST_VARIABLES = 100_000
MOST_LABELS = 65_536

_packed: WeakKeyDictionary[Dataset | Network, Members] = WeakKeyDictionary()
"""Neither ever changes, so what was written once need not be packed again."""


def packed_data(data: Dataset) -> Members:
    """The members that hold a data set."""
    if data not in _packed:
        kind = "discrete" if data.values is None else "continuous"
        said: dict[str, Any] = {
            "name": data.name,
            "columns": data.columns,
            "levels": data.levels,
            "kind": kind,
        }
        if data.counts is not None:
            said |= {"kind": "weighted", "fingerprint": data.fingerprint}
        _packed[data] = {"data.json": to_json(said), "data.npz": pack(arrays_of(data))}
    return _packed[data]


def arrays_of(data: Dataset) -> dict[str, NDArray[Any]]:
    """What is packed of a data set, besides its names."""
    table = {"table": data.codes if data.values is None else data.values}
    return table if data.counts is None else table | {"counts": data.counts}


def packed_network(network: Network) -> Members:
    """The members that hold a network."""
    if network not in _packed:
        said = {
            "name": network.name,
            "nodes": network.nodes,
            "parents": network.parents,
            "levels": network.levels,
            "tables": network.tables is not None,
        }
        if network.hidden:
            said["hidden"] = network.hidden
        members = {"network.json": to_json(said)}
        if network.tables is not None:
            flat = np.concatenate([np.ravel(table) for table in network.tables])
            members["network.npz"] = pack({"tables": flat})
        _packed[network] = members
    return _packed[network]


def unpacked_data(archive: Archive, allowance: Allowance) -> Dataset:
    """The data set in an archive, named as it is there, or an ElcsError; see `Dataset.tidied`."""
    found = Fields(parsed(archive.read("data.json", MOST_TEXT), "data.json"), "data.json")
    name = found.text("name")
    columns = tuple(found.texts("columns", MOST_VARIABLES))
    checked_names(columns, "column", name)
    kind = found.text("kind")
    levels = _labels(found, len(columns))
    content = archive.read("data.npz", MOST_PACKED)
    counts, fingerprint = None, ""
    if kind == "continuous":
        table = unpack(content, {"table": ("<f8", 2)}, allowance)["table"]
        if np.isinf(table).any():
            raise ArchiveError("holds numbers that are not finite in its data.")
        if any(levels):
            raise ArchiveError("holds levels for continuous data.")
        codes, values = np.empty((len(columns), 0), dtype=np.uint8), table.astype(np.float64)
    else:
        expected = {"table": ("|u1 <u2", 2)}
        if kind == "weighted":
            expected["counts"] = ("<i8", 1)
            fingerprint = found.text("fingerprint")
        arrays = unpack(content, expected, allowance)
        table = arrays["table"]
        if kind == "weighted":
            counts = _checked_counts(arrays["counts"])
        codes, values = np.ascontiguousarray(table, dtype=table.dtype.newbyteorder("=")), None
    rows = table.shape[1]
    check_size(rows, len(columns), name)
    data = Dataset(name, columns, codes, levels, values, counts, fingerprint)
    if values is None:
        _check_codes(data)
    return data


def unpacked_network(archive: Archive, allowance: Allowance) -> Network:
    """The network in an archive, or an ElcsError."""
    found = Fields(parsed(archive.read("network.json", MOST_TEXT), "network.json"), "network.json")
    nodes = tuple(found.texts("nodes", MOST_VARIABLES))
    parents = found.several("parents", len(nodes))
    for some in parents:
        if not isinstance(some, list) or any(type(parent) is not int for parent in some):
            raise found.wrong("parents", "must be lists of numbers")
    levels = _labels(found, len(nodes))
    hidden = found.whole("hidden", 0, MOST_VARIABLES) if "hidden" in found else 0
    bare = Network(found.text("name"), nodes, tuple(tuple(some) for some in parents), levels, hidden=hidden)
    if not found.flag("tables"):
        return bare
    flat = unpack(archive.read("network.npz", MOST_PACKED), {"tables": ("<f8", 1)}, allowance)["tables"]
    shapes = [bare.table_shape(node) for node in range(len(nodes))]
    sizes = [int(np.prod(shape, dtype=np.float64)) for shape in shapes]
    if sum(sizes) != len(flat) or not np.isfinite(flat).all() or (flat < 0).any() or (flat > 1.0001).any():
        raise ArchiveError("holds probability tables that do not fit its network.")
    ends = np.cumsum(sizes)[:-1]
    tables = tuple(
        part.astype(np.float64).reshape(shape)
        for part, shape in zip(np.split(flat, ends), shapes, strict=True)
    )
    return Network(bare.name, nodes, bare.parents, levels, tables, hidden)


def to_json(value: Any) -> bytes:
    """As small as it gets, and the same on every machine."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")


def _labels(found: Fields, count: int) -> tuple[tuple[str, ...], ...]:
    labels = found.several("levels", count)
    if len(labels) != count:
        raise found.wrong("levels", "must have a list for each variable")
    for some in labels:
        if not isinstance(some, list) or len(some) > MOST_LABELS:
            raise found.wrong("levels", "must be lists of texts")
        if not all(isinstance(label, str) for label in some):
            raise found.wrong("levels", "must be lists of texts")
        checked_names(some, "level", "its data")
    return tuple(map(tuple, labels))


def _checked_counts(counts: NDArray[Any]) -> NDArray[np.int64]:
    """Counts that add up to no more than the largest number of rows; the data set checks the rest."""
    if not len(counts) or counts.min() < 1 or counts.max() > MOST_ROWS:
        raise ArchiveError("holds counts of rows that cannot be.")
    return counts.astype(np.int64)


def _check_codes(data: Dataset) -> None:
    """Every code stands for a level or a gap, and every level occurs: the tests rely on both."""
    for codes, levels in zip(data.codes, data.levels, strict=True):
        counts = np.bincount(codes, minlength=len(levels))
        if len(counts) > len(levels) + 1 or not counts[: len(levels)].all():
            raise ArchiveError("holds data whose codes do not fit their levels.")
