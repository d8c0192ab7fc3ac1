"""What the speaker sees: this step and the next, notes, and how late it is."""

from __future__ import annotations

from time import monotonic, strftime

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeySequence, QPixmap, QResizeEvent, QScreen, QShortcut, QShowEvent
from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QPushButton, QWidget

from elcs_gui.app.graph.sheet import Layout, Look, Sheet
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.player import said_at
from elcs_gui.app.presenting.presentation import Presentation
from elcs_gui.app.presenting.presenter_view import TRANSPORT, truth_of
from elcs_gui.trace.explain import told

SHEET = (760, 470)
"""Of a picture, as designed; it is shown as large as there is room."""
NO_NOTES = "There are no notes for this step."


class Picture(Label):
    """A step of the run, as large as there is room."""

    def __init__(self, name: str) -> None:
        super().__init__(
            alignment=Qt.AlignmentFlag.AlignCenter, objectName="speakerPicture", accessibleName=name
        )
        self.setMinimumSize(240, 150)
        self._whole = QPixmap()

    def show_picture(self, picture: QPixmap) -> None:
        self._whole = picture
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(520, 320)

    def _fit(self) -> None:
        if self._whole.isNull():
            self.clear()
            return
        smooth, keep = Qt.TransformationMode.SmoothTransformation, Qt.AspectRatioMode.KeepAspectRatio
        self.setPixmap(self._whole.scaled(self.size() - QSize(4, 4), keep, smooth))


class SpeakerView(QWidget):
    """Follows the player of a presentation; its clock begins when it comes up."""

    def __init__(self, context: Context, presentation: Presentation) -> None:
        super().__init__(context.widget, Qt.WindowType.Window)
        self._context, self._player, self._presentation = context, presentation.player, presentation
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle("ELCS Explorer: speaker view")
        self.resize(1180, 720)
        self._sheet: Sheet | None = None
        self._begun = monotonic()
        self.now, self.next = Picture("This step"), Picture("The next change")
        self._now, self._next = OneLine("statusSentence"), OneLine("drawText")
        self.text = QPlainTextEdit(readOnly=True, objectName="speakerNotes", accessibleName="Notes")
        self.step, self.clock = Label(objectName="drawQuiet"), Label(objectName="speakerClock")
        self.again = QPushButton("Start at 0:00", objectName="ghost", toolTip="Count the time from now")
        self._lay_out()
        self._tick = QTimer(self, interval=1000)
        self._tick.timeout.connect(self._show_clock)
        self._soon = QTimer(self, singleShot=True, interval=60)
        self._soon.timeout.connect(self._follow)
        for id in TRANSPORT:
            self.addAction(context.actions[id])
        for key, do in {"PgDown": presentation.onwards, "PgUp": presentation.back}.items():
            QShortcut(QKeySequence(key), self).activated.connect(do)
        QShortcut(QKeySequence("Escape"), self).activated.connect(self.close)
        self.again.clicked.connect(self._start_clock)
        for signal in (self._player.moved, self._player.told, self._player.trace_changed, self._player.grew):
            signal.connect(self._expect)

    def _lay_out(self) -> None:
        back, on = QPushButton("Back"), QPushButton("Next", objectName="primary")
        self.setFocusProxy(on)
        back.clicked.connect(lambda: self._presentation.back())
        on.clicked.connect(lambda: self._presentation.onwards())
        head = row_of(self.step, None, self.again, self.clock)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        for column, (title, picture, words) in enumerate(
            (("Now", self.now, self._now), ("Next change", self.next, self._next))
        ):
            words.set_lines(2)
            grid.addWidget(Label(title, objectName="heading"), 0, column)
            grid.addWidget(picture, 1, column)
            grid.addWidget(words, 2, column)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 2)
        grid.setRowStretch(1, 1)
        column_of(
            head,
            (grid, 3),
            Label("Notes", objectName="heading"),
            (self.text, 2),
            row_of(None, back, on),
            inside=self,
            margins=(20, 14, 20, 14),
            spacing=10,
        )

    def come_up(self, screen: QScreen, *, alone: bool) -> None:
        """On a screen; `alone` where the audience has another one."""
        if alone and not self.isVisible():
            self.setScreen(screen)
            self.move(screen.availableGeometry().center() - self.rect().center())
        self.show()
        self.raise_()
        self.setFocus()
        if alone:
            self.activateWindow()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._start_clock()
        self._tick.start()
        self._follow()

    def hideEvent(self, event: QHideEvent) -> None:
        self._tick.stop()
        self._soon.stop()
        super().hideEvent(event)

    def _start_clock(self) -> None:
        self._begun = monotonic()
        self._show_clock()

    def _show_clock(self) -> None:
        seconds = round(monotonic() - self._begun)
        self.clock.setText(f"{seconds // 60}:{seconds % 60:02d}   ·   {strftime('%H:%M')}")

    def _expect(self, *_: object) -> None:
        """Pictures take a moment: of many moves in a row, the last is shown."""
        if self.isVisible():
            self._soon.start()

    def _follow(self) -> None:
        player, trace = self._player, self._player.trace
        if trace is None:
            for picture in (self.now, self.next):
                picture.show_picture(QPixmap())
            return
        later = player.changes[player.changes > player.step]
        following = int(later[0]) if len(later) else None
        self.step.setText(f"Step {player.step:,} of {len(trace):,}")
        self._now.say(said_at(player) or "The run has not begun.")
        self._next.say("This is the end." if following is None else told(trace, trace[following - 1]))
        self.text.setPlainText(self._presentation.notes(player.step) or NO_NOTES)
        truth = truth_of(self._context, player)
        look = Look(truth=None if truth is None else truth.edges)
        layout = Layout(self._context.theme, size=SHEET, legend=False)
        if self._sheet is None or not self._sheet.can_be(trace, layout, look):
            self._sheet = Sheet(trace, layout, look)
        self._sheet.restyle(layout)
        for picture, step in ((self.now, player.step), (self.next, following)):
            if step is None:
                picture.show_picture(QPixmap())
            else:
                self._sheet.seek(step)
                picture.show_picture(QPixmap.fromImage(self._sheet.picture.image(1.5)))
