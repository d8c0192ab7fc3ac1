"""What `ibis_engine` uses of Ibis, by DuckDB alone: Ibis itself is in no lock, for it lags behind DuckDB."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any


class Kind:
    def __init__(self, name: str) -> None:
        self._name = name

    def is_integer(self) -> bool:
        return self._name in ("BIGINT", "INTEGER")

    def is_floating(self) -> bool:
        return self._name in ("DOUBLE", "FLOAT")

    def is_string(self) -> bool:
        return self._name == "VARCHAR"

    def is_nested(self) -> bool:
        return self._name.endswith("[]")

    def is_binary(self) -> bool:
        return self._name == "BLOB"

    def is_json(self) -> bool:
        return self._name == "JSON"


class Backend:
    """A connection; `closed` once it was disconnected."""

    name = "duckdb"

    def __init__(self, con: Any) -> None:
        self.con, self.closed = con, threading.Event()

    def list_tables(self) -> list[str]:
        return [name for (name,) in self.con.sql("SHOW TABLES").fetchall()]

    def table(self, name: str) -> Table:
        return Table(self, self.con.table(name), name)

    def disconnect(self) -> None:
        self.con.close()
        self.closed.set()


class Table:
    """An expression of Ibis; `sql` is asked of what `alias` called it."""

    def __init__(self, backend: Backend, relation: Any, name: str = "", alias: str = "") -> None:
        self._backend, self._relation, self._name, self._alias = backend, relation, name, alias

    def get_backend(self) -> Backend:
        return self._backend

    def get_name(self) -> str:
        if not self._name:
            raise AttributeError("a query has no name")
        return self._name

    def schema(self) -> dict[str, Kind]:
        kinds = map(str, self._relation.types)
        return {column: Kind(kind) for column, kind in zip(self._relation.columns, kinds, strict=True)}

    def alias(self, name: str) -> Table:
        return Table(self._backend, self._relation, self._name, name)

    def sql(self, query: str, *, dialect: str) -> Table:
        assert dialect == "duckdb"
        return Table(self._backend, self._relation.query(self._alias, query))

    def to_pyarrow_batches(self, *, chunk_size: int) -> Iterator[Any]:
        yield from self._relation.to_arrow_table().to_batches(chunk_size)
