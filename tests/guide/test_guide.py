"""The guide: its pages are read, found, and shown on a terminal and as a site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from elcs_gui.guide.index import excerpt, index, search
from elcs_gui.guide.pages import FIRST, GuideError, Page, embedded, guide, read_guide
from elcs_gui.guide.site import packaged_picture, pictures_of, write_site
from elcs_gui.guide.terminal import listing, page_text

PAGES = list(guide().pages)


def test_the_contents_list_every_page_and_every_page_is_there() -> None:
    book = guide()
    assert not set(book.pages) - set(book.order), "give these pages a line in resources/guide/contents.md"
    assert not book.missing, "write these pages, or take their lines out of resources/guide/contents.md"


@pytest.mark.parametrize("id", PAGES)
def test_links_and_pictures_of_a_page_lead_somewhere(id: str) -> None:
    book = guide()
    page = book.pages[id]
    assert page.title
    for file in pictures_of(page):
        assert packaged_picture(file).exists()
    for address in re.findall(r'href="([^"]*)"', " ".join(links_of(page))):
        link = page.resolve(address)
        assert link.kind != "file", f"{address}: link a page of the guide, or an address of the web"
        if link.kind == "page":
            assert link.target in book.pages, address
            anchors = {heading.anchor for heading in book.pages[link.target].headings}
            assert not link.anchor or link.anchor in anchors, f"{address}: there are {sorted(anchors)}"


def links_of(page: Page) -> list[str]:
    return [
        f'href="{each.attrs["href"]}"'
        for token in page.tokens
        for each in token.children or ()
        if each.type == "link_open"
    ]


def test_a_page_has_no_html_but_comments() -> None:
    with pytest.raises(GuideError, match=r"^a\.md, line 3: a page has no HTML but comments"):
        _ = Page("a", "# A\n\n<script>x</script>\n").tokens
    with pytest.raises(GuideError, match="line 3"):
        _ = Page("a", "# A\n\nb <b>c</b>\n").tokens
    assert Page("a", "# A\n\n<!-- a note -->\n").title == "A"


def test_comments_name_pictures_and_players() -> None:
    page = Page(
        "a",
        "# A\n\n<!-- picture: elcs-gui --example fig3 -->\n![B](b.png)\n\n<!-- player: fig3 --seek 3 -->\n",
    )
    found = [embedded(token) for token in page.tokens]
    assert [(each.kind, each.words) for each in found if each] == [
        ("picture", ("elcs-gui", "--example", "fig3")), ("player", ("fig3", "--seek", "3")),
    ]  # fmt: skip


def test_a_page_is_found_by_its_name() -> None:
    assert guide().find("architecture.md").id == "architecture"
    with pytest.raises(GuideError, match="Did you mean 'architecture'"):
        guide().find("architectur")


def test_pages_are_found_by_the_words_in_them() -> None:
    assert search("") == [] == search("nosuchwordanywhere")
    found = search("architecture")
    assert found[0].page == "architecture"
    assert all("architecture" in f"{place.title} {place.heading} {place.text}".casefold() for place in found)
    for place in index()[:20]:
        assert len(excerpt(place, "the")) < 160


@pytest.mark.parametrize("id", PAGES)
def test_a_page_fits_a_terminal(id: str) -> None:
    text = page_text(guide().pages[id], 80)
    assert text.startswith(f"{guide().pages[id].title}\n===")
    assert "](" not in text.replace("`](", "")
    assert guide().labels[id] in listing(guide()) or id == FIRST


def test_lists_tables_and_code_keep_their_form_on_a_terminal() -> None:
    page = Page(
        "a",
        "# A\n\nOne [b](b.md) and [step](elcs-gui:--example fig3 --seek 2).\n\n"
        "1. first\n2. second\n   - inner\n\n"
        "| x | y |\n|---|---|\n| long words here | 1 |\n\n```console\n$ elcs run\n```\n\n> said\n",
    )
    assert page_text(page, 60) == (
        "A\n=\n\nOne b [b] and step (elcs-gui --example fig3 --seek 2).\n\n"
        "1. first\n2. second\n   - inner\n\n"
        "x                y\n---------------  -\nlong words here  1\n\n    $ elcs run\n\n| said"
    )


def test_the_site_is_written_twice_into_its_own_folder_but_not_over_others(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    book = read_guide(_small(tmp_path))
    assert write_site(folder, book=book) == write_site(folder, book=book) == (3, 1)
    page = (folder / "in" / "b.html").read_text(encoding="utf-8")
    assert '<a href="../index.html">' in page and 'src="../players/fig3.html#step=7"' in page
    assert "&lt;b&gt;" in page and "<b>x" not in page
    assert '<code class="copied">elcs-gui --example fig3 --seek 2</code>' in page
    assert (folder / "players" / "fig3.html").exists()
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").write_text("mine")
    with pytest.raises(Exception, match="holds other things"):
        write_site(other, book=book)


def _small(folder: Path) -> Path:
    made = folder / "guide"
    (made / "in").mkdir(parents=True)
    (made / "contents.md").write_text("# All\n\n- [A](a.md)\n- Part\n  - [B](in/b.md)\n")
    (made / "a.md").write_text("# A\n\nSome words.\n")
    (made / "in" / "b.md").write_text(
        "# B\n\nTo [all](../contents.md), `<b>x</b>` &lt;b&gt; [step](elcs-gui:--example fig3 --seek 2)\n\n"
        "<!-- player: fig3 --seek 7 -->\n"
    )
    return made
