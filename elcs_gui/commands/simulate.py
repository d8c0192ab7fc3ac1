"""`elcs simulate`: draw data from a known network."""

from __future__ import annotations

import argparse
from pathlib import Path

from elcs_gui.commands.options.named_files import NETWORK, InputFile
from elcs_gui.commands.options.parsing import names, positive, rate, whole


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "network", type=Path, action=InputFile, wants=NETWORK, nargs="?", metavar="NET",
        help="a network with probability tables: bif, xmlbif, xdsl or net",
    )  # fmt: skip
    parser.add_argument("--example", metavar="ID", help="a bundled example's network instead of NET")
    parser.add_argument("--rows", type=positive, required=True, metavar="N")
    parser.add_argument("--seed", type=whole, required=True, metavar="S")
    parser.add_argument(
        "--to",
        type=Path,
        required=True,
        metavar="FILE",
        help="by its ending: csv, tsv, xlsx, parquet, arff, npz",
    )
    parser.add_argument(
        "--tiles", type=positive, default=1, metavar="K", help="copies of the network, linked"
    )
    parser.add_argument("--missing", type=rate, default=0.0, metavar="RATE", help="share of cells left empty")
    parser.add_argument("--hide", type=names, default=[], metavar="A,B", help="variables to leave out")
    parser.add_argument(
        "--network-to",
        type=Path,
        metavar="FILE",
        help="write the network too, with copies and hidden nodes: bif, xmlbif, xdsl, net, dot, ...",
    )
    parser.set_defaults(execute=execute, usage=parser.error)


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
    if args.network_to is not None:
        print(f"{args.network_to}: {write_drawn_from(drawn_from, plan, args.network_to)}.")
    return 0
