"""Algorithms and CI tests are named by their entries: no other module spells their ids."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import elcs_gui
from elcs_gui.algorithms.registry import ALGORITHMS, PRINTED, SOUND, other_elcs
from elcs_gui.ci.registry import TESTS
from elcs_gui.trace.listings import STAGES

PACKAGE = Path(elcs_gui.__file__).parent
MAY_SPELL_THEM = {
    "algorithms": "where they are declared",
    "ci": "where they are declared",
    "benchmark/paper.py": "the algorithms of the paper's tables",
    "benchmark/remarks.py": "on rows of the paper's tables",
    "cli.py": "elcs is the name of the command, too",
    "commands/export.py": "elcs is the name of the command, too",
}
IDS = {*ALGORITHMS, *TESTS} - {*STAGES}
"""Without "pc", which is a stage and a set as well."""


def spelled(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            # Several may stand in one text, as the default of an option.
            yield from (f"{path.name}:{node.lineno} {word}" for word in node.value.split(",") if word in IDS)


def test_no_module_spells_the_id_of_an_algorithm_or_of_a_ci_test() -> None:
    exempt = [PACKAGE / path for path in MAY_SPELL_THEM]
    modules = [path for path in PACKAGE.rglob("*.py") if not {path, *path.parents} & {*exempt}]
    assert [found for path in modules for found in spelled(path)] == []


def test_of_elcs_as_printed_and_the_sound_one_each_is_the_other() -> None:
    assert (other_elcs(SOUND), other_elcs(PRINTED), other_elcs("iamb")) == (PRINTED, SOUND, SOUND)
