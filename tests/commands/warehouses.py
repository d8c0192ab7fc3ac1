"""Tables of the backends of Ibis that are there, for whoever compares them with plain files.

Spark needs `pyspark` and Java, and runs in this process (local mode). PostgreSQL is asked where ELCS_POSTGRES
names a server that may be written to, as in postgres://user:password@127.0.0.1:5432/scratch.
"""

from __future__ import annotations

import os
import shutil
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

POSTGRES = "ELCS_POSTGRES"
_BACKENDS = ("duckdb", "pyspark", "postgres")


def missing(backend: str) -> str:
    """Why a backend cannot be asked; empty where it can."""
    if find_spec("ibis") is None:
        return "ibis is not installed"
    if backend == "postgres":
        return "" if os.environ.get(POSTGRES) else f"{POSTGRES} names no server"
    if find_spec(backend) is None:
        return f"{backend} is not installed"
    if backend == "pyspark":
        return "" if shutil.which("java") else "Java is not installed"
    import duckdb

    # The release of Ibis that has ibis-project/ibis#12001 frees us.
    return "Ibis 12 does not know DuckDB 2" if duckdb.__version__ >= "2" else ""


def available() -> list[str]:
    return [backend for backend in _BACKENDS if not missing(backend)]


@cache
def connection(backend: str) -> Any:
    """One a backend, for as long as this process lasts."""
    import ibis

    if backend == "postgres":
        return ibis.connect(os.environ[POSTGRES])
    if backend == "duckdb":
        return ibis.duckdb.connect()
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "1",
        # Small queries are planned and interpreted faster than they are compiled.
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
    }
    session = SparkSession.builder.master("local[1]").config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return ibis.pyspark.connect(session)


def table_of(backend: str, parquet: Path) -> Any:
    """What a Parquet file holds, as a table of that backend."""
    there = connection(backend)
    if backend == "postgres":
        from pyarrow.parquet import read_table

        return there.create_table(f"elcs_{parquet.stem}", read_table(parquet), temp=True, overwrite=True)
    return there.read_parquet(str(parquet))
