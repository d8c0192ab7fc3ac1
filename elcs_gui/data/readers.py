"""The door to data files: `read_table` and its counterpart `write_table`."""

from dataclasses import replace
from pathlib import Path

from elcs_gui.data.dataset import Dataset, check_usable
from elcs_gui.data.fingerprint import known_fingerprint
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.survey.assembling import assemble
from elcs_gui.data.survey.scanning import Narrow, narrowed, scan
from elcs_gui.data.tables.engine import EngineTable
from elcs_gui.data.tables.opening import open_table
from elcs_gui.data.tables.table_file import TableFile, Tell, nobody
from elcs_gui.data.tables.writers import write_table
from elcs_gui.data.weighting import weighted_if_it_pays

__all__ = ["ImportPlan", "Kind", "read_opened", "read_table", "write_table"]

_AS_USUAL = ImportPlan()
_LOOKING = 0.1
"""The share of the time that finding the form of a file takes."""


def read_table(
    path: Path, plan: ImportPlan = _AS_USUAL, *, tell: Tell = nobody, row_by_row: bool = False
) -> Dataset:
    """The data set in a file, as the plan has it, checked to be usable; else a DataError.

    csv, tsv, whitespace text, xlsx, parquet, arff or npz, by the ending. `tell` hears of the progress, and
    whatever it raises ends the reading. Many rows of which few are distinct come back weighted, unless they
    are wanted `row_by_row`.
    """
    table = open_table(path, plan, lambda share: tell(_LOOKING * share))
    data = _read(table, plan, lambda share: tell(_LOOKING + (1 - _LOOKING) * share))
    return data if row_by_row else _compressed(data)


def read_opened(
    table: TableFile, plan: ImportPlan, tell: Tell = nobody, narrow: Narrow | None = None
) -> Dataset:
    """The same for a table that is open already, with the columns that `narrow` keeps."""
    return _compressed(_read(table, plan, tell, narrow))


def _compressed(data: Dataset) -> Dataset:
    """The data, weighted where that pays; their fingerprint is that of the rows as they were read."""
    weighted = weighted_if_it_pays(data)
    return data if weighted is data else replace(weighted, fingerprint=known_fingerprint(data))


def _read(table: TableFile, plan: ImportPlan, tell: Tell, narrow: Narrow | None = None) -> Dataset:
    if Kind.GUESS in (plan.others, *plan.kinds.values()):
        from elcs_gui.data.survey.survey import settled, survey_table

        plan = settled(survey_table(table, plan, lambda share: tell(share / 2), exact=False))
        data = _assembled(table, plan, lambda share: tell((1 + share) / 2), narrow)
    else:
        data = _assembled(table, plan, tell, narrow)
    check_usable(data)
    return data


def _assembled(table: TableFile, plan: ImportPlan, tell: Tell, narrow: Narrow | None) -> Dataset:
    if isinstance(table, EngineTable):
        return scan(table, plan, tell, narrow)
    return narrowed(assemble(table, plan, tell), narrow)
