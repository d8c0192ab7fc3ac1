"""What a rule is stands in one table, and what must be code is found by its id: none is told as another."""

from __future__ import annotations

import dataclasses
import string

import pytest

from elcs_gui.lessons import rule_reasons
from elcs_gui.proof import edges, words
from elcs_gui.trace import events as ev
from elcs_gui.trace import explain
from elcs_gui.trace.rules import COMPUTED, KNOWLEDGE, MEEK, OF_BLANKET, RULES, SPOUSE, Rule

NAMES = ("A", "B", "C", "D")
OF_GRAPH = tuple(rule.id for rule in RULES.values() if rule.of_graph)
ADDED = dataclasses.replace(
    RULES[SPOUSE], id="added", title="Added rule", cites=("{c},{head} by the added rule",)
)


def test_what_is_code_is_there_for_every_rule() -> None:
    declared = {rule.id for rule in RULES.values() if rule.found}
    assert declared.isdisjoint(explain._FOUND) and {*declared, *explain._FOUND} == {*OF_BLANKET}
    assert {*edges._BY_BLANKET} == {*OF_BLANKET}
    assert {*edges._BY_GRAPH} == {*OF_GRAPH, KNOWLEDGE}
    assert {*words._ARROWS, KNOWLEDGE, *COMPUTED} == {*RULES}
    assert {*rule_reasons._MEEK} == {*MEEK} == {rule.id for rule in RULES.values() if rule.propagates}


def test_badges_tell_rules_apart() -> None:
    assert len({rule.badge for rule in RULES.values()}) == len(RULES)


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_every_rule_says_what_it_is_and_what_its_proof_cites(rule: Rule) -> None:
    assert rule.title and rule.badge and "".join(rule.because).strip() and rule.card and rule.cites
    assert rule.lacks or rule.id in COMPUTED
    fields = {field for said in rule.cites for _, field, *_ in string.Formatter().parse(said) if field}
    others = len((*rule.pattern.seats, *rule.pattern.others)) - 2
    assert fields <= {"tail", "head", *"cd"[:others]}
    # The owner of a blanket's arrow is known by the roles.
    assert rule.id not in OF_BLANKET or rule.id == KNOWLEDGE or "target" in rule.pattern.roles[:2]


def test_a_rule_without_its_code_is_not_told_as_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, ADDED.id, ADDED)
    drawn = ev.Oriented("Meek:1", 0, 1, ADDED.id, (2,))
    assert explain.premises(drawn, NAMES) == ["C,B by the added rule"]
    assert explain.sentence(drawn, NAMES) == "The graph gets the arrow A → B."
    with pytest.raises(KeyError):
        explain.sentence(ev.Found("EMB:4", 0, (), (1,), ADDED.id, (2,)), NAMES)
