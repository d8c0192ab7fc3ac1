"""The source files of the package, each parsed once: the layout's rules and its picture are read from them.

Nothing of the package is imported here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "elcs_gui"

# The data flow from left to right, and a module imports only from its own package and from those to its
# left. `native` is the kernel in C, and what loads it; `trace` stands before `algorithms`, because
# algorithms tell events; `storage` checks what it reads by the algorithms; `inquiry` runs them again and
# again to find things out; `picture` is what there is to be seen of a run, painted by the window and by the
# pages of `player`; `api` is the door for programs, `library` what is behind it; `lessons` ask about traces
# and lead through them; `guide` are the pages of the guide; `benchmark` measures algorithms on many data
# sets; `worker` is the other side of the window's pipes. The features of the window stand in `app`, on two
# cores, `kit` and `model`; the command line may use everything.
ENGINE = (
    "native", "versions", "errors", "foreign", "packaged", "markdown", "data", "parallel", "ci", "trace",
    "algorithms", "proof", "storage", "inquiry", "picture", "library", "lessons", "player", "guide",
    "benchmark", "api", "worker",
)  # fmt: skip
CORES = ("kit", "model")
PICTURE_OF_THE_RUN = "graph"
"""The feature that any other may know; it knows none."""
EDGES = {
    "why": {"log"},
    "citest": {"log", "why"},
    "pseudocode": {"why"},
    "all_variables": {"navigation", "why"},
    "blame": {"citest", "transport"},
    "drawing": {"practice", "start"},
    "presenting": {"teaching"},
    "exporting": {"log"},
    "race": {"exporting"},
    "dataplots": {"log", "citest", "importing"},
    "teaching": {"transport", "exporting"},
    "practice": {"teaching"},
    "start": {"sessions", "teaching"},
}
"""Which features know which others beside the graph. A new edge is a decision: it is made here."""


@dataclass
class Statements:
    """What the rules ask of one file, gathered in one walk over its statements; its tree is not kept."""

    docstring: str
    imports: list[tuple[int, str]] = field(default_factory=list)
    """(line, dotted name); `from a import b` gives `a.b`, since `b` may be a module."""
    for_types: set[int] = field(default_factory=set)
    """The lines that only a type checker reads."""
    defined: list[tuple[str, int, int, bool]] = field(default_factory=list)
    """Of every class and function: qualified name, line, number of lines, and whether it is a class."""


@dataclass(frozen=True)
class Module:
    """One source file."""

    path: Path

    def __str__(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, str(self))

    @cached_property
    def dotted(self) -> tuple[str, ...]:
        """Its name in parts; `__init__` remains one of them, so that relative imports count from there."""
        return self.path.relative_to(ROOT).with_suffix("").parts

    @cached_property
    def folder(self) -> str:
        """The entry of ORDER it belongs to; '' for the packages' own `__init__`, which anyone may import."""
        return folder_of(".".join(self.dotted))

    @cached_property
    def statements(self) -> Statements:
        tree = self.tree
        found = Statements(ast.get_docstring(tree) or "")
        self._gather(tree, "", found)
        return found

    @cached_property
    def imports(self) -> tuple[tuple[int, str], ...]:
        """(line, dotted name) of all it imports, wherever it does: in functions, and by literal name too."""
        by_name = (
            (call.lineno, name)
            for call in self.calls("import_module", "__import__")
            for name in [getattr(call.args[0], "value", None) if call.args else None]
            if isinstance(name, str)
        )
        return (*self.statements.imports, *by_name)

    def calls(self, *names: str) -> Iterator[ast.Call]:
        """The calls of a function by one of these names, bare or as an attribute.

        Expressions are looked at only in a file whose text has one of the names.
        """
        if not any(name in self.text for name in names):
            return
        for node in ast.walk(self.tree):
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in names:
                    yield node

    def _gather(self, block: ast.AST, within: str, found: Statements) -> None:
        for part in STATEMENTS_IN:
            for node in getattr(block, part, ()):
                name = within
                match node:
                    case ast.Import(names=names):
                        found.imports += ((node.lineno, alias.name) for alias in names)
                    case ast.ImportFrom(module=module, names=names, level=level):
                        start = self.dotted[:-level] if level else ()
                        origin = ".".join((*start, module) if module else start)
                        found.imports += ((node.lineno, f"{origin}.{alias.name}") for alias in names)
                    case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
                        found.for_types.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
                    case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                        name = f"{within}.{node.name}".lstrip(".")
                        lines = (node.end_lineno or node.lineno) - node.lineno + 1
                        found.defined.append((name, node.lineno, lines, isinstance(node, ast.ClassDef)))
                self._gather(node, name, found)


STATEMENTS_IN = ("body", "orelse", "handlers", "finalbody", "cases")
"""The fields of a statement in which others stand."""


def folder_of(dotted: str) -> str:
    """The entry of ORDER that a module of the package belongs to; '' for `__init__` and what is not ours."""
    package, first, second, *_ = [*dotted.split("."), "", ""]
    folder = second if first == "app" else first
    return folder if package == PACKAGE and folder != "__init__" else ""


def sources(folder: str) -> list[Module]:
    return [Module(path) for path in sorted((ROOT / folder).rglob("*.py"))]


MODULES = sources(PACKAGE)
TUPLE = Module(ROOT / PACKAGE / "app" / "shell" / "features.py")


def listed_features() -> list[str]:
    """The folders of the features in the window's tuple, in its order; without the window's own."""
    folders = {name.rpartition(".")[2]: folder_of(name) for _, name in TUPLE.imports if ".feature." in name}
    for node in TUPLE.tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id="FEATURES"), value=ast.Tuple(elts=elements)):
                listed = [folders.get(ast.unparse(each), "") for each in elements]
                return [folder for folder in listed if folder != "shell"]
    return []


def in_order(features: list[str]) -> tuple[str, ...]:
    """The graph first, then as they are listed, but each behind those that it knows."""
    ordered: list[str] = []

    def place_behind_those_it_knows(feature: str, on_the_way: tuple[str, ...]) -> None:
        assert feature not in on_the_way, f"these know one another: {on_the_way}"
        if feature not in ordered:
            for other in sorted(EDGES.get(feature, ())):
                place_behind_those_it_knows(other, (*on_the_way, feature))
            ordered.append(feature)

    for feature in (PICTURE_OF_THE_RUN, *features):
        place_behind_those_it_knows(feature, ())
    return tuple(ordered)


FEATURES = in_order(listed_features())
APP = (*CORES, *FEATURES, "shell")
ORDER = (*ENGINE, *APP, "commands", "cli", "gui")
