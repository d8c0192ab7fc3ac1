"""Files to read."""

from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.tables import encoding, text, text_columns
from elcs_gui.native.library import SWITCH

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


@pytest.fixture(params=["csv", "core"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Text is read by Python's csv, and by the reading core, in small pieces as large files are."""
    if request.param == "csv":
        monkeypatch.setenv(SWITCH, "numpy")
    monkeypatch.setattr(encoding, "_BLOCK", 7)
    monkeypatch.setattr(text, "_BLOCK", 6)
    monkeypatch.setattr(text_columns, "PIECE", 5)
