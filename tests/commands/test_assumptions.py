"""What the arrows assume is said where results are read, with this run's own number."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.cli import main
from elcs_gui.commands.report import summary
from elcs_gui.data.dataset import Dataset
from elcs_gui.trace.assumptions import IN_SHORT, NO_BOUND, Chance
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
    expected = Chance(0.05, 39).expected
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
    words = Chance(0.01, 36).words
    assert words in summary("alarm", [result, result], 1.0)
    assert result["chance"] == {"expected": 0.36, "alpha": None, "sentence": f"A{words[1:]}."}


def test_nothing_is_left_to_chance_where_a_network_answers(elcs: Elcs) -> None:
    _, out, _ = elcs("run", "--example", "fig3", "--test", "oracle")
    assert "alpha is per test" not in out


@given(others=st.integers(1, 10**7), alpha=st.floats(1e-6, 0.5))
def test_the_remedy_is_an_alpha_of_one_digit_just_below_one_false_candidate(
    others: int, alpha: float
) -> None:
    chance = Chance(alpha, others)
    assert chance.expected is not None
    assert (chance.remedy is None) == (chance.expected < 1)
    if chance.remedy is not None:
        after = Chance(chance.remedy, others)
        assert after.expected is not None and 0.4 <= after.expected < 1 and after.remedy is None
        assert len(f"{chance.remedy:e}".partition("e")[0].rstrip("0")) == 2  # 9.
        assert f"fewer than one at alpha {chance.remedy:g}" in chance.words and "e+" not in chance.words


def test_a_wide_table_is_told_its_remedy_and_that_it_bounds_the_first_tests_alone(
    elcs: Elcs, tmp_path: Path
) -> None:
    codes = np.random.default_rng(1).integers(0, 2, (300, 150))
    header = ",".join(f"V{place}" for place in range(150))
    np.savetxt(tmp_path / "wide.csv", codes, "%d", ",", header=header, comments="")
    asked = ["run", str(tmp_path / "wide.csv"), "--target", "V3"]
    _, out, _ = elcs(*asked)
    assert "expect about 1.5 false candidates; fewer than one at alpha 0.006." in out
    assert "Set it with --alpha 0.006." in out and NO_BOUND in out
    _, out, _ = elcs(*asked, "--json")
    result = json.loads(out)
    assert result["chance"]["alpha"] == 0.006 and result["chance"]["expected"] == pytest.approx(1.49)
    assert "chance" in [doubt["kind"] for doubt in result["doubts"]]
    _, out, _ = elcs(*asked, "--alpha", "0.006")
    assert "expect about 0.89 false candidates" in out and "fewer than one" not in out
    _, out, _ = elcs(*asked, "--algorithm", "iamb-fdr")
    assert "of what a round of tests finds dependent on the target, a share up to 0.01 is by chance" in out
