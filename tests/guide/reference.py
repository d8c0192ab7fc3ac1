"""Makes the reference pages of the guide from what the program declares; nothing of them is written by hand.

`reference()` gives their texts. `python tests/bench/guide.py --reference` writes them into
`resources/guide/reference`, so that they can be read on GitHub and without this program too;
`tests/guide/test_reference.py` says when they are to be written again.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any

from elcs_gui import api
from elcs_gui.algorithms.registry import DEFAULT, Algorithm, families
from elcs_gui.app.exporting.formats import FORMS, GROUPS
from elcs_gui.app.glossary.terms import KINDS, glossary
from elcs_gui.app.model.actions import MENUS, Action
from elcs_gui.app.shell.features import FEATURES
from elcs_gui.ci.registry import TESTS, Needs
from elcs_gui.cli import _COMMANDS, _DESCRIPTION
from elcs_gui.commands.options.parser import Parser
from elcs_gui.gui import parser as parser_of_the_window
from elcs_gui.guide.pages import anchor_of, guide
from elcs_gui.trace.assumptions import IN_FULL
from elcs_gui.trace.rules import RULES

ROOT = Path(__file__).resolve().parents[2]
_MADE = "<!-- Made by tests/bench/guide.py --reference: change what it is made from, not this page. -->\n"


def reference() -> dict[str, str]:
    """The text of every page, by its name."""
    return {
        name: f"{_MADE}\n{page()}\n"
        for name, page in {
            "command-line": command_line,
            "library": library,
            "algorithms": algorithms,
            "tests": tests,
            "file-formats": file_formats,
            "window": window,
            "shortcuts": shortcuts,
            "glossary": glossary_page,
        }.items()
    }


# Markdown


def prose(text: str) -> str:
    """A text as Markdown that shows it as it is; what stands in backquotes is code."""
    parts = re.split(r"(`[^`\n]+`)", " ".join(text.split()))
    return "".join(
        part if place % 2 else re.sub(r"([\\*<>\[\]|#]|\b_|_\b)", r"\\\1", part)
        for place, part in enumerate(parts)
    )


def code(text: str) -> str:
    return f"`{text}`" if text else ""


def cell(text: str) -> str:
    """Markdown within a table: a bar would end the cell."""
    return re.sub(r"(?<!\\)\|", r"\\|", text)


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    shown = [list(row) for row in rows]
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *shown]
    return "\n".join(f"| {' | '.join(cell(each) for each in row)} |" for row in lines)


def block(text: str) -> str:
    return f"```text\n{text.strip(chr(10))}\n```"


def paragraphs(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = " ".join(text.split())
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!", ":")) else ".")


# Command line


def command_line() -> str:
    commands = [_command(name) for name in _COMMANDS]
    return paragraphs(
        "# Command line",
        "Two commands are installed: `elcs`, which needs no window and no Qt, and `elcs-gui`, the window. "
        "`elcs COMMAND --help` prints what stands here.",
        f"{_DESCRIPTION}",
        table(
            ("Command", "What it does"),
            (
                (f"[elcs {name}](#{anchor_of(f'elcs {name}')})", sentence(prose(said)))
                for name, said in _COMMANDS.items()
            ),
        ),
        "Exit codes: 0 done, 1 the work failed (one line on standard error says why), 2 wrong usage, "
        "130 cancelled.",
        *commands,
        _parser_section("elcs-gui", parser_of_the_window()),
    )  # fmt: skip


def _command(name: str) -> str:
    made = Parser(prog=f"elcs {name}")
    import_module(f"elcs_gui.commands.{name}").add_to(made)
    inner = [
        _parser_section(each.prog, each, level=3)
        for action in made._actions
        if isinstance(action, argparse._SubParsersAction)
        for each in action.choices.values()
    ]
    return paragraphs(_parser_section(made.prog, made), *inner)


def _parser_section(title: str, parser: argparse.ArgumentParser, level: int = 2) -> str:
    parser.format_usage()  # which shortens it
    assert parser.usage is not None
    groups = []
    for group in parser._action_groups:
        rows = [
            (_names(action), _help_of(parser, action), _default(action))
            for action in group._group_actions
            if action.dest != "help" and action.help is not argparse.SUPPRESS
            if not isinstance(action, argparse._SubParsersAction)
        ]
        if rows:
            usual = group.title in ("positional arguments", "options")
            name = {"positional arguments": "Arguments", "options": "Options"}.get(
                str(group.title), str(group.title)
            )
            described = group.description or ""
            groups.append(
                paragraphs(
                    f"**{sentence(name)[:-1] if not usual else name}**", prose(described),
                    table(("Name", "Meaning", "Default"), rows),
                )
            )  # fmt: skip
    return paragraphs(
        f"{'#' * level} {title}",
        sentence(prose(parser.description or "")),
        block(" ".join(parser.usage.replace("%%", "%").split())),
        *groups,
    )


def _names(action: argparse.Action) -> str:
    if not action.option_strings:
        name = action.metavar if isinstance(action.metavar, str) else action.dest
        return code(name)
    values = "" if action.nargs == 0 else _values(action)
    return ", ".join(code(f"{option}{values}") for option in action.option_strings)


def _values(action: argparse.Action) -> str:
    if isinstance(action.metavar, tuple):
        return f" {' '.join(action.metavar)}"
    if action.metavar is not None:
        return f" {action.metavar}"
    if action.choices is not None:
        return f" {{{','.join(map(str, action.choices))}}}"
    return f" {action.dest.upper()}"


def _help_of(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    said = parser._get_formatter()._expand_help(action) if action.help else ""
    said = re.sub(r"\s*\(default:? [^()]*\)", "", said)
    return prose(said)


def _default(action: argparse.Action) -> str:
    """What it is where nobody says it, if that says something; else what the help says of it."""
    found = re.search(r"\(default:? ([^()]*)\)", action.help or "")
    if found and "%" not in found[1]:
        return prose(found[1])
    if action.required and action.option_strings:
        return "required"
    value = action.default
    if (
        value in (None, False, "", argparse.SUPPRESS)
        or isinstance(value, list | tuple | Path)
        or not action.option_strings
    ):
        return ""
    return code(f"{value:g}" if isinstance(value, float) else str(value))


# Library


def library() -> str:
    module = inspect.getdoc(api) or ""
    return paragraphs(
        "# Library",
        *_docstring(module),
        *(
            _described(name, getattr(api, name))
            for name in (
                "learn",
                "learn_all",
                "Result",
                "Why",
                "Blanket",
                "Conflict",
                "ImportPlan",
                "ElcsError",
            )
        ),
    )


def _described(name: str, what: Any) -> str:
    if not inspect.isclass(what):
        return paragraphs(f"## {name}", _signature(name, what), *_docstring(inspect.getdoc(what) or ""))
    own = [
        _member(key, member)
        for key, member in vars(what).items()
        if not key.startswith("_")
        and (inspect.isfunction(member) or isinstance(member, property) or hasattr(member, "func"))
    ]
    return paragraphs(
        f"## {name}",
        *_docstring(inspect.getdoc(what) or ""),
        *_fields(what),
        table(("Name", "Meaning"), own) if own else "",
    )


def _signature(name: str, function: Callable[..., object]) -> str:
    shown = inspect.signature(function)
    parts = []
    starred = False
    for each in shown.parameters.values():
        if each.kind is inspect.Parameter.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        default = "" if each.default is inspect.Parameter.empty else f"={each.default!r}"
        parts.append(f"{each.name}{default}")
    lines = textwrap.wrap(", ".join(parts), 88)
    body = lines[0] if len(lines) == 1 else "\n    " + "\n    ".join(lines) + "\n"
    return f"```python\n{name}({body})\n```"


def _member(name: str, member: Any) -> tuple[str, str]:
    if inspect.isfunction(member):
        shown = [each for each in inspect.signature(member).parameters.values() if each.name != "self"]
        inside = ", ".join(
            each.name if each.default is inspect.Parameter.empty else f"{each.name}={each.default!r}"
            for each in shown
        )
        name = f"{name}({inside})"
    said = inspect.getdoc(member.func if hasattr(member, "func") else member) or ""
    return code(name), prose(said.partition("\n\n")[0])


def _fields(what: type) -> Iterator[str]:
    """What the source says of the attributes that its `__init__` sets, or of its fields."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(what))).body[0]
    assert isinstance(tree, ast.ClassDef)
    rows = []
    bodies = [
        tree.body,
        *(each.body for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"),
    ]
    for body in bodies:
        for node, after in zip(body, [*body[1:], None], strict=True):
            if (
                isinstance(node, ast.AnnAssign)
                and isinstance(after, ast.Expr)
                and isinstance(after.value, ast.Constant)
            ):
                name = (
                    node.target.attr if isinstance(node.target, ast.Attribute) else ast.unparse(node.target)
                )
                if not name.startswith("_"):
                    rows.append((code(name), prose(inspect.cleandoc(str(after.value.value)))))
    if rows:
        yield table(("Name", "Meaning"), rows)


def _docstring(text: str) -> Iterator[str]:
    """A docstring as Markdown: indented lines are code, a list of arguments is a table."""
    parts = re.split(r"\n\s*\n", inspect.cleandoc(text))
    for is_code, group in groupby(parts, key=lambda part: part.startswith("    ")):
        if is_code:
            yield f"```python\n{textwrap.dedent((chr(10) * 2).join(group))}\n```"
            continue
        for part in group:
            lines = part.split("\n")
            if re.fullmatch(r"(Args|Attributes|Raises|Returns):", lines[0]):
                yield table(("Name", "Meaning"), _arguments(lines[1:]))
            else:
                yield prose(part)


def _arguments(lines: list[str]) -> Iterator[tuple[str, str]]:
    for entry in re.split(r"\n(?=\S)", textwrap.dedent("\n".join(lines))):
        names, _, said = entry.partition(": ")
        yield ", ".join(code(name.strip()) for name in names.split(",")), sentence(prose(said))


# Algorithms and tests


def algorithms() -> str:
    parts = [
        "# Algorithms",
        f"`elcs algorithms` lists them; `--algorithm ID` chooses one. The default is `{DEFAULT}`.",
        "All arrows rest on the same assumptions:",
        "\n".join(f"- {prose(each)}" for each in IN_FULL),
        "[What the arrows assume](../explanations/what-arrows-assume.md) says more, and "
        "[what it computes](../explanations/what-it-computes.md) how each algorithm departs from its paper.",
    ]
    for family, members in families().items():
        rows = (
            (f"[{code(each.id)}](#{anchor_of(each.title)})", prose(each.title), prose(each.sentence))
            for each in members
        )
        parts += [f"## {family}", table(("Id", "Name", "What it does"), rows), *map(_algorithm, members)]
    rules = ((rule.badge, prose(rule.title), f"{prose(''.join(rule.because))}.") for rule in RULES.values())
    parts += ["## Rules", table(("Sign", "Rule", "An arrow is drawn"), rules)]
    return paragraphs(*parts)


_NEEDS = {
    Needs.LEVELS: "columns with levels",
    Needs.MEASUREMENTS: "measurements",
    Needs.NETWORK: "a known network",
}


def _algorithm(each: Algorithm) -> str:
    rules = dict.fromkeys(prose(RULES[rule].title) for rule in each.rules)
    facts = [
        ("Id", code(each.id) + (" (default)" if each.id == DEFAULT else "")),
        ("Finds", ", ".join(_role_words(each))),
        ("Learns from", ", ".join(_NEEDS[need] for need in each.needs)),
        ("Test, alpha and k", "used" if each.asks_tests else "not used: it requests no tests"),
        ("Background knowledge", "used" if each.uses_knowledge else "refused"),
        ("Rules", ", ".join(rules) or "none: it tells no causes from effects"),
        ("Procedures", ", ".join(prose(name) for name in each.listings)),
        ("Sources", "; ".join(prose(source) for source in sources(each))),
    ]  # fmt: skip
    if each.library:
        facts.append(("Needs the library", code(each.library)))
    parts = [f"### {prose(each.title)}", prose(each.sentence), table(("Fact", "Value"), facts)]
    if each.parameters:
        rows = (
            (code(f"--set {one.id}={one.usual}"), sentence(prose(one.sentence)), prose(one.range))
            for one in each.parameters
        )
        parts.append(table(("Parameter and its default", "Meaning", "Values"), rows))
    return paragraphs(*parts)


def _role_words(each: Algorithm) -> list[str]:
    words = {
        "parent": "causes",
        "child": "effects",
        "undecided": "neighbours without a direction",
        "spouse": "spouses",
        "member": "the Markov blanket as a whole",
    }
    return [words[str(role.value)] for role in each.roles]


_PAPER = "Yang, Wang, Yu, Cao and Wu, Towards Efficient Local Causal Structure Learning"
_CITED = re.compile(r"((?:[A-Z][\wéñöü-]+(?:, | and ))*[A-Z][\wéñöü-]+(?:,)? \(?(?:19|20)\d\d\)?)")


def sources(algorithm: Algorithm) -> list[str]:
    """The papers that the modules behind its procedures name; that of this program where they name none."""
    found = [source for name in algorithm.listings for source in _sources_by_file().get(_file_of(name), ())]
    own = [_PAPER] if algorithm.id.startswith(("elcs", "emb")) else []
    return list(dict.fromkeys([*own, *found])) or [_PAPER]


def _file_of(procedure: str) -> str:
    """The listing in `resources/pseudocode`; that of a released profile is its algorithm's."""
    return re.sub(r"[^a-z0-9]+", "-", procedure.lower()).removesuffix("-cl").strip("-")


@cache
def _sources_by_file() -> dict[str, tuple[str, ...]]:
    """What the docstrings cite, by the listings that they name and by the names of their modules."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "elcs_gui" / "algorithms").rglob("*.py")):
        said = " ".join((ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split())
        cited = [re.sub(r",? \(?(\d{4})\)?$", r" (\1)", source) for source in _CITED.findall(said)]
        named = {*re.findall(r"resources/pseudocode/([\w-]+)\.txt", said), path.stem.replace("_", "-")}
        if path.stem == "spouses":
            named |= {"mmmb", "hiton-mb"}
        for name in named if cited else ():
            found.setdefault(name.removesuffix("-cl"), []).extend(cited)
    return {name: tuple(dict.fromkeys(cited)) for name, cited in found.items()}


def tests() -> str:
    parts = [
        "# CI tests",
        "A test answers whether two variables are independent given a set of others. `--test ID` chooses it; "
        "where none is named, the kinds of the columns decide.",
    ]
    rows = (
        (code(each.id), prose(each.title), sentence(prose(each.sentence)), _NEEDS[each.needs])
        for each in TESTS.values()
    )
    parts.append(table(("Id", "Name", "What it is", "Asked on"), rows))
    for each in TESTS.values():
        facts = [
            "Has degrees of freedom." if each.has_df else "",
            "Is unreliable where a table has few rows for each cell (`--rows-per-cell`)."
            if each.counts_cells
            else "",
            "Its answers are facts: they have no p-value, and no alpha turns them." if each.certain else "",
        ]
        parts += [
            f"## {prose(each.title)}",
            sentence(prose(each.sentence)),
            " ".join(map(prose, each.card)),
            " ".join(filter(None, facts)),
        ]
    return paragraphs(*parts)


# Files


def file_formats() -> str:
    from elcs_gui.data import network_files
    from elcs_gui.data.structures import structure_files
    from elcs_gui.data.tables import address, opening
    from elcs_gui.lessons import cursors, lesson_file
    from elcs_gui.storage import session_file, trace_file

    endings = ", ".join(code(each) for each in sorted(filter(None, opening.TEXT)))
    exports = ((code(f".{form.ending}"), prose(form.title), GROUPS[form.group]) for form in FORMS)
    return paragraphs(
        "# File formats",
        "Every format is known by the ending of its file. All files are read with limits, and nothing in "
        "them is run.",
        "## Data",
        "Tables of text, Excel, Parquet, ARFF and NumPy (`.npz`), and through DuckDB folders and patterns of "
        "Parquet or CSV files, DuckDB and SQLite files; tables elsewhere by an address.",
        f"Text files end in {endings}: delimiter, header, decimal sign and encoding are found by looking.",
        *_module(address),
        "## Networks",
        *_module(network_files),
        "## Graphs",
        *_module(structure_files),
        "## Exports",
        table(("Ending", "Format", "Group"), exports),
        "## Traces",
        *_module(trace_file),
        "## Sessions",
        *_module(session_file),
        "## Lessons",
        *_module(lesson_file),
        "### Places in a run",
        *_module(cursors),
    )


def _module(module: Any) -> Iterator[str]:
    """The docstring of a module: its drawings stay as they are drawn."""
    text = inspect.cleandoc(module.__doc__ or "")
    for part in re.split(r"\n\n", text):
        lines = part.split("\n")
        if any(line.startswith("    ") for line in lines) or any("   " in line.strip() for line in lines):
            yield block(textwrap.dedent(part))
        elif all(line.startswith(("- ", "  ")) for line in lines):
            yield "\n".join(f"- {prose(entry)}" for entry in re.split(r"\n- |^- ", part) if entry.strip())
        else:
            yield prose(part)


# Window


def _actions(of: Iterable[Action[Any]]) -> str:
    rows = (
        (prose(each.title.removesuffix("...")), f"{each.menu}", code(each.keys), prose(each.sentence))
        for each in of
    )
    return table(("Action", "Menu", "Keys", "What it does"), rows)


def window() -> str:
    parts = [
        "# The window",
        "The window part by part, with the actions of each. *Find action* (Ctrl+K) finds any action by its "
        "name; [keyboard shortcuts](shortcuts.md) has them in one table.",
        _beginning(),
    ]
    for feature in sorted(FEATURES, key=lambda each: each.__name__ != "WindowFeature"):
        for place, part in enumerate(feature.parts):
            parts += [f"## {part.title}", " ".join(part.text.split())]
            if part.more:
                links = ", ".join(f"[{guide().pages[id].title}](../{id}.md)" for id in part.more)
                parts.append(f"Read on: {links}")
            if place == 0 and feature.actions:
                parts.append(_actions(sorted(feature.actions, key=lambda each: each.place)))
    return paragraphs(*parts)


def _beginning() -> str:
    return (
        "`elcs-gui` opens with examples, recent files and a place to drop your own. `elcs-gui FILE` opens "
        "data, a network, a trace, a session or a lesson; the "
        "[command line](command-line.md#elcs-gui) has its options."
    )


def shortcuts() -> str:
    parts = [
        "# Keyboard shortcuts",
        "Keys of the menus first, then those that work in one part of the window.",
    ]
    actions = sorted((each for feature in FEATURES for each in feature.actions), key=lambda each: each.place)
    for menu in MENUS:
        rows = [
            (code(each.keys), prose(each.title.removesuffix("...")), prose(each.sentence))
            for each in actions
            if each.menu == menu and each.shortcut
        ]
        parts += [f"## {menu}", table(("Keys", "Action", "What it does"), rows)]
    for part in glossary().keys:
        parts += [
            f"## {prose(part.where)}",
            table(("Keys", "What they do"), ((code(keys), prose(does)) for keys, does in part.keys)),
        ]
    return paragraphs(*parts)


def glossary_page() -> str:
    parts = [
        "# Glossary",
        "Point at a word or a sign in the window for its first lines; Help has the same entries.",
    ]
    taken: dict[str, int] = {}
    places = {}
    for title in [
        "Glossary",
        *(part for kind in KINDS for part in (kind, *(t.title for t in glossary().terms if t.kind == kind))),
    ]:
        anchor = anchor_of(title)
        count = taken[anchor] = taken.get(anchor, -1) + 1
        places[title] = f"{anchor}-{count}" if count else anchor
    for kind in KINDS:
        parts.append(f"## {kind}")
        for term in glossary().terms:
            if term.kind != kind:
                continue
            others = [word for word in term.words if word != term.title]
            found = [glossary().find(word) for word in term.see]
            links = [
                f"[{prose(other.title)}](#{places[other.title]})" for other in found if other is not None
            ]
            parts += [
                f"### {prose(term.title)}",
                f"Also: {', '.join(map(prose, others))}." if others else "",
                prose(" ".join((*term.card, term.more))),
                f"See also {', '.join(links)}." if links else "",
            ]
    return paragraphs(*parts)
