"""What was found by attack: a refusal in one short line each, at the door."""

# ruff: noqa: E501  A header stands in one line.

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.data.names import checked_labels, checked_names, checked_title, position
from elcs_gui.data.network_files import read_network
from elcs_gui.data.readers import read_table
from elcs_gui.errors import LONGEST_MESSAGE, DataError, ElcsError, quoted, shown

anything = st.text() | st.text("\n\r\t\0\x1b\x7f\x85\u2028\u202e\ud800'\"x", max_size=2000)


def npz(**arrays: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in arrays.items():
            archive.writestr(f"{name}.npy", content)
    return made.getvalue()


def file(path: Path, content: bytes | str) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def npy(array: np.ndarray) -> bytes:
    made = io.BytesIO()
    np.lib.format.write_array(made, array, allow_pickle=False)
    return made.getvalue()


@given(anything)
def test_a_message_is_one_line_of_at_most_500_characters(text: str) -> None:
    for error in (ElcsError(text), DataError(f"d.csv: {quoted(text)} and {shown(text)}: mend it.")):
        said = str(error)
        assert len(said) <= LONGEST_MESSAGE
        assert not any(sign in said for sign in "\n\r\t\0\x1b\x7f\x85\u2028\u2029\u202e")
        said.encode()


def test_a_long_message_keeps_what_and_what_next() -> None:
    said = str(DataError(f"d.csv: {'x' * 5000}: leave it out."))
    assert said.startswith("d.csv: xxx")
    assert said.endswith("xxx: leave it out.")


def test_names_are_quoted_with_signs_for_line_ends() -> None:
    assert quoted("a\nb\tc") == "'a␤b␉c'"
    assert quoted("it's") == '"it\'s"'
    assert shown("x" * 100) == "x" * 39 + "…" + "x" * 20
    assert quoted("plain") == "'plain'"


@pytest.mark.parametrize("text", ["a\0b", "\ud800", "x\udfff"])
def test_what_no_file_can_hold_becomes_a_sign_in_a_name_label_or_title(text: str) -> None:
    sign = "␀" if "\0" in text else "\N{REPLACEMENT CHARACTER}"
    for made in (
        checked_names([text], "node", "n")[0],
        checked_labels([text], "a", "d")[0],
        checked_title(text),
    ):
        assert sign in made
        made.encode()


def test_a_name_that_is_not_there_is_quoted_shortly() -> None:
    with pytest.raises(DataError) as refusal:
        position("y" * 900, ["x" * 1000, "z" * 1000], "d.csv")
    assert len(str(refusal.value)) < 300


def test_npz_characters_that_are_none_are_refused(tmp_path: Path) -> None:
    texts = np.array([["x", "y"], ["z", "y"]])
    texts.view(np.uint32)[0, 0] = 0x110000
    path = file(tmp_path / "d.npz", npz(data=npy(texts)))
    with pytest.raises(
        DataError, match=r"d\.npz is damaged: 'data' \(2 x 2 <U1\) holds a number that stands"
    ):
        read_table(path)
    names = np.array(["a", "b"])
    names.view(np.uint32)[1] = 0xFFFFFFFF
    path = file(tmp_path / "d.npz", npz(data=npy(np.array([[0, 1], [1, 0]])), columns=npy(names)))
    with pytest.raises(DataError, match="'columns'"):
        read_table(path)


@pytest.mark.parametrize(
    "header",
    ["{", "((((", "{'descr': '<U1', 'fortran_order': False, 'shape': (-1, 2)}", "'" * 7, "\0", "(" * 500, "1" * 9000,
     "{'descr': [1], 'fortran_order': False, 'shape': (1, 2)}", "{'descr': '<i4', 'fortran_order': False, 'shape': (2**70, 2)}"],
)  # fmt: skip
def test_a_garbled_npz_header_is_refused(tmp_path: Path, header: str) -> None:
    body = header.encode() + b"\n"
    content = b"\x93NUMPY\x01\x00" + len(body).to_bytes(2, "little") + body + bytes(64)
    with pytest.raises(DataError, match="cannot be read as an npz archive"):
        read_table(file(tmp_path / "d.npz", npz(data=content)))


def test_bits_of_an_npz_that_are_neither_0_nor_1_are_true(tmp_path: Path) -> None:
    bits = np.array([[True, False], [False, True]])
    content = npy(bits).replace(b"\x01\x00\x00\x01", b"\xf0\x00\x00\x07")
    data = read_table(file(tmp_path / "d.npz", npz(data=content)))
    assert data.levels == (("False", "True"), ("False", "True"))


def test_parquet_codes_beyond_their_dictionary_are_refused(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    from elcs_gui.data.plan import ImportPlan
    from elcs_gui.data.tables.parquet import ParquetTable

    path = tmp_path / "d.parquet"
    parquet.write_table(arrow.table({"a": ["x", "y"], "b": ["p", "q"]}), path)
    table = ParquetTable(path, ImportPlan())
    empty = arrow.DictionaryArray.from_arrays(
        arrow.array([0, 1]), arrow.array([], arrow.string()), safe=False
    )
    with pytest.raises(DataError, match="refers to labels that its dictionary lacks"):
        table._cells.part(empty)


def test_a_parquet_column_with_an_empty_dictionary_has_no_value(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    none = arrow.DictionaryArray.from_arrays(
        arrow.array([None, None], arrow.int32()), arrow.array([], arrow.string())
    )
    path = tmp_path / "d.parquet"
    parquet.write_table(arrow.table({"a": none, "b": ["p", "q"], "c": ["p", "q"]}), path)
    with pytest.raises(DataError, match=r"Column 'a' in d\.parquet has 2 missing values"):
        read_table(path)


@pytest.mark.parametrize(
    "graph",
    [
        {"nodes": ["A", "\ud800"], "edges": []},
        {"nodes": ["A", "B"], "edges": [], "name": "\udfff"},
        {"nodes": ["A", "B"], "edges": [], "levels": [["x", "\ud800"], ["y"]]},
        {"nodes": [{"id": "A"}, {"id": "\ud800"}], "links": []},
        {"nodes": [{"id": "A"}], "links": [], "graph": {"name": "\ud800"}},
        {"nodes": [{"id": 1, "label": "\ud800"}], "links": []},
        {"nodes": ["A", "B"], "edges": [], "name": "a\0b"},
    ],
)
def test_networks_with_half_a_character_have_a_sign_for_it(tmp_path: Path, graph: dict) -> None:
    read = read_network(file(tmp_path / "n.json", json.dumps(graph)))
    said = f"{read.name} {read.nodes} {read.levels}"
    assert ("\N{REPLACEMENT CHARACTER}" in said or "␀" in said) and said.encode()
