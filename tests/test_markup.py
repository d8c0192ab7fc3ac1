"""Markup that the program makes: what is not markup is escaped, and only a short list of tags is markup."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.foreign import TAGS, Rich, joined, markup, only_allowed, rich

ALLOWED = (
    "<b>A</b>",
    '<p style="margin:0 0 8px 0; line-height:23px">A</p>',
    "<span style='color:#123456;font-weight:600'>A</span>",
    '<a href="12" style="text-decoration:none">test 12</a>',
    "<a href='G² (likelihood ratio)'>G²</a>",
    "A<br>B<br/>C",
    "A &amp; B",
)
REFUSED = (
    '<img src="file:///tmp/x.png">',
    "<IMG SRC=x>",
    "<a href='http://a.invalid'>here</a>",
    "<a href='&#104;ttp&#58;&#47;&#47;a.invalid'>here</a>",
    "<a href='..\\x'>here</a>",
    "<p style='background: url(x)'>",
    "<span style='color:red;background-image:url(x)'>",
    "<span style='color:expression(x)'>",
    "<p onclick='x'>",
    "<b/onclick='x'>",
    "<span style=color:red>",
    "<script>x</script>",
    "<style>*{}</style>",
    "<svg onload=x>",
    "<b <img src=x>>",
    "<!DOCTYPE a>",
    "<table background='x'>",
    "<",
)


class Tags(HTMLParser):
    """The tags of a text, and the values of their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.values: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)
        self.values += [value or "" for _, value in attrs]

    def handle_decl(self, decl: str) -> None:
        self.found.append(decl)


def test_what_is_no_markup_yet_is_escaped_and_markup_stays() -> None:
    made = markup("<b>{}</b> and {}", "A & <i>B</i>", Rich("<i>C</i>"))
    assert made == "<b>A &amp; &lt;i&gt;B&lt;/i&gt;</b> and <i>C</i>" and isinstance(made, Rich)
    assert rich(made) is made and rich("{}") == "{}" and markup("{}", "{0.__class__}") == "{0.__class__}"
    assert joined([rich("A"), rich("&")], Rich("<br>")) == "A<br>&amp;"


@pytest.mark.parametrize("text", ALLOWED)
def test_what_is_on_the_list_stays(text: str) -> None:
    assert only_allowed(text) == text


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_on_the_list_becomes_text(text: str) -> None:
    tags = Tags(only_allowed(text))
    assert {*tags.found} <= TAGS
    assert not any("x" in value or "invalid" in value or "red" in value for value in tags.values)


@given(st.lists(st.sampled_from([*ALLOWED, *REFUSED, "<", ">", "'", '"', "/", "=", " ", "a", "href", "src"])))
def test_no_mixture_gets_a_tag_or_an_address_through(pieces: list[str]) -> None:
    tags = Tags(only_allowed("".join(pieces)))
    assert {*tags.found} <= TAGS
    assert not any(sign in value for value in tags.values for sign in ("://", "url(", "\\"))
