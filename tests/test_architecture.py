"""The rules of the layout, read from the source: nothing of the package is imported here."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.bench.draw_house import PICTURE, drawn
from tests.package_tree import (
    APP,
    EDGES,
    ENGINE,
    FEATURES,
    MODULES,
    ORDER,
    PACKAGE,
    PICTURE_OF_THE_RUN,
    ROOT,
    Module,
    folder_of,
    listed_features,
    sources,
)

KNOW_THE_WINDOW = {
    ("gui", "gui"),
    ("shell", "main_window"),
    ("shell", "screenshot"),
}
PACKAGES = [module for module in MODULES if module.path.name == "__init__.py"]
PROGRAM = "elcs"
SENTENCE_ENDS = re.compile(r"[.:](?=\s|$)")
QUOTED = re.compile(r"`([^`\n]+)`")
MODULE_NAME = re.compile(r"[a-z][a-z0-9_]*")
MOST_MODULES = 25
"""In one folder."""
WIDGETS = {"PySide6.QtWidgets", "pyqtgraph"}
MAY_KNOW_WIDGETS = re.compile(r"(?:^|_)(?:page|panel|dialog|views?|painter|widgets?|menus?)$")
MAKES_WIDGETS = ("kit", "shell")
"""Packages whose every module may."""
OTHER_TESTS = ("bench", "files", "golden", "hostile", "mutation", "reference")
"""Folders of `tests` that are no package's: they measure, hold files, try every reader, or plant faults."""
COMMAND_LINE = ("commands", "cli", "gui")

QT_BEGINS_AT = "kit"
QT = {"PySide6", "shiboken6", "pyqtgraph"}
PICKLES = {"pickle", "_pickle", "cloudpickle", "dill", "shelve"}
LONGEST_CLASS, LONGEST_FUNCTION = 400, 60
"""Lines, with their docstrings."""
LONGER: dict[str, str] = {}
"""Functions and classes that may be longer, and why."""


def imports_of(packages: set[str], modules: list[Module]) -> list[str]:
    return [
        f"{module}:{line} imports {name}"
        for module in modules
        for line, name in module.imports
        if name.split(".")[0] in packages
    ]


def place(folder: str) -> int:
    """How far right a folder stands; left of all, the package's own `__init__` and what has no place yet."""
    return PLACES.get(folder, -1)


PLACES = {folder: place for place, folder in enumerate(ORDER)}


def test_every_module_has_a_place_in_the_order() -> None:
    offences = [str(module) for module in MODULES if module.folder not in ("", *ORDER)]
    assert not offences, "give it a place in ORDER, or move it"


def test_modules_import_only_from_their_own_folder_and_those_to_its_left() -> None:
    offences = [
        f"{module}:{line} imports {name}"
        for module in MODULES
        for line, name in module.imports
        if place(folder_of(name)) > place(module.folder)
    ]
    assert not offences


def test_nothing_below_data_imports_in_a_circle() -> None:
    """Its folders, and the modules that stand in none."""
    imports: dict[str, set[str]] = {}
    for module in MODULES:
        if module.folder == "data":
            names = [name.split(".") for _, name in module.imports]
            inside = {name[2] for name in names if name[:2] == ["elcs_gui", "data"] and len(name) > 2}
            imports.setdefault(module.dotted[2], set()).update(inside - {module.dotted[2]})
    assert {"columns", "tables", "survey", "dataset", "readers"} <= set(imports)
    assert list(TopologicalSorter(imports).static_order())


def test_features_know_only_the_graph_and_the_features_that_are_listed() -> None:
    found: dict[str, set[str]] = {}
    for module in MODULES:
        others = {folder_of(name) for _, name in module.imports} & {*FEATURES} - {module.folder}
        if module.folder in FEATURES and others - {PICTURE_OF_THE_RUN}:
            found.setdefault(module.folder, set()).update(others - {PICTURE_OF_THE_RUN})
    assert found == EDGES


def test_nobody_reaches_through_the_main_window() -> None:
    """Features get a context; who names the window makes it, drives it, or takes its picture."""
    offences = [
        str(module)
        for module in MODULES
        if "MainWindow" in module.text and (module.folder, module.path.stem) not in KNOW_THE_WINDOW
        if re.search(r"\bMainWindow\b", module.text)
    ]
    assert not offences


def test_every_feature_folder_declares_itself_in_the_tuple() -> None:
    folders = {module.path.parent.name for module in MODULES if module.path.name == "feature.py"}
    assert sorted(listed_features()) == sorted(folders - {"model", "shell"})


def test_tests_stand_in_the_folders_of_what_they_test() -> None:
    folders = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("*.py")}
    theirs = {folder.as_posix() for folder in folders if folder.parts and folder.parts[0] not in OTHER_TESTS}
    packages = {module.path.parent.relative_to(ROOT / PACKAGE).as_posix() for module in MODULES}
    assert not theirs - packages
    assert not {*ENGINE} & packages - theirs, "a package of the engine without tests of its own"


def test_every_package_has_a_map_in_its_docstring() -> None:
    assert {module.path.parent for module in MODULES} == {module.path.parent for module in PACKAGES}
    short = [
        str(module) for module in PACKAGES if len(SENTENCE_ENDS.findall(module.statements.docstring)) < 4
    ]
    assert not short, "say what lives there, who imports it, and how to add to it"


def test_maps_name_only_what_exists() -> None:
    """A word in backquotes is a module here, or a package; functions have brackets, classes a capital."""
    everywhere = {*ORDER, *(module.path.parent.name for module in PACKAGES), PROGRAM}
    offences = []
    for package in PACKAGES:
        folder = package.path.parent
        for word in QUOTED.findall(package.statements.docstring):
            first = word.split(".")[0]
            if word.startswith(f"{PACKAGE}."):
                there = is_module(ROOT.joinpath(*word.split(".")))
            elif "/" in word:
                there = (ROOT / word).exists()
            elif word == "feature.py" or not MODULE_NAME.fullmatch(first):
                there = True
            else:
                there = is_module(folder / first) or (word == first and word in everywhere)
            if not there:
                offences.append(f"{package} names `{word}`")
    assert not offences


def is_module(path: Path) -> bool:
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def test_only_modules_that_say_so_know_widgets() -> None:
    offences = [
        f"{module}:{line} imports {name}"
        for module in MODULES
        if module.folder in APP and module.folder not in MAKES_WIDGETS
        if not MAY_KNOW_WIDGETS.search(module.path.stem)
        for line, name in module.imports
        if any(name.startswith(known) for known in WIDGETS)
        if line not in module.statements.for_types  # who only speaks of widgets makes none
    ]
    assert not offences


def test_no_folder_is_crowded() -> None:
    folders = Counter(module.path.parent for module in MODULES)
    assert not {str(folder) for folder, modules in folders.items() if modules > MOST_MODULES}


def test_the_engine_does_not_know_qt() -> None:
    engine = [module for module in MODULES if place(module.folder) < place(QT_BEGINS_AT)]
    offences = imports_of(QT, engine)
    assert not offences


def test_nothing_below_the_command_line_prints_or_draws_a_progress_bar() -> None:
    silent = [module for module in MODULES if module.folder not in COMMAND_LINE]
    offences = imports_of({"tqdm"}, silent)
    offences += [
        f"{module}:{call.lineno} prints"
        for module in silent
        for call in module.calls("print")
        if isinstance(call.func, ast.Name)
    ]
    assert not offences


def test_nothing_is_pickled() -> None:
    """A pickle from elsewhere runs code when it is opened."""
    named = [module for module in MODULES + sources("tests") if any(name in module.text for name in PICKLES)]
    offences = imports_of(PICKLES, named)
    assert not offences


def test_every_class_and_function_is_short_enough_to_be_read() -> None:
    found = {
        name: f"{module}:{line} {name} has {lines} lines"
        for module in MODULES
        for name, line, lines, is_class in module.statements.defined
        if lines > (LONGEST_CLASS if is_class else LONGEST_FUNCTION)
    }
    assert not [where for name, where in found.items() if name not in LONGER]
    assert set(LONGER) <= set(found), "it is no longer than the others: no exception is needed any more"


def test_the_picture_of_the_packages_is_that_of_their_imports() -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawn(), "redraw it: python tests/bench/draw_house.py"


WITHOUT_QT = """
import runpy, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked!r}:
            raise ImportError(f"{{name}} is blocked")

sys.meta_path.insert(0, Blocked())
sys.argv = ["elcs", "run", "--example", "fig3"]
runpy.run_module("elcs_gui.cli", run_name="__main__", alter_sys=True)
"""


def test_the_command_line_works_without_qt() -> None:
    if not any(module.folder == "cli" for module in MODULES):
        pytest.skip("there is no command line yet")
    code = WITHOUT_QT.format(blocked=QT)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "causes     E (Lemma 1a), J (Lemma 1a)" in done.stdout
