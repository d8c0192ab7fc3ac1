"""A relation of DuckDB, or a table or dataset of Arrow, that somebody has at hand, as an engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from elcs_gui.data.tables.duckdb_engine import BATCH, holds_of, sample_query
from elcs_gui.data.tables.engine import TABLE, EngineColumn
from elcs_gui.data.tables.table_file import Form, Tell, nobody
from elcs_gui.errors import DataError


class RelationEngine:
    """See `elcs_gui.data.tables.engine.Engine`. The relation's own connection does the work."""

    name = "table"
    form = Form("engine")
    knows_missing = True

    def __init__(self, relation: Any) -> None:
        self._relation = relation
        kinds = zip(relation.columns, relation.types, strict=True)
        self.columns = [EngineColumn(column, holds_of(str(kind))) for column, kind in kinds]

    @classmethod
    def of_arrow(cls, table: Any) -> RelationEngine:
        """A `pyarrow.Table` or `pyarrow.dataset.Dataset`."""
        try:
            duckdb = import_module("duckdb")
        except ImportError:
            raise DataError("Tables of Arrow need DuckDB: pip install 'elcs-explorer[big]'") from None
        return cls(duckdb.connect(":memory:").from_arrow(table))

    def sample(self, columns: Sequence[str], rows: int) -> Iterator[Any]:
        return self.query(sample_query(columns, rows))

    @contextmanager
    def kept(self, select: str, tell: Tell) -> Iterator[str]:  # noqa: ARG002
        yield f"({select}) AS elcs_kept"

    def query(self, sql: str, tell: Tell = nobody) -> Iterator[Any]:
        try:
            for batch in self._relation.query(TABLE, sql).to_arrow_reader(BATCH):
                yield batch
                tell(0.0)
        except import_module("duckdb").Error as error:
            raise DataError(
                f"The table cannot be read: {' '.join(str(error).split())[:300].rstrip('.')}."
            ) from None
