"""Ibis as an engine (the extra `warehouse`): tables of PostgreSQL, Spark, BigQuery, Snowflake, DuckDB, SQLite
and whatever else it knows, by their address or as its own table objects.

A query is written in the dialect of DuckDB and translated by Ibis; the backend does the work, and what comes
back are distinct rows with counts, not the table.
"""

from __future__ import annotations

import os
import queue
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, TypeVar

from elcs_gui.data.names import listed
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.tables.address import PASSWORD, Address, check_trusted, in_url
from elcs_gui.data.tables.engine import TABLE, EngineColumn, Holds, identifier
from elcs_gui.data.tables.table_file import Form, Tell, nobody
from elcs_gui.errors import DataError, quoted

_ANSWERS_WITHIN = 20.0
"""Seconds that a server has to take a call."""
_LONGER = dict.fromkeys(("bigquery", "databricks", "pyspark", "snowflake"), 180.0)
"""The same where it is started first, or where a person may have to sign in."""
_ENDS_WITHIN = 5.0
"""Seconds that a query has to end when it is given up."""
_CAREFULLY = {
    "read_only": True,
    # What a view in a foreign file would read from elsewhere.
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
}
"""How a file of DuckDB is opened."""
_HEARTBEAT = 0.05
_BATCH = 1 << 16

Result = TypeVar("Result")
Work = Callable[[], Any]


class IbisEngine:
    """A table of Ibis; see `elcs_gui.data.tables.engine.Engine`."""

    knows_missing = True

    def __init__(self, name: str, table: Any, form: Form, thread: _Thread | None = None) -> None:
        """
        Args:
            table: an expression of Ibis.
            thread: what its connection lives in; the caller's own where there is none.
        """
        self.name, self.form, self._table, self._thread = name, form, table, thread
        self._backend: str = table.get_backend().name
        self.columns = [EngineColumn(column, _holds(kind)) for column, kind in table.schema().items()]

    @classmethod
    def at(cls, address: Address, plan: ImportPlan, tell: Tell = nobody) -> IbisEngine:
        """The table at an address that a person trusts; the plan may name it, too."""
        check_trusted(address)
        thread = _Thread()
        try:
            table, form = _safely(str(address), lambda: thread.opened(address, plan.part, tell))
        except BaseException:
            thread.close()
            raise
        engine = cls(address.title, table, form, thread)
        weakref.finalize(engine, thread.close)
        return engine

    @classmethod
    def of(cls, table: Any) -> IbisEngine:
        """A table that somebody has at hand."""
        name = "table"
        with suppress(Exception):  # a query has no name
            name = str(table.get_name())
        return _safely(name, lambda: cls(name, table, Form("engine")))

    def sample(self, columns: Sequence[str], rows: int) -> Iterator[Any]:
        # The first ones: few backends can draw rows so that they are the same every time.
        some = ", ".join(map(identifier, columns))
        return self.query(f"SELECT {some} FROM {TABLE} LIMIT {rows}")

    def query(self, sql: str, tell: Tell = nobody) -> Iterator[Any]:
        def ask() -> Iterator[Any]:
            asked = self._table.alias(TABLE).sql(_standard(sql, self._backend), dialect="duckdb")
            return iter(asked.to_pyarrow_batches(chunk_size=_BATCH))

        batches = self._done(ask, tell)
        while (batch := self._done(lambda: next(batches, None), tell)) is not None:
            yield batch

    @contextmanager
    def kept(self, select: str, tell: Tell) -> Iterator[str]:  # noqa: ARG002
        yield f"({select}) AS elcs_kept"

    def _done(self, work: Callable[[], Result], tell: Tell) -> Result:
        thread = self._thread
        return _safely(self.name, work if thread is None else lambda: thread.done(work, tell))


class _Thread:
    """A thread that a connection lives in, so that whoever waits for it can be told and may give up."""

    def __init__(self) -> None:
        self._asked: queue.SimpleQueue[tuple[Work, queue.SimpleQueue[tuple[bool, Any]]] | None]
        self._asked = queue.SimpleQueue()
        self._connection: Any = None
        threading.Thread(target=_serve, args=(self._asked,), name="warehouse", daemon=True).start()

    def opened(self, address: Address, part: str | None, tell: Tell) -> tuple[Any, Form]:
        """The table at an address, and what there is to choose from."""
        patience = _LONGER.get(address.backend, _ANSWERS_WITHIN)
        latest = time.monotonic() + patience

        def in_time(share: float) -> None:
            if time.monotonic() > latest:
                raise DataError(
                    f"{address} does not answer: nobody there took the call within {patience:.0f} s."
                )
            tell(share)

        self._connection = self.done(lambda: _connected(address), in_time)
        return self.done(lambda: _table_of(self._connection, address, part), tell)

    def done(self, work: Callable[[], Result], tell: Tell) -> Result:
        """What the work gives; where `tell` raises or Ctrl+C comes, it is given up."""
        answers: queue.SimpleQueue[tuple[bool, Any]] = queue.SimpleQueue()
        self._asked.put((work, answers))
        try:
            while (answer := _next(answers, _HEARTBEAT)) is None:
                tell(0.0)
        except BaseException:
            if self._connection is not None:
                _interrupt(self._connection)
                # A thread that is at work in a driver while Python ends would crash it.
                _next(answers, _ENDS_WITHIN)
            raise
        well, found = answer
        if not well:
            raise found
        given: Result = found
        return given

    def close(self) -> None:
        """When what it is at is done, close the connection and end."""
        if self._connection is not None:
            self._asked.put((self._connection.disconnect, queue.SimpleQueue()))
        self._asked.put(None)


def _next(answers: queue.SimpleQueue[tuple[bool, Any]], seconds: float) -> tuple[bool, Any] | None:
    try:
        return answers.get(timeout=seconds)
    except queue.Empty:
        return None


def _serve(asked: queue.SimpleQueue[tuple[Work, queue.SimpleQueue[tuple[bool, Any]]] | None]) -> None:
    while (task := asked.get()) is not None:
        work, answers = task
        try:
            answers.put((True, work()))
        except Exception as error:  # raised where it is waited for
            answers.put((False, error))
        del task, work, answers


def _interrupt(connection: Any) -> None:
    """End what a backend is at, where we know how; else it ends by itself, heard by nobody."""
    backend = getattr(connection, "name", "")
    with suppress(Exception):
        if backend in ("duckdb", "sqlite"):
            connection.con.interrupt()
        elif backend == "postgres":
            connection.con.cancel()
        elif backend == "pyspark":
            connection._session.sparkContext.cancelAllJobs()


def _connected(address: Address) -> Any:
    """A connection to a backend; errors as they come."""
    try:
        ibis = import_module("ibis")
    except ImportError:
        raise DataError("A table at an address needs Ibis: pip install 'elcs-explorer[warehouse]'") from None
    known = sorted(each.name for each in entry_points(group="ibis.backends"))
    if address.backend not in known:
        raise DataError(f"Ibis knows no backend {quoted(address.backend)}; it knows {', '.join(known)}.")
    try:
        backend = getattr(ibis, address.backend)
        if address.file is None:
            return ibis.connect(address.url())
        if not address.file.is_file():
            raise DataError(f"There is no file '{address.file}'.")
        return backend.connect(str(address.file), **(_CAREFULLY if address.backend == "duckdb" else {}))
    except ImportError as error:
        raise DataError(
            f"The backend {address.backend} lacks its driver ({_said(error)}): "
            f"pip install 'ibis-framework[{address.backend}]'"
        ) from None


def _table_of(connection: Any, address: Address, part: str | None) -> tuple[Any, Form]:
    """The table that an address or a plan names, or the only one."""
    tables = tuple(sorted(connection.list_tables()))
    name = part or address.table
    if name is None and len(tables) == 1:
        name = tables[0]
    if name is None:
        raise DataError(f"{address} has {len(tables)} tables ({listed(tables)}): name one (--table).")
    if name not in tables:
        raise DataError(f"{address} has no table {quoted(name)}; it has {listed(tables)}.")
    return connection.table(name), Form("engine", part=part, parts=tables)


def _safely(name: str, work: Callable[[], Result]) -> Result:
    """What the work gives; whatever a backend or its driver raises becomes a line without secrets."""
    try:
        return work()
    except (DataError, MemoryError):
        raise
    except Exception as error:
        raise DataError(f"{name} cannot be read: {_said(error)}.") from None


def _standard(sql: str, backend: str) -> str:
    """A query without what few dialects but DuckDB's have, and what translation leaves as it is.

    That is: GROUP BY ALL, subqueries and columns without a name, and (but in Spark) isnan and isinf.
    """
    sqlglot = import_module("sqlglot")
    expressions = sqlglot.expressions
    query = sqlglot.parse_one(sql, read="duckdb")
    for select in query.find_all(expressions.Select):
        group = select.args.get("group")
        if group is not None and group.args.get("all"):
            columns = enumerate(select.expressions, 1)
            places = [place for place, column in columns if column.find(expressions.AggFunc) is None]
            select.set("group", None)
            select.group_by(*map(str, places), copy=False)
    for number, inner in enumerate(query.find_all(expressions.Subquery)):
        if not inner.alias:
            inner.set("alias", expressions.TableAlias(this=expressions.to_identifier(f"elcs_inner_{number}")))
    for number, column in enumerate(query.expressions):
        if not isinstance(column, expressions.Alias | expressions.Column | expressions.Star):
            column.replace(expressions.alias_(column.copy(), f"elcs_column_{number}", quoted=True))

    def replaced(node: Any) -> Any:
        if isinstance(node, expressions.IsInf):
            return sqlglot.parse_one(
                f"abs({node.this.sql('duckdb')}) > 1.7976931348623157e308", read="duckdb"
            )
        if isinstance(node, expressions.IsNan):
            is_nan = "false" if backend == "sqlite" else f"{node.this.sql('duckdb')} = CAST('NaN' AS DOUBLE)"
            return sqlglot.parse_one(f"({is_nan})", read="duckdb")
        return node

    if backend not in ("duckdb", "pyspark"):
        query = query.transform(replaced)
    standard: str = query.sql(dialect="duckdb")
    return standard


def _said(error: Exception) -> str:
    said = " ".join(str(error).split()) or type(error).__name__
    password = os.environ.get(PASSWORD)
    if password:
        for written in (password, in_url(password)):
            said = said.replace(written, "***")
    return said[:300].rstrip(".")


def _holds(kind: Any) -> Holds:
    """What a type of Ibis is."""
    if kind.is_nested() or kind.is_binary() or kind.is_json():
        return Holds.SEVERAL
    if kind.is_integer():
        return Holds.WHOLE
    if kind.is_floating():
        return Holds.FLOATS
    return Holds.TEXT if kind.is_string() else Holds.OTHER
