"""The page on which a network is drawn, and learnt beside it while it is drawn."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent, QUndoStack
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.app.drawing.background_learning import Answer, LiveAnswer
from elcs_gui.app.drawing.canvas_view import ARROW, NODE, SELECT, DrawingCanvas
from elcs_gui.app.drawing.drawing import Drawing, DrawingError, described
from elcs_gui.app.drawing.editor import Chosen, Editor
from elcs_gui.app.drawing.footer_views import Comparison, RefusalBar
from elcs_gui.app.drawing.learnt_view import WAITING, LearntView
from elcs_gui.app.drawing.list_view import DrawingList
from elcs_gui.app.drawing.settings import Settings
from elcs_gui.app.drawing.side_view import DrawingSide
from elcs_gui.app.drawing.starters import STARTERS, Starter
from elcs_gui.app.drawing.starters_view import StarterCards
from elcs_gui.app.drawing.tables_dialog import TablesDialog
from elcs_gui.app.drawing.words import badge, circle_of
from elcs_gui.app.kit.dialogs import asked_file, asked_new_file, show_beside
from elcs_gui.app.kit.labels import Label, lettered, tip, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of, stacked, styled
from elcs_gui.app.kit.segments import OneLine, Segments
from elcs_gui.app.kit.theme import Theme, restyle
from elcs_gui.app.kit.thread_task import ThreadTask
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.tool_page import ToolPage
from elcs_gui.app.practice.feature import PracticeFeature
from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network, write_network
from elcs_gui.data.simulation import SimulationOrder
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.one_change import Trial
from elcs_gui.lessons.exercise import Exercise
from elcs_gui.storage.file_kinds import NETWORK_ENDINGS
from elcs_gui.worker.messages import Open, Simulate

_TOOLS = {SELECT: "Select", NODE: "+ Node", ARROW: "Edge"}
_TIPS = {
    SELECT: "Click to add or select, drag to move, drag from a rim to draw an edge",
    NODE: "Every click adds a variable",
    ARROW: "Drag, or click, from the cause to the effect",
}
_KEYS = (
    ("click", "new node"), ("drag", "from a rim: edge"), ("F2", "name"), ("Del", "remove"), ("T", "target"),
    ("R", "reverse"), ("Ctrl Z", "undo"),
)  # fmt: skip
FOLLOWS = "The learnt graph follows the sliders as you drag."
_SIDE = 360
_NARROW = 1360
"""Below so many pixels the side is narrower, and the keys are fewer."""


class DrawingPage(ToolPage):
    """The editor outlives the page; the page learns while it is shown."""

    def __init__(self, context: Context, theme: Theme, editor: Editor) -> None:
        super().__init__(context, theme)
        self.editor = editor
        self.live = LiveAnswer(self)
        self._asked: Settings | None = None
        self._reading = ThreadTask("read a network", self)
        self.canvas = DrawingCanvas(editor, theme)
        self.list = DrawingList(editor)
        self.learnt = LearntView(theme)
        self.side = DrawingSide(editor, theme)
        self.starters = StarterCards(theme, self.canvas)
        self.refusal, self.comparison = RefusalBar(editor, self.canvas), Comparison(self.learnt)
        self.canvas.set_foot(self.refusal)
        self.learnt.set_foot(self.comparison)
        self.tools = Segments("Tool", _TOOLS, _TIPS)
        self.undo = QPushButton("Undo", objectName="ghost")
        self.tables = QPushButton("Tables", toolTip="Probabilities by hand")
        self.as_list = QPushButton(
            "List", checkable=True, toolTip="The same as a list that can be read and typed into"
        )
        self.new = QPushButton("New", objectName="export")
        self.open, self.save = QPushButton("Open…"), QPushButton("Save…")
        keep = context.actions["save-example"]
        self.keep_example = QPushButton("Save as example…", toolTip=tip(keep.toolTip()))
        self.keep_example.clicked.connect(keep.trigger)
        self.keep_example.setEnabled(keep.isEnabled())
        keep.enabledChanged.connect(self.keep_example.setEnabled)
        self.badge = Label(objectName="drawBadge")
        self.practise = QPushButton("Practise", toolTip="Practice: play the algorithm on this network")
        self.step_through = QPushButton("Step through it", toolTip="Open it as the main run")
        self._about, self._how = OneLine("drawQuiet"), OneLine("drawQuiet")
        self._lay_out()
        self._connect()
        self._on_changed()

    # Building

    def _lay_out(self) -> None:
        menu = QMenu(self.new)
        menu.addAction("Empty", lambda: self.begin(Drawing()))
        for starter in STARTERS:
            menu.addAction(lettered(starter.title), partial(self._start_with, starter))
        self.new.setMenu(menu)
        self._pictures = stacked(self.canvas, self.list)
        parts = (self._about, None, self.tools, self.undo, self.tables)
        drawn = column_of(_head("Drawn", *parts), self._pictures, spacing=0)
        head = _head("Learnt", self._how, None, self.badge, self.practise, self.step_through)
        learnt = column_of(head, self.learnt, spacing=0)
        left = column_of(
            (row_of((drawn, 1), QWidget(objectName="hairline", fixedWidth=1), (learnt, 1), spacing=0), 1),
            self._key_bar(),
            spacing=0,
        )
        row_of(
            (left, 1),
            QWidget(objectName="hairline", fixedWidth=1),
            self.side,
            inside=self,
            margins=0,
            spacing=0,
        )
        self.setFocusProxy(self.canvas)

    def _key_bar(self) -> QWidget:
        self._keys: list[QWidget] = []
        for key, does in _KEYS:
            pair = QWidget()
            row_of(
                (Label(key, objectName="key"), 0, Qt.AlignmentFlag.AlignVCenter),
                Label(does, objectName="drawWords"),
                inside=pair,
                margins=(0, 0, 10, 0),
                spacing=5,
            )
            self._keys.append(pair)
        self._foot_buttons = (self.as_list, self.new, self.open, self.save, self.keep_example)
        parts = row_of(*self._keys, None, *self._foot_buttons, margins=(16, 0, 16, 0), spacing=8)
        self._foot = styled("drawFoot", parts)
        return self._foot

    def _connect(self) -> None:
        editor, live = self.editor, self.live
        editor.changed.connect(self._on_changed)
        editor.refused.connect(self._on_refused)
        editor.edits_changed.connect(self._show_edits)
        live.answered.connect(self._on_answered)
        live.hung.connect(self.side.show_hanging)
        live.refused.connect(self._on_not_learnt)
        live.swept.connect(self.side.show_bands)
        self.tools.chosen.connect(self.canvas.set_tool)
        self.canvas.tool_changed.connect(self.tools.show_value)
        self.canvas.menu_requested.connect(self._show_menu)
        self.starters.chosen.connect(self._start_with)
        self.undo.clicked.connect(editor.edits.undo)
        self.tables.clicked.connect(self.show_tables)
        self.as_list.toggled.connect(self._show_list)
        self.open.clicked.connect(self._ask_and_open)
        self.save.clicked.connect(self._ask_and_save)
        self.step_through.clicked.connect(lambda: self.open_run())
        self.practise.clicked.connect(self._practise)
        self.side.test_requested.connect(self.open_run)
        self.side.closed.connect(self.go_back)
        self._reading.done.connect(self._take_network)
        self._reading.failed.connect(self.said)
        self.tools.show_value(SELECT)
        self.on_key("Escape", self.go_back)

    # What the shelf asks for

    @property
    def edits(self) -> QUndoStack:
        return self.editor.edits

    @property
    def settled(self) -> bool:
        return super().settled and self.live.settled and not self._reading.busy

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for part in (self.canvas, self.learnt, self.side, self.starters):
            part.set_theme(theme)
        self._fit()

    def enter(self) -> None:
        self._asked = None
        self._on_changed()
        self._on_refused()

    def leave(self) -> None:
        self.canvas.end_naming()
        self.live.stop()
        self._keep()

    def end(self) -> None:
        self.live.end()
        self._keep()

    def _keep(self) -> None:
        """What is drawn may be in no file, and in no session."""
        self.context.settings.remember_drawing(self.editor.settings.to_json())

    def go_back(self) -> None:
        """To the run, if there is one; else to where one chooses what to look at."""
        if self.context.player.trace is None:
            self.context.window.show_start_page()
        else:
            self.closed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The keys give way, then the side."""
        scale = self.theme.scale
        narrow = self.width() < _NARROW * scale
        self.side.setFixedWidth(round((320 if narrow else _SIDE) * scale))
        self._foot.setFixedHeight(round((48 if narrow else 56) * scale))
        room = self.width() - self.side.width() - 32
        room -= sum(button.sizeHint().width() + 8 for button in self._foot_buttons)
        for pair in self._keys:
            room -= pair.sizeHint().width() + 8
            pair.setVisible(room >= 0)
        self.undo.setVisible(not narrow)
        self.starters.place()

    # The drawing

    def begin(self, drawing: Drawing) -> None:
        """Draw this from now on; what was drawn before can be had back by undo."""
        before = self.editor.drawing
        if before.variables:
            self.editor.drag(lambda _: drawing)
            self.editor.drop(f"begin {drawing.name}")
            self.editor.choose(None)
        else:
            self.editor.begin(drawing)
        self.canvas.setFocus()

    def _start_with(self, starter: Starter) -> None:
        self.begin(starter.draw())

    def _on_changed(self) -> None:
        settings, drawing = self.editor.settings, self.editor.drawing
        self.starters.setVisible(not drawing.variables)
        self.starters.place()
        self._about.say(described(drawing) if drawing.variables else "", drawing.name)
        self._show_edits()
        self.tables.setEnabled(bool(drawing.variables))
        self.save.setEnabled(bool(drawing.variables))
        if len(drawing.variables) < 2:
            self._asked = None
            self.live.ask(None)
            self._show_answer(None, WAITING)
        elif self._is_news(settings):
            self._asked = settings
            self.live.ask(settings)
            self.side.show_bands({})
        self.learnt.show_drawing(drawing, stale=self.live.stale)

    def _is_news(self, settings: Settings) -> bool:
        """Is there something to learn? Not if variables were only moved."""
        asked = self._asked
        if asked is None or not asked.drawing.is_same_network(settings.drawing):
            return True
        return replace(asked, drawing=settings.drawing) != settings

    def _show_edits(self) -> None:
        self.undo.setEnabled(self.edits.canUndo())
        tooltip(self.undo, f"{self.edits.undoText() or 'Nothing to undo'}. Ctrl+Z")

    def _on_refused(self) -> None:
        refusal = self.editor.refusal
        self.refusal.show_refusal(refusal)
        self.canvas.place_foot()
        if refusal is None or not self.isVisible():
            return
        if refusal.circle and refusal.arrow is not None:
            arrow = self.editor.drawing.said(*refusal.arrow)
            self.said.emit(f"{arrow} was not added: it would close a circle. {FOLLOWS}")
            self.refusal.setAccessibleDescription(circle_of(self.editor.drawing, refusal))
        else:
            self.said.emit(refusal.sentence)

    # What is learnt

    def _on_answered(self, answer: Answer) -> None:
        self._show_answer(answer, "")
        self.learnt.show_drawing(self.editor.drawing, stale=self.live.stale)
        if self.isVisible() and self.editor.refusal is None:
            self.said.emit(FOLLOWS)

    def _on_not_learnt(self, reason: str) -> None:
        self._show_answer(None, reason)

    def _show_answer(self, answer: Answer | None, said: str) -> None:
        self.learnt.show_answer(answer, said=said)
        if answer is None:
            self.side.show_hanging(None, "" if said == WAITING else said)
        self.comparison.show_attempt(None if answer is None else answer.attempt)
        self.learnt.place_foot()
        for button in (self.step_through, self.practise):
            button.setEnabled(len(self.editor.drawing.variables) > 1)
        self.badge.setVisible(answer is not None)
        if answer is None:
            self._how.say("")
            self.counted.emit("")
            return
        found = answer.attempt
        words, look = badge(found)
        self.badge.setText(words)
        if self.badge.property("look") != look:
            self.badge.setProperty("look", look)
            restyle(self.badge)
        title = find_algorithm(found.header.algorithm).title
        self._how.say(f"{title}, {found.tests:,} test{'s' * (found.tests != 1)}")
        if self.isVisible():
            self.counted.emit(f"{found.tests:,} tests in {max(round(1000 * found.seconds), 1):,} ms")

    # What the user asks for

    def show_tables(self) -> None:
        show_beside(TablesDialog, self, lambda: TablesDialog(self.editor, self))

    def _show_list(self, shown: bool) -> None:
        self._pictures.setCurrentIndex(int(shown))
        (self.list if shown else self.canvas).setFocus()

    def _show_menu(self, what: Chosen, where: QPoint) -> None:
        editor, menu = self.editor, QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if isinstance(what, tuple):
            menu.addAction("Reverse\tR", editor.reverse)
            menu.addAction("Remove the edge\tDel", editor.remove)
        elif what is not None:
            menu.addAction("Make it the target\tT", lambda: editor.retarget(what))
            menu.addAction("Name…\tF2", lambda: self.canvas.begin_naming(what))
            menu.addAction("Table…", self.show_tables)
            menu.addSeparator()
            menu.addAction("Remove\tDel", editor.remove)
        menu.popup(where)

    def _ask_and_open(self) -> None:
        endings = " ".join(f"*{ending}" for ending in NETWORK_ENDINGS)
        path = asked_file(self, "Open a network", f"Networks ({endings});;All files (*)")
        if path is not None:
            self.open_file(path)

    def open_file(self, path: Path) -> None:
        """Draw the network in a file."""
        if not self._reading.busy:
            self.said.emit(f"Opening {path.name} …")
            self._reading.start(lambda: read_network(path))

    def _take_network(self, network: Network) -> None:
        try:
            self.begin(Drawing.of(network))
        except DrawingError as error:
            self.said.emit(str(error))

    def _ask_and_save(self) -> None:
        kinds = (
            "Networks with tables (*.bif *.xmlbif *.xdsl *.net);;Graphs (*.json *.dot *.graphml *.dagitty)"
        )
        name = self.editor.drawing.name.lower().replace(" ", "-")
        path = asked_new_file(self, "Save the network", f"{name}.bif", kinds)
        if path is not None:
            self.save_file(path)

    def save_file(self, path: Path) -> None:
        """Write the network by the ending of `path`."""
        try:
            write_network(self.editor.drawing.network(), path)
        except ElcsError as error:
            self.said.emit(str(error))
        else:
            self.said.emit(f"{path.name} written.")

    def _practise(self) -> None:
        """Exercises on what is drawn, about its target."""
        trial = self.editor.settings.trial()
        network, target = trial.network, trial.network.nodes[trial.target]
        self.context.feature(PracticeFeature).practise_on("Drawn", network, target, Exercise.NEIGHBOURS)

    def open_run(self, test: int = 0) -> None:
        """Go on in the workspace with what is learnt as the main run, the drawing as its truth; at a test."""
        if len(self.editor.drawing.variables) < 2:
            return
        trial = self.editor.settings.trial()
        self.context.leave(lambda: self._open_run(trial, test))

    def _open_run(self, trial: Trial, test: int) -> None:
        context, network = self.context, trial.network
        context.controller.expect(None, f"Opening {network.name} …", trial.prepared)
        target = network.nodes[trial.target]
        if trial.rows is None:
            context.session.open(partial(Open, known=network), target)
        else:
            order = SimulationOrder(network, trial.plan, f"{network.name}, simulated", target)
            context.session.open(partial(Simulate, order=order))
        once = Qt.ConnectionType.SingleShotConnection
        context.session.run_finished.connect(lambda _: self._go_to(test), once)

    def _go_to(self, test: int) -> None:
        self.context.actions["truth"].setChecked(self.context.session.truth is not None)
        if test:
            self.test_requested.emit(test)


def _head(title: str, *parts: QWidget | None) -> QWidget:
    """The row above a picture; None takes what room there is."""
    placed = (part and (part, 0, Qt.AlignmentFlag.AlignVCenter) for part in parts)
    heading = Label(title, objectName="heading")
    return styled("drawHead", row_of(heading, *placed, margins=(16, 0, 16, 0), spacing=8))
