"""The picture of an arrow turned round."""

from __future__ import annotations

import numpy as np
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.why.counterfactual_view import CounterfactualView
from elcs_gui.trace.rules import N_STRUCTURE
from tests.proof.test_counterfactual import FIG3, arguments


def test_the_turned_arrow_is_drawn_in_the_colour_of_a_contradiction(qtbot: QtBot) -> None:
    argument = next(found for found in arguments(FIG3) if found.rule == N_STRUCTURE)
    view = CounterfactualView(LIGHT)
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.show()
    assert not view.show_argument(None, ())
    empty = view.picture.grab().toImage()
    assert view.show_argument(argument, FIG3.header.names)
    assert view.picture.accessibleName().startswith("The path C → A ⇢ B → T")
    drawn = view.picture.grab().toImage()
    assert drawn != empty
    assert LIGHT.conflict.rgb() in np.frombuffer(drawn.constBits(), np.uint32)
