"""Every page of the guide is a run: its commands and snippets print what it says they print."""

from __future__ import annotations

from pathlib import Path

import pytest

from elcs_gui.guide.pages import Page, guide
from tests.guide.running import PageRun, matches, runs_of, with_outputs

PAGES = [id for id, page in guide().pages.items() if any(not run.slow for run in runs_of(page))]


@pytest.mark.parametrize("id", PAGES)
def test_a_page_prints_what_it_says(id: str, tmp_path: Path) -> None:
    found = list(PageRun(guide().pages[id], tmp_path).mismatches())
    again = f"look at it, then: python tests/bench/guide.py --update {id}"
    assert not found, "\n\n".join([*map(str, found), again])


def test_every_block_of_every_page_can_be_read() -> None:
    for page in guide().pages.values():
        list(runs_of(page))


EXAMPLE = """# A page

```text file known.txt
A -> B
```

```console run
$ cat known.txt
A -> B
$ elcs run --example fig3
...
  causes     E (Lemma 1a), J ...
...
$ echo one &&
> echo two
one
three
```

```python run
x = 2
print(x + 1)
```

```output
3
```

```python run
print(x)
```

```output
4
```

```console slow
$ false
```

```console run
$ elcs run --example nothing
elcs: There is no example 'nothing'. ...
$ elcs run --example nothing
```
"""


def test_what_differs_is_told_with_its_page_and_line(tmp_path: Path) -> None:
    page = Page("a/page", EXAMPLE)
    found = list(PageRun(page, tmp_path).mismatches())
    assert [(each.run.line, each.printed) for each in found[:2]] == [(14, "one\ntwo\n"), (29, "2\n")]
    assert str(found[0]) == (
        "a/page.md, line 14: echo one &&\n--- a/page.md, line 16\n+++ what it prints\n"
        "@@ -1,2 +1,2 @@\n one\n-three\n+two"
    )
    assert [each.run.line for each in found[2:]] == [44]  # it fails, and the page does not show how


def test_outputs_are_put_in_place_of_what_a_page_says(tmp_path: Path) -> None:
    page = Page("a/page", EXAMPLE)
    found = list(PageRun(page, tmp_path).mismatches(slow=True))
    mended = Page("a/page", with_outputs(page, found))
    assert "> echo two\none\ntwo\n```" in mended.text and "```output\n2\n```" in mended.text
    assert "$ false\n```" in mended.text
    left = list(PageRun(mended, tmp_path).mismatches())
    assert left == []


def test_seconds_are_not_written_into_a_page(tmp_path: Path) -> None:
    page = Page("page", "# A page\n\n```console run\n$ echo took 0.1 s\n```\n")
    mended = with_outputs(page, list(PageRun(page, tmp_path).mismatches()))
    assert "took ... s" in mended


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("a\n...\nd", "a\nb\nc\nd\n", True),
        ("a\n...\nd", "a\nd", True),
        ("a ... d", "a b c d", True),
        ("a ... d", "a b\n d", False),
        ("...", "", True),
        ("a", "a\nb", False),
        ("a.b", "axb", False),
    ],
)
def test_three_dots_stand_for_anything(expected: str, printed: str, same: bool) -> None:
    assert matches(expected, printed) is same
