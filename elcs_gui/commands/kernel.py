"""`elcs kernel`: which kernel counts for the tests G² and χ², and why; `--build` builds it."""

from __future__ import annotations

import argparse


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Say what counts for the tests g2 and chi2: the kernel, machine code that was built with the "
        "package, or numpy, and why. The numbers are the same. Ends with 1 where it is numpy."
    )
    parser.add_argument(
        "--build",
        action="store_true",
        help="build the kernel for this installation first, with the C compiler of this machine",
    )
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from elcs_gui.errors import ElcsError
    from elcs_gui.native.library import library, load_again, words

    if args.build:
        from elcs_gui.native.build import CannotBuild, build

        try:
            build()
        except CannotBuild as reason:
            raise ElcsError(str(reason)) from None
        load_again()
    print(words())
    return 0 if library() is not None else 1
