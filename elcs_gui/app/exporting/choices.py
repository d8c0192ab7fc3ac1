"""What the user last chose to export and how, kept between two starts. Nothing here knows Qt."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Self

from elcs_gui.app.exporting.formats import EVERY, FORMS, GROUPS
from elcs_gui.foreign import Foreign

SIZES = ("window", "auto", "960x600", "1280x800", "1600x1000", "1920x1080")
SCALES = (1.0, 2.0, 3.0, 4.0)
SECONDS = (0.04, 10.0)
MOST_NTH = 9999


@dataclass(frozen=True)
class Choices:
    """One value for everything that can be chosen.

    Attributes:
        picture, film, structure, log: the ending last chosen in that group.
        end: of the run, rather than the step at the cursor.
        nth: every so manieth event, change or stage is a frame.
        folder: where the last file went.
    """

    group: str = "picture"
    picture: str = "svg"
    film: str = "gif"
    structure: str = "dot"
    log: str = "csv"
    view: str = "local"
    theme: str = "light"
    size: str = "window"
    scale: float = 2.0
    end: bool = False
    legend: bool = True
    caption: bool = False
    test: bool = True
    transparent: bool = False
    every: str = "change"
    nth: int = 1
    seconds: float = 0.5
    folder: str = ""

    @classmethod
    def of(cls, record: object) -> Self:
        """What was kept; whatever makes no sense is as usual: it may come from another version."""
        usual = cls()
        found = record if isinstance(record, dict) else {}
        sound = {
            each.name: found[each.name]
            for each in fields(cls)
            if each.name in found and _sound(each.name, found[each.name], getattr(usual, each.name))
        }
        return cls(**sound)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def ending(self) -> str:
        """Of the file that is to be written."""
        fixed = {"report": "html", "player": "html", "script": "py", "trace": "jsonl"}
        return fixed.get(self.group) or str(getattr(self, self.group))

    def pixels(self, window: tuple[int, int] | None) -> tuple[int, int] | None:
        """Of the graph on a sheet; None for as large as needed. `window` is how large it is shown."""
        if self.size == "window":
            return window
        if self.size == "auto":
            return None
        width, _, height = self.size.partition("x")
        return int(width), int(height)


def _sound(name: str, value: object, usual: object) -> bool:
    if type(value) is not type(usual) and not (type(value) is int and type(usual) is float):
        return False
    if name in _ALLOWED:
        return value in _ALLOWED[name]
    if name == "nth":
        return isinstance(value, int) and 1 <= value <= MOST_NTH
    if name == "seconds":
        return isinstance(value, int | float) and SECONDS[0] <= value <= SECONDS[1]
    return True


_ALLOWED: dict[str, tuple[object, ...]] = {
    "group": tuple(GROUPS),
    "view": ("local", "field"),
    "theme": ("light", "dark", "contrast"),
    "size": SIZES,
    "scale": SCALES,
    "every": tuple(EVERY),
    **{
        group: tuple(form.ending for form in FORMS if form.group == group)
        for group in ("picture", "film", "structure", "log")
    },
}


def proposed(what: str, target: str, ending: str) -> str:
    """A name for a file, of letters that any system takes: alarm-HR.svg."""
    stem = re.sub(r"\.\w{1,8}$", "", what)  # of a file, its name without the ending
    words = [Foreign(word).file_name(60).removeprefix("_").replace(" ", "-") for word in (stem, target)]
    return f"{Foreign('-'.join(word for word in words if word) or 'run').file_name(160)}.{ending}"


def with_ending(path: Path, ending: str) -> Path:
    """The path as it was named, with the ending if it has none of that kind."""
    named = path.name.lower().endswith(f".{ending}")
    return path if named else path.with_name(f"{path.name}.{ending}")
