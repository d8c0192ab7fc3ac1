"""Whoever has used an earlier version is told once that another algorithm runs by itself now."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import platformdirs
import pytest

from elcs_gui.commands.options.upgrade_note import CHANGED, tell_changed_default
from elcs_gui.storage.recipe import Recipe
from elcs_gui.storage.study import Study

EXAMPLE = Study.of_example("missed-spouse")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(platformdirs, "user_state_path", lambda *_, **__: tmp_path / "state")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    return tmp_path


def told(
    recipe: Recipe, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, study: Study
) -> bool:
    with monkeypatch.context() as patched:
        patched.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        tell_changed_default(recipe, study)
    said = capsys.readouterr().err
    assert said in ("", f"{CHANGED}\n")
    return bool(said)


def test_it_is_said_once_to_who_has_used_an_earlier_version(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "cache").mkdir()
    data = replace(EXAMPLE, example=None)
    assert not told(Recipe(algorithm="elcs"), capsys, monkeypatch, data)
    assert not told(Recipe(), capsys, monkeypatch, EXAMPLE)
    assert [told(Recipe(), capsys, monkeypatch, data) for _ in range(3)] == [True, False, False]


def test_it_is_not_said_to_somebody_new(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = replace(EXAMPLE, example=None)
    assert not told(Recipe(), capsys, monkeypatch, data)
    (home / "cache").mkdir()  # an earlier version compiled a kernel there
    assert not told(Recipe(), capsys, monkeypatch, data)
