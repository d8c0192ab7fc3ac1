"""The table of tests: every entry is true of its class, and nobody else tells one test from another."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from elcs_gui.ci.discrete import TableTest
from elcs_gui.ci.questions import CiTest, OnRows, Question, WithEffect
from elcs_gui.ci.registry import TESTS, KnownTest, Needs, asks_network, find_test, fitting, kind_for, usual
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.network import Network
from elcs_gui.data.plan import Kind
from elcs_gui.errors import ElcsError

PACKAGE = Path(__file__).resolve().parents[2] / "elcs_gui"
CLASSES = {"G2", "Chi2", "FisherZ", "Oracle"}
KNOW_A_CLASS = {
    "app/blame/words.py": "shows the path of the true graph that a wrong verdict missed",
    "app/citest/panel.py": "shows the path that connects x and y where the graph is known",
    "app/citest/words.py": "tells that path, and which variables determine one another",
    "app/dataplots/summaries.py": "plots the residuals whose correlation it is",
    "inquiry/one_change.py": "holds a false verdict against d-separation in the drawn graph",
    "inquiry/known_truth.py": "holds d-separation in the known graph, as the truth and not as a test",
    "trace/metrics.py": "counts whom d-separation with hidden variables makes a neighbour or a spouse",
    "lessons/exercise.py": "answers the moves of a learner from the graph, where there is no run",
}
"""Modules outside `ci` that know one test by its class, for what no other test has."""


@cache
def sources() -> list[tuple[str, ast.Module]]:
    """The modules outside `ci` that may name a test or its class, as they are called below the package."""
    paths = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
    texts = {
        path.as_posix(): (PACKAGE / path).read_text(encoding="utf-8")
        for path in paths
        if path.parts[0] != "ci"
    }
    return [
        (path, ast.parse(text))
        for path, text in texts.items()
        if any(name in text for name in (*TESTS, *CLASSES))
    ]


def test_no_module_outside_ci_names_a_test() -> None:
    offences = [
        f"{path}:{node.lineno} says {node.value!r}"
        for path, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in TESTS
    ]
    assert not offences, "ask the test's entry in elcs_gui/ci/registry.py instead"


def test_only_a_few_modules_outside_ci_know_a_test_by_its_class() -> None:
    found = {
        path
        for path, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and CLASSES & {alias.name for alias in node.names}
    }
    assert found == set(KNOW_A_CLASS)


def made(test: KnownTest) -> CiTest:
    """The test on data or a graph of three variables, of which the first two are linked."""
    rng = np.random.default_rng(1)
    first = rng.integers(3, size=500)
    columns = np.stack([first, (first + (rng.random(500) < 0.2)) % 3, rng.integers(2, size=500)], axis=1)
    levels = Dataset.discrete("levels", "abc", columns)
    numbers = Dataset.continuous("numbers", "abc", columns + rng.random(columns.shape))
    network = Network.from_edges("graph", ["a", "b", "c"], [("a", "b")])
    return test.make(numbers if test.needs is Needs.MEASUREMENTS else levels, network, None)


@pytest.mark.parametrize("test", TESTS.values(), ids=lambda test: test.id)
def test_an_entry_is_true_of_its_class(test: KnownTest) -> None:
    asked, linked = made(test), Question.of(0, 1)
    statistic, df = asked.measure(linked)
    (p,) = test.distribution.p_values(np.array([statistic]), np.array([df], dtype=np.int32))
    assert test.distribution == asked.distribution
    assert (df >= 0) is test.has_df
    assert np.isnan(p) == test.certain
    assert test.certain or p < 1e-6
    assert isinstance(asked, OnRows) is (test.needs is not Needs.NETWORK)
    assert isinstance(asked, TableTest) is test.counts_cells
    assert isinstance(asked, WithEffect) is bool(test.effect)
    assert not isinstance(asked, WithEffect) or 0 < asked.effect(linked) <= 1


@pytest.mark.parametrize("test", TESTS.values(), ids=lambda test: test.id)
def test_rows_per_cell_matter_to_tests_that_count_cells_and_to_no_other(test: KnownTest) -> None:
    data = Dataset.discrete("few", "ab", np.indices((2, 2)).reshape(2, -1).T.repeat(3, axis=0))
    if test.needs is Needs.MEASUREMENTS:
        data = Dataset.continuous("few", "ab", np.random.default_rng(1).normal(size=(12, 2)))
    network = Network.from_edges("graph", ["a", "b"], [("a", "b")])
    strict, lax = (
        np.isnan(test.make(data, network, rows).measure(Question.of(0, 1))[0]) for rows in (5.0, 1.0)
    )
    assert (strict, lax) == (test.counts_cells, False)


@pytest.mark.parametrize("test", TESTS.values(), ids=lambda test: test.id)
def test_a_test_says_what_it_lacks(test: KnownTest) -> None:
    with pytest.raises(ElcsError, match="network" if test.needs is Needs.NETWORK else "needs data"):
        test.make(None, None, None)


def test_the_first_of_its_kind_is_the_usual_one() -> None:
    assert [usual(needs).id for needs in Needs] == ["g2", "fisher-z", "oracle"]


def test_a_wanted_test_is_taken_where_it_fits() -> None:
    assert fitting(None, Needs.LEVELS) == "g2"
    assert fitting("chi2", Needs.LEVELS) == "chi2"
    assert fitting("chi2", Needs.MEASUREMENTS) == "fisher-z"
    assert fitting("fisher-z", Needs.LEVELS) == "g2"
    assert fitting("oracle", Needs.LEVELS) == fitting("oracle", Needs.MEASUREMENTS) == "oracle"


def test_where_no_test_is_named_data_are_asked_and_the_survey_says_the_kinds() -> None:
    assert not asks_network(None) and not asks_network("g2") and asks_network("oracle")
    assert (kind_for(None), kind_for("oracle"), kind_for("fisher-z")) == (
        Kind.GUESS,
        Kind.DISCRETE,
        Kind.CONTINUOUS,
    )


def test_an_unknown_test_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ElcsError, match=r"No test 'nonsense'\. There are: g2, chi2, fisher-z, oracle\."):
        find_test("nonsense")
