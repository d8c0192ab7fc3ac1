"""Algorithms that can be told more than test, alpha and k."""

from __future__ import annotations

import json
from pathlib import Path

from tests.commands.calling import Elcs

ASIA = ("run", "--example", "asia", "--test", "g2", "--algorithm", "notears")


def test_a_parameter_is_set_shown_and_kept_in_the_trace(elcs: Elcs, tmp_path: Path) -> None:
    trace = tmp_path / "run.jsonl"
    code, out, _ = elcs(*ASIA, "--set", "lambda1=0.2", "--json", "--trace", trace)
    found = json.loads(out)
    assert code == 0
    assert found["parameters"] == {"lambda1": 0.2, "scaling": "standardised", "threshold": 0.3}
    assert [found[part] for part in ("test", "alpha", "k", "tests")] == [None] * 4
    code, out, _ = elcs("replay", trace, "--facts")
    assert code == 0
    assert out.startswith("NOTEARS · either · no tests · lambda1 0.2 · scaling standardised · threshold 0.3")
    code, out, _ = elcs("why", trace, "--edge", "bronc", "dysp")
    assert "by its weight" in out and "no alpha" not in out.splitlines()[0]


def test_the_readable_result_says_what_it_rests_on(elcs: Elcs) -> None:
    code, out, _ = elcs(*ASIA)
    assert code == 0
    assert "NOTEARS · no tests · lambda1 0.1 · scaling standardised · threshold 0.3" in out
    assert "no tests: fitted to the level codes, read as numbers" in out
    assert "alpha" not in out


def test_what_cannot_be_set_is_one_line(elcs: Elcs) -> None:
    for told, words in (("lambda=1", "has no parameter 'lambda'"), ("threshold=x", "not 'x'")):
        code, out, err = elcs(*ASIA, "--set", told)
        assert (code, out) == (1, "") and words in err and err.count("\n") == 1
    code, _, err = elcs(*ASIA, "--set", "lambda1")
    assert code == 2 and "NAME=VALUE" in err


def test_the_parameters_of_an_algorithm_are_listed(elcs: Elcs) -> None:
    _, out, _ = elcs("algorithms", "mmhc")
    assert "--set ess=10" in out and "equivalent sample size" in out
    _, out, _ = elcs("algorithms", "--json")
    assert json.loads(out)["notears"]["parameters"]["lambda1"] == 0.1


def test_alpha_and_blame_say_why_they_do_not_apply(elcs: Elcs) -> None:
    code, _, err = elcs("alpha", *ASIA[1:])
    assert code == 1 and "requests no tests" in err
    code, _, err = elcs("blame", *ASIA[1:])
    assert code == 1 and "no verdict is to blame" in err
