"""What the arrows assume is said where results are read, with this run's own number."""

from __future__ import annotations

import json

import numpy as np
import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.cli import main
from elcs_gui.commands.report import summary
from elcs_gui.data.dataset import Dataset
from elcs_gui.trace.assumptions import IN_SHORT, by_chance, false_candidates
from elcs_gui.trace.trace import Header
from tests.commands.calling import Elcs


def test_the_number_is_about_what_independent_columns_show() -> None:
    """A candidate is what is dependent on the target given nothing: with nothing related, that is chance."""
    codes = np.random.default_rng(3).integers(0, 2, (40, 2000)).astype(np.uint8)
    columns = tuple(f"V{place}" for place in range(40))
    data = Dataset("chance", columns, codes, (("a", "b"),) * 40)
    evidence, found = Evidence(G2(data)), []
    for target in range(40):
        trace = learn(evidence, Header("elcs", target, columns, "g2", alpha=0.05, rows=2000)).trace
        tests = [test for test in trace.tests().events() if not test.z]
        asked = {frozenset((test.x, test.y)): test.independent for test in tests}
        found.append(sum(not independent for pair, independent in asked.items() if target in pair))
    expected = false_candidates(0.05, 40)
    assert expected == pytest.approx(1.95)
    assert sum(found) / 40 == pytest.approx(expected, rel=0.35)


def test_the_help_of_run_begins_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["run", "--help"])
    said = capsys.readouterr().out
    assert len(said.partition("options:")[0].splitlines()) < 12
    assert IN_SHORT in " ".join(said.split())
    assert "about m times alpha" in " ".join(said.split())


def test_the_command_says_how_many_false_candidates_to_expect(elcs: Elcs) -> None:
    _, out, _ = elcs("run", "--example", "alarm", "--target", "PRESS")
    assert "if none of the 36 other variables had to do with the target, expect about 0.36 false" in out
    result = json.loads(elcs("run", "--example", "alarm", "--target", "PRESS", "--json")[1])
    assert by_chance(0.01, 37) in summary("alarm", [result, result], 1.0)


def test_nothing_is_left_to_chance_where_a_network_answers(elcs: Elcs) -> None:
    _, out, _ = elcs("run", "--example", "fig3", "--test", "oracle")
    assert "alpha is per test" not in out
