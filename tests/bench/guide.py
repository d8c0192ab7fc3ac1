"""The guide: runs all that its pages say, makes its pictures and its reference.

    python tests/bench/guide.py [PAGE ...]              quick and slow runs of these pages, or of all
    python tests/bench/guide.py --quick                 only those that the suite runs too
    python tests/bench/guide.py --update [PAGE ...]     shows what differs, asks, and writes it into the page
    python tests/bench/guide.py --update --yes          ... without asking: look at the difference afterwards
    python tests/bench/guide.py --pictures [NAME ...]   makes the pictures that pages show, or those named
    python tests/bench/guide.py --reference             writes `resources/guide/reference` from the program
    python tests/bench/guide.py --smoke                 one page and nothing written: does this script work?

How pages say what is run stands in `tests/guide/running.py`.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from elcs_gui.guide.pages import PICTURE, Page, embedded, read_guide  # noqa: E402
from tests.guide.running import PageRun, programs, runs_of, with_outputs  # noqa: E402

FOLDER = ROOT / "resources" / "guide"
PICTURES = ROOT / "resources" / "pictures"
COLOURS = 256
"""Of a picture: screens have few, and files become a third as large."""


def main() -> int:
    args = _arguments()
    if args.reference:
        return _write_reference()
    book = read_guide(FOLDER)
    if args.pictures:
        return _make_pictures(list(book.pages.values()), args.pages)
    pages = [book.find(name) for name in args.pages] or list(book.pages.values())
    if args.smoke:
        pages = sorted((page for page in pages if any(not run.slow for run in runs_of(page))), key=_runs)[:1]
    failed = [page.id for page in pages if not _checked(page, args)]
    print(
        f"{len(pages) - len(failed)} of {len(pages)} pages as they say"
        + (f"; not {failed}" if failed else "")
    )
    return 1 if failed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pages", nargs="*", metavar="PAGE")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--slow", action="store_true", help="slow runs as well, as without --quick")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--yes", action="store_true")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--reference", action="store_true")
    parser.add_argument("--smoke", action="store_true")
    return parser.parse_args()


def _runs(page: Page) -> int:
    return sum(not run.slow for run in runs_of(page))


def _checked(page: Page, args: argparse.Namespace) -> bool:
    """Does the page print what it says, or does it now?"""
    if not any(runs_of(page)):
        return True
    with tempfile.TemporaryDirectory() as folder:
        found = list(PageRun(page, Path(folder)).mismatches(slow=not (args.quick or args.smoke)))
    for mismatch in found:
        print(f"{mismatch}\n")
    if found and args.update and (args.yes or input(f"Write this into {page.id}.md? [y/N] ").lower() == "y"):
        (FOLDER / f"{page.id}.md").write_text(with_outputs(page, found), encoding="utf-8")
        return all(mismatch.run.expected is not None for mismatch in found)
    return not found


def _make_pictures(pages: list[Page], named: list[str]) -> int:
    wanted = [(page, *each) for page in pages for each in pictures_of(page)]
    if named:
        wanted = [each for each in wanted if Path(each[1]).stem in named]
    for page, file, command in wanted:
        path = (FOLDER / page.id).parent / file
        _make_picture(page, path.resolve(), command)
        print(f"{path.resolve().relative_to(ROOT)}: {path.resolve().stat().st_size / 1024:.0f} kB")
    return 0


def pictures_of(page: Page) -> Iterator[tuple[str, str]]:
    """The file of each picture that a page has a command for, as the page names it, and the command."""
    command = ""
    for token in page.tokens:
        for each in (token, *(token.children or ())):
            found = embedded(each)
            if found is not None and found.kind == PICTURE:
                command = shlex.join(found.words)
            elif each.type == "image" and command:
                yield str(each.attrs["src"]), command
                command = ""
    if command:
        raise ValueError(f"{page.id}.md: no picture follows the command {command}")


def _make_picture(page: Page, path: Path, command: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        if "--example" not in command and "--lesson" not in command:
            made = PageRun(page, folder)
            for run in runs_of(page):  # it may be about a file that the page makes
                made.run(run)
        to = "--screenshot" if command.startswith("elcs-gui ") else "--to"
        environment = os.environ | {
            "PATH": f"{programs(folder)}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "QT_QPA_PLATFORM": "offscreen",
        }
        whole = f"{command} {to} {shlex.quote(str(path))}"
        subprocess.run(["sh", "-c", whole], cwd=folder, env=environment, check=True)
    if path.suffix == ".png":
        from PIL import Image

        with Image.open(path) as picture:
            small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        small.save(path, optimize=True)


def _write_reference() -> int:
    from tests.guide.reference import reference

    for name, text in reference().items():
        path = FOLDER / "reference" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
