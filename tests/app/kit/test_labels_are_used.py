"""Nothing in the window shows a text in a way that lets Qt guess what it is: read from the source.

What is shown goes through `elcs_gui.app.kit.labels`; what that makes of it is tested in `test_labels`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.package_tree import MODULES, PACKAGE, ROOT, Module

APP = ROOT / PACKAGE / "app"
WINDOW = {
    module.path.relative_to(APP).as_posix(): module for module in MODULES if module.path.is_relative_to(APP)
}
QT_BESIDE = [
    module
    for module in MODULES
    if not module.path.is_relative_to(APP) and any("PySide6.QtWidgets" in name for _, name in module.imports)
]
"""Other modules that show something."""
LABELS = "kit/labels.py"
GUESSING = {
    "QErrorMessage", "QGraphicsTextItem", "QInputDialog", "QLabel", "QProgressDialog", "QTextBrowser",
    "QTextDocument", "QTextEdit", "QToolTip", "QWhatsThis",
}  # fmt: skip
"""Classes that interpret what they show."""
GUESSING_METHODS = {
    "setDetailedText", "setHtml", "setInformativeText", "setMarkdown", "setStatusTip", "setToolTip",
    "setWhatsThis", "insertHtml", "appendHtml",
}  # fmt: skip
ASKED_FOR_A_TIP = re.compile(r"== [\w.]*ToolTipRole")
MODEL_ROLES = {"StatusTipRole", "WhatsThisRole"}
"""What a model answers for these, no view of ours shows."""
WITH_KEYS = {
    "QAction": 0, "QCheckBox": 0, "QGroupBox": 0, "QPushButton": 0, "QRadioButton": 0, "QToolButton": 0,
    "addAction": 0, "addMenu": 0, "addTab": 1, "insertTab": 2, "setTabText": 1,
}  # fmt: skip
"""Where Qt takes an ampersand in a text for a key, and the place of the text among what is given."""
NO_TEXT = re.compile(r"self|parent|action|live|columns|.*\bactions\[.*\]")
"""An action, a menu, or the parent of what is made."""
GUESSING_PROPERTIES = {"toolTip", "whatsThis", "statusTip", "informativeText", "html"}
MARKED = ("<b>", "<i>", "<p", "<br", "<span", "<div", "<a ", "<img", "&nbsp;", "&amp;", "&lt;")
ALLOWED = {
    ("teaching/source_view.py", "QTextEdit"): "for the ranges that a plain text editor colours",
    ("glossary/guide_view.py", "QTextBrowser"): "shows pages of the guide, and loads packaged pictures alone",
    ("glossary/guide_view.py", "setHtml"): "takes `Rich`, in which the text of a page is escaped",
    ("kit/dialogs.py", "QInputDialog"): "asks for words; its label is given as a tool tip would be",
    ("transport/panel.py", "QInputDialog"): "asks for a number; its label has only numbers",
    ("shell/command_palette.py", "setStatusTip"): "an action's own sentence; a status line shows plain text",
}
FILES = {"exporting/report_html.py": "a page for a browser", "kit/svg.py": "a picture for a browser"}
"""These make markup that Qt never sees; `tests/test_foreign.py` looks at their templates."""


class Source:
    """One module, and questions about its syntax."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.nodes = list(ast.walk(module.tree))
        self.calls = [node for node in self.nodes if isinstance(node, ast.Call)]
        self.assigned: dict[str, list[ast.expr]] = {}
        for node in self.nodes:
            for target in node.targets if isinstance(node, ast.Assign) else ():
                if isinstance(target, ast.Name):
                    self.assigned.setdefault(target.id, []).append(node.value)  # type: ignore[attr-defined]

    def is_literal(self, node: ast.expr) -> bool:
        """Does the text stand in the source, here or as a constant of another module?"""
        if isinstance(node, ast.IfExp):
            return self.is_literal(node.body) and self.is_literal(node.orelse)
        if isinstance(node, ast.Name):
            given = self.assigned.get(node.id, [])
            return all(isinstance(value, ast.Constant) for value in given) if given else node.id.isupper()
        return isinstance(node, ast.Constant)


def called(node: ast.AST | None) -> str:
    """The last name of what is called; empty for anything else."""
    if not isinstance(node, ast.Call):
        return ""
    of = node.func
    return of.attr if isinstance(of, ast.Attribute) else of.id if isinstance(of, ast.Name) else ""


def guessing_classes(source: Source) -> Iterator[str]:
    for _, name in source.module.imports:
        if name.startswith("PySide6.") and name.rpartition(".")[2] in GUESSING:
            yield name.rpartition(".")[2]
    for node in source.nodes:  # by the name of their module
        if isinstance(node, ast.Attribute) and node.attr in GUESSING:
            yield node.attr


def guessing_methods(source: Source) -> Iterator[str]:
    """Called, or connected to a signal."""
    for node in source.nodes:
        if isinstance(node, ast.Attribute) and node.attr in GUESSING_METHODS:
            yield node.attr
        of_a_box = isinstance(node, ast.Attribute) and ast.unparse(node.value) == "QMessageBox"
        if called(node) == "QMessageBox" or (of_a_box and node.attr not in ("Icon", "ButtonRole")):  # type: ignore[attr-defined]
            yield f"QMessageBox in line {node.lineno}"  # type: ignore[attr-defined]


def properties_of_unknown_text(source: Source) -> Iterator[str]:
    for node in source.calls:
        for given in node.keywords:
            tipped = called(given.value) == "tip" or source.is_literal(given.value)
            if given.arg in GUESSING_PROPERTIES and not tipped:
                yield f"{given.arg} in line {node.lineno}"
            if given.arg == "windowTitle" and not isinstance(given.value, ast.Constant):
                yield f"{given.arg} in line {node.lineno}"
        if called(node) == "setWindowTitle" and not source.is_literal(node.args[0]):
            title = node.args[0]
            parts = [part.value for part in ast.walk(title) if isinstance(part, ast.FormattedValue)]
            if any(called(part) != "titled" for part in parts or [title]):
                yield f"setWindowTitle in line {node.lineno}"


def texts_with_keys(source: Source) -> Iterator[str]:
    """Of buttons, menus and tabs: what is not literal goes through `lettered`."""
    for node in source.calls:
        place = WITH_KEYS.get(called(node), len(node.args))
        given = [*node.args[place : place + 1], *(each.value for each in node.keywords if each.arg == "text")]
        for text in given if called(node) in WITH_KEYS else ():
            if not _is_lettered(source, text) and not NO_TEXT.fullmatch(ast.unparse(text)):
                yield f"{called(node)} in line {node.lineno}"


def _is_lettered(source: Source, node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _is_lettered(source, node.body) and _is_lettered(source, node.orelse)
    if isinstance(node, ast.JoinedStr):
        parts = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
        return all(_is_lettered(source, part) for part in parts)
    return (
        source.is_literal(node) or called(node) in ("lettered", "len") or ast.unparse(node) == "test.number"
    )


def static_texts(source: Source) -> Iterator[str]:
    for node in source.nodes:
        text = ast.unparse(node) if isinstance(node, ast.FunctionDef) else ""
        if "QStaticText(" in text and "setTextFormat(Qt.TextFormat.PlainText)" not in text:
            yield f"QStaticText in line {node.lineno}"  # type: ignore[attr-defined]


def markup_by_hand(source: Source) -> Iterator[str]:
    """Markup outside of the templates of `markup` and `Rich`, or a template that is not literal."""
    if source.module is not WINDOW[LABELS] and source.module in [WINDOW[name] for name in FILES]:
        return
    known = {id(value) for values in source.assigned.values() for value in values}
    known |= {id(node.value) for node in source.nodes if isinstance(node, ast.Expr)}  # docstrings
    for node in source.calls:
        if called(node) in ("markup", "Rich"):
            known.add(id(node.args[0]))
            if not source.is_literal(node.args[0]):
                yield f"{called(node)} in line {node.lineno}"
        elif called(node) == "partial" and ast.unparse(node.args[0]) == "markup":
            known.add(id(node.args[1]))
        elif called(node) == "replace" and "&&" in ast.unparse(node):
            yield f"&& in line {node.lineno}"
    for each in source.nodes:
        text = each.value if isinstance(each, ast.Constant) and isinstance(each.value, str) else ""
        if id(each) not in known and any(tag in text for tag in MARKED):
            yield f"{text!r} in line {each.lineno}"  # type: ignore[attr-defined]


def tips_of_models(source: Source) -> Iterator[str]:
    """What a model answers when it is asked for a tool tip."""
    for node in source.nodes:
        if isinstance(node, ast.If) and ASKED_FOR_A_TIP.search(ast.unparse(node.test)):
            for answer in (each for each in ast.walk(node) if isinstance(each, ast.Return)):
                value = answer.value.values[0] if isinstance(answer.value, ast.BoolOp) else answer.value
                if called(value) != "tip" and ast.unparse(answer) != "return None":
                    yield f"ToolTipRole in line {answer.lineno}"
        if called(node) in ("setData", "setHeaderData", "setItemData") and "TipRole" in ast.unparse(node):
            yield f"ToolTipRole in line {node.lineno}"  # type: ignore[attr-defined]
        if isinstance(node, ast.Attribute) and node.attr in MODEL_ROLES:
            yield f"{node.attr} in line {node.lineno}"


def test_what_is_looked_for_is_found() -> None:
    """In the module that stands between all others and Qt."""
    source = Source(WINDOW[LABELS])
    assert {*guessing_classes(source)} == {"QLabel", "QToolTip"}
    assert {*guessing_methods(source)} >= {"setToolTip", "setInformativeText"}
    assert [*markup_by_hand(source)]


Way = Callable[[Source], Iterator[str]]
ROUNDABOUT: tuple[Way, ...] = (
    guessing_classes,
    guessing_methods,
    properties_of_unknown_text,
    texts_with_keys,
    static_texts,
    markup_by_hand,
    tips_of_models,
)
BARE: dict[Way, str] = {
    guessing_classes: "from PySide6.QtWidgets import QLabel\nfrom PySide6 import QtWidgets as w\nw.QLabel(a)",
    guessing_methods: "x.setToolTip(a); x.setWhatsThis(a); x.setStatusTip(a); QMessageBox(a)\n"
    "QMessageBox.warning(p, a, b); x.setHtml(a); y.connect(x.setToolTip)",
    properties_of_unknown_text: "QFrame(toolTip=a); QFrame(whatsThis=f'{a}'); x.setWindowTitle(a)\n"
    "x.setWindowTitle(f'{a}[*]'); QDialog(windowTitle=a)",
    texts_with_keys: "QAction(a, parent); menu.addAction(f'Go to {a}'); tabs.addTab(page, a)\n"
    "menu.addMenu(a.title); QPushButton(a); QCheckBox(text=a); QToolButton(text=lettered(a) if b else a)",
    static_texts: "def draw(text):\n    return QStaticText(text)",
    markup_by_hand: "label.setText('<b>' + a)\nRich(a); markup(a, b); markup(f'{a}')\na.replace('&', '&&')",
    tips_of_models: "if role == Qt.ItemDataRole.ToolTipRole:\n    return a\n"
    "item.setData(Qt.ItemDataRole.ToolTipRole, a); a = Qt.ItemDataRole.StatusTipRole",
}
"""For each way: modules that go it, every statement of them."""


@pytest.mark.parametrize("way", ROUNDABOUT)
def test_every_bare_text_is_found(way: Way, tmp_path: Path) -> None:
    statements = [ast.unparse(each) for each in ast.parse(BARE[way]).body]
    for statement in statements:
        assert [
            *way(Source(written(statement, tmp_path)))
        ] or statement == "from PySide6 import QtWidgets as w", statement


def test_what_is_lettered_or_literal_is_no_offence(tmp_path: Path) -> None:
    fine = (
        "QAction(lettered(a), parent); menu.addAction('Why?', act); menu.addAction(f'{lettered(a)}')\n"
        "x.setWindowTitle(f'{titled(a)}[*]'); QFrame(toolTip=tip(a)); menu.addAction(actions['a'])\n"
        "def data(role):\n    if role == Qt.ItemDataRole.ToolTipRole:\n        return tip(a)"
    )
    source = Source(written(fine, tmp_path))
    assert not [found for way in ROUNDABOUT for found in way(source)]


class Written(Module):
    """A module that stands in no folder of the package."""

    def __str__(self) -> str:
        return self.path.name


def written(text: str, folder: Path) -> Module:
    path = folder / "module.py"
    path.write_text(text, encoding="utf-8")
    return Written(path)


def test_no_text_is_shown_in_a_way_that_lets_qt_guess() -> None:
    offences = [
        f"{name}: {found}"
        for name, source in (
            *((name, Source(module)) for name, module in WINDOW.items() if name != LABELS),
            *((str(module), Source(module)) for module in QT_BESIDE),
        )
        for way in ROUNDABOUT
        for found in way(source)
        if (name, found) not in ALLOWED
    ]
    assert not offences


def test_what_is_allowed_is_still_there() -> None:
    assert {*FILES} <= {*WINDOW}
    for name, what in ALLOWED:
        source = Source(WINDOW[name])
        assert what in {*guessing_classes(source), *guessing_methods(source)}
