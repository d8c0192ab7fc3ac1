"""Addresses of tables that live elsewhere: what they say, and what they keep to themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from elcs_gui.data.readers import read_table
from elcs_gui.data.tables.address import (
    PASSWORD,
    Address,
    address_of,
    agree,
    check_trusted,
    data_path,
    full_path,
    title_of,
    trust,
    trusted,
)
from elcs_gui.errors import DataError
from elcs_gui.storage.file_kinds import is_network, is_table
from elcs_gui.storage.file_reference import FileReference
from elcs_gui.worker.messages import Open

CLINIC = "ibis://postgres/ada@db.example.org:5432/clinic?schema=public&table=visits"


def parsed(text: str) -> Address:
    found = address_of(data_path(text))
    assert found is not None
    return found


def test_an_address_names_backend_place_options_and_table() -> None:
    found = parsed(CLINIC)
    assert found == Address("postgres", "ada@db.example.org:5432/clinic", (("schema", "public"),), "visits")
    assert found.url() == "postgres://ada@db.example.org:5432/clinic?schema=public"
    assert str(found) == CLINIC


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("ibis://pyspark?table=visits", "pyspark://"),
        ("ibis://bigquery/project/dataset?table=visits", "bigquery://project/dataset"),
        ("ibis://postgresql/clinic", "postgres://clinic"),
        ("ibis://postgres/ada%40home@db/clinic", "postgres://ada%40home@db/clinic"),
        ("ibis://pyspark?warehouse=s3://b/c&table=visits", "pyspark://?warehouse=s3%3A%2F%2Fb%2Fc"),
    ],
)
def test_what_ibis_is_asked_is_the_address_without_its_table(text: str, url: str) -> None:
    assert parsed(text).url() == url


def test_files_are_named_from_the_current_folder_or_in_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "my visits?.duckdb"
    for text in ("my visits%3F.duckdb", f"{tmp_path}/my%20visits%3F.duckdb"):
        assert parsed(f"ibis://duckdb/{text}?table=t").file == place
        assert parsed(str(parsed(f"ibis://duckdb/{text}?table=t"))).file == place


def test_what_is_no_address_is_a_file() -> None:
    assert data_path("ibis.csv") == Path("ibis.csv")
    assert address_of(Path("data/ibis:/postgres")) is None
    assert title_of(Path("data/a.csv")) == "a.csv"


@pytest.mark.parametrize("text", ["ibis://", "ibis:///visits", "ibis://Post gres/x"])
def test_an_address_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(DataError, match=r"of the form ibis://BACKEND/WHERE\?table=NAME"):
        data_path(text)


def test_the_password_comes_from_the_environment_and_goes_only_to_the_backend(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(PASSWORD, "p@ss/word")
    found = parsed(CLINIC)
    data_path(CLINIC)
    assert found.url() == "postgres://ada:p%40ss%2Fword@db.example.org:5432/clinic?schema=public"
    assert str(found) == CLINIC
    assert "word" not in repr(found)


def test_what_a_file_names_is_asked_only_if_a_person_agrees_and_gets_no_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(PASSWORD, "hunter2")
    monkeypatch.setattr("elcs_gui.data.tables.address._trusted", {})
    path = Path("ibis:/postgres/ada@evil.example.org/clinic?table=visits")
    address = address_of(path)
    assert address is not None
    with pytest.raises(DataError, match=r"evil\.example\.org.* was named by a file and not by you"):
        read_table(path)
    agree(path)
    check_trusted(address)
    assert address.url() == "postgres://ada@evil.example.org/clinic"
    data_path(str(address))
    assert address.url() == "postgres://ada:hunter2@evil.example.org/clinic"
    agree(path)  # what was typed stays typed
    assert "hunter2" in address.url()


def test_a_process_in_the_background_trusts_what_the_window_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elcs_gui.data.tables.address._trusted", {})
    typed = data_path(CLINIC)
    command = Open(0, data=typed)
    monkeypatch.setattr("elcs_gui.data.tables.address._trusted", {})
    trust(command.trusted)
    assert dict(trusted()) == {CLINIC: True}


def test_a_table_in_a_file_needs_no_trust_but_a_share_on_another_computer_is_not_looked_for(
    tmp_path: Path,
) -> None:
    file = FileReference.of(Path("ibis:/sqlite/%2Fevil.example.org/share/x.db?table=t"))
    assert list(file.candidates(tmp_path / "a.elcs")) == []
    with pytest.raises(DataError, match=r"There is no file|needs Ibis"):
        read_table(Path(f"ibis:/sqlite{tmp_path}/x.db?table=t"))


def test_an_address_is_data_whatever_its_end_looks_like() -> None:
    path = data_path("ibis://postgres/clinic?table=visits.bif")
    assert is_table(path)
    assert not is_network(path)
    assert title_of(path) == "visits.bif"
    assert full_path(path) == path


def test_a_session_finds_a_table_in_a_file_again_and_leaves_servers_to_the_user(tmp_path: Path) -> None:
    place = tmp_path / "visits.duckdb"
    place.touch()
    session = tmp_path / "a.elcs"
    file = FileReference.of(data_path(f"ibis://duckdb/{place}?table=t"), session)
    assert file.name == "t"
    assert file.server is None
    found = file.found(session)
    assert found is not None
    assert address_of(found) == Address("duckdb", str(place), (), "t")
    place.unlink()
    assert file.found(session) is None
    server = FileReference.of(data_path(CLINIC), session)
    assert server.found(session) is None
    assert str(server.server) == CLINIC
