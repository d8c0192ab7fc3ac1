"""The arguments of long work: every variable as the target, and whether processes or a cluster do it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.commands.options.parsing import positive

if TYPE_CHECKING:
    from elcs_gui.parallel.cluster import Place

_CERTIFICATES = {
    "--tls-ca": "the authority that signed the scheduler's certificate",
    "--tls-cert": "our certificate",
    "--tls-key": "its key",
}


def add_sweep(what: argparse._ArgumentGroup, out: argparse._ArgumentGroup) -> None:
    """All targets, and a file for them."""
    what.add_argument(
        "--all-targets", action="store_true", help="every variable in turn, in place of --target"
    )
    out.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help="with --all-targets: write the objects to a file, a line each; called again with it, the work "
        "goes on where it was",
    )


def check_sweep(args: argparse.Namespace) -> None:
    """Exit with code 2 where these options do not fit together."""
    if args.all_targets and args.target is not None:
        args.usage("give either --target or --all-targets, not both")
    if not args.all_targets and args.target is None and args.example is None:
        args.usage("name a --target, or ask for --all-targets")
    if args.results is not None and not args.all_targets:
        args.usage("--results is for --all-targets")


def add_place(parser: argparse.ArgumentParser) -> None:
    """Where it is done."""
    where = parser.add_argument_group("where")
    where.add_argument(
        "--jobs", type=positive, default=1, metavar="N", help="how many processes work (default 1)"
    )
    where.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="a Dask cluster in place of processes: tcp://host:8786. It runs code; name only one you trust",
    )
    for option, what in _CERTIFICATES.items():
        where.add_argument(option, metavar="FILE", help=f"for tls://host:8786: {what} (PEM)")
    parser.set_defaults(usage=parser.error)


def check_place(args: argparse.Namespace) -> None:
    """Exit with code 2 where these options do not fit together."""
    if args.scheduler is None and (args.tls_ca or args.tls_cert or args.tls_key):
        args.usage("--tls-ca, --tls-cert and --tls-key are for a --scheduler")
    if args.scheduler is not None and args.jobs != 1:
        args.usage("give either --jobs or --scheduler, not both: a cluster has its own workers")


def place_of(args: argparse.Namespace) -> Place:
    """Where the arguments want it done."""
    if args.scheduler is None:
        jobs: int = args.jobs
        return jobs
    from elcs_gui.parallel.cluster import Scheduler

    return Scheduler(args.scheduler, args.tls_ca, args.tls_cert, args.tls_key)
