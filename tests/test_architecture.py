"""The rules of the layout, read from the source: nothing of the package is imported here."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "elcs_gui"

# The data flow from left to right, and a module imports only from its own package and from those to its left.
# `trace` stands before `algorithms`, because algorithms tell events; `storage` checks what it reads by the
# algorithms; `inquiry` runs them again and again to find things out; `picture` is what there is to be seen of
# a run, painted by the window and by the pages of `player`; `api` is the door for programs, `library` what is
# behind it; `lessons` ask about traces and lead through them; `benchmark` measures algorithms on many data
# sets; `worker` is the other side of the window's pipes. The features of the window stand in `app`, on two
# cores, `kit` and `model`; the command line may use everything.
ENGINE = (
    "errors", "packaged", "data", "parallel", "ci", "trace", "algorithms", "proof", "storage", "inquiry",
    "picture", "library", "lessons", "player", "benchmark", "api", "worker",
)  # fmt: skip
CORES = ("kit", "model")
FEATURES = (
    "navigation", "graph", "log", "why", "citest", "pseudocode", "transport", "setup", "runs", "knowledge",
    "all_variables", "alpha", "blame", "stability", "simulating", "exporting", "race", "importing",
    "sessions", "teaching", "practice", "start", "dataplots", "glossary", "benchmarking", "drawing",
    "presenting",
)  # fmt: skip
APP = (*CORES, *FEATURES, "shell")
ORDER = (*ENGINE, *APP, "commands", "cli", "gui")
EDGES = {
    "log": {"graph"},
    "why": {"graph", "log"},
    "citest": {"log", "why"},
    "pseudocode": {"why"},
    "transport": {"graph"},
    "setup": {"graph"},
    "runs": {"graph"},
    "knowledge": {"graph"},
    "all_variables": {"graph", "navigation", "why"},
    "alpha": {"graph"},
    "blame": {"graph", "citest", "transport"},
    "stability": {"graph"},
    "drawing": {"graph", "practice", "start"},
    "presenting": {"graph", "teaching"},
    "exporting": {"graph", "log"},
    "race": {"graph", "exporting"},
    "sessions": {"graph"},
    "dataplots": {"graph", "log", "citest", "importing"},
    "teaching": {"graph", "transport", "exporting"},
    "practice": {"graph", "teaching"},
    "start": {"sessions", "teaching"},
}
"""Which features know which others. A new edge is a decision: it is made here."""
KNOW_THE_WINDOW = {
    ("gui", "gui"),
    ("shell", "main_window"),
    ("shell", "screenshot"),
}
MOST_MODULES = 25
"""In one folder."""
WIDGETS = {"PySide6.QtWidgets", "pyqtgraph"}
MAY_KNOW_WIDGETS = re.compile(r"(?:^|_)(?:page|panel|dialog|views?|painter|widgets?|menus?)$")
MAKES_WIDGETS = ("kit", "shell")
"""Packages whose every module may."""
COMMAND_LINE = ("commands", "cli", "gui")

QT_BEGINS_AT = "kit"
QT = {"PySide6", "shiboken6", "pyqtgraph"}
PICKLES = {"pickle", "_pickle", "cloudpickle", "dill", "shelve"}
LONGEST_CLASS, LONGEST_FUNCTION = 400, 60
"""Lines, with their docstrings."""
LONGER = {
    "_by_bits": "the loops over strata and levels share their arrays and sums, and are the hottest there are",
}
"""Functions and classes that may be longer, and why."""


@dataclass(frozen=True)
class Module:
    """One source file, and what the rules ask of it."""

    path: Path

    def __str__(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, str(self))

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        return tuple(ast.walk(self.tree))

    @property
    def dotted(self) -> tuple[str, ...]:
        """Its name in parts; `__init__` remains one of them, so that relative imports count from there."""
        return self.path.relative_to(ROOT).with_suffix("").parts

    @property
    def folder(self) -> str:
        """The entry of ORDER it belongs to; '' for the packages' own `__init__`, which anyone may import."""
        return folder_of(".".join(self.dotted))

    @cached_property
    def lines_for_types(self) -> frozenset[int]:
        """The lines that only a type checker reads."""
        found: set[int] = set()
        for node in self.nodes:
            if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
                found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        return frozenset(found)

    @cached_property
    def imports(self) -> tuple[tuple[int, str], ...]:
        """(line, dotted name) of all it imports, wherever it does so: in functions, and by literal name too.

        `from a import b` gives `a.b`, since `b` may be a module.
        """
        return tuple(self._imports())

    def _imports(self) -> Iterator[tuple[int, str]]:
        for node in self.nodes:
            match node:
                case ast.Import(names=names):
                    yield from ((node.lineno, alias.name) for alias in names)
                case ast.ImportFrom(module=module, names=names, level=level):
                    start = self.dotted[:-level] if level else ()
                    origin = (*start, module) if module else start
                    yield from ((node.lineno, ".".join((*origin, alias.name))) for alias in names)
                case ast.Call(
                    func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                    args=[ast.Constant(value=str(name)), *_],
                ):
                    yield node.lineno, name


def folder_of(dotted: str) -> str:
    """The entry of ORDER that a module of the package belongs to; '' for `__init__` and what is not ours."""
    package, first, second, *_ = [*dotted.split("."), "", ""]
    folder = second if first == "app" else first
    return folder if package == PACKAGE and folder != "__init__" else ""


def place(folder: str) -> int:
    """How far right a folder stands; left of all, the package's own `__init__` and what has no place yet."""
    return ORDER.index(folder) if folder in ORDER else -1


def sources(folder: str) -> list[Module]:
    return [Module(path) for path in sorted((ROOT / folder).rglob("*.py"))]


def imports_of(packages: set[str], modules: list[Module]) -> list[str]:
    return [
        f"{module}:{line} imports {name}"
        for module in modules
        for line, name in module.imports
        if name.split(".")[0] in packages
    ]


MODULES = sources(PACKAGE)
TESTS = sources("tests")


def test_every_module_has_a_place_in_the_order() -> None:
    offences = [str(module) for module in MODULES if module.folder not in ("", *ORDER)]
    assert not offences, "give it a place in ORDER, or move it"


def test_modules_import_only_from_their_own_folder_and_those_to_its_left() -> None:
    offences = []
    for module in MODULES:
        for line, name in module.imports:
            target = folder_of(name)
            if place(target) > place(module.folder):
                offences.append(f"{module}:{line} imports {name}")
    assert not offences


def test_features_know_only_the_features_that_are_listed() -> None:
    found: dict[str, set[str]] = {}
    for module in MODULES:
        others = {folder_of(name) for _, name in module.imports} & {*FEATURES} - {module.folder}
        if module.folder in FEATURES and others:
            found.setdefault(module.folder, set()).update(others)
    assert found == EDGES


def test_nobody_reaches_through_the_main_window() -> None:
    """Features get a context; who names the window makes it, drives it, or takes its picture."""
    offences = [
        str(module)
        for module in MODULES
        if re.search(r"\bMainWindow\b", module.text)
        and (module.folder, module.path.stem) not in KNOW_THE_WINDOW
    ]
    assert not offences


def test_every_feature_folder_declares_itself_in_the_tuple() -> None:
    [listing] = [module for module in MODULES if module.path.parts[-2:] == ("shell", "features.py")]
    declared = {
        folder_of(name): name.rpartition(".")[2] for _, name in listing.imports if ".feature." in name
    }
    [listed] = [
        [ast.unparse(each) for each in node.value.elts]
        for node in listing.nodes
        if isinstance(node, ast.AnnAssign)
        and ast.unparse(node.target) == "FEATURES"
        and isinstance(node.value, ast.Tuple)
    ]
    folders = {module.path.parent.name for module in MODULES if module.path.name == "feature.py"}
    assert folders - {"model"} == {*FEATURES, "shell"}
    assert sorted(listed) == sorted(declared[folder] for folder in (*FEATURES, "shell"))


def test_only_modules_that_say_so_know_widgets() -> None:
    offences = [
        f"{module}:{line} imports {name}"
        for module in MODULES
        if module.folder in APP and module.folder not in MAKES_WIDGETS
        for line, name in module.imports
        if any(name.startswith(known) for known in WIDGETS) and not MAY_KNOW_WIDGETS.search(module.path.stem)
        if line not in module.lines_for_types  # who only speaks of widgets makes none
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
    for module in silent:
        for node in module.nodes:
            match node:
                case ast.Call(func=ast.Name(id="print")):
                    offences.append(f"{module}:{node.lineno} prints")
    assert not offences


def test_nothing_is_pickled() -> None:
    """A pickle from elsewhere runs code when it is opened."""
    offences = imports_of(PICKLES, MODULES + TESTS)
    assert not offences


def too_long() -> dict[str, str]:
    """By qualified name: where it stands, and how many lines it has."""
    found = {}

    def look(module: Module, node: ast.AST, within: str) -> None:
        for inner in ast.iter_child_nodes(node):
            name = within
            if isinstance(inner, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{within}.{inner.name}".lstrip(".")
                lines = (inner.end_lineno or 0) - inner.lineno + 1
                if lines > (LONGEST_CLASS if isinstance(inner, ast.ClassDef) else LONGEST_FUNCTION):
                    found[name] = f"{module}:{inner.lineno} {name} has {lines} lines"
            look(module, inner, name)

    for module in MODULES:
        look(module, module.tree, "")
    return found


def test_every_class_and_function_is_short_enough_to_be_read() -> None:
    found = too_long()
    assert not [where for name, where in found.items() if name not in LONGER]
    assert set(LONGER) <= set(found), "it is no longer than the others: no exception is needed any more"


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


# A user's folder on Linux, macOS or Windows, or that of root; not a part of a web address.
HOME = re.compile(rb"(?<![\w.-])(?:/(?:home|Users)/|/root/|[A-Za-z]:[\\/]+Users[\\/]+)\w")


def test_no_file_names_a_folder_of_somebody() -> None:
    listing = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    try:
        names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs git, and a checkout, to know the project's files")
    files = [ROOT / name for name in names if name and (ROOT / name).is_file()]
    offences = [str(file.relative_to(ROOT)) for file in files if HOME.search(file.read_bytes())]
    assert not offences
