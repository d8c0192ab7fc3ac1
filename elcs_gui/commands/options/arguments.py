"""The arguments that say what to learn from, for which target and how: one wording for every command.

A command adds the groups it takes (`add_source`, `add_target`, `add_method`, or `add_inquiry` for all of
them), checks them (`check_source`, `check_inquiry`: wrong usage is exit code 2) and turns them into a `Task`.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.commands.options import import_options, parsing, sweep_options
from elcs_gui.commands.options.named_files import DATA, NETWORK, InputFile

if TYPE_CHECKING:
    from elcs_gui.ci.evidence import Evidence
    from elcs_gui.storage.study import Study
    from elcs_gui.trace.trace import Header


def add_source(parser: argparse.ArgumentParser) -> None:
    """What to learn from."""
    source = parser.add_argument_group("what to learn from")
    source.add_argument(
        "data", type=parsing.data_named, action=InputFile, wants=DATA, nargs="?", metavar="DATA",
        help=parsing.DATA,
    )  # fmt: skip
    source.add_argument(
        "--network",
        type=Path,
        action=InputFile,
        wants=NETWORK,
        metavar="NET",
        help="a known network (bif, xmlbif, xdsl, net, dot, ...): with DATA, the truth to compare with; "
        "alone, what is asked",
    )
    source.add_argument(
        "--example",
        action=_Example,
        metavar="ID",
        help="a bundled example in place of files; 'list' names them",
    )
    import_options.add_to(parser)
    parser.set_defaults(usage=parser.error)


def add_target(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """For which variable; the group, for what else a command can find."""
    what = parser.add_argument_group("what to find")
    what.add_argument("--target", metavar="NAME", help="the variable whose causes and effects are sought")
    return what


def add_method(
    parser: argparse.ArgumentParser, *, with_alpha: bool = True, with_algorithm: bool = True
) -> argparse._ArgumentGroup:
    """By which algorithm and test, and what is known; the group, for what else a command can vary."""
    from elcs_gui.algorithms.registry import ALGORITHMS, DEFAULT, OWN_K, USUAL_ALPHA

    how = parser.add_argument_group("how")
    if with_algorithm:
        how.add_argument(
            "--algorithm",
            choices=list(ALGORITHMS),
            metavar="ID",
            help=f"which algorithm (default {DEFAULT}); see: elcs algorithms",
        )
    else:
        parser.set_defaults(algorithm=None)
    _add_test(how)
    if with_alpha:
        how.add_argument(
            "--alpha",
            type=parsing.significance,
            default=USUAL_ALPHA,
            help="significance level of each test (default %(default)s)",
        )
    else:
        parser.set_defaults(alpha=USUAL_ALPHA)
    how.add_argument(
        "--k",
        type=parsing.largest_set,
        default=OWN_K,
        help="how many variables a test may condition on, or 'unlimited' (default 3)",
    )
    how.add_argument(
        "--rows-per-cell",
        type=parsing.rows_per_cell,
        metavar="N",
        help="a test with fewer rows for each cell of its table is unreliable (default 5)",
    )
    how.add_argument(
        "--set",
        action="append",
        type=parsing.setting,
        default=[],
        metavar="NAME=VALUE",
        dest="parameters",
        help="a parameter of the algorithm (see: elcs algorithms ID)",
    )
    _add_policy(how)
    how.add_argument(
        "--force",
        action="append",
        type=parsing.override,
        default=[],
        metavar='"A,B|C=dependent"',
        help="go on with this verdict on A and B given C, whatever the data say (or independent)",
    )
    _add_knowledge(parser)
    return how


def _add_test(how: argparse._ArgumentGroup) -> None:
    from elcs_gui.ci.registry import choices

    how.add_argument(
        "--test",
        choices=choices(),
        metavar="ID",
        help=f"how independence is tested: {', '.join(choices())} (default: the example's own, or auto: by "
        "the kinds of the columns)",
    )


def _add_policy(how: argparse._ArgumentGroup) -> None:
    for what, usual, which in (
        ("marginal", "independent", "two variables by themselves"),
        ("conditional", "dependent", "two variables given others"),
    ):
        how.add_argument(
            f"--unreliable-{what}",
            choices=("independent", "dependent"),
            default=usual,
            help=f"what an unreliable test of {which} counts as (default: %(default)s)",
        )


def add_inquiry(
    parser: argparse.ArgumentParser,
    *,
    with_alpha: bool = True,
    with_algorithm: bool = True,
    as_json: str = "one object on stdout",
    of_all: bool = False,
) -> argparse._ArgumentGroup:
    """All that a question about one target's run takes; the group of its method, for what else can vary.

    Args:
        of_all: it can be asked of all targets in turn.
    """
    parser.usage = f"{parser.prog} [DATA] --target NAME [options]"  # the target may be an example's own
    add_source(parser)
    what = add_target(parser)
    how = add_method(parser, with_alpha=with_alpha, with_algorithm=with_algorithm)
    out = parser.add_argument_group("what to print")
    out.add_argument("--json", action="store_true", help=as_json)
    if of_all:
        sweep_options.add_sweep(what, out)
        sweep_options.add_place(parser)
    return how


def check_source(args: argparse.Namespace) -> None:
    """Exit with code 2 where the options that name a source do not fit together."""
    from elcs_gui.ci.registry import Needs, asks_network, chosen, usual

    sources = [args.data is not None, args.example is not None]
    if all(sources):
        args.usage("give either DATA or --example, not both")
    if not any(sources) and args.network is None:
        args.usage("name DATA, a --network or an --example to learn from")
    if args.example is not None and args.network is not None:
        args.usage("an --example brings its own network")
    if chosen(args.test) is None or args.example is not None:
        return
    if asks_network(args.test) and args.network is None:
        args.usage(f"--test {args.test} needs a --network")
    if args.data is None and not asks_network(args.test):
        instead = usual(Needs.NETWORK).id
        args.usage(f"--test {args.test} needs DATA; a network alone can be asked with --test {instead}")


def check_inquiry(args: argparse.Namespace) -> None:
    """The same, and where no target is named; an example has its own."""
    check_source(args)
    if "all_targets" in args:
        sweep_options.check_sweep(args)
        sweep_options.check_place(args)
    elif args.target is None and args.example is None:
        args.usage("name a --target")


class _Example(argparse.Action):
    """Takes the id of an example; `list` names them all and ends the program, as `--version` does."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,  # noqa: ARG002  argparse names it so
    ) -> None:
        setattr(namespace, self.dest, values)
        if values == "list":
            from elcs_gui.data.examples import examples

            width = max(len(example.id) for example in examples())
            for example in examples():
                print(f"{example.id:<{width}}  {example.sentence}")
            parser.exit()


@dataclass(frozen=True, eq=False)
class Task:
    """All it takes to run for one target, as often as wanted: runs share the evidence.

    Where all targets are asked for, the header has the first one.
    """

    source: Study
    evidence: Evidence
    header: Header

    @classmethod
    def of(cls, args: argparse.Namespace) -> Task:
        """The task that checked arguments describe; reads the files they name."""
        from elcs_gui.commands.options.source import read_source

        source = read_source(args)
        of_all = "all_targets" in args and args.all_targets
        target = 0 if of_all else source.index(args.target or source.target or "")
        header = header_for(source, args, target)
        return cls(source, evidence_for(source, header), header)


def header_for(source: Study, args: argparse.Namespace, target: int) -> Header:
    """What the arguments of `add_method` ask for, on this source."""
    from elcs_gui.commands.options.source import recipe_from

    return recipe_from(args).header(source, source.names()[target])


def evidence_for(source: Study, header: Header) -> Evidence:
    """The header's test on the source, with an empty tape."""
    from elcs_gui.ci.registry import find_test

    # scipy is loaded here, before any clock starts.
    find_test(header.test).distribution.critical(header.alpha, 2)
    return source.evidence(header)


# What is known beforehand


def _add_knowledge(parser: argparse.ArgumentParser) -> None:
    """All may be given more than once. Names with a comma, <, # or an arrow in them go in double quotes."""
    group = parser.add_argument_group("what is known beforehand")
    group.add_argument(
        "--require",
        action="append",
        default=[],
        metavar="A->B",
        help="there is this arrow; A--B: an edge, either way",
    )
    group.add_argument(
        "--forbid",
        action="append",
        default=[],
        metavar="A->B",
        help="there is no such arrow; A--B: no edge between the two",
    )
    group.add_argument(
        "--tiers",
        action="append",
        default=[],
        metavar='"A,B < C"',
        help="there is no arrow from a later tier into an earlier one; or a file with one tier a line",
    )
    group.add_argument(
        "--knowledge",
        action="append",
        type=Path,
        default=[],
        metavar="FILE",
        help="a file with such lines: require A->B, forbid A--B, tiers A,B < C",
    )
    group.add_argument(
        "--no-knowledge",
        action="store_true",
        help="leave out what the example itself begins with",
    )
