"""What is about to be written, as far as it can be shown: the picture, or the first lines of the text."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from elcs_gui.app.graph.sheet import Sheet
from elcs_gui.app.kit.layouts import column_of, stacked
from elcs_gui.app.kit.theme import Theme

MARGIN = 24
SQUARE = 8
"""Pixels of the chequered ground behind a picture that has none."""


class ExportPreview(QWidget):
    """A sheet on a desk, or text."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._paper = _Paper(theme)
        self._text = QPlainTextEdit(
            objectName="exportText", readOnly=True, accessibleName="Preview of the text"
        )
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self._stack = stacked(self._paper, self._text)
        column_of(self._stack, inside=self, margins=0)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._paper.set_theme(theme)

    def show_sheet(self, sheet: Sheet) -> None:
        self._paper.show_sheet(sheet)
        self._stack.setCurrentWidget(self._paper)

    def show_text(self, text: str) -> None:
        self._text.setPlainText(text)
        self._stack.setCurrentWidget(self._text)

    def forget(self) -> None:
        """Nothing is shown, and no map is made for it any more."""
        self._paper.show_sheet(None)

    @property
    def text(self) -> str:
        """What is shown as text; empty for a picture."""
        shown = self._stack.currentWidget() is self._text
        return self._text.toPlainText() if shown else ""

    @property
    def sheet(self) -> Sheet | None:
        """The sheet that is shown."""
        return self._paper.sheet if self._stack.currentWidget() is self._paper else None


class _Paper(QWidget):
    """The sheet as large as there is room, never larger than it is."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.sheet: Sheet | None = None
        self._theme = theme
        self._painted: QPixmap | None = None
        self.setAccessibleName("Preview of the picture")

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_sheet(self, sheet: Sheet | None) -> None:
        if sheet is not self.sheet:
            if self.sheet is not None:
                self.sheet.deleteLater()
            self.sheet = sheet
            if sheet is not None:
                sheet.changed.connect(self._paint_anew)
        if sheet is not None:
            self.setAccessibleDescription(sheet.said())
        self._paint_anew()

    def _paint_anew(self) -> None:
        self._painted = None
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._painted = None

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.sunk)
        if self.sheet is not None:
            if self._painted is None:
                self._painted = self._made(self.sheet)
            ratio = self._painted.devicePixelRatio()
            w, h = self._painted.width() / ratio, self._painted.height() / ratio
            box = QRectF(round((self.width() - w) / 2), round((self.height() - h) / 2), w, h)
            if self.sheet.layout.transparent:
                painter.fillRect(box, _chequered(self._theme))
            painter.drawPixmap(box.topLeft(), self._painted)
            painter.setPen(self._theme.line_strong)
            painter.drawRect(box.adjusted(-0.5, -0.5, 0.5, 0.5))
        painter.end()

    def _made(self, sheet: Sheet) -> QPixmap:
        ratio = self.devicePixelRatioF()
        room_w, room_h = max(self.width() - 2 * MARGIN, 80), max(self.height() - 2 * MARGIN, 80)
        scale = min(room_w / sheet.size.width(), room_h / sheet.size.height(), self._theme.scale)
        made = QPixmap.fromImage(sheet.picture.image(scale * ratio))
        made.setDevicePixelRatio(ratio)
        return made


def _chequered(theme: Theme) -> QBrush:
    tile = QImage(2 * SQUARE, 2 * SQUARE, QImage.Format.Format_RGB32)
    dark = theme.dark
    tile.fill(QColor("#3A3F48" if dark else "#FFFFFF"))
    painter = QPainter(tile)
    for at in (QPointF(0, 0), QPointF(SQUARE, SQUARE)):
        painter.fillRect(QRectF(at.x(), at.y(), SQUARE, SQUARE), QColor("#2F343C" if dark else "#E9ECF0"))
    painter.end()
    brush = QBrush(tile)
    brush.setStyle(Qt.BrushStyle.TexturePattern)
    return brush
