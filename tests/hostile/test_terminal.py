"""No command prints what a terminal would obey, whatever stands in the file it is about."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.hostile.commands import commands, may_refuse, said_by, table
from tests.hostile.markup import of_lines
from tests.hostile.names import NAMES

GROUPS = {
    "terminal": ("clear", "title", "osc 52", "eight bit", "override", "newline", "backspace", "hyperlink"),
    "markup": ("script", "file", "formula", "missing", "option", "family", "combining", "long"),
}


@pytest.mark.parametrize("kind", GROUPS["terminal"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("{}",), ("--{}",), ("run", "--{}"), ("run", "{}", "--target", "x"), ("run", "a", "{}", "b"),
        ("run", "--target", "x", "--alpha", "{}", "d"), ("run", "--target", "x", "--jobs", "{}", "d"),
        ("run", "--example", "{}"), ("run", "--example", "fig3", "--target", "{}"),
        ("run", "--example", "fig3", "--algorithm", "{}"), ("run", "--example", "fig3", "--trace", "{}/x"),
        ("run", "--network", "{}", "--target", "x"), ("export", "{}", "--to", "{}"), ("replay", "{}"),
        ("diff", "{}", "{}"), ("lesson", "check", "{}"), ("lesson", "{}"), ("algorithms", "{}"),
        ("survey", "{}"), ("simulate", "{}", "--rows", "3", "--seed", "1", "--to", "x.csv"),
        ("bench", "--networks", "{}", "--to", "b"),
        ("race", "--example", "fig3", "--algorithms", "{}"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_is_refused_is_said_as_text(
    arguments: tuple[str, ...], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pattern of the shell gives names of files that a stranger chose."""
    monkeypatch.chdir(tmp_path)
    code, out, err = said_by(*(argument.replace("{}", NAMES[kind]) for argument in arguments))
    of_lines(out)
    of_lines(err)
    assert code in (1, 2) and err


@pytest.mark.parametrize("kinds", GROUPS.values(), ids=GROUPS)
def test_what_is_printed_is_only_text(kinds: tuple[str, ...], tmp_path: Path) -> None:
    names = [NAMES[kind] for kind in kinds]
    for arguments in commands(tmp_path, names):
        code, out, err = said_by(*arguments)
        of_lines(out)
        of_lines(err)
        assert code == 0 or may_refuse(arguments, names), (arguments, err)


@pytest.mark.skipif(os.name != "posix", reason="other systems refuse such names of files")
@pytest.mark.parametrize(
    "arguments",
    [
        ("run",),
        ("run", "--all-targets"),
        ("survey",),
        ("alpha",),
        ("race",),
        ("stability", "--replicates", "2"),
    ],
    ids=" ".join,
)
def test_a_name_of_a_file_makes_no_line_of_its_own(arguments: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2J\n  causes     everything.csv"
    table(path, [f"x{place}" for place in range(8)])
    wanted = () if arguments in (("survey",), ("run", "--all-targets")) else ("--target", "x1")
    code, out, _ = said_by(arguments[0], path, *arguments[1:], *wanted)
    assert code == 0
    of_lines(out)
    assert "a␛[2J␤  causes     everything.csv" in out
