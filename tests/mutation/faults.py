"""Single faults that can be planted in a source file: found in its syntax tree, written into its text."""

from __future__ import annotations

import ast
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
AT_THE_LIMIT: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
OTHER_SIGN: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
OTHER_NAME = {"any": "all", "all": "any", "min": "max", "max": "min"}
SAID = ("raise", "assert", "warn", "debug", "info")
"""What only says something to a developer, or in an error, is left alone."""


@dataclass(frozen=True)
class Fault:
    """One change of one place of a file."""

    path: str
    """Of the file, below the root of the project."""
    owner: str
    """The function or method around it, the outermost; empty at the level of the module or of a class."""
    line: int
    last: int
    """Its first and its last line."""
    kind: str
    start: int
    end: int
    """Of the characters of the file that are replaced."""
    before: str
    after: str

    @property
    def key(self) -> str:
        """What stays the same while other lines of the file change."""
        return " | ".join((self.path, self.owner, self.kind, _one_line(self.before), _one_line(self.after)))

    def planted(self, source: str) -> str:
        """The text with the fault; all other lines keep their numbers."""
        missing = "\n" * (self.before.count("\n") - self.after.count("\n"))
        replaced = self.after + missing if self.kind == "line removed" else f"({self.after}{missing})"
        return source[: self.start] + replaced + source[self.end :]

    def __str__(self) -> str:
        before, after = _one_line(self.before), _one_line(self.after)
        return f"{self.path}:{self.line} {self.kind}: {before} → {after}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def faults_of(path: str, source: str) -> list[Fault]:
    """All that can be planted in the file, in the order of its text."""
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    return sorted(finder.found, key=lambda fault: (fault.start, fault.end, fault.kind, fault.after))


class _Finder(ast.NodeVisitor):
    def __init__(self, path: str, source: str) -> None:
        self.found: list[Fault] = []
        self._path, self._source = path, source
        self._lines = source.splitlines(keepends=True)
        self._starts = [0, *accumulate(len(line) for line in self._lines)]
        self._classes: list[str] = []
        self._owner = ""

    def _place(self, line: int, column: int) -> int:
        """Of a character: syntax trees count bytes."""
        before = self._lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(before)

    def _add(self, node: ast.expr | ast.stmt, kind: str, after: str) -> None:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = self._place(node.lineno, node.col_offset)
        end = self._place(node.end_lineno, node.end_col_offset)
        before = self._source[start:end]
        last = node.end_lineno
        self.found.append(Fault(self._path, self._owner, node.lineno, last, kind, start, end, before, after))

    def _change(self, node: ast.expr, kind: str, changed: ast.expr) -> None:
        self._add(node, kind, ast.unparse(changed))

    # ---- What is looked into ----

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._classes.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self._classes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if any("overload" in ast.unparse(each) for each in node.decorator_list):
            return
        outermost = not self._owner
        if outermost:
            self._owner = ".".join((*self._classes, node.name))
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(default)
        for statement in node.body:
            self.visit(statement)
        if outermost:
            self._owner = ""

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815  as the class of the tree is called

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Python 3.11 does not say where the expressions of a formatted string stand."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """Whether an error is raised is asked by the condition around it; what it says, by other tests."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """It tells mypy, and the reader."""

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" not in ast.unparse(node.test):
            self.generic_visit(node)

    # ---- Faults ----

    def visit_Compare(self, node: ast.Compare) -> None:
        self.generic_visit(node)
        for kind, table in (("comparison turned", TURNED), ("limit off by one", AT_THE_LIMIT)):
            for number, operator in enumerate(node.ops):
                if other := table.get(type(operator)):
                    ops = [other() if i == number else each for i, each in enumerate(node.ops)]
                    self._change(node, kind, ast.Compare(node.left, ops, node.comparators))

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self.generic_visit(node)
        for number in range(len(node.values)):
            rest = [each for i, each in enumerate(node.values) if i != number]
            self._change(node, "condition dropped", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._change(node, "and, or", ast.BoolOp(other, node.values))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            self._change(node, "condition dropped", node.operand)
        elif isinstance(node.op, ast.USub):
            self._change(node, "sign", node.operand)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.generic_visit(node)
        texts = any(isinstance(each, ast.Constant | ast.JoinedStr) for each in (node.left, node.right))
        if texts and any(isinstance(getattr(each, "value", ""), str) for each in (node.left, node.right)):
            return
        if not self._owner and isinstance(node.op, ast.BitOr):
            return  # of types
        if other := OTHER_SIGN.get(type(node.op)):
            self._change(node, "sign", ast.BinOp(node.left, other(), node.right))

    def visit_keyword(self, node: ast.keyword) -> None:
        """`strict=True` asserts that lengths agree, and changes nothing where they do."""
        if node.arg != "strict":
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if other := OTHER_NAME.get(name):
            self._change(node.func, "any, all, min, max", ast.Name(other))

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self.generic_visit(node)
        for condition in node.ifs:
            self._change(condition, "condition dropped", ast.Constant(True))

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.generic_visit(node)
        if isinstance(node.slice, ast.Slice):
            for side in ("lower", "upper"):
                limit = getattr(node.slice, side)
                if limit is not None and not isinstance(limit, ast.Constant | ast.UnaryOp):
                    self._change(limit, "index", ast.BinOp(limit, ast.Add(), ast.Constant(1)))
        elif isinstance(node.slice, ast.Name):
            self._change(node.slice, "index", ast.BinOp(node.slice, ast.Sub(), ast.Constant(1)))

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._change(node, "constant", ast.Constant(not node.value))
        elif isinstance(node.value, int):
            self._change(node, "constant", ast.Constant(node.value + 1))
        elif isinstance(node.value, float):
            self._change(node, "constant", ast.Constant(node.value * 2 + 1))

    def _statement(self, node: ast.stmt) -> None:
        self.generic_visit(node)
        self._add(node, "line removed", "pass")

    def visit_Expr(self, node: ast.Expr) -> None:
        said = isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute)
        if isinstance(node.value, ast.Constant) or (said and node.value.func.attr in SAID):  # type: ignore[attr-defined]
            return
        self._statement(node)

    visit_AugAssign = visit_Continue = visit_Break = _statement  # noqa: N815

    def visit_Assign(self, node: ast.Assign) -> None:
        """A name without a value would be missed at once."""
        if isinstance(node.targets[0], ast.Attribute | ast.Subscript):
            self._statement(node)
        else:
            self.visit(node.value)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None:
            self._statement(node)
        else:
            self.visit(node.value)


def drawn(faults: list[Fault], chosen: random.Random) -> Iterator[Fault]:
    """In the order in which they are planted: each line is as likely as any other, then each kind of it."""
    lines: dict[tuple[str, int], dict[str, list[Fault]]] = defaultdict(lambda: defaultdict(list))
    for fault in faults:
        lines[fault.path, fault.line][fault.kind].append(fault)
    order = sorted(lines)
    chosen.shuffle(order)
    for place in order:
        kinds = lines[place]
        yield chosen.choice(kinds[chosen.choice(sorted(kinds))])
