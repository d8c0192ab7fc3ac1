"""Names for formats that allow letters, digits and underscores only."""

import re
from collections.abc import Collection, Sequence

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def identifiers(names: Sequence[str], reserved: Collection[str] = ()) -> list[str]:
    """One identifier for each name, all different: the name itself where it is one."""
    taken = {name for name in names if is_identifier(name, reserved)}
    found: list[str] = []
    for name in names:
        if is_identifier(name, reserved):
            found.append(name)
            continue
        stem = re.sub(r"[^A-Za-z0-9_]+", "_", name)[:40]
        if not is_identifier(stem, reserved):
            stem = f"x_{stem}".rstrip("_")
        candidate, tries = stem, 1
        while candidate in taken:
            tries += 1
            candidate = f"{stem}_{tries}"
        taken.add(candidate)
        found.append(candidate)
    return found


def is_identifier(name: str, reserved: Collection[str] = ()) -> bool:
    """Whether `name` can stand as it is."""
    return _IDENTIFIER.fullmatch(name) is not None and name.casefold() not in reserved
