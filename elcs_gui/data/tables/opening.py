"""Which reader a data file needs, by its ending."""

from __future__ import annotations

from pathlib import Path

from elcs_gui.data.files import not_read_yet, reading
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.tables import duckdb_sources
from elcs_gui.data.tables.address import address_of
from elcs_gui.data.tables.table_file import TableFile, Tell
from elcs_gui.errors import DataError

TEXT = frozenset({".csv", ".tsv", ".tab", ".txt", ".dat", ".data", ""})


def open_table(path: Path, plan: ImportPlan, tell: Tell) -> TableFile:
    """The table in a file or at an address, its form found or as the plan has it; else a DataError."""
    table = _open_table(path, plan, tell)
    if not plan.drop_headers:
        return table
    from elcs_gui.data.tables.engine import EngineTable
    from elcs_gui.data.tables.repeated_header import WithoutHeaders

    if isinstance(table, EngineTable):
        raise DataError(f"{table.name} is read by an engine, which cannot leave out repeated headers.")
    return WithoutHeaders(table)


def _open_table(path: Path, plan: ImportPlan, tell: Tell) -> TableFile:
    address = address_of(path)
    if address is not None:
        from elcs_gui.data.tables.engine import EngineTable
        from elcs_gui.data.tables.ibis_engine import IbisEngine

        return EngineTable(IbisEngine.at(address, plan, tell), plan)
    if duckdb_sources.reads(path):
        from elcs_gui.data.tables.duckdb_engine import DuckDbEngine
        from elcs_gui.data.tables.engine import EngineTable

        return EngineTable(DuckDbEngine(path, plan), plan)
    with reading(path):
        ending = path.suffix.lower()
    if ending == ".npz":
        from elcs_gui.data.tables.npz import NpzTable

        return NpzTable(path, plan)
    if ending in (".xlsx", ".xlsm"):
        from elcs_gui.data.tables.xlsx import XlsxTable

        return XlsxTable(path, plan)
    if plan.part is not None:
        raise DataError(f"{path.name} has no arrays to choose from, and no sheets.")
    if ending in (".parquet", ".pq"):
        from elcs_gui.data.tables.parquet import ParquetTable

        return ParquetTable(path, plan)
    if ending == ".arff":
        from elcs_gui.data.tables.arff import ArffTable

        return ArffTable(path, plan, tell)
    if ending in TEXT:
        from elcs_gui.data.tables.text import TextTable

        return TextTable(path, plan, tell)
    raise not_read_yet(path, "data as .csv, .tsv, .txt, .xlsx, .parquet, .arff and .npz")
