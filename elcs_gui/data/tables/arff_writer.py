"""Data sets into Weka's attribute-relation files: levels declared, missing values as `?`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.files import replacing
from elcs_gui.data.tables.writers import blocks_of_text

_PLAIN = re.compile(r"[A-Za-z0-9_.+<>=/-]+")
_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def write_arff(data: Dataset, path: Path) -> None:
    """Write `data` so that it comes back as it is."""
    with replacing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_lines(data))


def _lines(data: Dataset) -> Iterator[str]:
    yield f"@relation {_value(data.name)}\n\n"
    for column, levels in zip(data.columns, data.levels, strict=True):
        kind = "numeric" if data.values is not None else f"{{{','.join(map(_value, levels))}}}"
        yield f"@attribute {_value(column)} {kind}\n"
    yield "\n@data\n"
    spell = {label: _value(label) for levels in data.levels for label in levels}
    for columns in blocks_of_text(data, spell):
        for row in zip(*columns, strict=True):
            yield ",".join(cell or "?" for cell in row) + "\n"


def _value(text: str) -> str:
    """`text` as a value, in quotes if need be."""
    if _PLAIN.fullmatch(text):
        return text
    return f"'{''.join(_ESCAPES.get(character, character) for character in text)}'"
