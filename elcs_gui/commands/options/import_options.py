"""The options that say how a data file is to be read, and reading it as they say.

They are one `ImportPlan` in words. What is not said is found by looking; `--tidy` also takes what a survey of
the file proposes (`elcs survey` shows it).
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from elcs_gui.commands.options.parsing import names, whole

if TYPE_CHECKING:
    from elcs_gui.data.dataset import Dataset
    from elcs_gui.data.plan import Cutting, ImportPlan
    from elcs_gui.data.tables.table_file import Tell

ALL = "all"
DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|", "blanks": " ", "\\t": "\t"}


def add_form(parser: argparse.ArgumentParser) -> None:
    """The options about the form of a file and about its missing values."""
    form = parser.add_argument_group("how to read DATA (found by looking, where not said)")
    form.add_argument(
        "--delimiter", type=_delimiter, metavar="SIGN", help="comma, semicolon, tab, bar, blanks, or a sign"
    )
    form.add_argument("--encoding", metavar="NAME", help="utf-8, utf-16, cp1252, ...")
    form.add_argument("--decimal", choices=[".", ","], help="decimal sign")
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
        help="columns to leave out; with the oracle, variables to hide: paths through them still count",
    )
    form.add_argument(
        "--missing", type=names, metavar="X,Y", help="cells that mean a missing value, beside empty ones"
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
        "--continuous", type=names, default=[], metavar="A,B|all", help="columns that hold measurements"
    )
    what.add_argument(
        "--discrete", type=names, default=[], metavar="A,B|all", help="columns that hold levels"
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
    cutting = args.discretise
    if args.bins is not None:
        cutting = Cutting(bins=args.bins) if cutting is None else replace(cutting, bins=args.bins)
    if cutting is not None and kind_for(args.test) is Kind.CONTINUOUS:
        args.usage(f"--test {args.test} takes numbers as they are; leave --discretise out")
    others = Kind.GUESS if args.test is None else kind_for(args.test)
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


def read_data(args: argparse.Namespace) -> tuple[Dataset, ImportPlan]:
    """The data set in DATA, read by the options, with a line of progress; and the plan it was read by.

    With --preselect, `args.left_out` says which columns are not in it.
    """
    from elcs_gui.commands.progress import Progress
    from elcs_gui.data.plan import Kind
    from elcs_gui.data.readers import read_opened
    from elcs_gui.data.survey.survey import settled_by_looking
    from elcs_gui.data.tables.address import title_of
    from elcs_gui.data.tables.opening import open_table
    from elcs_gui.data.tables.repeated_header import headers_sentence, repeated_headers

    plan = plan_from(args)
    with Progress(f"reading {title_of(args.data)}", 100) as progress:

        def tell(share: float) -> None:
            progress.update(int(100 * share))

        if args.tidy:
            plan = _tidied(args, plan, tell)
        table = open_table(args.data, plan, lambda share: tell(0.1 * share))
        plan = settled_by_looking(table, plan, lambda share: tell(0.1 + 0.45 * share))
        narrow = None
        if "preselect" in args and args.preselect:
            from elcs_gui.ci.preselection import preselecting

            narrow = preselecting(args.target, args.test, args.alpha)
        data = read_opened(table, plan, lambda share: tell(0.55 + 0.45 * share), narrow)
    if headers := repeated_headers(data):
        print(f"elcs: {headers_sentence(data.name, headers)} (--drop-headers).", file=sys.stderr)
    if narrow is not None:
        wanted = (name for name in table.columns if plan.kind(name) is not Kind.IGNORE)
        args.left_out = [name for name in wanted if name not in data.columns]
        plan = plan.with_kinds(Kind.IGNORE, args.left_out)
    return data, plan


def _tidied(args: argparse.Namespace, plan: ImportPlan, tell: Tell) -> ImportPlan:
    """The plan with what a survey proposes, as far as the test allows."""
    from elcs_gui.ci.registry import kind_for
    from elcs_gui.data.plan import Cutting, Kind
    from elcs_gui.data.survey.survey import proposed, survey

    tidied = replace(proposed(survey(args.data, plan, tell)), others=kind_for(args.test))
    kept = {column: kind for column, kind in tidied.kinds.items() if kind is not Kind.IGNORE}
    if kind_for(args.test) is Kind.CONTINUOUS:
        return replace(tidied.with_kinds(Kind.CONTINUOUS, kept), cutting=None)
    if args.test is not None and Kind.CONTINUOUS in kept.values():
        return replace(tidied, cutting=tidied.cutting or Cutting())
    return tidied


def _delimiter(text: str) -> str:
    sign = DELIMITERS.get(text, text)
    if len(sign) != 1:
        raise argparse.ArgumentTypeError(f"must be one sign or one of {', '.join(DELIMITERS)}, not {text!r}")
    return sign


def _cutting(text: str) -> Cutting:
    from elcs_gui.data.plan import Cutting, Method

    method, _, bins = text.partition(":")
    if method not in list(Method):
        raise argparse.ArgumentTypeError(f"must be {', '.join(Method)}, not {method!r}")
    return Cutting(Method(method), _bins(bins)) if bins else Cutting(Method(method))


def _bins(text: str) -> int:
    from elcs_gui.data.plan import MOST_BINS

    bins = whole(text)
    if not 2 <= bins <= MOST_BINS:
        raise argparse.ArgumentTypeError(f"must be a whole number from 2 to {MOST_BINS}, not {bins}")
    return bins
