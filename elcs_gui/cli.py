"""The `elcs` command: everything the engine does, without a window and without Qt.

Exit codes: 0 done, 1 the work failed (one clear line on stderr), 2 wrong usage, 130 cancelled.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from elcs_gui import __version__
from elcs_gui.commands import (
    algorithms,
    alpha,
    blame,
    diff,
    export,
    kernel,
    replay,
    run,
    simulate,
    stability,
    survey,
    why,
)
from elcs_gui.commands.interrupting import CANCELLED
from elcs_gui.errors import ElcsError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    parser = _parser()
    args = parser.parse_args(arguments)
    try:
        code: int = args.execute(args)
        sys.stdout.flush()
    except ElcsError as error:
        print(f"elcs: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("elcs: cancelled", file=sys.stderr)
        return CANCELLED
    except BrokenPipeError:
        # Whoever read our output has seen enough (`elcs replay FILE | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="elcs", description="Find the direct causes and effects of a variable, test by test."
    )
    parser.add_argument("--version", action="version", version=f"elcs {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (
        run, survey, why, blame, alpha, stability, algorithms, replay, diff, export, simulate, kernel
    ):  # fmt: skip
        module.add_to(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
