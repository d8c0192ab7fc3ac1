"""The options that say how a data file is to be read.

They are one `ImportPlan` in words. What is not said is found by looking; `--tidy` also takes what a survey of
the file proposes (`elcs survey` shows it).
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from elcs_gui.commands.options.parsing import import_plan, names, whole

if TYPE_CHECKING:
    from elcs_gui.data.plan import Cutting, ImportPlan

ALL = "all"
DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|", "blanks": " ", "\\t": "\t"}


def add_form(parser: argparse.ArgumentParser) -> None:
    """The options about the form of a file and about its missing values."""
    form = parser.add_argument_group("how to read DATA (found by looking, where not said)")
    form.add_argument(
        "--delimiter",
        type=_delimiter,
        metavar="SIGN",
        help="what is between two cells: comma, semicolon, tab, bar, blanks, or a sign",
    )
    form.add_argument("--encoding", metavar="NAME", help="of a text file: utf-8, utf-16, cp1252, ...")
    form.add_argument("--decimal", choices=[".", ","], help="the decimal sign of its numbers")
    form.add_argument(
        "--header",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="whether the first row has names",
    )
    part = form.add_mutually_exclusive_group()
    part.add_argument("--sheet", metavar="NAME", help="which sheet of a workbook (default: the first table)")
    part.add_argument("--table", metavar="NAME", help="which table of a database (default: the only one)")
    part.add_argument("--array", metavar="NAME", help="which array of an npz file (default: the first table)")
    form.add_argument(
        "--memory",
        metavar="2GB",
        help="read Parquet or CSV through DuckDB in so much memory; folders, patterns, DuckDB and SQLite "
        "files are always read so",
    )
    form.add_argument("--drop-headers", action="store_true", help="leave out rows that hold the header again")
    form.add_argument(
        "--ignore",
        type=names,
        default=[],
        metavar="A,B",
        help="leave out these columns; with the oracle, variables to hide: paths through them still count",
    )
    form.add_argument(
        "--missing",
        type=names,
        metavar="X,Y",
        help="cells that mean a missing value, beside empty ones (default: NA, N/A, nan, null, ? and the "
        "like, but not None). Where NA is a level: --missing ''",
    )


def add_to(parser: argparse.ArgumentParser) -> None:
    """All of them: the form, and what becomes of missing values and of numbers."""
    add_form(parser)
    what = parser.add_argument_group("what becomes of DATA")
    what.add_argument(
        "--missing-policy",
        choices=["refuse", "drop", "available", "level"],
        default="refuse",
        help="refuse missing values, drop such rows, let each test use the rows in which it knows all, or "
        "make them a level (default: %(default)s)",
    )
    what.add_argument(
        "--continuous", type=names, default=[], metavar="A,B|all", help="these columns hold measurements"
    )
    what.add_argument(
        "--discrete", type=names, default=[], metavar="A,B|all", help="these columns hold levels"
    )
    what.add_argument(
        "--discretise",
        type=_cutting,
        metavar="METHOD[:BINS]",
        help="cut measurements into levels: quantile, width or kmeans",
    )
    what.add_argument("--bins", type=_bins, metavar="N", help="into how many levels at most (default 3)")
    what.add_argument(
        "--tidy",
        action="store_true",
        help="leave out useless columns and do all else that elcs survey proposes",
    )
    what.add_argument(
        "--plan",
        type=import_plan,
        metavar="JSON",
        help="all of this at once, as the recipe of a run has it where no options say it",
    )


def plan_from(args: argparse.Namespace) -> ImportPlan:
    """The plan that the options describe; exit code 2 where they contradict one another."""
    from elcs_gui.ci.registry import kind_for
    from elcs_gui.data.plan import USUAL_MARKERS, Cutting, ImportPlan, Kind, MissingPolicy
    from elcs_gui.data.tables.engine import use_memory

    if args.memory is not None:
        use_memory(args.memory)
    plan = ImportPlan(
        delimiter=args.delimiter,
        header=args.header,
        encoding=args.encoding,
        decimal=args.decimal,
        part=next((part for part in (args.sheet, args.table, args.array) if part is not None), None),
        missing=USUAL_MARKERS if args.missing is None else ("", *args.missing),
        drop_headers=args.drop_headers,
    )
    plan = plan.with_kinds(Kind.IGNORE, args.ignore)
    if "missing_policy" not in args:  # only the form was asked about
        return plan
    if args.plan is not None:
        if plan != ImportPlan() or args.discretise or args.bins or args.continuous or args.discrete:
            args.usage("--plan says all about reading DATA: leave the other options about that out")
        planned: ImportPlan = args.plan
        return planned
    cutting = args.discretise
    if args.bins is not None:
        cutting = Cutting(bins=args.bins) if cutting is None else replace(cutting, bins=args.bins)
    if cutting is not None and kind_for(args.test) is Kind.CONTINUOUS:
        args.usage(f"--test {args.test} takes numbers as they are; leave --discretise out")
    others = kind_for(args.test)
    if cutting is not None:
        others = Kind.DISCRETE if args.continuous else Kind.GUESS
    for kind, columns in ((Kind.CONTINUOUS, args.continuous), (Kind.DISCRETE, args.discrete)):
        if columns == [ALL]:
            others = kind
        else:
            twice = sorted(set(columns) & set(plan.kinds))
            if twice:
                args.usage(f"{twice[0]!r} is named as {plan.kinds[twice[0]]} and as {kind}")
            plan = plan.with_kinds(kind, columns)
    if args.continuous == args.discrete == [ALL]:
        args.usage("not all columns can be both --continuous and --discrete")
    return replace(plan, policy=MissingPolicy(args.missing_policy), others=others, cutting=cutting)


def _delimiter(text: str) -> str:
    sign = DELIMITERS.get(text, text)
    if len(sign) != 1:
        raise argparse.ArgumentTypeError(f"must be one sign or one of {', '.join(DELIMITERS)}, not {text!r}")
    return sign


def _cutting(text: str) -> Cutting:
    from elcs_gui.data.plan import Cutting, Method

    method, _, bins = text.partition(":")
    if method not in list(Method):
        from elcs_gui.data.names import did_you_mean

        raise argparse.ArgumentTypeError(f"there is no {method!r}. {did_you_mean(method, [*Method])}")
    return Cutting(Method(method), _bins(bins)) if bins else Cutting(Method(method))


def _bins(text: str) -> int:
    from elcs_gui.data.plan import MOST_BINS

    bins = whole(text)
    if not 2 <= bins <= MOST_BINS:
        raise argparse.ArgumentTypeError(f"must be a whole number from 2 to {MOST_BINS}, not {bins}")
    return bins
