"""No cell that we export is computed by a spreadsheet, and what we read of it is what was written."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.data.columns.cells import is_number, neutralised, restored
from elcs_gui.data.structures.edge_list import edge_list_text, parse_edge_list
from elcs_gui.data.structures.matrix import matrix_text, parse_matrix
from elcs_gui.data.structures.structure import Structure

SIGNS = ("=", "+", "-", "@", "\t", "\r")
texts = st.text("=+-@\t\r' 1.eax") | st.text()


@given(texts)
def test_any_text_comes_back(text: str) -> None:
    assert restored(neutralised(text)) == text


@given(texts)
def test_only_numbers_begin_with_a_sign_of_formulas(text: str) -> None:
    cell = neutralised(text)
    assert not cell.startswith(SIGNS) or is_number(cell)


@pytest.mark.parametrize("text", ["-1", "+2.5", "-1e-5", "A", "", "'A'", "a=b", "→"])
def test_numbers_and_plain_names_are_written_as_they_are(text: str) -> None:
    assert neutralised(text) == text


@pytest.mark.parametrize("text", ["=1+1", "+A", "-A", "@sum", "=cmd|' /C calc'!A0", "'=1", "-"])
def test_what_could_be_a_formula_gets_an_apostrophe(text: str) -> None:
    assert neutralised(text) == f"'{text}"


def test_lists_of_edges_and_matrices_hold_no_formula_and_come_back() -> None:
    names = ("=1+1", "+x", "-1", "'@y", "plain")
    graph = Structure("g", names, ((0, 1), (1, 2), (3, 4)))
    for text, parse in (
        (edge_list_text(graph), parse_edge_list),
        (edge_list_text(graph, "\t"), parse_edge_list),
        (matrix_text(graph), parse_matrix),
    ):
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        assert not [cell for cell in cells if cell.startswith(SIGNS) and not is_number(cell)]
        again = parse(text, "f", "g")
        assert set(again.nodes) == set(names)
        assert {(again.nodes[a], again.nodes[b]) for a, b in again.directed} == {
            (names[a], names[b]) for a, b in graph.directed
        }
