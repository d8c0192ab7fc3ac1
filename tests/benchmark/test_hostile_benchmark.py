"""Names of networks are names of files, names of targets stand in one: a stranger may choose both."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from elcs_gui.benchmark.catalogue import Catalogue
from elcs_gui.benchmark.plan import RunKey
from elcs_gui.benchmark.results import COLUMNS, DONE, FILE, RunResult, read_results
from elcs_gui.benchmark.summary import summarise
from elcs_gui.benchmark.tables import markdown_table
from tests.hostile.markup import of_lines, of_markdown, of_table
from tests.hostile.names import KNOWN, NAMES


def test_results_with_any_names_are_read_as_they_were_written(tmp_path: Path) -> None:
    names = [*KNOWN.values()]
    results = [
        RunResult(RunKey(name, 100, 1, "elcs", other), "simulated", DONE, {"shd": 1.0}, name)
        for name, other in zip(names, reversed(names), strict=True)
    ]
    text = ",".join(COLUMNS) + "\n" + "".join(result.line() for result in results)
    of_table(text)
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert [*read_results(tmp_path)] == [result.key for result in results]


@pytest.mark.parametrize("kind", KNOWN)
def test_a_table_in_markdown_has_no_more_in_it_for_a_name(kind: str) -> None:
    results = [
        RunResult(RunKey(name, 100, 1, "elcs", "t"), "simulated", DONE, {"shd": 1.0})
        for name in ("plain", KNOWN[kind])
    ]
    plain, named = (of_markdown(markdown_table(summarise([result]))) for result in results)
    assert plain == named


@pytest.mark.skipif(os.name != "posix", reason="other systems refuse such names of files")
@pytest.mark.parametrize("kind", ["clear", "newline", "image", "markdown", "formula", "override"])
def test_a_network_is_called_by_the_tidy_name_of_its_file(kind: str, tmp_path: Path) -> None:
    stem = NAMES[kind].replace("/", "|")
    path = tmp_path / f"{stem}.json"
    path.write_text(json.dumps({"nodes": ["a", "b", "c"], "edges": [["a", "b"]]}), encoding="utf-8")
    catalogue = Catalogue(tmp_path)
    [name] = catalogue.names
    assert catalogue.has(name) and catalogue.has(stem)
    of_lines(name)
