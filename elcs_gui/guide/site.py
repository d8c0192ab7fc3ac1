"""The guide as a folder of pages for any browser: they need no network, no server and no program.

Every page has the list of all pages, a field that searches all of them, and a switch between light and dark.
Styles, scripts, letters and the words that are searched stand in files beside the pages, and the pages' own
policy lets nothing else be loaded.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath

from elcs_gui import __version__
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.foreign import Rich, joined, markup, rich
from elcs_gui.guide.html import PageHtml, command_of, console
from elcs_gui.guide.index import index_of
from elcs_gui.guide.pages import FIRST, Embedded, Guide, GuideError, Link, Page, guide
from elcs_gui.guide.players import Made, make, place_in, wanted
from elcs_gui.markdown import COMMAND
from elcs_gui.packaged import packaged
from elcs_gui.picture.colours import COLOURS

_MARK = "elcs-guide.txt"
"""A folder with this file in it was written by this program, and may be written again."""
_FONTS = ("inter-regular.woff2", "inter-medium.woff2", "inter-semibold.woff2", "signs.woff2")
_POLICY = (
    "default-src 'none'; style-src 'self' file:; script-src 'self' file:; img-src 'self' file:; "
    "font-src 'self' file:; frame-src 'self' file:; base-uri 'none'; form-action 'none'"
)
"""Browsers differ in whether a file beside the page is its own; `file:` says so for those who deny it."""


def write_site(
    folder: Path, tell: Callable[[int], object] = lambda _: None, book: Guide | None = None
) -> tuple[int, int]:
    """Write it; the numbers of its pages and players. `tell` hears how many are done."""
    book = guide() if book is None else book
    _check_folder(folder)
    done = 0
    players: dict[str, Made] = {}
    for _, each in wanted(book):
        if each.words[0] not in players:
            players[each.words[0]] = make(each.words[0])
            done += 1
            tell(done)
    for id in book.order:
        _write(folder / file_of(id), page_html(book, book.pages[id], players))
        done += 1
        tell(done)
    for name, made in players.items():
        _write(folder / "players" / f"{name}.html", made.html)
    _write_beside(folder, book)
    return len(book.order), len(players)


def file_of(id: str) -> str:
    """The file of a page, from the folder of the site on."""
    return "index.html" if id == FIRST else f"{id}.html"


def _check_folder(folder: Path) -> None:
    if folder.is_file():
        raise ElcsError(f"{quoted(folder.name)} is a file: name a folder for the site.")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _MARK).exists():
        raise ElcsError(
            f"The folder {quoted(folder.name)} holds other things: name a new folder, or one that is empty."
        )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _MARK).write_text(f"Written by elcs guide, ELCS Explorer {__version__}.\n", encoding="utf-8")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _write_beside(folder: Path, book: Guide) -> None:
    """What all pages load."""
    _write(folder / "site.css", _style())
    _write(folder / "site.js", packaged("site/site.js").read_text(encoding="utf-8"))
    _write(folder / "search.js", f"window.elcsPlaces = {_index(book)};\n")
    (folder / "fonts").mkdir(exist_ok=True)
    for font in _FONTS:
        shutil.copyfile(packaged(f"player/fonts/{font}"), folder / "fonts" / font)
    for id in book.order:
        for picture in pictures_of(book.pages[id]):
            copy = folder / _below(picture)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(packaged_picture(picture), copy)


def _index(book: Guide) -> str:
    """The places as a script has them: ASCII, and no sign that ends a script."""
    rows = [
        [file_of(place.page), place.title, place.heading, place.anchor, place.text]
        for place in index_of(book)
    ]
    return json.dumps(rows, separators=(",", ":")).replace("<", "\\u003c")


def pictures_of(page: Page) -> Sequence[str]:
    """The files of its pictures, from the guide's folder on."""
    images = (each for token in page.tokens for each in token.children or () if each.type == "image")
    return [page.resolve(str(image.attrs["src"])).target for image in images]


def packaged_picture(file: str) -> Path:
    """The file of a picture that a page shows; only those in `resources/pictures` are shown."""
    if not file.startswith("../pictures/") or ".." in PurePosixPath(file).parts[1:]:
        raise GuideError(f"A picture stands in resources/pictures, not at {quoted(file)}.")
    return packaged(*PurePosixPath(file).parts[1:])


def _below(file: str) -> str:
    """Where a file of `resources` stands in the site."""
    return file.removeprefix("../")


def _style() -> str:
    """The sheet of the site behind the colours of the program."""
    light, dark = (
        "".join(f"--{name.replace('_', '-')}:{shades[place]};" for name, shades in COLOURS.items())
        for place in (0, 1)
    )
    sheet = packaged("site/site.css").read_text(encoding="utf-8")
    return (
        f":root{{{light}color-scheme:light}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}color-scheme:dark}}}}\n"
        f":root[data-theme=light]{{{light}color-scheme:light}}\n"
        f":root[data-theme=dark]{{{dark}color-scheme:dark}}\n"
        f"@media print{{:root,:root[data-theme]{{{light}color-scheme:light}}}}\n{sheet}"
    )


# One page


def page_html(book: Guide, page: Page, players: dict[str, Made]) -> Rich:
    """The whole page."""
    top = "../" * page.id.count("/")
    around = [id for id in book.order if id in book.pages]
    place = around.index(page.id)
    parts = {
        "policy": rich(_POLICY),
        "version": rich(__version__),
        "title": rich(page.title if page.id == FIRST else f"{page.title} · ELCS Explorer"),
        "top": rich(top),
        "section": rich(book.section_of(page.id)),
        "navigation": _navigation(book, page, top),
        "headings": _headings(page),
        "page": _SitePage(book, page, players, top).html,
        "before": _beside(book, around[place - 1] if place else "", top, "Previous"),
        "after": _beside(book, around[place + 1] if place + 1 < len(around) else "", top, "Next"),
    }
    template = packaged("site/page.html").read_text(encoding="utf-8")
    # In one go, so that nothing in a page is taken for a place to fill.
    return Rich(re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], template))


def _navigation(book: Guide, page: Page, top: str) -> Rich:
    def item(id: str) -> Rich:
        current = Rich(' aria-current="page"') if id == page.id else Rich("")
        return markup('<li><a href="{}{}"{}>{}</a></li>\n', top, file_of(id), current, book.labels[id])

    lists = []
    for section in book.sections:
        inner = markup("<ul>\n{}</ul>\n", joined(map(item, section.pages)))
        lists.append(markup("<h2>{}</h2>\n{}", section.title, inner) if section.title else inner)
    return joined(lists)


def _headings(page: Page) -> Rich:
    """The list of what a longer page has."""
    shown = [heading for heading in page.headings[1:] if heading.level == 2]
    if len(shown) < 3:
        return Rich("")
    items = joined(markup('<li><a href="#{}">{}</a></li>\n', each.anchor, each.text) for each in shown)
    return markup(
        '<nav id="headings" aria-label="On this page"><h2>On this page</h2><ul>\n{}</ul></nav>\n', items
    )


def _beside(book: Guide, id: str, top: str, word: str) -> Rich:
    if not id:
        return Rich("<span></span>")
    return markup(
        '<a class="{}" href="{}{}"><span>{}</span>{}</a>',
        word.lower(),
        top,
        file_of(id),
        word,
        book.labels[id],
    )


class _SitePage(PageHtml):
    """The markup of a page for a browser; `top` leads to the folder of the site."""

    def __init__(self, book: Guide, page: Page, players: dict[str, Made], top: str) -> None:
        super().__init__(page)
        self._book, self._players, self._top = book, players, top

    def open_link(self, link: Link) -> Rich:
        if link.kind == COMMAND:
            return Rich('<span class="step">')
        if link.kind == "web":
            return markup('<a href="{}" rel="noreferrer">', link.target)
        anchor = f"#{link.anchor}" if link.anchor else ""
        if link.kind == "page" and link.target not in self._book.pages:
            return Rich("<a>")
        if link.kind == "page":
            own = link.target == self.page.id and anchor
            return markup('<a href="{}{}">', "" if own else self._top + file_of(link.target), anchor)
        return markup('<a href="{}{}">', self._top, _below(link.target))

    def close_link(self, link: Link) -> Rich:
        if link.kind == COMMAND:
            return markup(': <code class="copied">{}</code></span>', command_of(link))
        return Rich("</a>")

    def picture(self, file: str, alternative: str) -> Rich:
        return markup('<img src="{}{}" alt="{}" loading="lazy">', self._top, _below(file), alternative)

    def player(self, wanted: Embedded) -> Rich:
        named, *where = wanted.words
        made = self._players[named]
        address = f"{self._top}players/{named}.html{place_in(made.trace, tuple(where))}"
        return markup(
            '<figure class="player"><iframe src="{}" title="{}" loading="lazy"></iframe>'
            '<figcaption><a href="{}">Open it by itself</a> · in the window: '
            '<code class="copied">elcs-gui {}</code></figcaption></figure>\n',
            address, f"Player: {made.title}", address, wanted.command,
        )  # fmt: skip

    def code(self, language: str, lines: Sequence[str]) -> Rich:
        shown = console(lines) if language == "console" else rich("\n".join(lines))
        return markup('<pre class="{}" tabindex="0"><code>{}</code></pre>\n', _word(language), shown)

    def open_table(self) -> Rich:
        return Rich('<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n')

    def close_table(self) -> Rich:
        return Rich("</table></div>\n")


def _word(language: str) -> str:
    return "".join(sign for sign in language if sign.isalnum() or sign == "-") or "text"
