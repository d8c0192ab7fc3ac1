"""A data set from a table that an engine reads: its distinct rows with their counts, by one scan."""

from __future__ import annotations

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.survey.gathering import gathered, wanted_columns
from elcs_gui.data.tables.engine import EngineTable
from elcs_gui.data.tables.table_file import Tell
from elcs_gui.data.weighting import distinct_rows
from elcs_gui.errors import DataError


def scan(table: EngineTable, plan: ImportPlan, tell: Tell) -> Dataset:
    """The data set that the plan makes of the table; a DataError says what cannot be.

    The plan must not leave the kind of a column to a guess (`elcs_gui.data.survey.survey.settled`).
    """
    wanted = wanted_columns(table, plan)
    if any(plan.kind(table.columns[place]) is Kind.CONTINUOUS for place in wanted):
        raise DataError(
            f"{table.name} is read as distinct rows with counts, which measurements are not: cut them "
            "into levels beforehand, or read a file that fits into memory (without --memory)."
        )
    return distinct_rows(gathered(table, plan, wanted, table.distinct(wanted, tell), tell))
