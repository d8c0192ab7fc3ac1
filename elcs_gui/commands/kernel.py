"""`elcs kernel`: compile the fast G² kernel now, rather than during a first long run."""

from __future__ import annotations

import argparse
import time


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Compile the fast kernel, the machine code that counts for the tests g2 and chi2, and keep it. It "
        "takes a minute at most. Without this command the first long run compiles it beside its own work, "
        "and until then numpy answers; the numbers are the same. Worth it when a container is built."
    )
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:  # noqa: ARG001  every command gets its arguments
    import logging

    from elcs_gui.ci import compiled, kept_kernel
    from elcs_gui.errors import ElcsError

    # What is logged of it is said below, in a sentence.
    logging.getLogger(compiled.__name__).addHandler(logging.NullHandler())
    started = time.perf_counter()
    warmed = compiled.warm_up()
    seconds = time.perf_counter() - started
    if not warmed.ready:
        raise ElcsError(f"There is no compiled kernel, numpy answers instead: {warmed.trouble}")
    if warmed.trouble:
        lost = f"it works, but the next run has to compile it again ({seconds:.1f} s)"
        raise ElcsError(f"{warmed.trouble.rstrip('.')}; {lost}.")
    if warmed.repaired:
        print("What was kept of the kernel was damaged or incomplete, and has been replaced.")
    files, size = kept_kernel.size()
    did = (
        f"compiled in {seconds:.1f} s" if warmed.compiled else f"there already, and loaded in {seconds:.1f} s"
    )
    print(f"The kernel was {did}; no run has to compile anything.")
    print(f"It is kept in {kept_kernel.folder()} ({files} files, {size / 1e6:.1f} MB).")
    return 0
