"""Frames into files: GIF with one palette for all, WebP, and MP4 by ffmpeg.

Frames are taken one at a time, so a film needs the memory of a few of them, whatever its length; where they
come from, and when they are painted, is the caller's business. The same frames give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from elcs_gui.data.files import replacing
from elcs_gui.errors import ElcsError

if TYPE_CHECKING:
    from PIL import Image

SAMPLES = 12
"""So many frames of a film tell which colours it has."""
_COLOURS = 255
_NEVER = 100_000
"""Frames between two that stand for themselves."""
_FPS = 25
"""Of an MP4: players expect about that; a frame is repeated as long as it is shown."""


@dataclass(frozen=True)
class Frames:
    """The frames of a film.

    Attributes:
        take: frames in order, each as rows of red, green, blue; it may wait until one is painted.
        samples: some of them, in the same form, to choose colours by.
        certain: colours that must be kept as they are.
    """

    size: tuple[int, int]
    durations: Sequence[int]
    take: Iterator[bytes]
    samples: Sequence[bytes] = ()
    certain: Sequence[tuple[int, int, int]] = ()


def write_film(path: Path, frames: Frames, pause: Callable[[], None] = lambda: None) -> None:
    """Write by the ending of `path`, all or nothing. Frames are asked for while it writes.

    Args:
        pause: called when all is written, before it takes its place; an exception there leaves no film.
    """
    kind = path.suffix.lower().lstrip(".")
    if kind not in _WRITERS:
        raise ElcsError(f"{path.name}: films are written as .gif, .webp or .mp4.")
    if kind == "mp4":
        _ffmpeg()  # before anything is painted for it
    with replacing(path) as part:
        _WRITERS[kind](part, frames)
        pause()


def sample_places(count: int) -> list[int]:
    """Which frames of a film are looked at for their colours: from the first to the last, evenly."""
    if count <= SAMPLES:
        return list(range(count))
    return [round(place * (count - 1) / (SAMPLES - 1)) for place in range(SAMPLES)]


def _gif(path: Path, frames: Frames) -> None:
    """What did not change since the frame before is not written again."""
    from PIL import Image, ImageChops
    from PIL.GifImagePlugin import getdata

    palette = _palette(frames)
    colours = bytes(palette.getpalette() or [])[: 3 * 256].ljust(3 * 256, b"\0")
    width, height = frames.size
    before: Image.Image | None = None
    waiting: tuple[Image.Image, tuple[int, int]] | None = None
    shown = 0

    def put(file: BinaryIO) -> None:
        if waiting is not None:
            image, offset = waiting
            file.writelines(getdata(image, offset, duration=shown, disposal=1))

    with path.open("wb") as file:
        file.write(b"GIF89a" + width.to_bytes(2, "little") + height.to_bytes(2, "little") + b"\xf7\0\0")
        file.write(colours + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")
        for data, duration in zip(frames.take, frames.durations, strict=True):
            image = Image.frombytes("RGB", frames.size, data).quantize(
                palette=palette, dither=Image.Dither.NONE
            )
            box = (0, 0, width, height)
            if before is not None:
                # Places in the palette are compared, not colours.
                changed = ImageChops.difference(_plain(before), _plain(image)).getbbox()
                if changed is None:
                    shown += duration
                    continue
                box = changed
            put(file)
            waiting, shown, before = (image.crop(box), box[:2]), duration, image
        put(file)
        file.write(b";")


def _plain(image: Image.Image) -> Image.Image:
    from PIL import Image

    return Image.frombytes("L", image.size, image.tobytes())


def _palette(frames: Frames) -> Image.Image:
    """The colours that must be there, and for the rest those that serve the samples best."""
    from PIL import Image

    width, height = frames.size
    sheet = Image.new("RGB", (width, height * max(len(frames.samples), 1)))
    for place, data in enumerate(frames.samples):
        sheet.paste(Image.frombytes("RGB", frames.size, data), (0, place * height))
    certain = list(dict.fromkeys(frames.certain))[:_COLOURS]
    found = sheet.quantize(_COLOURS - len(certain), method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    free = (found.getpalette() or [])[: 3 * (_COLOURS - len(certain))]
    made = Image.new("P", (1, 1))
    made.putpalette([*chain.from_iterable(certain), *free])
    return made


def _webp(path: Path, frames: Frames) -> None:
    """Lossless: the pictures are flat, so that is both smaller and sharper than the other kind."""
    # No frame but the first stands for itself: every other is what changed since the one before.
    _sequence(frames).save(
        path, format="WEBP", save_all=True, duration=list(frames.durations), loop=0, lossless=True,
        quality=30, method=1, kmin=_NEVER - 1, kmax=_NEVER,
    )  # fmt: skip


def _sequence(frames: Frames) -> Image.Image:
    """Pillow's picture with several frames, of which one is in memory at a time."""
    from PIL import Image

    class Sequence(Image.Image):
        def __init__(self) -> None:
            super().__init__()
            self.n_frames = len(frames.durations)
            self._at = -1
            self.seek(0)

        def tell(self) -> int:
            return self._at

        def seek(self, frame: int) -> None:
            if frame > self._at:  # going back is Pillow's tidying up at the end
                made = Image.frombytes("RGB", frames.size, next(frames.take))
                self.im, self._mode, self._size = made.im, made.mode, made.size
                self._at = frame

    return Sequence()


def _mp4(path: Path, frames: Frames) -> None:
    ffmpeg = _ffmpeg()
    width, height = frames.size
    # Ten a second are sent where that is enough, and ffmpeg repeats them: sending takes longer than that.
    rate = 10 if all(duration % 100 == 0 for duration in frames.durations) else _FPS
    writer = ffmpeg.write_frames(
        str(path),
        frames.size,
        fps=rate,
        codec="libx264",
        macro_block_size=2,
        quality=None,
        ffmpeg_log_level="error",
        output_params=[
            "-r", str(_FPS), "-crf", "18", "-preset", "veryfast", "-tune", "animation", "-threads", "2",
            "-f", "mp4", "-movflags", "+faststart", "-fflags", "+bitexact", "-flags:v", "+bitexact",
            "-map_metadata", "-1",
        ],
    )  # fmt: skip
    try:
        owed = 0.0
        for number, (data, duration) in enumerate(zip(frames.take, frames.durations, strict=True)):
            if number == 0:
                writer.send(None)  # not sooner: ffmpeg complains where it gets no frame at all
            owed += duration * rate / 1000
            for _ in range(max(round(owed), 1)):
                writer.send(data)
                owed -= 1
    except OSError as error:  # ffmpeg has ended before its time
        raise ElcsError(f"ffmpeg cannot write {width} × {height} pixels as MP4: {error}.") from error
    finally:
        writer.close()


def _ffmpeg() -> Any:
    """The module that brings ffmpeg; it has no types."""
    try:
        import imageio_ffmpeg  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        raise ElcsError("MP4 needs ffmpeg: pip install imageio-ffmpeg, or choose .gif or .webp.") from None
    return imageio_ffmpeg


_WRITERS: dict[str, Callable[[Path, Frames], None]] = {"gif": _gif, "webp": _webp, "mp4": _mp4}
