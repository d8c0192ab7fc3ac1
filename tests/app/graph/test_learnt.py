"""What was learnt about other targets stays on the map, the fainter the longer ago."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from elcs_gui.app.graph.painting.learnt_painter import newly_learnt, opacity
from elcs_gui.trace.outcome import Edge
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.view import learnt_edges
from tests.app.window import header_of, run_by, window_with_example
from tests.traces import trace_of


def test_the_longer_ago_the_fainter_but_never_gone() -> None:
    shades = [opacity(age) for age in range(12)]
    assert shades == sorted(shades, reverse=True)
    assert shades[0] > shades[1] > shades[-1] > 0.2


def test_nothing_is_drawn_twice() -> None:
    a, b, c = Edge(0, 1, "spouse"), Edge(2, 1), Edge(3, 4)
    again = Edge(1, 2, "spouse")
    assert newly_learnt([[a, b], [again, c]], {(0, 1)}) == [[b], [c]]


def test_blankets_without_a_local_graph_have_edges_too() -> None:
    with_graph, alone = trace_of("fig3"), trace_of("fig3", "emb")
    target = with_graph.header.target
    found = {
        trace.header.algorithm: {
            (edge.tail, edge.head)
            for edge in learnt_edges(final_view(trace))
            if edge.rule and target in (edge.tail, edge.head)
        }
        for trace in (with_graph, alone)
    }
    assert len(found["elcs"]) == 6
    assert found["elcs"] == found["emb"]


def test_the_map_keeps_what_was_learnt_the_same_way(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_example(qtbot, tmp_path / "settings.ini", "asia") as window:
        field, names = window.graph._field, window.session.names
        assert list(field.learnt) == []
        first = learnt_edges(final_view(window.session.trace)) if window.session.trace else ()
        run_by(window, qtbot, lambda: window.set_target(names.index("smoke")))
        assert list(field.learnt) == [first]
        second = learnt_edges(final_view(window.session.trace)) if window.session.trace else ()
        run_by(window, qtbot, lambda: window.set_target(names.index("xray")))
        assert list(field.learnt) == [second, first]
        # By another alpha other edges are found: those would not be true of this run.
        run_by(window, qtbot, lambda: window.run(replace(header_of(window), alpha=0.2)))
        assert list(field.learnt) == []
