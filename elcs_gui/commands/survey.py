"""`elcs survey`: what a data file holds, what is odd about it, and what to do about that."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from elcs_gui.commands.options import import_options
from elcs_gui.commands.options.named_files import DATA as WANTS_DATA
from elcs_gui.commands.options.named_files import InputFile
from elcs_gui.commands.options.parsing import DATA, data_named
from elcs_gui.commands.progress import Progress
from elcs_gui.errors import with_signs

if TYPE_CHECKING:
    from elcs_gui.data.survey.survey import ColumnSurvey, Survey

_LONGEST_VALUES = 48


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Look at a data file before it is used: what its columns hold, what is missing, what is odd and what "
        "to do about it. What is proposed here, elcs run does with --tidy."
    )
    parser.add_argument(
        "data", type=data_named, action=InputFile, wants=WANTS_DATA, metavar="DATA", help=DATA
    )
    import_options.add_form(parser)
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.set_defaults(execute=execute, usage=parser.error)


def execute(args: argparse.Namespace) -> int:
    from elcs_gui.data.survey.survey import survey
    from elcs_gui.data.tables.address import title_of

    with Progress(f"reading {title_of(args.data)}", 100) as progress:
        found = survey(
            args.data, import_options.plan_from(args), lambda share: progress.update(int(100 * share))
        )
    if args.json:
        print(json.dumps(found.to_json(), ensure_ascii=False))
    else:
        print("\n".join(_lines(found)))
    return 0


def _lines(found: Survey) -> Iterator[str]:
    yield f"{with_signs(found.name)}: {_form(found)}"
    complete = f"{found.complete_rows:,} of them without missing values"
    yield f"{found.rows:,} rows, {complete}; {len(found.columns):,} columns"
    if found.sampled is not None:
        yield f"copies and formulas were looked for in a sample of {found.sampled:,} rows"
    yield ""
    table = [("column", "kind", "levels", "missing", "values"), *map(_row, found.columns)]
    widths = [max(len(row[place]) for row in table) for place in range(4)]
    for name, kind, levels, missing, values in table:
        left = f"{name:<{widths[0]}}  {kind:<{widths[1]}}  {levels:>{widths[2]}}  {missing:>{widths[3]}}"
        yield f"{left}  {values}".rstrip()
    yield ""
    if not found.findings:
        yield "Nothing is odd about it."
    for finding in found.findings:
        yield f"- {finding.sentence} {finding.remedy}"


def _form(found: Survey) -> str:
    from elcs_gui.data.tables.text_scan import DELIMITERS

    form = found.form
    parts = [form.format]
    if form.delimiter is not None:
        parts.append(f"delimited by {DELIMITERS.get(form.delimiter, repr(form.delimiter))}")
    if form.decimal == ",":
        parts.append("decimal comma")
    if form.encoding is not None:
        parts.append(form.encoding.removesuffix("-sig"))
    if form.has_header is False:
        parts.append("no header")
    if form.part is not None:
        parts.append(f"{form.part!r} of {', '.join(map(repr, form.parts))}")
    return ", ".join(parts)


def _row(column: ColumnSurvey) -> tuple[str, str, str, str, str]:
    from elcs_gui.data.plan import Kind
    from elcs_gui.errors import shown

    levels = "many" if column.levels is None else f"{column.levels:,}"
    missing = f"{column.missing_count:,}" if column.missing_count else ""
    if column.kind is Kind.CONTINUOUS:
        values = f"{column.low:g} to {column.high:g}"
    else:
        values = ", ".join(shown(label) for label, _ in column.frequent)
    if len(values) > _LONGEST_VALUES:
        values = values[: _LONGEST_VALUES - 3] + "..."
    return shown(column.name), str(column.kind), levels, missing, values
