"""Names of files, which need not be text: on many systems they are bytes, and not every byte is UTF-8.

Python keeps such a byte as half a surrogate pair, which opens the file and nothing else: no text file can
hold it. So names come in two more forms. `shown_name` is for people, with a sign for what cannot be shown;
`kept_path` is for files of ours, and `restored_path` makes the same path of it again.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import quote_from_bytes, unquote_to_bytes

MOST_SHOWN = 1000
"""Letters of a name that is only shown; the rest is cut off."""

_MARK = "file:"
_UNSHOWABLE = re.compile("[\0\ud800-\udfff]")


def shown_name(name: str) -> str:
    """A name that can be shown and written anywhere: � stands for what cannot."""
    return _UNSHOWABLE.sub("�", name)[:MOST_SHOWN]


def kept_path(path: Path | str) -> str:
    """A path as a text that any file can hold: itself, or, where it is no text, `file:/data/a%FF.csv`."""
    text = str(path)
    if _UNSHOWABLE.search(text) is None and not text.startswith(_MARK):
        return text
    return _MARK + quote_from_bytes(os.fsencode(text))


def restored_path(kept: str) -> Path:
    """The path that `kept_path` was given."""
    if not kept.startswith(_MARK):
        return Path(kept)
    return Path(os.fsdecode(unquote_to_bytes(kept.removeprefix(_MARK))))
