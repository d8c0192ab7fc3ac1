"""Draws the map of the packages from their imports: `python tests/bench/draw_house.py`.

Every row is a package, and a dot in it stands for what it imports: the larger, the more lines. Packages
stand in the order of `tests/package_tree.py`, so all dots lie on one side of the diagonal.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.package_tree import APP, ENGINE, MODULES, ORDER, folder_of  # noqa: E402

PICTURE = ROOT / "resources" / "pictures" / "house.svg"

CELL, LEFT, TOP = 19, 118, 96
INK, ENGINE_INK, APP_INK, GROUND = "#1d2733", "#2563a8", "#b4690e", "#ffffff"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="draw it, and write nothing")
    if parser.parse_args().smoke:
        print(f"{len(drawn()):,} letters")
        return
    PICTURE.write_text(drawn(), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))


def drawn() -> str:
    """The picture of the packages as they are."""
    edges: Counter[tuple[str, str]] = Counter()
    modules = Counter(module.folder for module in MODULES)
    for module in MODULES:
        for _, name in module.imports:
            target = folder_of(name)
            if target in ORDER and module.folder in ORDER and target != module.folder:
                edges[module.folder, target] += 1
    names = [name for name in ORDER if modules[name] > 1 or name in ("api", "cli", "gui")]
    return picture(names, edges)


def radius(imports: int) -> float:
    """In steps of four times as many, so that few changes of the source change the picture."""
    return 2 + 1.5 * (imports.bit_length() // 2)


def picture(names: list[str], edges: Counter[tuple[str, str]]) -> str:
    size = CELL * len(names)
    width, height = LEFT + size + 12, TOP + size + 12
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="DejaVu Sans, sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="{GROUND}"/>',
    ]
    for row, name in enumerate(names):
        y = TOP + CELL * row
        ink = ENGINE_INK if name in ENGINE else APP_INK if name in APP else INK
        aside = f"translate({LEFT + CELL * row + 13} {TOP - 6}) rotate(-60)"
        out += [
            f'<text x="{LEFT - 6}" y="{y + 13}" text-anchor="end" fill="{ink}">{name}</text>',
            f'<text transform="{aside}" fill="{ink}">{name}</text>',
            f'<rect x="{LEFT + CELL * row}" y="{y}" width="{CELL}" height="{CELL}" fill="#eef1f5"/>',
        ]
        for column, other in enumerate(names):
            count = edges[name, other]
            if count:
                out.append(
                    f'<circle cx="{LEFT + CELL * column + CELL / 2}" cy="{y + CELL / 2}" r="{radius(count)}" '
                    f'fill="{ink}" fill-opacity="0.8"><title>{name} imports {other}</title></circle>'
                )
    out.append("</svg>\n")
    return "\n".join(out)


if __name__ == "__main__":
    main()
