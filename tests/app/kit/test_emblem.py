"""Every rule has an emblem of its own."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from elcs_gui.app.kit.emblem import CONFLICT, SIZE, RuleEmblem, paint_emblem
from elcs_gui.app.kit.theme import CONTRAST, DARK, LIGHT, Theme
from elcs_gui.trace.rules import RULES, Rule


def painted(rule: Rule, theme: Theme, size: int = 40) -> QImage:
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(theme.panel)
    painter = QPainter(image)
    paint_emblem(painter, QRectF(0, 0, size, size), rule, theme)
    painter.end()
    return image


def test_no_two_rules_look_alike(qapp) -> None:
    pictures = [painted(rule, LIGHT) for rule in RULES.values()]
    assert all(a != b for place, a in enumerate(pictures) for b in pictures[:place])


@pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST], ids=lambda theme: theme.name)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_conclusion_is_the_one_bright_thing(qapp, rule: Rule, theme: Theme) -> None:
    image = painted(rule, theme, size=80)
    pixels = np.frombuffer(image.constBits(), dtype=np.uint32) & 0xFFFFFF
    bright = int(theme.fired_conclusion.name()[1:], 16)
    assert np.count_nonzero(pixels == bright) > 20


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_pattern_joins_all_its_variables(rule: Rule) -> None:
    pattern, count = rule.pattern, len(rule.pattern.seats)
    assert {x for pair in (*pattern.links, *pattern.concludes) for x in pair} == set(range(count))
    assert pattern.concludes[0] == (0, 1)
    assert len(set(pattern.seats)) == count and len(pattern.roles) in (0, count)
    assert not rule.letters or len(rule.letters) == count


def test_a_contradiction_has_one_too(qtbot) -> None:
    emblem = RuleEmblem(LIGHT)
    qtbot.addWidget(emblem)
    emblem.show_rule(CONFLICT)
    assert emblem.isVisible() and emblem.accessibleName() == "Emblem of conflict"
    emblem.resize(round(SIZE), round(SIZE))
    image = emblem.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), dtype=np.uint32) & 0xFFFFFF
    assert np.count_nonzero(pixels == int(LIGHT.conflict.name()[1:], 16)) > 20
