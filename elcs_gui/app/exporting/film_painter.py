"""Frames of a film, painted one by one; of a trace, one sheet is taken from step to step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QColor, QImage

from elcs_gui.app.exporting.film_encoding import Frames, sample_places, write_film
from elcs_gui.app.exporting.film_steps import Film, check_length
from elcs_gui.app.graph.sheet import Layout, Look, Sheet
from elcs_gui.app.kit.theme import Theme
from elcs_gui.trace.trace import Trace


class Painting:
    """Paints the frames of a film, whichever is asked for. Only in the window's thread."""

    def __init__(self, shown: Film, theme: Theme, size: QSizeF, picture: Callable[[int], QImage]) -> None:
        """`picture` gives a step of the film in pixels; `size` is how many there are either way."""
        check_length(shown)
        self.film = shown
        self._theme, self._picture = theme, picture
        pixels = size.toSize()
        # Half a pixel less: videos have an even number of them either way.
        self.size = (pixels.width() // 2 * 2, pixels.height() // 2 * 2)

    @classmethod
    def of_trace(cls, trace: Trace, layout: Layout, shown: Film, look: Look | None, scale: float) -> Painting:
        """Of one sheet, taken from step to step."""
        check_length(shown)
        # A film is about what happens, not about the arrow chosen at this moment.
        look = None if look is None else replace(look, about=None)
        sheet = Sheet(trace, replace(layout, transparent=False), look)

        def picture(step: int) -> QImage:
            sheet.seek(step)
            return sheet.picture.image(scale)

        return cls(shown, sheet.layout.theme, sheet.size * scale, picture)

    def frame(self, place: int) -> bytes:
        """The frame as rows of red, green, blue."""
        made = self._picture(self.film.steps[place]).copy(0, 0, *self.size)
        made = made.convertToFormat(QImage.Format.Format_RGB888)
        data, row = bytes(made.constBits()), 3 * self.size[0]
        if made.bytesPerLine() == row:
            return data
        return b"".join(
            data[start : start + row] for start in range(0, len(data), made.bytesPerLine())
        )  # Qt begins every row at a multiple of four bytes

    def frames(self, take: Iterator[bytes], samples: list[bytes]) -> Frames:
        """What a file wants to know of the film."""
        return Frames(self.size, self.film.durations, take, samples, _colours(self._theme))

    @property
    def sampled(self) -> list[int]:
        """The frames whose colours stand for all."""
        return sample_places(len(self.film.steps))


def write_painted(
    trace: Trace,
    path: Path,
    layout: Layout,
    shown: Film,
    look: Look | None = None,
    scale: float = 1.0,
    pause: Callable[[], None] = lambda: None,
) -> None:
    """Paint and write a film in one go.

    Args:
        pause: called before every frame and at the end; raising an exception there is the way to give up.
    """
    painting = Painting.of_trace(trace, layout, shown, look, scale)

    def frame(place: int) -> bytes:
        pause()
        return painting.frame(place)

    samples = [frame(place) for place in painting.sampled] if path.suffix.lower() == ".gif" else []
    write_film(path, painting.frames(map(frame, range(len(shown.steps))), samples), pause)


def _colours(theme: Theme) -> list[tuple[int, int, int]]:
    """Those of the theme: they must not be mixed with others."""
    found = (getattr(theme, each.name) for each in fields(theme))
    return [(value.red(), value.green(), value.blue()) for value in found if isinstance(value, QColor)]
