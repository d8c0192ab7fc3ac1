"""The one door to the files that come with the program: networks, examples, icons, help."""

from pathlib import Path

from elcs_gui.errors import ElcsError

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
