"""`elcs guide`: pages on the terminal, their list, and the site."""

from pathlib import Path

from elcs_gui.guide.pages import guide
from tests.commands.calling import Elcs


def test_the_pages_are_listed_and_read(elcs: Elcs) -> None:
    code, out, _ = elcs("guide", "--list")
    assert code == 0
    assert all(id in out for section in guide().sections for id in section.pages)
    code, out, _ = elcs("guide", "architecture")
    assert (code, out.splitlines()[0]) == (0, "Architecture")
    code, out, _ = elcs("guide")
    assert (code, out.splitlines()[0]) == (0, "The guide")


def test_a_page_that_there_is_not_and_wrong_usage_are_refused(elcs: Elcs) -> None:
    code, out, said = elcs("guide", "architectur")
    assert (code, out) == (1, "")
    assert said.startswith("elcs: There is no page 'architectur' in the guide. Did you mean 'architecture'?")
    code, _, said = elcs("guide", "architecture", "--list")
    assert code == 2 and "name a page, or give --list or --to" in said


def test_the_site_goes_into_a_folder_of_its_own(elcs: Elcs, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    code, _, said = elcs("guide", "--to", tmp_path)
    assert code == 1 and "holds other things: name a new folder" in said
    code, _, said = elcs("guide", "--to", tmp_path / "mine.txt")
    assert code == 1 and "'mine.txt' is a file: name a folder" in said
    code, out, _ = elcs("guide", "--to", tmp_path / "site")
    assert code == 0 and out.startswith(f"{tmp_path / 'site' / 'index.html'}: {len(guide().order)} pages, ")
    pages = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*.html")}
    assert {"index.html", "architecture.html", "reference/command-line.html"} <= pages
