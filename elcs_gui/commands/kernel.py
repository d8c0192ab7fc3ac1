"""`elcs kernel`: compile the fast G² kernel now, rather than during a first long run."""

from __future__ import annotations

import argparse
import time

from elcs_gui.commands.parsing import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("kernel", help="compile the fast kernel now, and say where it is kept")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:  # noqa: ARG001  every command gets its arguments
    from elcs_gui.ci import compiled

    started = time.perf_counter()
    compiled.warm_up()
    if compiled.kernel_if_ready() is None:
        print("The compiled kernel is not available here; numpy answers instead.")
        return 0
    print(
        f"The kernel is ready after {time.perf_counter() - started:.1f} s, kept in {compiled.cache_folder()}."
    )
    return 0
