"""`elcs kernel`: compile the fast G² kernel now, rather than during a first long run."""

from __future__ import annotations

import argparse
import time


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:  # noqa: ARG001  every command gets its arguments
    from elcs_gui.ci import compiled, kept_kernel
    from elcs_gui.errors import ElcsError

    started = time.perf_counter()
    warmed = compiled.warm_up()
    seconds = time.perf_counter() - started
    if not warmed.ready:
        raise ElcsError(f"There is no compiled kernel, numpy answers instead: {warmed.trouble}")
    if warmed.trouble:
        raise ElcsError(f"{warmed.trouble} It was compiled in {seconds:.1f} s and works, but is lost again.")
    if warmed.repaired:
        print("What was kept of the kernel was damaged or incomplete, and has been replaced.")
    files, size = kept_kernel.size()
    did = (
        f"compiled in {seconds:.1f} s" if warmed.compiled else f"there already, and loaded in {seconds:.1f} s"
    )
    print(f"The kernel was {did}; no run has to compile anything.")
    print(f"It is kept in {kept_kernel.folder()} ({files} files, {size / 1e6:.1f} MB).")
    return 0
