"""`elcs guide`: a page of the guide on the terminal, the list of its pages, or all of it as a static site."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Print a page of the guide, list its pages, or write it as a folder of pages for any browser."
    )
    parser.add_argument("page", nargs="?", metavar="PAGE", help="the page to print, as --list names it")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="list the pages")
    what.add_argument(
        "--to",
        type=Path,
        metavar="DIR",
        help="write the guide as a static site into this folder, which is new, empty or an earlier one",
    )
    parser.set_defaults(execute=execute, usage=parser.error)


def execute(args: argparse.Namespace) -> int:
    from elcs_gui.guide.pages import FIRST, guide
    from elcs_gui.guide.terminal import listing, page_text

    if args.page is not None and (args.list or args.to is not None):
        args.usage("name a page, or give --list or --to")
    if args.to is not None:
        return _write_site(args.to)
    if args.list:
        print(listing(guide()))
        return 0
    page = guide().pages[FIRST] if args.page is None else guide().find(args.page)
    print(page_text(page, min(shutil.get_terminal_size().columns, 100)))
    return 0


def _write_site(folder: Path) -> int:
    from elcs_gui.commands.progress import Progress
    from elcs_gui.guide.site import write_site

    with Progress("the guide", counting="pages and players") as progress:
        pages, players = write_site(folder, progress.update)
    print(f"{folder / 'index.html'}: {pages} pages, {players} players.")
    return 0
