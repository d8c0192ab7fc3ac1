"""Addresses of tables that live elsewhere, in a database or a warehouse that Ibis knows:

    ibis://BACKEND/WHERE?table=NAME

`BACKEND://WHERE` is what Ibis itself takes, with its options behind the question mark:

    ibis://duckdb/patients.duckdb?table=visits           a file, from the current folder
    ibis://sqlite//data/patients.db?table=visits         a file by its full path
    ibis://postgres/ada@db.example.org:5432/clinic?table=visits&schema=public
    ibis://pyspark?table=visits
    ibis://bigquery/project/dataset?table=visits

An address holds no secret, so it can be kept in sessions, traces and lists of recent files: one with a
password in it is refused. That comes from the environment (ELCS_PASSWORD), or from where the backend itself
looks for it (~/.pgpass, a credentials file, ...).

Where files have paths, an address has one too (`data_path`), so that it goes wherever data can be named.

A session, a lesson or a trace may come from a stranger, and it can name an address as well. So a server is
asked only if a person has typed its address since the program started (`data_path`), or has said yes when
asked about it (`agree`); the password of the environment goes to a typed address only (`check_trusted`).
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode

from elcs_gui.data.files import STANDARD_INPUT
from elcs_gui.errors import DataError

FORM = "ibis://BACKEND/WHERE?table=NAME"

PASSWORD = "ELCS_PASSWORD"
"""Environment variable: the password for the user whom an address names."""

_trusted: dict[str, bool] = {}
"""The addresses of servers that may be asked, and whether a person has typed them."""

_SCHEME = "ibis:/"
"""As a path has it: of two slashes, one is left."""
_FILES = frozenset({"duckdb", "sqlite"})
"""Backends whose tables stand in a file."""
_SECRET = re.compile(r"pass|pwd|token|secret|credential|private|api_?key", re.IGNORECASE)


@dataclass(frozen=True)
class Address:
    """Where a table is."""

    backend: str
    where: str
    """What follows `BACKEND://` in an address of Ibis, quoted as there; of a file, its full path as it is."""
    options: tuple[tuple[str, str], ...] = ()
    table: str | None = None

    @property
    def file(self) -> Path | None:
        """The file that holds the table."""
        return Path(self.where) if self.backend in _FILES else None

    @property
    def title(self) -> str:
        """For people, in short."""
        return self.table or f"{self.backend}:{self.where.rpartition('/')[2]}"

    def url(self) -> str:
        """What Ibis takes; with the password from the environment, if there is one and it may go there."""
        user, at, rest = self.where.rpartition("@")
        password = os.environ.get(PASSWORD) if _trusted.get(str(self)) else None
        signed = f"{user}:{in_url(password)}@{rest}" if at and password else self.where
        query = urlencode(self.options)
        return f"{self.backend}://{signed}{'?' if query else ''}{query}"

    def __str__(self) -> str:
        where = self.where if self.file is None else quote(self.where, safe="/@:,;=+~")
        # No slashes in the query: a path, which the address becomes, makes one of two.
        query = urlencode([*self.options, *([("table", self.table)] if self.table else [])], safe=":,")
        return f"ibis://{self.backend}{'/' if where else ''}{where}{'?' if query else ''}{query}"


def in_url(secret: str) -> str:
    """A password as a URL has it."""
    return quote(secret, safe="")


def agree(path: Path) -> None:
    """A person says that the server at this address may be asked, though a file has named it."""
    address = address_of(path)
    if address is not None:
        _trusted.setdefault(str(address), False)


def trusted() -> tuple[tuple[str, bool], ...]:
    """The servers that may be asked and whether a person has typed them, for a process in the background."""
    return tuple(_trusted.items())


def trust(known: tuple[tuple[str, bool], ...]) -> None:
    """What `trusted` said in the process where a person types."""
    _trusted.update(known)


def check_trusted(address: Address) -> None:
    """A DataError for a server whose address a person has neither typed nor agreed to."""
    if address.file is None and str(address) not in _trusted:
        raise DataError(
            f"{address} was named by a file and not by you, so nobody was connected: if you trust it, name "
            "it yourself (--data, or Open URL)."
        )


def data_path(text: str) -> Path:
    """The path of data that a person has named, a file or an address; a DataError if that is a wrong one."""
    if not text.startswith("ibis://"):
        return Path(text)
    address = _parsed(text.removeprefix("ibis://"))
    if address.file is not None:  # a path has no two slashes in a row to tell a full one by
        where = Path(unquote(address.where)).absolute().as_posix().removeprefix("/")
        address = Address(address.backend, where, address.options, address.table)
    _trusted[str(address_of(Path(str(address))))] = True
    return Path(str(address))


def address_of(path: Path) -> Address | None:
    """The address that a path from `data_path` stands for; None for a file."""
    text = path.as_posix()
    if not text.startswith(_SCHEME):
        return None
    address = _parsed(text.removeprefix(_SCHEME))
    if address.file is None:
        return address
    full = address.where if re.match(r"[A-Za-z]:/", address.where) else f"/{address.where}"
    return Address(address.backend, unquote(full), address.options, address.table)


def title_of(path: Path) -> str:
    """The name of data, in short: of a file without its folders, or of a table."""
    address = address_of(path)
    if address is not None:
        return address.title
    if path.stem == STANDARD_INPUT:
        return STANDARD_INPUT
    return path.name or path.resolve().name or str(path)  # . and / have no name of their own


def full_path(path: Path) -> Path:
    """Where data are, from wherever one looks."""
    return path.resolve() if address_of(path) is None else path


def _parsed(text: str) -> Address:
    place, _, query = text.partition("?")
    backend, _, where = place.partition("/")
    backend = backend.replace("postgresql", "postgres")
    if not re.fullmatch(r"[a-z]+", backend):
        raise DataError(f"An address is of the form {FORM}; BACKEND is postgres, pyspark, ...")
    pairs = parse_qsl(query, keep_blank_values=True)
    user = where.rpartition("@")[0]
    if ":" in user or any(_SECRET.search(name) for name, _ in pairs):
        raise DataError(
            "An address holds no password: it would be kept where others can read it. Leave it out, and set "
            f"{PASSWORD}, or put it where {backend} looks for it by itself."
        )
    table = next((value for name, value in pairs if name == "table"), None)
    return Address(backend, where, tuple(pair for pair in pairs if pair[0] != "table"), table or None)
