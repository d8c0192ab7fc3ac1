"""`elcs simulate`: draw data from a known network."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.commands.options.named_files import NETWORK, InputFile
from elcs_gui.commands.options.parsing import names, positive, rate, whole

if TYPE_CHECKING:
    from elcs_gui.data.network import Network


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Draw rows of data at random from a network with probability tables. The same seed draws the same "
        "rows."
    )
    parser.usage = f"{parser.prog} NET --rows N --seed S --to FILE [options]"  # or an example in place of NET
    parser.add_argument(
        "network", type=Path, action=InputFile, wants=NETWORK, nargs="?", metavar="NET",
        help="a network with probability tables: bif, xmlbif, xdsl or net",
    )  # fmt: skip
    parser.add_argument("--example", metavar="ID", help="the network of a bundled example in place of NET")
    parser.add_argument("--rows", type=positive, required=True, metavar="N", help="how many rows")
    parser.add_argument(
        "--seed", type=whole, required=True, metavar="S", help="a whole number: where chance begins"
    )
    parser.add_argument(
        "--to",
        type=Path,
        required=True,
        metavar="FILE",
        help="the file to write; its ending says how: csv, tsv, xlsx, parquet, arff, npz",
    )
    parser.add_argument(
        "--tiles",
        type=positive,
        default=1,
        metavar="K",
        help="make a larger network of K linked copies first",
    )
    parser.add_argument(
        "--missing",
        type=rate,
        default=0.0,
        metavar="RATE",
        help="leave out so many cells, at random: 0.1 is a tenth",
    )
    parser.add_argument(
        "--hide",
        type=names,
        default=[],
        metavar="A,B",
        help="leave out these variables: they still have their effects",
    )
    parser.add_argument(
        "--network-to",
        type=Path,
        metavar="FILE",
        help="write the network too, with copies and hidden nodes: bif, xmlbif, xdsl, net, dot, ...",
    )
    parser.set_defaults(execute=execute, usage=parser.error)


def _warn_of_pandas(path: Path, network: Network) -> None:
    """Say so where pandas would take a level for a missing value: this program does not."""
    from elcs_gui.data.plan import PANDAS_MISSING
    from elcs_gui.errors import quoted, shown

    if path.suffix.lower() not in (".csv", ".tsv", ".xlsx"):
        return
    for node, levels in zip(network.nodes, network.levels, strict=True):
        taken = [level for level in levels if level in PANDAS_MISSING]
        if taken:
            print(
                f"elcs: pandas takes the level {quoted(taken[0])} of {quoted(node)} for a missing value: "
                f"read {shown(path.name)} with keep_default_na=False, or write .parquet.",
                file=sys.stderr,
            )
            return


def execute(args: argparse.Namespace) -> int:
    from elcs_gui.data.examples import find_example
    from elcs_gui.data.network_files import check_network_ending, read_network
    from elcs_gui.data.simulation import SimulationPlan, simulate_into, write_drawn_from

    if (args.network is None) == (args.example is None):
        args.usage("name a network: a file NET, or a bundled one with --example ID")
    if args.network_to is not None:
        check_network_ending(args.network_to)
    network = find_example(args.example).load_network() if args.example else read_network(args.network)
    plan = SimulationPlan(args.rows, args.seed, args.tiles, tuple(args.hide), args.missing)
    variables, drawn_from = simulate_into(args.to, network, plan)
    print(f"{args.to}: {plan.rows} rows of {variables} variables.")
    _warn_of_pandas(args.to, drawn_from)
    if args.network_to is not None:
        print(f"{args.network_to}: {write_drawn_from(drawn_from, plan, args.network_to)}.")
    return 0
