"""What the arguments of a command say about a run, as a recipe, and reading what it is about."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from elcs_gui.ci.questions import Policy, Verdict
from elcs_gui.commands.options.import_options import plan_from
from elcs_gui.commands.options.named_files import as_named
from elcs_gui.commands.options.upgrade_note import tell_changed_default
from elcs_gui.commands.progress import Progress
from elcs_gui.data.tables.address import title_of
from elcs_gui.storage.recipe import Known, Recipe, file_argument
from elcs_gui.storage.study import Study
from elcs_gui.trace.knowledge_text import read_lines


def recipe_from(args: argparse.Namespace) -> Recipe:
    """What the arguments of `add_source`, `add_target` and `add_method` say."""
    return Recipe(
        example=args.example,
        data=args.data,
        network=args.network,
        named=_named(args),
        plan=plan_from(args),
        tidy=args.tidy,
        preselect=_preselect(args),
        target=args.target,
        algorithm=args.algorithm,
        test=args.test,
        alpha=args.alpha,
        k=args.k,
        rows_per_cell=args.rows_per_cell,
        policy=Policy(
            Verdict[args.unreliable_marginal.upper()], Verdict[args.unreliable_conditional.upper()]
        ),
        known=Known(
            require=tuple(args.require),
            forbid=tuple(args.forbid),
            tiers=tuple("\n".join(read_lines(Path(text))) if _is_file(text) else text for text in args.tiers),
            files=tuple(args.knowledge),
            own=not args.no_knowledge,
        ),
        forced=tuple(args.force),
        parameters=tuple(args.parameters),
    )


def read_source(args: argparse.Namespace) -> Study:
    """What the arguments name, with a line of progress; what there is to know about it goes to stderr."""
    recipe = recipe_from(args)
    if args.data is None:
        opened = recipe.open()
    else:
        with Progress(f"reading {title_of(args.data)}", 100) as progress:
            opened = recipe.open(lambda share: progress.update(int(100 * share)))
    for note in opened.notes:
        print(f"elcs: {note}", file=sys.stderr)
    if "algorithms" not in args:
        tell_changed_default(recipe, opened.study)
    return opened.study


def _preselect(args: argparse.Namespace) -> bool | float:
    """Whether columns are left out for the target, and for which share of false discoveries."""
    if "preselect" not in args:
        return False
    return bool(args.preselect) if args.preselect_fdr is None else float(args.preselect_fdr)


def _named(args: argparse.Namespace) -> tuple[str, ...] | None:
    """The source as it was named, where its content came through a pipe."""
    if not getattr(args, "piped", {}) or args.data is None:
        return None
    data = as_named(args, args.data)
    truth = () if args.network is None else ("--network", as_named(args, args.network))
    return (file_argument(args.data) if data == str(args.data) else data, *truth)


def _is_file(text: str) -> bool:
    """Does it name a file? What cannot be a path at all does not."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False
