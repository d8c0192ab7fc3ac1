"""`elcs simulate`: draw data from a known network."""

from __future__ import annotations

import argparse
from pathlib import Path

from elcs_gui.commands.parsing import Commands, names, positive, rate, whole


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("simulate", help="draw rows of data from a network with probability tables")
    parser.add_argument("network", type=Path, metavar="NET")
    parser.add_argument("--rows", type=positive, required=True, metavar="N")
    parser.add_argument("--seed", type=whole, required=True, metavar="S")
    parser.add_argument(
        "--to", type=Path, required=True, metavar="FILE", help="csv, tsv or npz, by its ending"
    )
    parser.add_argument(
        "--tiles", type=positive, default=1, metavar="K", help="copies of the network, linked"
    )
    parser.add_argument("--missing", type=rate, default=0.0, metavar="RATE", help="share of cells left empty")
    parser.add_argument("--hide", type=names, default=[], metavar="A,B", help="variables to leave out")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from elcs_gui.data.network_files import read_network
    from elcs_gui.data.sampling import blank_cells, hide, sample, tile
    from elcs_gui.data.writers import write_table

    network = read_network(args.network)
    if args.tiles > 1:
        network = tile(network, args.tiles, args.seed)
    data = hide(sample(network, args.rows, args.seed), args.hide)
    missing = blank_cells(data, args.missing, args.seed) if args.missing else None
    write_table(data, args.to, missing=missing)
    print(f"{args.to}: {data.rows} rows of {data.variables} variables.")
    return 0
