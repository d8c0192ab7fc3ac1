"""How wide names and nodes are: what a plan of the picture is made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.names import MOST_LETTERS
from elcs_gui.foreign import Foreign
from elcs_gui.picture.short_names import ShortNames
from elcs_gui.trace.roles import Role

LABEL_SIZE = 14.0
LONGEST_LABEL = 122.0
LABEL_LIMITS = (280.0, LONGEST_LABEL, 92.0, 70.0)
"""How wide names may be: the shorter, the more of them have room."""
HEXAGONS = (Role.SPOUSE, Role.CANDIDATE)

Floats = NDArray[np.float64]


class Labels:
    """The names as they are shown, shortened where they are long to what tells them apart.

    `width` tells how wide a text is at `LABEL_SIZE`; `given` are the names as the data have them.
    """

    def __init__(self, names: Sequence[str], width: Callable[[str], float]) -> None:
        painted = tuple(Foreign(name).font_safe(MOST_LETTERS) for name in names)
        self.given = names
        self.names = painted if len(set(painted)) == len(set(names)) else names
        self._width = width
        self._names = ShortNames(self.names, self._measure)
        self._short: dict[tuple[int, float], tuple[str, float]] = {}
        self._full: dict[int, float] = {}
        self._widths: dict[float, Floats] = {}
        self.ready = not names
        """Have all been measured and shortened? See `preparing`."""
        self.measured = 0
        """So many texts have been measured: each takes longer than all that is computed from it."""

    def short(self, x: int, limit: float = LONGEST_LABEL) -> tuple[str, float]:
        """A name no wider than `limit` at size 14, and its width."""
        found = self._short.get((x, limit))
        if found is None:
            text, width = self.names[x], self._whole(x)
            if width > limit:
                text = self._names.within(_step(limit))[x]
                width = self._measure(text)
            found = self._short[x, limit] = (text, width)
        return found

    @property
    def limits(self) -> tuple[float, ...]:
        """Those of `LABEL_LIMITS` that make a difference to these names."""
        widest = max(map(self._whole, range(len(self.names))), default=0.0)
        return tuple(
            limit for limit, less in zip(LABEL_LIMITS, (*LABEL_LIMITS[1:], 0.0), strict=True) if widest > less
        )

    def longer(self, x: int, limit: float) -> Iterator[tuple[str, float]]:
        """What may be written in place of a name within `limit` where there is room, from short to long."""
        for more in reversed(LABEL_LIMITS):
            if more > limit:
                yield self.short(x, more)

    def widths(self, limit: float, target: int, *, compact: bool = False) -> Sequence[float]:
        """How wide the node of every variable can get, whatever its role; the target keeps its name."""
        texts = self._widths.get(limit)
        if texts is None:
            short = [self.short(x, limit)[1] for x in range(len(self.names))]
            texts = self._widths[limit] = np.array(short, dtype=np.float64)
        texts = texts.copy()
        texts[target] = self.short(target)[1]
        # As `half_width` has it for spouses, whose nodes are the widest.
        wide = np.maximum(40.0, texts + 17.0) if compact else np.maximum(44.0, texts + 32.0)
        found: list[float] = wide.tolist()
        return found

    def preparing(self, limits: Iterable[float]) -> Iterator[None]:
        """Measure the names and shorten them for these limits, where any is too long, name by name."""
        widest = 0.0
        for x in range(len(self.names)):
            widest = max(widest, self._whole(x))
            yield
        for limit in limits:
            if widest > limit:
                yield from self._names.preparing(_step(limit))
                for x in range(len(self.names)):
                    self.short(x, limit)
                    yield
        self.ready = True

    def _whole(self, x: int) -> float:
        """How wide a name is that is not shortened."""
        found = self._full.get(x)
        if found is None:
            found = self._full[x] = self._measure(self.names[x])
        return found

    def _measure(self, text: str) -> float:
        self.measured += 1
        return self._width(text)


def _step(limit: float) -> float:
    """Names are shortened for a few limits only: all together for each."""
    return limit // 4 * 4


def half_width(role: Role, text: float, *, compact: bool = False) -> float:
    """Half the width of a node at scale 1."""
    if compact:
        return max(20.0, (text + (17.0 if role in HEXAGONS else 24.0 if role is Role.TARGET else 13.0)) / 2)
    return max(27.0 if role is Role.TARGET else 22.0, (text + (32.0 if role in HEXAGONS else 26.0)) / 2)


def half_height(role: Role, *, compact: bool = False) -> float:
    """Half the height of a node at scale 1."""
    if compact:
        return 17.0 if role is Role.TARGET else 12.0
    return 20.0 if role is Role.TARGET else 16.0
