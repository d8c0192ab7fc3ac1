"""Foreign text has a rendering for each place, and markup is made of literal templates alone."""

from __future__ import annotations

import ast
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given

from elcs_gui.foreign import Foreign, Rich, Xml, allowed_in_xml, joined, markup, rich
from tests.hostile.names import KNOWN, NAMES
from tests.hostile.test_refusals import anything
from tests.package_tree import MODULES

MAKES_MARKUP = {
    "elcs_gui/foreign.py": "it is where text becomes markup",
    "elcs_gui/guide/html.py": "the guide is the program's own, and HTML in it is left out",
    "elcs_gui/guide/site.py": "it fills a packaged page with markup",
    "elcs_gui/packaged.py": "a packaged file is the program's own",
    "elcs_gui/player/page.py": "its scripts and styles are joined, and its policy holds their digests",
}
"""Modules that may call something `Rich` that is not literal, and why."""
NUMBERS = {"d", "f", "g", "%", ","}


@pytest.mark.parametrize("kind", NAMES)
def test_a_name_of_a_file_suits_every_system(kind: str, tmp_path: Path) -> None:
    for text in (NAMES[kind], KNOWN[kind]):
        name = Foreign(text).file_name()
        assert 0 < len(name.encode()) <= 80
        assert not set(name) & set('<>:"/\\|?*\0') and name[0] not in ".- " and name[-1] not in ". "
        assert name.isprintable() and name == unicodedata.normalize("NFC", name)
        (tmp_path / f"{name}.txt").write_text("x", encoding="utf-8")
        assert [path.parent for path in tmp_path.iterdir()] == [tmp_path] * len(list(tmp_path.iterdir()))


def test_names_of_devices_are_no_names_of_files() -> None:
    for text in ("CON", "con.txt", "Aux", "nul", "COM1", "lpt9.x"):
        assert Foreign(text).file_name().startswith("_")
    assert Foreign("console").file_name() == "console"
    assert Foreign("").file_name() == Foreign("...").file_name() == "_"
    assert len(Foreign("血" * 500).file_name().encode()) <= 80


@given(anything)
def test_every_rendering_is_one_line_that_its_place_only_shows(text: str) -> None:
    foreign = Foreign(text)
    for shown in (foreign.plain(), foreign.terminal(), foreign.font_safe(), foreign.rich(), foreign.xml()):
        assert "\n" not in shown and "\x1b" not in shown
        shown.encode()
    assert not set(foreign.rich()) & set("<>\"'")
    assert allowed_in_xml(foreign.xml()) == foreign.xml()


def test_a_painter_draws_few_marks_on_one_letter() -> None:
    assert Foreign("a" + "\u0301" * 60 + "b").font_safe() == "a" + "\u0301" * 4 + "b"
    assert Foreign("हिन्दी é").font_safe() == "हिन्दी é"


def test_what_is_put_into_markup_is_escaped_unless_it_is_markup() -> None:
    assert markup("<b>{}</b>{}", "<i>", rich("&")) == "<b>&lt;i&gt;</b>&amp;"
    assert rich("a\x1b[2J<\n\u202eb") == "a␛[2J&lt;\n\N{REPLACEMENT CHARACTER}b"


def test_mypy_refuses_a_bare_string_where_markup_is_wanted() -> None:
    """It can fail: a comment that is not needed is an error of mypy's."""

    def shown(page: Rich, drawing: Xml) -> None:
        assert isinstance(page, str) and drawing

    name = "<img src=x>"
    shown(name, Foreign(name).xml())  # type: ignore[arg-type]
    shown(f"<b>{name}</b>", Foreign(name).xml())  # type: ignore[arg-type]
    shown(Foreign(name).rich() + name, Foreign(name).xml())  # type: ignore[arg-type]
    shown(Foreign(name).rich(), name)  # type: ignore[arg-type]
    shown(Foreign(name).rich(), Foreign(name).plain())  # type: ignore[arg-type]
    joined([name])  # type: ignore[list-item]
    with pytest.raises(AttributeError):
        rich(Foreign(name))  # type: ignore[arg-type]


def test_markup_is_made_of_literal_templates() -> None:
    """A name in a template, or called markup as it is, would not be escaped, and mypy could not tell."""
    offences = [
        f"{module}:{call.lineno}"
        for module in MODULES
        if str(module) not in MAKES_MARKUP and "foreign import" in module.text
        for call in ast.walk(module.tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("Rich", "Xml", "markup")
        and not (call.args and (_is_literal(call.args[0]) or _is_template(call)))
    ]
    assert not offences, "give what is not literal as an argument of markup()"


def _is_template(call: ast.Call) -> bool:
    """A template that has a name: what is put into it is an argument as well."""
    return isinstance(call.func, ast.Name) and call.func.id == "markup" and isinstance(call.args[0], ast.Name)


def _is_literal(node: ast.expr) -> bool:
    """A text, or one that has nothing but numbers put into it, each with its format."""
    if isinstance(node, ast.IfExp):
        return _is_literal(node.body) and _is_literal(node.orelse)
    if not isinstance(node, ast.JoinedStr):
        return isinstance(node, ast.Constant)
    return all(isinstance(part, ast.Constant) or _is_number(part) for part in node.values)


def _is_number(part: ast.expr) -> bool:
    if not isinstance(part, ast.FormattedValue) or not isinstance(part.format_spec, ast.JoinedStr):
        return False
    [spec] = part.format_spec.values
    return isinstance(spec, ast.Constant) and str(spec.value)[-1] in NUMBERS
