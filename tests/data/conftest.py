"""Files to read."""

from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from elcs_gui.data.plan import ImportPlan, Kind

MakeFile = Callable[[str, str | bytes], Path]


def plan(*, continuous: bool = False, part: str | None = None, ignore: Collection[str] = ()) -> ImportPlan:
    """The plans that most tests need."""
    others = Kind.CONTINUOUS if continuous else Kind.DISCRETE
    return ImportPlan(part=part, others=others).with_kinds(Kind.IGNORE, ignore)


@pytest.fixture
def make_file(tmp_path: Path) -> MakeFile:
    """Writes a file of that name and content; text is written as UTF-8, line ends as given."""

    def make(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return make
