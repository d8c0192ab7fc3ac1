"""The `elcs` command: everything the engine does, without a window and without Qt.

Exit codes: 0 done (also where whoever read the output has seen enough), 1 the work failed (one clear line on
stderr), 2 wrong usage, 130 cancelled.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from elcs_gui.commands.interrupting import CANCELLED
from elcs_gui.errors import ElcsError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    try:
        return _answered(arguments)
    except KeyboardInterrupt:
        # CPython notes an interrupt inside any `exec` of a text (dataclasses use it) and, though caught,
        # would in the end kill itself with SIGINT; running another text makes it forget.
        exec("")
        return _failed("cancelled", CANCELLED)
    finally:
        if arguments is None:
            # All is done or given up: Ctrl+C must not disturb Python, or Qt, in taking itself apart.
            signal.signal(signal.SIGINT, signal.SIG_IGN)


def _answered(arguments: Sequence[str] | None) -> int:
    from elcs_gui.commands.output import ReaderGone, checked_output
    from elcs_gui.data.memory import check_limit

    try:
        check_limit()
        with checked_output():
            args = _parser().parse_args(arguments)
            code: int = args.execute(args)
        return code
    except ReaderGone:
        return 0
    except ElcsError as error:
        return _failed(str(error))
    except MemoryError:
        return _failed("There is not enough memory for this: close other programs, or work on fewer data.")
    except RecursionError:
        return _failed("What is to be read is nested too deep.")
    except OSError as error:
        where = f"'{error.filename}': " if error.filename else ""
        return _failed(f"{where}{error.strerror or error}.")
    except ImportError as error:
        # A library that is missing, broken, or too large for the memory there is.
        return _failed(f"A part of the program cannot be loaded: {_one_line(error)}.")


def _failed(said: str, code: int = 1) -> int:
    with suppress(OSError):  # nobody can be told
        print(f"elcs: {said}", file=sys.stderr, flush=True)
    return code


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:300].rstrip(".")


def _parser() -> argparse.ArgumentParser:
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
