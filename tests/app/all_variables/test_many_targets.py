"""The bars of more targets than there are pixels."""

from __future__ import annotations

from PySide6.QtGui import QPainter
from pytestqt.qtbot import QtBot

from elcs_gui.app.all_variables.targets_view import TargetBars
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.inquiry.all_targets import AllTargets
from elcs_gui.trace.trace import Header


def test_of_bars_narrower_than_a_pixel_those_to_come_are_one_strip(qtbot: QtBot) -> None:
    bars = TargetBars(LIGHT)
    qtbot.addWidget(bars)
    bars.resize(600, 44)
    for count, painted in ((500, 500), (5000, 1)):
        bars.show_found(AllTargets(Header("elcs", 0, tuple(f"v{x}" for x in range(count)), "g2"), {}))
        bars._hovered = 7
        picture = bars.grab()
        with QPainter(picture) as painter:
            assert len(list(bars._painted(painter))) == painted
        assert picture.toImage().pixelColor(300, 40) == LIGHT.sunk
