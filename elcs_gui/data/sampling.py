"""Data made from networks: samples, larger networks out of copies of one, hidden and blanked variables.

Everything random comes from one generator made of a seed, and goes through the variables in a fixed order:
the same arguments give the same data, on every run and every machine. Each variable takes as many numbers of
the generator as there are rows, one variable after the other; as a generator can be set forward, rows can be
drawn in blocks all the same.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.cells import code_type
from elcs_gui.data.columns.coding import Column
from elcs_gui.data.dataset import Dataset, check_size
from elcs_gui.data.network import Network, check_table_size
from elcs_gui.errors import DataError

Table = NDArray[np.float64]

BLOCK = 1 << 16
"""Rows that are drawn at a time."""

_TILING_ROWS = 50_000
"""Rows drawn while tiling, to know how often the parents of a new table take each configuration."""

_MOST_FITTING_ROUNDS = 1000
_FITTING_TOLERANCE = 1e-12


def sample(
    network: Network,
    rows: int,
    seed: int,
    tell: Callable[[float], None] | None = None,
    *,
    by_node: bool = False,
) -> Dataset:
    """`rows` independent draws from the network; columns in the order of its nodes.

    Only levels that were drawn are kept, so that a rare variable may come out constant. `tell` hears how much
    is done, from 0 to 1. With `by_node` every node has random numbers of its own: fewer rows are the first
    ones of more, and another arrow or table changes nothing but the node it leads to and what follows.
    """
    blocks = sample_blocks(network, rows, seed, by_node=by_node)
    check_size(rows, len(network.nodes), f"A sample of {network.name}")
    codes = np.empty((len(network.nodes), rows), dtype=_code_type(network))
    done = 0
    for block in blocks:
        codes[:, done : done + block.shape[1]] = block
        done += block.shape[1]
        if tell is not None:
            tell(done / rows)
    return Dataset.coded(network.name, network.nodes, list(codes), network.levels)


def sample_blocks(network: Network, rows: int, seed: int, *, by_node: bool = False) -> Iterator[Column]:
    """The same draws as codes of the network's levels, (nodes, some rows) at a time."""
    tables = _tables(network)
    if rows < 1:
        raise DataError(f"A sample of {network.name} needs at least one row, not {rows:,}.")
    order = network.topological_order()
    if by_node:
        streams = {node: np.random.default_rng([seed, node]) for node in order}
    else:
        streams = dict(zip(order, _streams(lambda: _generator(seed), len(order), rows), strict=True))
    return _sampled(network, tables, order, streams, rows)


def _sampled(
    network: Network,
    tables: Sequence[Table],
    order: Sequence[int],
    streams: Mapping[int, np.random.Generator],
    rows: int,
) -> Iterator[Column]:
    for start in range(0, rows, BLOCK):
        codes = np.empty((len(order), min(BLOCK, rows - start)), dtype=_code_type(network))
        for node in order:
            _draw(tables[node], codes, network.parents[node], streams[node], into=codes[node])
        yield codes


def tile(network: Network, copies: int, seed: int, tell: Callable[[float], None] | None = None) -> Network:
    """A network of several copies of `network`, whose nodes are called `A_1`, `A_2`, ...

    In each copy but the first, some of the roots (at least one) get one to three parents from earlier copies.
    The new tables are random, but keep the roots' marginal distributions (up to the error of the sample from
    which the distribution of the parents is known); all other tables are copied. `tell` hears how much is
    done, from 0 to 1.
    """
    base_tables = _tables(network)
    if copies < 1:
        raise DataError(f"A tiling of {network.name} needs at least one copy, not {copies:,}.")
    size = len(network.nodes)
    check_size(_TILING_ROWS, copies * size, f"A tiling of {network.name}")
    random = _generator(seed)
    roots = [node for node in range(size) if not network.parents[node]]
    levels = network.levels * copies
    codes = np.empty((copies * size, _TILING_ROWS), dtype=_code_type(network))
    all_parents: list[tuple[int, ...]] = []
    all_tables: list[Table] = []
    for start in range(0, copies * size, size):
        parents = [tuple(start + parent for parent in of_node) for of_node in network.parents]
        tables = list(base_tables)
        for root in _some(roots, random) if start else ():
            parents[root] = _earlier(start, random)
            shape = tuple(len(levels[parent]) for parent in parents[root])
            check_table_size((*shape, len(levels[root])), network.nodes[root], f"A tiling of {network.name}")
            often = np.bincount(_configurations(codes, parents[root], shape), minlength=int(np.prod(shape)))
            fitted = _keeping_marginal(base_tables[root], often / _TILING_ROWS, random)
            tables[root] = fitted.reshape(*shape, -1)
        for node in network.topological_order():
            _draw(tables[node], codes, parents[node], random, into=codes[start + node])
        all_parents += parents
        all_tables += tables
        if tell is not None:
            tell(start / (copies * size))
    nodes = tuple(f"{node}_{copy}" for copy in range(1, copies + 1) for node in network.nodes)
    return Network(f"{network.name} x {copies}", nodes, tuple(all_parents), levels, tuple(all_tables))


def hide(data: Dataset, names: Collection[str]) -> Dataset:
    """The data without the named variables: unobserved, as causes often are."""
    hidden = {data.index(name) for name in names}
    seen = [variable for variable in range(data.variables) if variable not in hidden]
    levels = tuple(data.levels[variable] for variable in seen)
    most = max((len(data.levels[variable]) + (variable in data.gaps) for variable in seen), default=0)
    return Dataset(
        data.name,
        tuple(data.columns[variable] for variable in seen),
        data.codes[seen].astype(code_type(most)),
        levels,
        None if data.values is None else data.values[seen],
        data.counts,
    )


def blank_cells(data: Dataset, rate: float, seed: int) -> NDArray[np.bool_]:
    """Which cells (variables, rows) go missing if each does with probability `rate`; for `write_table`."""
    return np.concatenate(list(blank_blocks(data.variables, data.rows, rate, seed)), axis=1)


def blank_blocks(variables: int, rows: int, rate: float, seed: int) -> Iterator[NDArray[np.bool_]]:
    """The same for some rows at a time, as many as `sample_blocks` gives."""
    if not 0 <= rate < 1:
        raise DataError(f"The rate of missing values must be at least 0 and below 1, not {rate:g}.")
    # Not the numbers that `sample` draws from the same seed: they would blank its first levels and no others.
    streams = _streams(lambda: _generator(seed).spawn(1)[0], variables, rows)
    for start in range(0, rows, BLOCK):
        some = min(BLOCK, rows - start)
        yield np.array([stream.random(some) < rate for stream in streams])


def _tables(network: Network) -> tuple[Table, ...]:
    if network.tables is None:
        raise DataError(
            f"{network.name} has no probability tables: only a network that has them can be sampled."
        )
    return network.tables


def _generator(seed: int) -> np.random.Generator:
    if seed < 0:
        raise DataError(f"The seed must be 0 or a positive whole number, not {seed}.")
    return np.random.default_rng(seed)


def _streams(
    generator: Callable[[], np.random.Generator], count: int, rows: int
) -> list[np.random.Generator]:
    """The same generator so many times, each set forward by as many rows as all before it take."""
    streams = [generator() for _ in range(count)]
    for place, stream in enumerate(streams):
        bits = stream.bit_generator
        assert isinstance(bits, np.random.PCG64)  # numpy's usual one; it takes one step a number
        bits.advance(place * rows)
    return streams


def _code_type(network: Network) -> type[np.uint8] | type[np.uint16]:
    return code_type(max(map(len, network.levels), default=0))


def _draw(
    table: Table, codes: Column, parents: Sequence[int], random: np.random.Generator, *, into: Column
) -> None:
    """Draw a node for all rows at once: one uniform number a row, cut by the cumulated row of its table."""
    steps = np.cumsum(table.reshape(-1, table.shape[-1]), axis=1)
    steps /= steps[:, -1:]  # so that a level of probability 0 at the end is never reached
    configurations = _configurations(codes, parents, table.shape[:-1])
    chance = random.random(codes.shape[1])
    into[:] = 0
    for level in range(table.shape[-1] - 1):
        into += chance >= steps[configurations, level]


def _configurations(codes: Column, parents: Sequence[int], shape: Sequence[int]) -> NDArray[np.intp]:
    """For each row, which row of a table with these parents it falls into."""
    configurations = np.zeros(codes.shape[1], dtype=np.intp)
    for parent, size in zip(parents, shape, strict=True):
        configurations *= size
        configurations += codes[parent]
    return configurations


def _some(roots: Sequence[int], random: np.random.Generator) -> list[int]:
    chosen = [root for root in roots if random.random() < 0.5]
    return chosen or [roots[int(random.integers(len(roots)))]]


def _earlier(start: int, random: np.random.Generator) -> tuple[int, ...]:
    """One to three of the nodes before `start`."""
    count = min(int(random.integers(1, 4)), start)
    return tuple(sorted(random.choice(start, size=count, replace=False).tolist()))


def _keeping_marginal(marginal: Table, weights: Table, random: np.random.Generator) -> Table:
    """A random table x (configurations, levels) with rows that sum to 1 and `weights @ x == marginal`.

    Found by iterative proportional fitting from a uniform random start; `weights` are the probabilities of
    the configurations. Those that never occur get rows like any other, which the fit does not see.
    """
    table = 1.0 - random.random((len(weights), len(marginal)))  # above 0, so that every level can be reached
    table *= marginal  # a first step of the fit
    table /= table.sum(axis=1, keepdims=True)
    possible = marginal > 0
    for _ in range(_MOST_FITTING_ROUNDS):
        reached = weights @ table
        if np.abs(reached - marginal).max() < _FITTING_TOLERANCE:
            break
        table[:, possible] *= marginal[possible] / reached[possible]
        table /= table.sum(axis=1, keepdims=True)
    return table
