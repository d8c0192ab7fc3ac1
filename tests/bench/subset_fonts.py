"""Makes the fonts that pages of the player hold: `python tests/bench/subset_fonts.py`.

Needs fonttools and brotli, which nothing else does (pip install fonttools brotli). Inter is reduced to Latin
and Greek, DejaVu Sans to the signs that Inter lacks.
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="a few letters of one font, which are not kept")
    args = parser.parse_args()
    if not (find_spec("fontTools") and find_spec("brotli")):
        print("fonttools or brotli is not installed: no font is made.")
        return
    if args.smoke:
        with tempfile.TemporaryDirectory() as folder:
            reduce("DejaVuSans.ttf", Path(folder) / "signs.woff2", "U+2190", "*")
            print([path.name for path in Path(folder).iterdir()])
        return
    INTO.mkdir(exist_ok=True)
    for weight in ("Regular", "Medium", "SemiBold"):
        features = "kern,tnum,calt,ccmp,locl,mark,mkmk"
        reduce(f"Inter-{weight}.otf", INTO / f"inter-{weight.lower()}.woff2", LETTERS, features)
    reduce("DejaVuSans.ttf", INTO / "signs.woff2", SIGNS, "*")


def reduce(font: str, into: Path, signs: str, features: str) -> None:
    from fontTools import subset

    subset.main(
        [
            str(FONTS / font), f"--unicodes={signs}", "--flavor=woff2", f"--layout-features={features}",
            f"--output-file={into}",
        ]
    )  # fmt: skip


if __name__ == "__main__":
    main()
