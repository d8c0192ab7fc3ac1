"""Maps of all variables that were made before, by what they were made from: same input, same map.

A session file brings its map along, so that it is there at once and the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence

from elcs_gui.app.graph.layout.outlines import Floats

Links = Sequence[tuple[int, int, float]]

_MOST = 8
_known: dict[tuple[object, ...], Floats] = {}
"""The oldest first."""


def remember(count: int, links: Links, places: Floats) -> None:
    """Keep the places of so many variables with these links."""
    if places.shape == (count, 2):
        key = _key(count, links)
        _known.pop(key, None)
        _known[key] = places.copy()
        while len(_known) > _MOST:
            del _known[next(iter(_known))]


def known(count: int, links: Links) -> Floats | None:
    """The places found before, or None."""
    found = _known.get(_key(count, links))
    return None if found is None else found.copy()


def _key(count: int, links: Links) -> tuple[object, ...]:
    return (count, *map(tuple, links))
