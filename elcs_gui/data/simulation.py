"""Data to order: how many rows of which network, with what hidden or missing, and what will come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.dataset import MOST_CELLS, Dataset, check_not_empty
from elcs_gui.data.names import listed, position
from elcs_gui.data.network import Network
from elcs_gui.data.network_files import keeps_hidden, write_network
from elcs_gui.data.sampling import blank_blocks, blank_cells, hide, sample, sample_blocks, tile
from elcs_gui.data.tables.writers import with_gaps, write_table
from elcs_gui.errors import DataError

Tell = Callable[[float], None]
"""Hears how much is done, from 0 to 1; what it raises ends the work."""

_TILING = 0.3
"""The share of the work that linking copies takes, about."""


def tell_nobody(share: float) -> None:
    """Nobody listens."""


@dataclass(frozen=True)
class SimulationPlan:
    """What is ordered.

    Attributes:
        copies: of the network, linked with one another; of several, the nodes are called `A_1`, `A_2`, ...
        hidden: variables (so called) that are drawn and then left out.
        missing: the share of cells that go empty, at random.
        by_node: every node has random numbers of its own; see `sample`.
    """

    rows: int = 5000
    seed: int = 0
    copies: int = 1
    hidden: tuple[str, ...] = ()
    missing: float = 0.0
    by_node: bool = False


@dataclass(frozen=True, eq=False)
class SimulationOrder:
    """A plan, of which network, and what becomes of the data: shown with title and target, or written."""

    network: Network
    plan: SimulationPlan
    title: str = "Simulated data"
    target: str | None = None
    to: Path | None = None
    network_to: Path | None = None


@dataclass(frozen=True)
class ExpectedData:
    """What a plan will give, as far as can be said before it is carried out.

    Attributes:
        arrows: between the variables that are seen; a lower bound (`at_least`) where copies are linked.
        megabytes: of memory.
        problem: why it cannot be carried out, in one sentence; empty if it can.
    """

    variables: int
    hidden: int
    rows: int
    arrows: int
    at_least: bool
    megabytes: float
    problem: str = ""


def node_names(network: Network, copies: int) -> tuple[str, ...]:
    """What the variables will be called."""
    if copies == 1:
        return network.nodes
    return tuple(f"{node}_{copy}" for copy in range(1, copies + 1) for node in network.nodes)


def outlook(network: Network, plan: SimulationPlan) -> ExpectedData:
    """What to expect of `plan`; quick, for it is asked at every key press."""
    names = node_names(network, plan.copies)
    hidden = set(plan.hidden).intersection(names)
    size = len(network.nodes)
    arrows = sum(
        names[copy * size + tail] not in hidden and names[copy * size + head] not in hidden
        for copy in range(plan.copies)
        for tail, head in network.edges
    )
    seen = len(names) - len(hidden)
    code = 1 if max(map(len, network.levels), default=0) <= 256 else 2
    problem = ""
    if network.tables is None:
        problem = f"{network.name} has no probability tables: only a network that has them can be sampled."
    elif seen < 2:
        problem = "At least two variables must be seen: hide fewer."
    elif plan.rows * len(names) > MOST_CELLS:
        problem = f"That is more than {MOST_CELLS:,} cells: take fewer rows or copies."
    return ExpectedData(
        seen, len(hidden), plan.rows, arrows, plan.copies > 1, plan.rows * len(names) * code / 1e6, problem
    )


def outlook_sentence(expected: ExpectedData) -> str:
    """The same in words: "5,000 rows of 8 variables, 8 arrows between them, about 0.04 MB in memory."."""
    if expected.problem:
        return expected.problem
    rows = "1 row" if expected.rows == 1 else f"{expected.rows:,} rows"
    hidden = f" ({expected.hidden:,} more hidden)" if expected.hidden else ""
    least = "at least " if expected.at_least else ""
    arrows = "1 arrow" if expected.arrows == 1 else f"{expected.arrows:,} arrows"
    size = f"{expected.megabytes:,.0f}" if expected.megabytes >= 10 else f"{expected.megabytes:.2g}"
    return (
        f"{rows} of {expected.variables:,} variables{hidden}, {least}{arrows} between them; "
        f"about {size} MB in memory."
    )


def simulate(network: Network, plan: SimulationPlan, tell: Tell = tell_nobody) -> tuple[Dataset, Network]:
    """The data, and the network they come from: of all copies, with the hidden nodes."""
    network, tell_rest = _linked(network, plan, tell)
    data = sample(network, plan.rows, plan.seed, tell_rest, by_node=plan.by_node)
    if plan.hidden:
        data = hide(data, plan.hidden)
    if plan.missing:
        data = with_gaps(data, blank_cells(data, plan.missing, plan.seed))
    return data, network


def simulate_into(
    path: Path, network: Network, plan: SimulationPlan, tell: Tell = tell_nobody
) -> tuple[int, Network]:
    """The same data into a file: how many variables they have, and the network.

    A Parquet file is written as the rows are drawn, so that there may be more of them than memory holds.
    """
    if path.suffix.lower() != ".parquet":
        data, network = simulate(network, plan, tell)
        write_table(data, path)
        return data.variables, network
    from elcs_gui.data.tables.parquet import write_parquet_blocks

    network, tell_rest = _linked(network, plan, tell)
    seen = _seen(network, plan.hidden)
    names, levels = [network.nodes[node] for node in seen], [network.levels[node] for node in seen]
    write_parquet_blocks(names, levels, _blocks(network, plan, seen, tell_rest), path)
    return len(seen), network


def write_drawn_from(network: Network, plan: SimulationPlan, path: Path) -> str:
    """Write the network that data were drawn from, its hidden nodes marked if the format has a word for them.

    Returns what the file holds: "8 nodes, 1 of them hidden, and 9 arrows".
    """
    words, arrows = f"{len(network.nodes)} nodes", f" and {len(network.edges)} arrows"
    if not plan.hidden:
        write_network(network, path)
        return words + arrows
    if keeps_hidden(path):
        marked = network.hiding(plan.hidden)
        write_network(marked, path)
        return f"{words}, {marked.hidden} of them hidden,{arrows}"
    write_network(network, path)
    return (
        f"{words}{arrows}; {path.suffix} cannot say which are hidden: where it is used without the data, add "
        f"--ignore {','.join(plan.hidden)}"
    )


def _linked(network: Network, plan: SimulationPlan, tell: Tell) -> tuple[Network, Tell]:
    """The network that is drawn from, and what hears of the rest of the work."""
    if plan.copies == 1:
        return network, tell
    linked = tile(network, plan.copies, plan.seed, lambda share: tell(share * _TILING))
    return linked, lambda share: tell(_TILING + share * (1 - _TILING))


def _seen(network: Network, hidden: Sequence[str]) -> list[int]:
    """The nodes that are not hidden, at least two of them."""
    unseen = {position(name, network.nodes, network.name) for name in hidden}
    seen = [node for node in range(len(network.nodes)) if node not in unseen]
    check_not_empty(1, len(seen), network.name)
    return seen


def _blocks(
    network: Network, plan: SimulationPlan, seen: Sequence[int], tell: Tell
) -> Iterator[NDArray[np.uint16]]:
    """Codes of the nodes that are seen, some rows at a time; one past the last level where missing."""
    unknown = np.array([[len(network.levels[node])] for node in seen], dtype=np.uint16)
    blank = blank_blocks(len(seen), plan.rows, plan.missing, plan.seed)
    done = 0
    for drawn in sample_blocks(network, plan.rows, plan.seed, by_node=plan.by_node):
        codes = drawn[list(seen)].astype(np.uint16)
        yield np.where(next(blank), unknown, codes) if plan.missing else codes
        done += codes.shape[1]
        tell(done / plan.rows)


def check_varied(data: Dataset) -> None:
    """A DataError that names the variables of which only one level was drawn: they teach nothing."""
    constant = [name for name, levels in zip(data.columns, data.levels, strict=True) if len(levels) < 2]
    if constant:
        raise DataError(
            f"In {data.rows:,} rows, {listed(constant)} came out the same throughout: draw more rows, "
            f"take another seed, or hide {'it' if len(constant) == 1 else 'them'}."
        )


def carried_out(order: SimulationOrder, tell: Tell = tell_nobody) -> str:
    """Simulate and write what is to be written; the sentence that says so."""
    assert order.to is not None
    variables, network = simulate_into(order.to, order.network, order.plan, tell)
    sentence = f"{order.plan.rows:,} rows of {variables:,} variables are in {order.to.name}"
    if order.network_to is not None:
        write_drawn_from(network, order.plan, order.network_to)
        sentence += f", their network in {order.network_to.name}"
    return f"{sentence}."
