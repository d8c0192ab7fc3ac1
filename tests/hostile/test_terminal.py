"""No command prints what a terminal would obey, whatever stands in the file it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.commands import commands, may_refuse, said_by
from tests.hostile.markup import of_lines
from tests.hostile.names import NAMES

GROUPS = {
    "terminal": ("clear", "title", "osc 52", "eight bit", "override", "newline", "backspace", "hyperlink"),
    "markup": ("script", "file", "formula", "missing", "option", "family", "combining", "long"),
}


@pytest.mark.parametrize("kinds", GROUPS.values(), ids=GROUPS)
def test_what_is_printed_is_only_text(kinds: tuple[str, ...], tmp_path: Path) -> None:
    names = [NAMES[kind] for kind in kinds]
    for arguments in commands(tmp_path, names):
        code, out, err = said_by(*arguments)
        of_lines(out)
        of_lines(err)
        assert code == 0 or may_refuse(arguments, names), (arguments, err)
