"""The editor: the drawing at this moment, what is chosen in it, and what can be undone.

Canvas, list, sliders and tables change the drawing here and nowhere else. What cannot be drawn is told as a
`Refusal`, and forgotten at the next edit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from elcs_gui.app.drawing.drawing import Arrow, CircleError, Drawing, DrawingError
from elcs_gui.app.drawing.settings import Settings
from elcs_gui.data.strengths import Table
from elcs_gui.errors import quoted

Chosen = int | tuple[int, int] | None
"""A variable by its id, an arrow by those of its ends (tail, head), or nothing."""


@dataclass(frozen=True)
class Refusal:
    """What was not drawn, and why; `circle` and `arrow` where that arrow would have closed a circle."""

    sentence: str
    arrow: tuple[int, int] | None = None
    circle: tuple[int, ...] = ()


class Redraw(QUndoCommand):
    """One drawing in place of another."""

    def __init__(self, words: str, before: Drawing, after: Drawing, show: Callable[[Drawing], None]) -> None:
        super().__init__(words)
        self._before, self._after, self._show = before, after, show

    def redo(self) -> None:
        self._show(self._after)

    def undo(self) -> None:
        self._show(self._before)


class Editor(QObject):
    """One drawing with its settings."""

    changed = Signal()
    """The drawing, or a setting, is another."""
    chosen_changed = Signal()
    refused = Signal()
    """`refusal` is another, or gone."""
    edited = Signal()
    """An edit was made that can be undone."""
    edits_changed = Signal()
    """There is another edit to undo, or to redo."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = Settings(Drawing())
        self.edits = QUndoStack(self)
        self.edits.indexChanged.connect(self.edits_changed)  # not to a function: it outlives what that knows
        self.refusal: Refusal | None = None
        self._chosen: Chosen = None
        self._kept: Drawing | None = None
        """What a drag began with."""

    @property
    def drawing(self) -> Drawing:
        return self.settings.drawing

    @property
    def chosen(self) -> Chosen:
        return self._chosen

    @property
    def arrow(self) -> Arrow | None:
        """The arrow that is chosen."""
        return self.drawing.arrow(*self._chosen) if isinstance(self._chosen, tuple) else None

    def choose(self, what: Chosen) -> None:
        if what != self._chosen:
            self._chosen = what
            self.settings = replace(self.settings, chosen=what if isinstance(what, tuple) else None)
            self.chosen_changed.emit()
            self.changed.emit()

    def begin(self, drawing: Drawing) -> None:
        """Another drawing altogether, or one from a file: nothing of the last one is left to undo."""
        self.edits.clear()
        self._kept = None
        self._refuse(None)
        self._show(drawing)

    def set(self, settings: Settings) -> None:
        """Other rows, alpha, seed or algorithm: no edit."""
        self.settings = settings
        self.changed.emit()

    # Edits

    def add(self, x: float, y: float) -> int | None:
        """One more variable, which is chosen; None where there is no room for it."""
        if self._try("add a variable", lambda drawing: drawing.add(x, y)):
            self.choose(self.drawing.variables[-1].id)
            return self.drawing.variables[-1].id
        return None

    def rename(self, id: int, name: str) -> bool:
        if name.strip() == self.drawing.variable(id).name:
            return True
        return self._try(
            f"call {self.drawing.variable(id).name} {name.strip()}", lambda d: d.rename(id, name)
        )

    def retarget(self, id: int) -> None:
        self._try(f"ask about {self.drawing.variable(id).name}", lambda drawing: drawing.retarget(id))

    def connect_arrow(self, tail: int, head: int) -> bool:
        """Draw an arrow, which is chosen then."""
        words = f"draw {self.drawing.said(tail, head)}"
        if self._try(words, lambda drawing: drawing.connect(tail, head), (tail, head)):
            self.choose((tail, head))
            return True
        return False

    def reverse(self) -> None:
        """Turn the arrow that is chosen."""
        if isinstance(self._chosen, tuple):
            tail, head = self._chosen
            words = f"reverse {self.drawing.said(tail, head)}"
            if self._try(words, lambda drawing: drawing.reverse(tail, head), (head, tail)):
                self.choose((head, tail))

    def remove(self) -> None:
        """Take away what is chosen."""
        chosen = self._chosen
        if isinstance(chosen, tuple):
            self._try(f"remove {self.drawing.said(*chosen)}", lambda drawing: drawing.disconnect(*chosen))
        elif chosen is not None:
            name = self.drawing.variable(chosen).name
            self._try(f"remove {name}", lambda drawing: drawing.remove(chosen))

    def move(self, id: int, x: float, y: float) -> None:
        self._try(f"move {self.drawing.variable(id).name}", lambda drawing: drawing.move(id, x, y))

    def tabulate(self, id: int, levels: tuple[str, ...], table: Table | None) -> bool:
        """A table by hand, or by strengths again."""
        words = f"set the table of {self.drawing.variable(id).name}"
        return self._try(words, lambda drawing: drawing.relevel(id, levels).tabulate(id, table))

    def set_causes(self, id: int, names: Sequence[str]) -> bool:
        """Arrows from the variables with these names and no others."""
        ids = {variable.name: variable.id for variable in self.drawing.variables}
        words = f"set the causes of {self.drawing.variable(id).name}"

        def change(drawing: Drawing) -> Drawing:
            unknown = [name for name in names if name not in ids]
            if unknown:
                raise DrawingError(f"There is no variable {quoted(unknown[0])}: draw it first.")
            return drawing.with_parents(id, [ids[name] for name in names])

        return self._try(words, change)

    # Drags: shown at once, an edit when they end

    def drag(self, change: Callable[[Drawing], Drawing]) -> None:
        """Show what comes of a drag so far; `change` gets the drawing it began with."""
        if self._kept is None:
            self._kept = self.drawing
            self._refuse(None)
        self.settings = replace(self.settings, drawing=change(self._kept))
        self.changed.emit()

    def drop(self, words: str) -> None:
        """The drag has ended."""
        before, self._kept = self._kept, None
        if before is not None and before != self.drawing:
            self._push(words, before, self.drawing)

    # Inside

    def _try(
        self, words: str, change: Callable[[Drawing], Drawing], arrow: tuple[int, int] | None = None
    ) -> bool:
        before = self.drawing
        try:
            after = change(before)
        except CircleError as error:
            self._refuse(Refusal(str(error), arrow, error.circle))
            return False
        except DrawingError as error:
            self._refuse(Refusal(str(error)))
            return False
        self._refuse(None)
        if after != before:
            self._push(words, before, after)
        return True

    def _push(self, words: str, before: Drawing, after: Drawing) -> None:
        self.edits.push(Redraw(words, before, after, self._show))
        self.edited.emit()

    def _show(self, drawing: Drawing) -> None:
        self.settings = replace(self.settings, drawing=drawing)
        chosen = self._chosen
        gone = drawing.arrow(*chosen) is None if isinstance(chosen, tuple) else not drawing.has(chosen)
        if gone and chosen is not None:
            self.choose(None)
        else:
            self.changed.emit()

    def _refuse(self, refusal: Refusal | None) -> None:
        if refusal != self.refusal:
            self.refusal = refusal
            self.refused.emit()
