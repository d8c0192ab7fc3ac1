"""Data sets to measure on, and the true network of each: simulated, or out of a folder.

A `DataSet` says where the data come from and does not hold them, so that another process can load it.

Without a folder, rows are drawn from the bundled networks: `alarm`, or `alarm10` for ten linked copies of it.
The set of number n is drawn with the seed of the benchmark plus n - 1. In a folder (or its subfolders
`networks`, `bif` and `samples`) stand

- networks: `alarm.json`, `alarm.bif`, ...; the file's name is the network's. One with tables is preferred for
  drawing, one without for the truth; `alarm_fit.bif` has tables that were estimated from data, and says so.
- data: `Alarm_5000.csv`, `Alarm_s5000.npz`, ...; what stands before the first `_` names the network. Each
  array of an archive, or each other file, is one set. `Alarm_pool.npz` is a pool of rows, of which sets that
  share none are cut.

Of a size that is asked for, sets of exactly that size come first, then the first rows of larger ones, then
cuts of a pool; where there is none of these, rows are drawn if there are tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from elcs_gui.benchmark.paper import paper_networks
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.files import NETWORK_ENDINGS
from elcs_gui.data.names import did_you_mean, tidy_name
from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network, write_network
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.readers import read_table
from elcs_gui.data.sampling import sample, tile
from elcs_gui.data.tables.opening import open_table
from elcs_gui.data.tables.table_file import nobody
from elcs_gui.data.tables.writers import write_table
from elcs_gui.errors import ElcsError, quoted, shown
from elcs_gui.packaged import packaged

_TABLES = (".npz", ".csv", ".tsv", ".txt", ".parquet", ".arff", ".xlsx")
_PLACES = ("", "networks", "bif", "samples")
_FITTED = "_fit"
_POOL = "pool"
_NEARLY = 0.8
"""A pool with this share of the rows that are asked for serves as one set, with the rows it has."""
_MOST_COPIES = 50


@dataclass(frozen=True)
class DataSet:
    """One set of data, where it comes from, and its true network.

    Attributes:
        network: its name, as the tables show it.
        rows: as many as were asked for; a pool may have fewer.
        number: from 1 on, among the sets of this network and size.
        origin: in words: original (or the first rows of such a set), pool, simulated.
        truth: the file of the true network.
        data: the file of the rows; None where they are drawn from the truth.
        part: which array of that file.
        first: the row it begins with there.
        seed: of the rows that are drawn.
        copies, tiling: linked copies of the network to draw from, and the seed of their links.
    """

    network: str
    rows: int
    number: int
    origin: str
    truth: Path
    data: Path | None = None
    part: str | None = None
    first: int = 0
    seed: int = 0
    copies: int = 1
    tiling: int = 0

    def load(self) -> tuple[Dataset, Network]:
        """The data and the true network."""
        network = self.true_network()
        if self.data is None:
            return sample(network, self.rows, self.seed), network
        whole = read_table(self.data, ImportPlan(part=self.part), row_by_row=True)
        return _cut(whole, self.first, self.rows), network

    def files(self, folder: Path) -> tuple[Path, str | None, Path]:
        """A file of the data, which array of it, and one of the network; what is in none is written there."""
        data, network = self.data, self.truth
        if self.copies > 1:
            network = folder / f"{self.network.lower()}.bif"
            write_network(self.true_network(), network)
        if (
            data is not None
            and self.first == 0
            and read_table(data, ImportPlan(part=self.part)).rows == self.rows
        ):
            return data, self.part, network
        data = folder / f"{self.network}_{self.rows}_{self.number}.npz"
        write_table(self.load()[0], data)
        return data, None, network

    def true_network(self) -> Network:
        network = read_network(self.truth)
        return network if self.copies == 1 else tile(network, self.copies, self.tiling)


@dataclass
class _Entry:
    """What a folder, or the program, has of one network."""

    name: str
    graph: Path | None = None
    tables: Path | None = None
    copies: int = 1
    files: list[Path] = field(default_factory=list)

    @property
    def title(self) -> str:
        """As the paper spells it, or else as its files do."""
        return paper_networks().get(self.name) or self.name


class Catalogue:
    """The networks of a folder, or those that come with the program, and the sets of data of each."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._entries = _bundled() if folder is None else _found_in(folder)

    @property
    def names(self) -> tuple[str, ...]:
        """Of all networks that there is something of, sorted."""
        return tuple(sorted(self._entries))

    def has(self, name: str) -> bool:
        """Is there such a network?"""
        return self._find(name) is not None

    def sets(self, name: str, rows: int, most: int, seed: int) -> list[DataSet]:
        """At most so many sets with so many rows; an ElcsError where there can be none."""
        entry = self._find(name)
        if entry is None:
            where = "bundled" if self.folder is None else f"in '{self.folder}'"
            known = f"There are: {shown(', '.join(self.names), 300)}."
            meant = did_you_mean(name, self.names, known)
            raise ElcsError(f"There is no network {quoted(name)} {where}. {meant}")
        found = list(_given(entry, rows))
        if not found:
            found = list(_drawn(entry, rows, most, seed))
        if not found:
            raise ElcsError(
                f"There are no {rows:,} rows of {entry.title}, and no probability tables to draw them from."
            )
        return found[:most]

    def _find(self, name: str) -> _Entry | None:
        known = tidy_name(name.lower())
        if known in self._entries:
            return self._entries[known]
        tiled = re.fullmatch(r"(.*\D)(\d{1,2})", known)
        if self.folder is None and tiled is not None and tiled[1] in self._entries:
            copies = int(tiled[2])
            if 1 < copies <= _MOST_COPIES:
                return _Entry(known, tables=self._entries[tiled[1]].tables, copies=copies)
        return None


def _bundled() -> dict[str, _Entry]:
    files = sorted(packaged("networks").glob("*.bif"))
    return {file.stem.lower(): _Entry(file.stem.lower(), tables=file) for file in files}


def _found_in(folder: Path) -> dict[str, _Entry]:
    if not folder.is_dir():
        raise ElcsError(f"There is no folder '{folder}'.")
    entries: dict[str, _Entry] = {}
    data: list[Path] = []
    for file in _files(folder):
        if file.suffix.lower() in NETWORK_ENDINGS:
            name = tidy_name(file.stem.lower().removesuffix(_FITTED))
            entry = entries.setdefault(name, _Entry(name))
            if file.suffix.lower() == ".json":
                entry.graph = file
            else:
                entry.tables = file
        else:
            data.append(file)
    for file in data:
        name = tidy_name(file.stem.lower())
        known = entries.get(name) or entries.get(name.partition("_")[0])
        if known is not None:
            known.files.append(file)
    if not entries:
        raise ElcsError(f"'{folder}' holds no networks: bif, json, ... there or in its folder 'networks'.")
    return entries


def _files(folder: Path) -> Iterator[Path]:
    for place in _PLACES:
        inside = folder / place
        if inside.is_dir():
            ends = (*NETWORK_ENDINGS, *_TABLES)
            yield from (each for each in sorted(inside.iterdir()) if each.suffix.lower() in ends)


def _given(entry: _Entry, rows: int) -> Iterator[DataSet]:
    """The sets that there are data of."""
    truth = entry.graph or entry.tables
    assert truth is not None
    tables = [(file, part, size) for file in entry.files for part, size in _sizes(file).items()]
    exact = [(file, part) for file, part, size in tables if size == rows and not _is_pool(file, part)]
    larger = [(file, part) for file, part, size in tables if size > rows and not _is_pool(file, part)]
    origin = "original" if exact else "original, cut"
    number = 0
    for file, part in exact or larger:
        number += 1
        yield DataSet(entry.title, rows, number, origin, truth, file, part or None)
    if number:
        return
    for file, part, size in tables:
        if _is_pool(file, part) and size >= _NEARLY * rows:
            for first in range(0, max(size - rows, 0) + 1, rows):
                number += 1
                has = min(rows, size - first)
                origin = f"pool, rows {first + 1:,} to {first + has:,}"
                yield DataSet(entry.title, rows, number, origin, truth, file, part or None, first)


def _drawn(entry: _Entry, rows: int, most: int, seed: int) -> Iterator[DataSet]:
    if entry.tables is None or read_network(entry.tables).tables is None:
        return
    origin = "simulated"
    if entry.tables.stem.lower().endswith(_FITTED):
        origin = "simulated, fitted tables"
    elif entry.copies > 1:
        origin = f"simulated, {entry.copies} linked copies"
    for number in range(1, most + 1):
        yield DataSet(
            entry.title, rows, number, origin, entry.tables,
            seed=seed + number - 1, copies=entry.copies, tiling=seed,
        )  # fmt: skip


def _is_pool(file: Path, part: str) -> bool:
    return part == _POOL or file.stem.lower().endswith(f"_{_POOL}")


@cache
def _sizes(file: Path) -> Mapping[str, int]:
    """The rows of each array of a file; of a file that has none, under ''."""
    parts = open_table(file, ImportPlan(), nobody).form.parts or ("",)
    return {part: read_table(file, ImportPlan(part=part or None)).rows for part in parts}


def _cut(whole: Dataset, first: int, rows: int) -> Dataset:
    """So many rows from one on, and of the levels those that occur there."""
    if first == 0 and whole.rows <= rows:
        return whole
    codes = [column[first : first + rows] for column in whole.codes]
    return Dataset.coded(whole.name, whole.columns, codes, [(*levels, None) for levels in whole.levels])
