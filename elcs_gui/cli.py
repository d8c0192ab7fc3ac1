"""The `elcs` command: everything the engine does, without a window and without Qt.

Exit codes: 0 done (also where whoever read the output has seen enough), 1 the work failed (one clear line on
stderr), 2 wrong usage, 130 cancelled.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from elcs_gui import __version__
from elcs_gui.commands.progress import CANCELLED
from elcs_gui.errors import ElcsError, one_line, with_signs

TYPE_CHECKING = False
if TYPE_CHECKING:  # mypy knows the name; importing `typing` would take longer than all else here
    import argparse

_DESCRIPTION = "Find the direct causes and effects of a variable, test by test."
_USAGE = "elcs [-h] [--version] COMMAND ..."
_OPTIONS = {
    "-h, --help": "show this help message and exit",
    "--version": "show program's version number and exit",
}
_COMMANDS = {
    "run": "find the causes and effects of a variable",
    "survey": "look at a data file: its columns, what is odd about them, what to do",
    "why": "prove an arrow, an undecided edge, a missing edge, a membership",
    "blame": "say which tests made a wrong arrow, where the true network is known",
    "alpha": "show where the result changes with the significance level",
    "stability": "say how often the causes and effects of a variable come back on resampled data",
    "bench": "measure algorithms on many data sets, beside the paper's figures",
    "race": "hold several algorithms side by side on one target",
    "lesson": "check a lesson file, list the lessons that come with the program",
    "algorithms": "list the algorithms",
    "replay": "print a recorded trace as prose",
    "diff": "say where two traces first part",
    "export": "write a recorded trace as a picture, report, structure, log or script",
    "simulate": "draw rows of data from a network with probability tables",
    "guide": "read the guide here, or write it as a site for any browser",
    "kernel": "say which kernel counts for the tests, and why",
}
"""Name -> what it does. Each has a module in `elcs_gui.commands`."""
_USUAL_COLUMNS = 80


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
        from elcs_gui.commands.output import end_errors

        end_errors()


def _answered(arguments: Sequence[str] | None) -> int:
    from elcs_gui.commands.output import ReaderGone, checked_output
    from elcs_gui.data.memory import check_limit

    try:
        check_limit()
        with checked_output():
            given = sys.argv[1:] if arguments is None else arguments
            # As the parser would say it; argparse takes longer to load than to answer.
            if list(given) == ["--version"]:
                print(f"elcs {__version__}")
                return 0
            if sorted(given) == ["--verbose", "--version"]:
                from elcs_gui.versions import report

                print(report())
                return 0
            if list(given) in (["--help"], ["-h"]):
                print(_overview())
                return 0
            args = _parser(given).parse_args(given)
            from elcs_gui.commands.options.named_files import named_files

            with named_files(args):
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
        return _failed(f"A part of the program cannot be loaded: {one_line(error).rstrip('.')}.")


def _failed(said: str, code: int = 1) -> int:
    with suppress(OSError):  # nobody can be told
        print(f"elcs: {with_signs(said)}", file=sys.stderr, flush=True)
    return code


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """What understands these arguments; nothing is made or imported but for the command that they name, for
    help and wrong usage are to be answered at once."""
    from elcs_gui.commands.options.parser import Parser

    unnamed = Parser(add_help=False, formatter_class=_help)

    def parser_of(prog: str) -> Parser:
        named = prog.rpartition(" ")[2] in arguments
        return Parser(prog, formatter_class=_help) if named else unnamed

    parser = Parser(prog="elcs", usage=_USAGE, description=_DESCRIPTION, formatter_class=_help)
    parser.add_argument("--version", action="version", version=f"elcs {__version__}")
    commands: argparse._SubParsersAction[argparse.ArgumentParser] = parser.add_subparsers(
        title="commands", prog="elcs", metavar="COMMAND", required=True, parser_class=parser_of
    )  # type: ignore[call-overload]  # a function makes parsers as well as a class does
    for name, sentence in _COMMANDS.items():
        command = commands.add_parser(name, help=sentence)
        if command is not unnamed:
            import_module(f"elcs_gui.commands.{name}").add_to(command)
    return parser


def _overview() -> str:
    """The help of the program itself."""

    def listed(indent: str, table: dict[str, str]) -> list[str]:
        return [line for name, said in table.items() for line in _wrapped(indent + name, said)]

    return "\n".join([
        f"usage: {_USAGE}", "", *_wrapped("", _DESCRIPTION, 0), "",
        "options:", *listed("  ", _OPTIONS), "", "commands:", "  COMMAND", *listed("    ", _COMMANDS),
    ])  # fmt: skip


def _wrapped(name: str, text: str, indent: int = 14) -> list[str]:
    """`text` from column `indent` on, after the name where that is short enough."""
    words, width = text.split(), _columns() - 2
    lines = [name] if name and len(name) > indent - 2 else []
    line = (name if not lines else "").ljust(indent) + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > width:
            lines.append(line)
            line = " " * indent + word
        else:
            line += f" {word}"
    return [*lines, line]


def _help(prog: str) -> argparse.HelpFormatter:
    """As wide as the terminal. By itself argparse asks `shutil`, which first loads three compressors."""
    import argparse

    return argparse.HelpFormatter(prog, width=_columns() - 2)


def _columns() -> int:
    with suppress(KeyError, ValueError):
        if (columns := int(os.environ["COLUMNS"])) > 0:
            return columns
    with suppress(OSError):  # not on a terminal
        return os.get_terminal_size().columns or _USUAL_COLUMNS
    return _USUAL_COLUMNS


if __name__ == "__main__":
    sys.exit(main())
