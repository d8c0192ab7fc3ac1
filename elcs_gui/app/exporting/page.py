"""The export page: what to write on the left, how in the middle, and how it will look on the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QProgressBar, QPushButton, QWidget

from elcs_gui.app.exporting.choices import Choices, proposed, with_ending
from elcs_gui.app.exporting.film_steps import MOST_FRAMES, enough, in_words
from elcs_gui.app.exporting.formats import GROUPS, of_group
from elcs_gui.app.exporting.jobs import ExportJobs, Order
from elcs_gui.app.exporting.options_view import ExportOptions
from elcs_gui.app.exporting.preview_view import ExportPreview
from elcs_gui.app.graph.sheet import Look
from elcs_gui.app.kit.dialogs import asked_new_file
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of, scrolled, styled
from elcs_gui.app.kit.message_bar import MessageBar
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.tool_page import ToolPage
from elcs_gui.errors import ElcsError
from elcs_gui.storage.study import Study, with_origin
from elcs_gui.trace.trace import Trace

PAINTED = ("picture", "film", "report", "player")
SOON = 40
"""Milliseconds until the preview follows a choice."""
KINDS_WIDE, OPTIONS_WIDE = 148, 340


class ExportPage(ToolPage):
    """Exports the run that is shown. Choices hold from one time to the next."""

    wrote = Signal(object)
    """The path of a file that was written."""

    def __init__(self, context: Context, theme: Theme, look: Callable[[], Look]) -> None:
        """`look` tells how the graph of the workspace looks now."""
        super().__init__(context, theme)
        self._look = look
        self.kinds = QListWidget(accessibleName="What to export", objectName="exportKinds")
        for group, title in GROUPS.items():
            item = QListWidgetItem(title)
            item.setData(Qt.ItemDataRole.UserRole, group)
            self.kinds.addItem(item)
        self.options = ExportOptions()
        self.preview = ExportPreview(theme)
        self.messages = MessageBar()
        self.jobs = ExportJobs(self)
        self._writing = Path()
        self._about = Label(objectName="quiet")
        self._close = QPushButton("Close", objectName="ghost", toolTip="Back to the graph. Esc")
        self.export = QPushButton("Export...", objectName="primary")
        self.copy = QPushButton("Copy picture", toolTip="Put the picture on the clipboard. Ctrl+C")
        self.cancel = QPushButton("Cancel", toolTip="Stop; nothing is written.")
        self.estimate = Label(objectName="quiet", wordWrap=True)
        self.fewer = QPushButton(objectName="link")
        self.progress = QProgressBar(textVisible=False, accessibleName="Progress of the export")
        self.state = Label(objectName="quiet", wordWrap=True)
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._draw)
        self._lay_out()
        self._close.clicked.connect(self.closed)
        self.kinds.currentItemChanged.connect(self._take_kind)
        self.options.changed.connect(self._changed)
        self.export.clicked.connect(self._ask_and_export)
        self.copy.clicked.connect(self.copy_picture)
        self.cancel.clicked.connect(self.jobs.cancel)
        self.fewer.clicked.connect(self._take_fewer)
        self.jobs.progressed.connect(self.progress.setValue)
        self.jobs.ended.connect(self._ended)
        context.player.moved.connect(self._on_moved)
        context.player.trace_changed.connect(self._on_moved)
        self.set_theme(theme)
        self._show_busy()

    def _lay_out(self) -> None:
        head = row_of(Label("Export", objectName="section"), self._about, (None, 0), self._close, spacing=10)
        band = styled("panel", column_of(head, margins=(20, 8, 16, 8)))
        inner = QWidget(objectName="panel")
        column_of(self.options, inside=inner, margins=(20, 16, 20, 8))
        foot = column_of(
            self.estimate,
            (self.fewer, 0, Qt.AlignmentFlag.AlignLeft),
            row_of(self.export, self.copy, self.cancel, (None, 0)),
            self.progress,
            self.state,
            margins=(20, 8, 20, 16),
            spacing=8,
        )
        self._middle = styled("panel", column_of((scrolled(inner), 1), foot, margins=0))
        column_of(
            band,
            self.messages,
            (row_of(self.kinds, self._middle, (self.preview, 1), spacing=1), 1),
            inside=self,
            margins=0,
            spacing=1,
        )

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        k = theme.scale
        self.kinds.setFixedWidth(round(KINDS_WIDE * k))
        self._middle.setFixedWidth(round(OPTIONS_WIDE * k))
        for place in range(self.kinds.count()):
            self.kinds.item(place).setSizeHint(QSize(0, round(36 * k)))
        self.preview.set_theme(theme)

    @property
    def settled(self) -> bool:
        shown = self.preview.sheet
        drawn = not self._soon.isActive() and (shown is None or shown.ready)
        return drawn and not self.jobs.busy

    @property
    def choices(self) -> Choices:
        return self.options.choices

    def enter(self) -> None:
        """Look at the run as it is now, with the choices of the last time."""
        look, player = self._look(), self.context.player
        self.messages.hide()
        self.state.clear()
        kept = Choices.of(self.context.settings.export_choices)
        self.options.set_run(player.step, player.length, anew=True)
        self._about.setText(self._run_in_words())
        self.choose(kept.group, replace(kept, view=look.view))
        self.kinds.setFocus()

    def choose(self, group: str, choices: Choices | None = None) -> None:
        """Show the options of a kind of file."""
        self.options.show_choices(replace(choices or self.choices, group=group))
        place = list(GROUPS).index(group)
        if self.kinds.currentRow() != place:
            self.kinds.setCurrentRow(place)
        self._changed()

    def leave(self) -> None:
        self._keep()
        self._soon.stop()
        self.preview.forget()

    def end(self) -> None:
        self._soon.stop()
        self.preview.forget()
        self.jobs.stop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() == Qt.Key.Key_C and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.copy_picture()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.export.isEnabled():
            self._ask_and_export()
        else:
            super().keyPressEvent(event)

    def _on_moved(self) -> None:
        """The cursor can be moved from here too, and a run may end."""
        if self.isVisible():
            self.options.set_run(self.context.player.step, self.context.player.length, anew=False)
            self._changed()

    # What is chosen

    def order(self) -> Order | None:
        """All that an export takes; None while there is no run."""
        trace, source = self.context.player.trace, self.context.session.source
        if trace is None:
            return None
        return Order(
            trace,
            partial(with_origin, trace, source),
            self._look(),
            self.choices,
            self.context.player.step,
            self.options.title.text().strip(),
            self.options.first.value(),
            self.options.last.value(),
        )

    def _take_kind(self, item: QListWidgetItem | None) -> None:
        group = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        if group is not None and group != self.choices.group:
            self.choose(group)

    def _changed(self) -> None:
        """Something else is chosen: say what it comes to, and draw it soon."""
        chosen = self.choices
        self.export.setText(f"Export {_called(chosen)}...")
        self.copy.setVisible(chosen.group == "picture")
        self._estimate()
        self._keep()
        self._soon.start()

    def _estimate(self) -> None:
        order = self.order()
        film = order.film if order is not None and self.choices.group == "film" else None
        many = film is not None and len(film.steps) > MOST_FRAMES
        self.estimate.setVisible(film is not None)
        self.fewer.setVisible(many)
        self.export.setEnabled(order is not None and not many and not self.jobs.busy)
        if film is not None:
            limit = f" A film has at most {MOST_FRAMES:,}." if many else ""
            self.estimate.setText(f"{in_words(film)}.{limit}")
            self.fewer.setText(f"Take every {enough(len(film.steps)) * self.choices.nth}th")

    def _take_fewer(self) -> None:
        order = self.order()
        if order is not None:
            self.options.nth.setValue(enough(len(order.film.steps)) * self.choices.nth)

    def _draw(self) -> None:
        """The preview of what is chosen now."""
        order = self.order()
        if order is None:
            return
        try:
            if self.choices.group in PAINTED:
                self.preview.show_sheet(order.sheet(self.preview.sheet, wait=False))
            else:
                self.preview.show_text(order.text())
        except ElcsError as error:
            self.preview.show_text("")
            self.messages.say(str(error))

    # What is done

    def _ask_and_export(self) -> None:
        if not self.jobs.busy:
            ending = self.choices.ending
            folder = Path(self.choices.folder) if self.choices.folder else Path()
            suggested = str(folder / self.proposal)
            if path := asked_new_file(self, "Export", suggested, f"{ending} (*.{ending})"):
                self.export_to(with_ending(path, ending))

    @property
    def proposal(self) -> str:
        """A name for the file."""
        trace, source = self.context.player.trace, self.context.session.source
        if trace is None:
            return f"run.{self.choices.ending}"
        return proposed(_title(trace, source), trace.header.names[trace.header.target], self.choices.ending)

    def export_to(self, path: Path) -> None:
        """Write the file as chosen; what goes wrong is said in the bar above."""
        order = self.order()
        if order is None or self.jobs.busy:
            return
        self.messages.hide()
        self.state.clear()
        self._writing = path
        self.options.show_choices(replace(self.choices, folder=str(path.resolve().parent)))
        self._keep()
        try:
            self.jobs.start(order, path)
        except ElcsError as error:
            self._ended(str(error), well=False)
        self._show_busy()

    def copy_picture(self) -> None:
        """The picture on the clipboard, as chosen, in pixels."""
        order = self.order()
        if order is None or self.choices.group != "picture":
            return
        try:
            made = order.sheet().picture.image(self.choices.scale)
        except ElcsError as error:
            self.messages.say(str(error))
            return
        QGuiApplication.clipboard().setImage(made)
        self.state.setText(f"A picture of {made.width():,} × {made.height():,} pixels is on the clipboard.")

    def _ended(self, said: str, well: bool) -> None:
        self.state.setText(said if well else "")
        if well:
            self.said.emit(said)
            self.wrote.emit(self._writing)
        elif self.jobs.can_cancel or said.startswith("No film"):
            self.state.setText(said)
        else:
            self.messages.say(said)
        self._show_busy()

    def _show_busy(self) -> None:
        busy = self.jobs.busy
        self.progress.setVisible(busy)
        if not busy:
            self.progress.setValue(0)
        self.cancel.setVisible(self.jobs.can_cancel)
        self.copy.setEnabled(not busy)
        self.export.setEnabled(not busy and self.order() is not None)

    def _keep(self) -> None:
        self.context.settings.export_choices = self.choices.to_json()

    def _run_in_words(self) -> str:
        trace, source = self.context.player.trace, self.context.session.source
        if trace is None:
            return ""
        title = source.title if source is not None else _title(trace, source)
        return f"{trace.header.names[trace.header.target]} in {title}"


def _title(trace: Trace, source: Study | None) -> str:
    """What the run was learnt from, for the name of a file."""
    if source is not None:
        return source.title if source.example is None else source.example
    return "trace" if trace.header.origin is None else trace.header.origin.name


def _called(choices: Choices) -> str:
    """What is exported, in a word."""
    title = next((form.title for form in of_group(choices.group) if form.ending == choices.ending), "")
    return title if len(of_group(choices.group)) > 1 else GROUPS[choices.group].lower()
