"""What a benchmark writes beside its results."""

from __future__ import annotations

from pathlib import Path

from elcs_gui.benchmark.plan import Plan, cells_of
from elcs_gui.benchmark.report_page import report_page
from elcs_gui.benchmark.results import read_results
from elcs_gui.benchmark.summary import SummaryRow, summarise
from elcs_gui.benchmark.tables import markdown_table, text_table
from elcs_gui.data.files import replacing
from elcs_gui.errors import ElcsError

TABLE, GLANCE, PAGE = "table.txt", "table.md", "report.html"


def rows_of(folder: Path) -> list[SummaryRow]:
    """The rows of a folder, those that are waited for included where its data are still to be had."""
    plan = Plan.load(folder)
    try:
        cells = cells_of(plan)
    except ElcsError:  # the data have moved: what was measured is shown
        cells = []
    return summarise(read_results(folder).values(), plan, cells)


def write_tables(folder: Path) -> str:
    """Write tables and page; the table as text."""
    rows = [row for row in rows_of(folder) if row.sets]
    table, page = text_table(rows), report_page(rows, Plan.load(folder))
    for name, text in ((TABLE, table), (GLANCE, markdown_table(rows)), (PAGE, page)):
        with replacing(folder / name) as part:
            part.write_text(text, encoding="utf-8")
    return table
