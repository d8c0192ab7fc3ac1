"""Settings files that are damaged: nothing of them is lost without a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray

from elcs_gui.app.model.settings import Settings

WHOLE = "[General]\ntheme=dark\nreduced-motion=true\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.ini"


@pytest.mark.parametrize(
    "content",
    [
        b"\0" * 300,
        bytes(range(256)) * 4,
        b"<html><body>x</body></html>\n",
        WHOLE.encode() + b"\0\0",
        b"theme",
    ],
    ids=["zeros", "bytes", "another file", "zeros at the end", "half a line"],
)
def test_a_damaged_file_is_kept_by_another_name_and_logged(
    file: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    file.write_bytes(content)
    settings = Settings(file)
    [aside] = settings.damaged
    assert aside.read_bytes() == content
    assert str(aside) in caplog.text
    settings.theme = "dark"
    settings._store.sync()
    again = Settings(file)
    assert again.theme == "dark"
    assert again.damaged == [aside]


def test_a_second_damaged_file_does_not_take_the_place_of_the_first(file: Path) -> None:
    for content in (b"\0one", b"\0two"):
        file.write_bytes(content)
        settings = Settings(file)
    assert [path.read_bytes() for path in settings.damaged] == [b"\0one", b"\0two"]
    assert [path.name[-1] for path in settings.damaged] == ["1", "2"]


def test_one_value_that_makes_no_sense_is_put_aside_and_the_others_stay(file: Path) -> None:
    file.write_text(WHOLE + 'lessons="{half"\n', encoding="utf-8")
    settings = Settings(file)
    assert settings.damaged == []
    assert settings.lessons == {}
    [aside] = settings.damaged
    assert "{half" in aside.read_text(encoding="utf-8")
    assert settings.theme == "dark"
    settings.lessons = {"a": 1}
    settings._store.sync()
    again = Settings(file)
    assert (again.lessons, again.damaged) == ({"a": 1}, [aside])


def test_whatever_the_program_writes_is_not_taken_for_damaged(file: Path) -> None:
    settings = Settings(file)
    settings.remember_drawing({"name": 'a\nb\u2028c\x85=;"é🦀\0', "x": [1, None]})
    settings.save_window(QByteArray(bytes(range(256))), QByteArray(b"[=\n"))
    settings.add_recent(Path("/a = b;.csv"), "line\r\nline")
    settings._store.sync()
    again = Settings(file)
    assert again.damaged == []
    assert again.drawing() == settings.drawing()
    assert again.window()[0].data() == bytes(range(256))


def test_no_file_and_an_empty_file_are_not_damaged(file: Path) -> None:
    assert Settings(file).damaged == []
    file.write_bytes(b"")
    assert Settings(file).damaged == []
