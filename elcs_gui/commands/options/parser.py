"""The parser of both commands and of their subcommands: argparse with short usage, and suggestions.

Options are written out, for an abbreviation would mean something else, or nothing, as soon as a later version
has another option. What is not known is answered with what may be meant, and with exit code 2.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from elcs_gui.errors import with_signs


class Parser(argparse.ArgumentParser):
    """An argument parser of this program.

    Its usage is one line, unless `usage` says another: what must be given, and that there are options.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"allow_abbrev": False} | options)

    def error(self, message: str) -> NoReturn:
        """As argparse; a name of a file, which a pattern of the shell may have given, is only shown."""
        super().error(with_signs(message))

    def format_usage(self) -> str:
        self._shorten_usage()
        return super().format_usage()

    def format_help(self) -> str:
        self._shorten_usage()
        return super().format_help()

    def _shorten_usage(self) -> None:
        if self.usage is None:
            self.usage = " ".join([self.prog.replace("%", "%%"), *_needed(self)])

    def parse_known_args(  # type: ignore[override]  # of its overloads, the one that is used
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        self._check_options(sys.argv[1:] if args is None else args)
        found, others = super().parse_known_args(args, namespace)
        if others:  # said by the subcommand itself, with its own usage
            self.error(f"there is no use for: {' '.join(others)}")
        return found, others

    def _check_options(self, arguments: Sequence[str]) -> None:
        """Refuse an option that there is not, before another complaint that it may have led to."""
        commands = any(isinstance(action, argparse._SubParsersAction) for action in self._actions)
        for argument in arguments:
            if argument == "--" or (commands and not argument.startswith("-")):
                return  # what follows is no option, or of a subcommand
            name = argument.partition("=")[0]
            if name.startswith("--") and " " not in argument and name not in self._option_string_actions:
                from elcs_gui.data.names import nearest

                known = [option for option in self._option_string_actions if option.startswith("--")]
                near = nearest(name.lstrip("-"), [option.lstrip("-") for option in known])
                meant = f"Did you mean {' or '.join(f'--{option}' for option in near)}?"
                self.error(f"there is no option {name}. {meant if near else f'See: {self.prog} --help'}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """As argparse, which only lists the choices."""
        if action.choices is None or value in action.choices:
            return
        from elcs_gui.data.names import did_you_mean
        from elcs_gui.errors import quoted

        meant = did_you_mean(str(value), [str(choice) for choice in action.choices])
        raise argparse.ArgumentError(action, f"there is no {quoted(str(value))}. {meant}")


def _needed(parser: argparse.ArgumentParser) -> list[str]:
    """What stands in the usage after the name: positional arguments, required options, and `[options]`."""
    actions = [action for action in parser._actions if action.dest != "help"]
    positional = [action for action in actions if not action.option_strings]
    options = [action for action in actions if action.option_strings]
    either = [group for group in parser._mutually_exclusive_groups if group.required]
    grouped = {id(action) for group in either for action in group._group_actions}
    required = [action for action in options if action.required]
    words = [_positional(action) for action in positional]
    words += map(_option, required)
    words += [f"({' | '.join(map(_option, group._group_actions))})" for group in either]
    if any(not action.required and id(action) not in grouped for action in options):
        words.append("[options]")
    return words


def _positional(action: argparse.Action) -> str:
    if isinstance(action, argparse._SubParsersAction):
        return f"{action.metavar or 'COMMAND'} ..."
    name = action.metavar if isinstance(action.metavar, str) else action.dest
    if action.metavar is None and action.choices is not None:
        name = f"{{{','.join(map(str, action.choices))}}}"
    return f"[{name}]" if action.nargs == "?" else name


def _option(action: argparse.Action) -> str:
    metavar = action.metavar if action.metavar is not None else action.dest.upper()
    values = metavar if isinstance(metavar, str) else " ".join(metavar)
    return f"{action.option_strings[0]} {values}"
