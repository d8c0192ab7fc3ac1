"""The plots of the report as SVG: figures beside the paper's, and mean ranks with what does not differ
joined.

Colours are classes of the page's style sheet, so that they follow its light or dark ground.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from elcs_gui.benchmark.measures import MEASURES, Measure
from elcs_gui.benchmark.paper import Figure
from elcs_gui.benchmark.ranks import Ranking
from elcs_gui.benchmark.summary import SummaryRow
from elcs_gui.benchmark.wording import number
from elcs_gui.foreign import Rich, joined, markup

_LABELS, _PANEL, _GAP, _ROW, _HEAD, _FOOT = 170, 220, 34, 26, 30, 26
_AXIS, _SIDE, _SCALE, _BAR = 34.0, 190.0, 560.0, 12.0
PLOTTED = ("shd", "arrr", "f1", "requested")


def dot_plot(rows: Sequence[SummaryRow]) -> Rich:
    """Every row of a group: ours above, the paper's below; a panel for each measure that has figures."""
    measures = [MEASURES[id] for id in PLOTTED if any(id in row.figures for row in rows)]
    width = _LABELS + len(measures) * (_PANEL + _GAP)
    bottom = _HEAD + len(rows) * _ROW
    parts = [_text(0, _middle(place) + 4, row.title) for place, row in enumerate(rows)]
    for column, measure in enumerate(measures):
        parts += _panel(measure, rows, _LABELS + column * (_PANEL + _GAP), bottom)
    return _svg(width, bottom + _FOOT, parts)


def _middle(place: int) -> float:
    return _HEAD + (place + 0.5) * _ROW


def _panel(measure: Measure, rows: Sequence[SummaryRow], left: float, bottom: float) -> Iterator[Rich]:
    shown = [found for row in rows for found in (row.figures, row.paper) if measure.id in found]
    values = [found[measure.id] for found in shown]
    most = max((each.mean + (each.std or 0) for each in values), default=0) or 1.0
    lowest = min(each.mean for each in values)
    logarithmic = measure.whole and lowest > 0 and most / lowest > 30
    ticks = _decades(lowest, most) if logarithmic else _round_steps(most)
    low, high = (math.log(ticks[0]), math.log(ticks[-1])) if logarithmic else (0.0, ticks[-1])

    def x(value: float) -> float:
        at = math.log(max(value, ticks[0])) if logarithmic else value
        return left + _PANEL * (at - low) / (high - low)

    yield _text(left, 14, measure.heading, style="title")
    for tick in ticks:
        yield _line("grid", x(tick), _HEAD - 6, x(tick), bottom)
        yield _text(x(tick), bottom + 16, number(measure, tick) if tick else "0", "middle", "tick")
    yield _line("axis", left, _HEAD - 6, left, bottom)
    for place, row in enumerate(rows):
        for figures, off, style, size in ((row.figures, -4, "ours", 4.0), (row.paper, 5, "theirs", 3.5)):
            if measure.id in figures:
                yield from _dot(figures[measure.id], x, _middle(place) + off, style, size)


def _dot(figure: Figure, x: Callable[[float], float], y: float, style: str, size: float) -> Iterator[Rich]:
    if figure.std:
        low, high = x(max(figure.mean - figure.std, 0)), x(figure.mean + figure.std)
        yield _line(style, low, y, high, y)
        if style == "ours":
            yield _line(style, low, y - 3, low, y + 3)
            yield _line(style, high, y - 3, high, y + 3)
    yield markup(
        f'<circle class="{{}}" cx="{x(figure.mean):.1f}" cy="{y:g}" r="{size:g}" stroke-width="1.4"/>', style
    )


def _round_steps(most: float) -> list[float]:
    """From 0 to at least `most` in three to six round steps."""
    rough = most / 4
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * times for times in (1, 2, 2.5, 5, 10) if unit * times >= rough)
    return [step * place for place in range(math.ceil(most / step - 1e-9) + 1)]


def _decades(lowest: float, most: float) -> list[float]:
    first, last = math.floor(math.log10(lowest)), math.ceil(math.log10(most))
    return [10.0**power for power in range(first, max(last, first + 1) + 1)]


def rank_plot(found: Ranking, titles: Mapping[str, str]) -> Rich:
    """The critical difference view: mean ranks, best at the left; a bar joins those that do not differ."""
    k = len(found.algorithms)
    top = _AXIS + 20 + _BAR * len(found.groups)

    def x(rank: float) -> float:
        return _SIDE + _SCALE * (rank - 1) / (k - 1)

    parts = [_line("axis", x(1), _AXIS, x(k), _AXIS)]
    for tick in range(1, k + 1):
        parts.append(_line("axis", x(tick), _AXIS - 4, x(tick), _AXIS))
        parts.append(_text(x(tick), _AXIS - 8, str(tick), "middle", "tick"))
    parts.append(_line("ours", x(1), 8, min(x(1 + found.difference), x(k)), 8))
    parts.append(_text(x(1) - 8, 12, f"critical difference {found.difference:.2f}", "end"))
    for place, (name, rank) in enumerate(found.algorithms):
        best = 2 * place < k
        y = top + 22 * (place if best else k - 1 - place) + 8
        end = x(1) if best else x(k)
        parts += [_line("stem", x(rank), _AXIS, x(rank), y), _line("stem", x(rank), y, end, y)]
        label = f"{titles.get(name, name)} {rank:.2f}"
        parts.append(_text(end + (-8 if best else 8), y + 4, label, "end" if best else "start"))
    for place, (first, last) in enumerate(found.groups):
        low, high = (x(found.algorithms[each][1]) for each in (first, last))
        bar = _AXIS + 12 + _BAR * place
        parts.append(_line("alike", low - 3, bar, high + 3, bar))
    return _svg(2 * _SIDE + _SCALE, top + 22 * math.ceil(k / 2) + 8, parts)


def _line(style: str, x1: float, y1: float, x2: float, y2: float) -> Rich:
    return markup(f'<line class="{{}}" x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:g}" y2="{y2:g}"/>', style)


def _text(x: float, y: float, words: str, anchor: str = "start", style: str = "") -> Rich:
    kind = markup(' class="{}"', style) if style else ""
    return markup(f'<text{{}} x="{x:.1f}" y="{y:g}" text-anchor="{{}}">{{}}</text>', kind, anchor, words)


def _svg(width: float, height: float, parts: Iterable[Rich]) -> Rich:
    return markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">{{}}</svg>',
        joined(parts),
    )
