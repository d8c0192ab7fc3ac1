"""The window is opened on files that cannot be read: it says why each time, and nothing goes wrong in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.storage.file_kinds import NETWORK_ENDINGS
from elcs_gui.storage.trace_file import write_trace
from tests.app.window import LONG, empty_window
from tests.data.bad_tables import TEXTS
from tests.data.test_hostile_networks import BOMBS, ENDINGS, written
from tests.storage.test_session_hostile import members, put, whole, with_json, zipped
from tests.traces import trace_of

Files = Iterator[tuple[str, bytes]]
"""A name and what stands under it."""

RUBBISH = {
    "zeros": b"\0" * 1000,
    "binary": bytes(range(256)) * 20,
    "half a mark": b"\xff\xfe\x00",
    "picture": b"\x89PNG\r\n\x1a\n\0\0",
    "blank": b"   \n",
    "brackets": b"[" * 50_000,
    "objects": b'{"a":' * 50_000,
    "elements": b"<a>" * 50_000,
    "quotes": b'"' * 50_001,
    "latin": "ü".encode("latin-1") * 50,
    "one word": b"x" * 200_000,
}


def tables() -> Files:
    yield from TEXTS.items()
    for name, content in RUBBISH.items():
        for ending in (".csv", ".txt", ".xlsx", ".parquet", ".arff", ".npz", ""):
            yield f"{name}{ending}", content


def networks() -> Files:
    for name, content in RUBBISH.items():
        for ending in NETWORK_ENDINGS:
            yield f"{name}{ending}", content
    for name, text in BOMBS.items():
        for ending in (".xml", ".bif", ".xdsl", ".graphml"):
            yield f"{name}{ending}", text.encode()
    for ending in ENDINGS:
        content = written(ending)
        for part in range(1, 6):
            yield f"cut {part}{ending}", content[: len(content) * part // 6]


def sessions() -> Files:
    content = members()
    for name in content:
        yield f"without {name}.elcs", zipped({key: value for key, value in content.items() if key != name})
        for noise in (b"", b"\0" * 100, b"[" * 100_000):
            yield f"noise of {len(noise)} for {name}.elcs", zipped(content | {name: noise})
    for part in range(1, 10):
        yield f"cut {part}.elcs", whole()[: len(whole()) * part // 10]
    for name, rubbish in RUBBISH.items():
        yield f"{name}.elcs", rubbish
    changes: dict[str, object] = {
        "schema": "elcs-session/99", "runs": [], "source": 3, "names": [["a"]], "current": 10**9, "tapes": -1,
    }  # fmt: skip
    for key, value in changes.items():
        yield f"{key} changed.elcs", with_json(put(key, value))


def traces(folder: Path) -> Files:
    write_trace(trace_of("fig3"), folder / "good.jsonl")
    lines = (folder / "good.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    head, body = lines[0], "".join(lines[1:])
    for name, rubbish in RUBBISH.items():
        yield f"{name}.jsonl", rubbish
    strange: dict[str, object] = {"null": None, "number": 3, "text": "x", "list": []}
    for name, odd in strange.items():
        yield f"{name} for a header.jsonl", (json.dumps(odd) + "\n" + body).encode()
        yield f"{name} for an event.jsonl", (head + json.dumps(odd) + "\n" + body).encode()
    yield "no header.jsonl", body.encode()
    yield "two headers.jsonl", (head + head + body).encode()
    yield "cut.jsonl", "".join(lines)[:-20].encode()


GROUPS: dict[str, Callable[[Path], Files]] = {
    "tables": lambda _: tables(),
    "networks": lambda _: networks(),
    "sessions": lambda _: sessions(),
    "traces": traces,
}


class Opening:
    """Opens one file after another in one window, and hears what comes of it."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self._window, self._qtbot = window, qtbot
        self._opened = False
        window.session.opened.connect(self._on_opened)

    def _on_opened(self) -> None:
        self._opened = True

    def open(self, path: Path) -> str:
        """What is said of it; nothing if it opens."""
        window = self._window
        window.messages.hide()
        self._opened = False
        window.open_path(path)
        self._qtbot.waitUntil(self._is_over, timeout=LONG)
        if not window.messages.isHidden():
            return window.messages.text
        if not window.importing.is_asking:
            return ""
        said = window.importing.question
        window.importing.go_back()
        return said

    def _is_over(self) -> bool:
        window = self._window
        if not window.messages.isHidden() or window.importing.is_asking:
            return True
        busy = window.session.running or window.session.opening or window.session_files.restoring.busy
        return self._opened and not busy


@pytest.mark.parametrize("group", GROUPS)
def test_every_broken_file_is_refused_in_one_line_or_read(group: str, qtbot: QtBot, tmp_path: Path) -> None:
    """An exception in the window makes this fail; one in the worker says that something went wrong."""
    said: dict[str, str] = {}
    with empty_window(qtbot, tmp_path / "settings.ini") as window:
        opening = Opening(window, qtbot)
        for number, (name, content) in enumerate(GROUPS[group](tmp_path)):
            folder = tmp_path / str(number)
            folder.mkdir()
            path = folder / name.replace("/", " ")
            path.write_bytes(content)
            said[name] = opening.open(path)
            assert window.session.worker.pid is not None or group == "traces"
    assert len(said) > 15
    odd = {
        name: words
        for name, words in said.items()
        if "\n" in words or len(words) > 1000 or "went wrong" in words or "ended by itself" in words
    }
    assert odd == {}
    refused = [name for name, words in said.items() if words]
    assert len(refused) > 0.8 * len(said), sorted(set(said) - set(refused))
