"""Makes the fonts that pages of the player hold: `python tests/bench/subset_fonts.py`.

Needs fonttools and brotli, which nothing else does (pip install fonttools brotli). Inter is reduced to Latin
and Greek, DejaVu Sans to the signs that Inter lacks. Neither has signs for control characters (␛ ␤ ␉), of
which names can be full: they are made here of small letters, for the player, and as `Signs.ttf` for the
window.
"""

from __future__ import annotations

import argparse
import tempfile
from importlib.util import find_spec
from pathlib import Path

FONTS = Path(__file__).resolve().parents[2] / "resources" / "fonts"
INTO = FONTS.parent / "player" / "fonts"
LETTERS = (
    "U+0020-007E,U+00A0-017F,U+0370-03FF,U+2010-2026,U+2030,U+2032,U+2039,U+203A,U+2070-2089,U+2190-2193,"
    "U+2212,U+2713,U+2715"
)
SIGNS = (
    "U+0338,U+2190-2194,U+2205,U+2208,U+2209,U+2216,U+2229,U+222A,U+2234,U+2260,U+2264,U+2265,U+2286,U+22A5,"
    "U+25CB,U+25CF,U+25D0,U+2713,U+2717"
)

LETTERED = (
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI",
    "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
    "SP", "DEL",
)  # fmt: skip
PICTURES = dict(enumerate(LETTERED, start=0x2400)) | {0x2424: "NL"}
"""By sign: the letters that stand for a control character."""
FAMILY = "ELCS Signs"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="the drawn signs, which are not kept")
    args = parser.parse_args()
    if not (find_spec("fontTools") and find_spec("brotli")):
        print("fonttools or brotli is not installed: no font is made.")
        return
    if args.smoke:
        with tempfile.TemporaryDirectory() as folder:
            drawn, signs = Path(folder) / "signs.ttf", Path(folder) / "signs.woff2"
            with_pictures(FONTS / "DejaVuSans.ttf", drawn)
            reduce(drawn, signs, f"U+{min(PICTURES):04X}", "*", "--flavor=woff2")
            print(f"{signs.stat().st_size} bytes")
        return
    INTO.mkdir(exist_ok=True)
    for weight in ("Regular", "Medium", "SemiBold"):
        features = "kern,tnum,calt,ccmp,locl,mark,mkmk"
        reduce(
            FONTS / f"Inter-{weight}.otf",
            INTO / f"inter-{weight.lower()}.woff2",
            LETTERS,
            features,
            "--flavor=woff2",
        )
    pictures = ",".join(f"U+{sign:04X}" for sign in PICTURES)
    with tempfile.TemporaryDirectory() as folder:
        drawn = Path(folder) / "signs.ttf"
        with_pictures(FONTS / "DejaVuSans.ttf", drawn)
        reduce(drawn, INTO / "signs.woff2", f"{SIGNS},U+FFFD,{pictures}", "*", "--flavor=woff2")
        reduce(drawn, FONTS / "Signs.ttf", pictures, "", "--no-hinting", "--name-IDs=1,2,4,6")


def with_pictures(source: Path, path: Path) -> None:
    """The font, in which letters small and one below the other stand for control characters."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont

    font = TTFont(source)
    glyphs, known = font.getGlyphSet(), font.getBestCmap()
    unit = font["head"].unitsPerEm
    high = 0.73 * unit  # of a capital letter
    new = {}
    for sign, letters in PICTURES.items():
        pen, size = TTGlyphPen(None), 0.62 if len(letters) == 2 else 0.5
        left, step = 0.04 * unit, (1.12 * high - size * high) / (len(letters) - 1)
        for place, letter in enumerate(letters):
            outline = DecomposingRecordingPen(glyphs)
            glyphs[known[ord(letter)]].draw(outline)
            bottom = 1.06 * high - size * high - place * step
            outline.replay(TransformPen(pen, (size, 0, 0, size, left, bottom)))
            left += 0.78 * size * glyphs[known[ord(letter)]].width
        new[sign] = f"uni{sign:04X}", pen.glyph(), round(left + 0.18 * unit)
    font.setGlyphOrder([*font.getGlyphOrder(), *(name for name, _, _ in new.values())])
    for name, glyph, width in new.values():
        font["glyf"][name] = glyph
        font["hmtx"][name] = width, 0
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap |= {sign: name for sign, (name, _, _) in new.items()}
    for record in font["name"].names:
        if record.nameID in (1, 4):
            record.string = FAMILY
        elif record.nameID == 6:
            record.string = FAMILY.replace(" ", "")
    font.save(path)


def reduce(font: Path, into: Path, signs: str, features: str, *options: str) -> None:
    from fontTools import subset

    subset.main(
        [str(font), f"--unicodes={signs}", f"--layout-features={features}", f"--output-file={into}", *options]
    )


if __name__ == "__main__":
    main()
