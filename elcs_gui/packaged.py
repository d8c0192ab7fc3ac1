"""The one door to the files that come with the program: networks, examples, icons, help."""

from __future__ import annotations

from pathlib import Path

from elcs_gui.errors import ElcsError

TYPE_CHECKING = False
if TYPE_CHECKING:  # who wants a path does not wait for it
    from elcs_gui.foreign import Rich

_PACKAGE = Path(__file__).resolve().parent
_PLACES = (_PACKAGE / "resources", _PACKAGE.parent / "resources")
"""Inside the package when installed, beside it in a checkout."""


def packaged(*parts: str) -> Path:
    """The packaged file or folder `resources/<parts>`, wherever this copy of the program keeps it."""
    for place in _PLACES:
        path = place.joinpath(*parts)
        if path.exists():
            return path
    raise ElcsError(f"The packaged file '{'/'.join(parts)}' is missing: install the program again.")


def packaged_markup(*parts: str) -> Rich:
    """The text of a packaged style sheet, script or page: it is the program's own."""
    from elcs_gui.foreign import Rich

    return Rich(packaged(*parts).read_text(encoding="utf-8"))
