"""The options for background knowledge, for every command that learns."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elcs_gui.trace.knowledge import Knowledge


def add_to(parser: argparse.ArgumentParser) -> None:
    """All may be given more than once. Names with a comma, <, # or an arrow in them go in double quotes."""
    group = parser.add_argument_group("what is known beforehand")
    group.add_argument(
        "--require", action="append", default=[], metavar="A->B", help="an arrow; A--B: an edge, either way"
    )
    group.add_argument(
        "--forbid", action="append", default=[], metavar="A->B", help="an arrow; A--B: any edge between them"
    )
    group.add_argument(
        "--tiers",
        action="append",
        default=[],
        metavar='"A,B < C"',
        help="no arrow from a later into an earlier one; or a file with one tier a line",
    )
    group.add_argument(
        "--knowledge",
        action="append",
        type=Path,
        default=[],
        metavar="FILE",
        help="lines with: require A->B, forbid A--B, tiers A,B < C",
    )


def from_args(args: argparse.Namespace, names: Sequence[str], require: Sequence[str] = ()) -> Knowledge:
    """What the options say about these variables, all of it together; contradictions are refused.

    `require` is what the example itself begins with.
    """
    from elcs_gui.trace.knowledge import Knowledge, check_knowledge
    from elcs_gui.trace.knowledge_text import knowledge_of, read_knowledge, read_lines

    tiers = ["\n".join(read_lines(Path(text))) if _is_file(text) else text for text in args.tiers]
    said = [read_knowledge(path, names) for path in args.knowledge]
    said.append(knowledge_of(names, forbid=args.forbid, require=[*require, *args.require], tiers=tiers))
    knowledge = Knowledge(
        forbidden=tuple(pair for known in said for pair in known.forbidden),
        required=tuple(pair for known in said for pair in known.required),
        adjacent=tuple(pair for known in said for pair in known.adjacent),
        tiers=tuple(tier for known in said for tier in known.tiers),
    )
    check_knowledge(knowledge, names)
    return knowledge


def _is_file(text: str) -> bool:
    """Does it name a file? What cannot be a path at all does not."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False
